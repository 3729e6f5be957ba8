/** One card: what it may do, what it draws on, who signs for it, what was bought. */
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { useSession } from '../../lib/session.ts'
import { Status } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IdLink } from '../../ui/IdLink.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { Time } from '../../ui/Time.tsx'
import { CardActions } from './CardActions.tsx'
import { CardTerms } from './CardTerms.tsx'
import { CardTransactions } from './CardTransactions.tsx'
import { DelegatedKeys } from './DelegatedKeys.tsx'
import { type Card, cardName } from './facts.tsx'
import { CardLimit } from './limits.tsx'

type CardPanelProps = {
  readonly id: string
  /** After an action: the list is old. */
  readonly onChange: () => void
}

export function CardPanel({ id, onChange }: CardPanelProps) {
  const asked = request('get', '/cards/{id}', { path: { id } })
  const { data: card, problem, again } = useLive(asked)
  const { token } = useSession()
  const changed = (): void => {
    again()
    onChange()
  }
  return (
    <Panel
      title={card === undefined ? 'Card' : cardName(card)}
      aside={card && <Status status={card.status} />}
    >
      <ErrorState problem={problem} isBesideData={card !== undefined} onRetry={again} />
      {card === undefined ? (
        problem === undefined && <Loading what="The card’s facts" lines={10} />
      ) : (
        <>
          <Reason card={card} />
          <CardActions card={card} onDone={changed} />
          <Facts card={card} />
          <p class="row">
            {(card.status === 'ACTIVE' || card.status === 'FROZEN') && (
              <Link to={{ view: 'reveal', selected: id }}>Show the number and the code</Link>
            )}
            {token.platform.environment === 'SANDBOX' && card.status !== 'PROCESSING' && (
              <Link to={{ view: 'merchant', query: { card: id } }}>Buy something with it</Link>
            )}
            <Curl request={asked} />
          </p>
          <DelegatedKeys card={card} />
          <CardTransactions card={card} />
          {card.status !== 'CLOSED' && <CardTerms card={card} onDone={changed} />}
        </>
      )}
    </Panel>
  )
}

const reasons: Readonly<Record<string, string>> = {
  ISSUER_REJECTED: 'The issuer did not make the card.',
  CLOSED_BY_PLATFORM: 'The platform has closed it.',
  CLOSED_BY_SERVICE: 'The issuer has closed it by itself.',
}

function Reason({ card: { status, statusReason } }: { readonly card: Card }) {
  if (statusReason !== undefined) {
    return (
      <p class="note">
        {reasons[statusReason] ?? wordsOf(statusReason)} <code>{statusReason}</code>
      </p>
    )
  }
  if (status !== 'PROCESSING') return null
  return <p class="note">The issuer is asked to make it. It becomes active, or is closed.</p>
}

function Facts({ card }: { readonly card: Card }) {
  const { id, customerId, platformCardId, expMonth, expYear, fundingSource } = card
  const expiry = expMonth && expYear && `${String(expMonth).padStart(2, '0')}/${expYear}`
  return (
    <Section title="Facts">
      <KeyValue
        rows={[
          ['Id', <CopyId key="id" id={id} />],
          ['Your id of it', <CopyId key="own" id={platformCardId} />],
          ['Cardholder', <IdLink key="holder" id={customerId} />],
          ['A purchase at most', <CardLimit key="limit" card={card} />],
          ['A day at most', <CardLimit key="day" card={card} name="maxSpendPerDay" />],
          ['Purchases a day', <CardLimit key="count" card={card} name="maxTransactionsPerDay" />],
          ['Draws on', fundingSource && <IdLink key="source" id={fundingSource} />],
          ['Valid until', expiry],
          ['Issuer’s name of it', card.issuerRef && <CopyId key="ref" id={card.issuerRef} />],
          ['Issued', <Time key="created" at={card.createdAt} isExact />],
          ['Updated', <Time key="updated" at={card.updatedAt} isExact />],
        ]}
      />
    </Section>
  )
}
