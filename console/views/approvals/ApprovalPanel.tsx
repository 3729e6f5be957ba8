/** One action of an agent: what it asks for, what the policy says, and the decision. */
import { useState } from 'preact/hooks'
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { Status } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IdLink } from '../../ui/IdLink.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { Time } from '../../ui/Time.tsx'
import { ActionAmount, endsOf, feesOf, type Review, typeWords } from '../agents/actions.tsx'
import { Rules, ruleName } from '../agents/rules.tsx'
import { Account } from './Account.tsx'
import { Budget } from './Budget.tsx'
import { Decide } from './Decide.tsx'

type ApprovalPanelProps = {
  readonly id: string
  /** After a decision: the list is old. */
  readonly onChange: () => void
}

export function ApprovalPanel({ id, onChange }: ApprovalPanelProps) {
  const asked = request('get', '/agents/actions/{actionId}', { path: { actionId: id } })
  const { data: review, problem, again } = useLive(asked)
  const [isLate, setLate] = useState(false)
  const changed = (): void => {
    again()
    onChange()
  }
  return (
    <Panel
      title={review === undefined ? 'Action' : typeWords[review.type]}
      aside={review && <Status status={review.status} />}
    >
      <ErrorState problem={problem} isBesideData={review !== undefined} onRetry={again} />
      {review === undefined ? (
        problem === undefined && <Loading what="The action’s facts" lines={10} />
      ) : (
        <>
          <p class="figure">
            <ActionAmount of={review} />
          </p>
          {review.status === 'PENDING_APPROVAL' ? (
            <>
              <Asks review={review} />
              <Decide
                review={review}
                onDecided={changed}
                onLate={() => {
                  setLate(true)
                  changed()
                }}
              />
            </>
          ) : (
            <Decided review={review} isLate={isLate} />
          )}
          {review.judgement !== undefined && (
            <Section title="Budget">
              <Budget rules={review.judgement.rules} />
            </Section>
          )}
          <Facts review={review} />
          {review.judgement !== undefined && (
            <Section title="Rules, as they are now" actions={<Curl request={asked} />}>
              <Rules label="Rules" rules={review.judgement.rules} />
            </Section>
          )}
        </>
      )}
    </Panel>
  )
}

/** Why a person is asked. */
function Asks({ review: { judgement, agentName, expiresAt } }: { readonly review: Review }) {
  const asking = judgement?.rules.filter(({ decision }) => decision === 'APPROVAL_REQUIRED') ?? []
  const denying = judgement?.rules.filter(({ decision }) => decision === 'DENY') ?? []
  const named = (rules: typeof asking): string =>
    rules.map(({ rule }) => ruleName(rule).toLowerCase()).join(', ')
  return (
    <>
      <p class="note">
        <strong>{agentName}</strong> asks
        {asking.length > 0 && <> because of: {named(asking)}</>}.{' '}
        {expiresAt === undefined ? (
          'It waits until it is decided.'
        ) : (
          <>
            Time left: <Countdown to={expiresAt} over="over, it is about to expire" />.
          </>
        )}
      </p>
      {denying.length > 0 && <p class="problem">Approved now it would fail: {named(denying)}.</p>}
    </>
  )
}

type DecidedProps = { readonly review: Review; readonly isLate: boolean }

/** How it ended, by whom; said first to who came too late. */
function Decided({ review, isLate }: DecidedProps) {
  const { decision, decidedBy, decidedAt, rejectionReason, status } = review
  return (
    <div class={status === 'FAILED' ? 'problem' : 'note'} role={isLate ? 'alert' : undefined}>
      {isLate && (
        <p>
          <strong>Another person decided first: yours was not carried out.</strong>
        </p>
      )}
      <p>
        {sentences[decision ?? 'AUTO']}
        {decidedBy !== undefined && (
          <>
            {' '}
            Decided by <CopyId id={decidedBy} />
          </>
        )}
        {decidedAt !== undefined && (
          <>
            {' '}
            <Time at={decidedAt} />
          </>
        )}
      </p>
      {rejectionReason !== undefined && (
        <p>
          {status === 'FAILED' ? `It has failed: ${ruleName(rejectionReason)}.` : rejectionReason}
        </p>
      )}
    </div>
  )
}

const sentences = {
  AUTO: 'The policy alone allowed it: no person was asked.',
  APPROVE: 'It was approved.',
  REJECT: 'It was rejected.',
  EXPIRED: 'Its time was over before a decision.',
} as const

function Facts({ review }: { readonly review: Review }) {
  const { agentId, agentName, customerId, counted, transaction } = review
  const [from, to] = endsOf(review)
  return (
    <KeyValue
      rows={[
        ['From', from && <Account key="from" id={from} customerId={customerId} />],
        ['To', to && <Account key="to" id={to} customerId={customerId} />],
        ['Fees, included', <Money key="fees" value={feesOf(review)} />],
        ['Id', <CopyId key="id" id={review.id} />],
        [
          'Agent',
          <span key="agent" class="stack tight">
            <Link to={{ view: 'agents', selected: agentId }}>{agentName}</Link>
            <CopyId id={agentId} isShort />
          </span>,
        ],
        ['Customer', <IdLink key="customer" id={customerId} />],
        ['Your id of it', review.platformCustomerId],
        ['Counts', `${wordsOf(counted.state)}, for ${counted.day} UTC`],
        ['Policy', `version ${review.policyVersion}`],
        ['Transaction', transaction && <IdLink key="transaction" id={transaction.id} />],
        ['Asked', <Time key="asked" at={review.createdAt} isExact />],
      ]}
    />
  )
}
