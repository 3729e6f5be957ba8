/** One transaction: what happened, what it waits for, its money, its webhooks. */
import { type Live, useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { settings } from '../../lib/settings.ts'
import { Status } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IdLink } from '../../ui/IdLink.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { OutsideLink } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { Timeline } from '../../ui/Timeline.tsx'
import { Actions } from './Actions.tsx'
import { Amounts, failureSentence, isPayment, type Transaction } from './facts.tsx'
import { LedgerEntries } from './LedgerEntries.tsx'
import { Parties } from './Parties.tsx'
import { TransactionWebhooks } from './TransactionWebhooks.tsx'

type TransactionPanelProps = {
  readonly id: string
  /** After an action: the list is old. */
  readonly onChange: () => void
}

const tabs = [
  { key: 'happened', title: 'What happened' },
  { key: 'money', title: 'Money' },
  { key: 'webhooks', title: 'Webhooks' },
]

export function TransactionPanel({ id, onChange }: TransactionPanelProps) {
  const path = { transactionId: id }
  const found = useLive(request('get', '/transactions/{transactionId}', { path }))
  const timeline = useLive(request('get', '/transactions/{transactionId}/timeline', { path }))
  const transaction = found.data
  const last = timeline.data?.data.at(-1)
  const tab = useTab(tabs)
  return (
    <Panel
      title={transaction === undefined ? 'Transaction' : `${wordsOf(transaction.type)} payment`}
      aside={transaction && <Status status={transaction.status} />}
    >
      <ErrorState
        problem={found.problem}
        isBesideData={transaction !== undefined}
        onRetry={found.again}
      />
      {transaction === undefined ? (
        found.problem === undefined && <Loading what="The transaction’s facts" lines={10} />
      ) : (
        <>
          <p class="figure">
            <Amounts of={transaction} />
          </p>
          <Outcome transaction={transaction} next={last} />
          <Actions
            transaction={transaction}
            waitsForPlatform={last?.nextActor === 'platform'}
            onDone={() => {
              found.again()
              timeline.again()
              onChange()
            }}
          />
          <Tabs label="Parts of the transaction" tabs={tabs} />
          {tab === 'happened' && <Happened transaction={transaction} timeline={timeline} />}
          {tab === 'money' && (
            <>
              <Parties transaction={transaction} />
              <LedgerEntries transactionId={id} />
            </>
          )}
          {tab === 'webhooks' && <TransactionWebhooks transactionId={id} />}
        </>
      )}
    </Panel>
  )
}

type HappenedProps = {
  readonly transaction: Transaction
  readonly timeline: Live<{ readonly data: readonly Component<'TimelineEntry'>[] }>
}

function Happened({ transaction, timeline: { data, problem } }: HappenedProps) {
  const path = { transactionId: transaction.id }
  return (
    <>
      <Facts transaction={transaction} />
      <Section
        title="Timeline"
        actions={
          <Curl request={request('get', '/transactions/{transactionId}/timeline', { path })} />
        }
      >
        {data === undefined ? (
          <Loading what="The steps" />
        ) : (
          <Timeline
            label="Timeline"
            steps={data.data.map((entry, index, all) => ({
              key: String(index),
              at: entry.at,
              what: entry.what,
              tone: toneOf(entry.what, index === all.length - 1 && entry.nextActor !== undefined),
              ...(entry.attempt !== undefined &&
                entry.attempt > 1 && { about: `attempt ${entry.attempt}` }),
            }))}
          />
        )}
        <ErrorState problem={problem} isBesideData={data !== undefined} />
      </Section>
      <WorkflowLinks transaction={transaction} />
    </>
  )
}

type Next = {
  readonly what: string
  readonly nextActor?: string | undefined
  readonly waitsFor?: string | undefined
}

/** Why it failed, or who must act next. */
function Outcome(props: { readonly transaction: Transaction; readonly next: Next | undefined }) {
  const { transaction, next } = props
  const reason = isPayment(transaction) ? transaction.failureReason : undefined
  return (
    <>
      {reason !== undefined && (
        <div class="problem">
          <p>{failureSentence(reason)}</p>
          {next !== undefined && !next.what.includes(reason) && <p>Last step: {next.what}.</p>}
          <p class="problem-facts">
            <code>{reason}</code>
          </p>
        </div>
      )}
      {next?.nextActor !== undefined && (
        <p class="note">
          Next: <strong>{next.nextActor}</strong>
          {next.waitsFor !== undefined && <>. It waits for {next.waitsFor}</>}.
        </p>
      )}
    </>
  )
}

function toneOf(what: string, isOpen: boolean) {
  if (/^(failed|rejected|expired|payout failed|not taken)/.test(what)) return 'bad'
  if (/(settled|credited|cleared|taken from)$/.test(what)) return 'good'
  if (/refund|returned/.test(what)) return 'warn'
  return isOpen ? 'busy' : 'plain'
}

function Facts({ transaction }: { readonly transaction: Transaction }) {
  const { id, customerId, platformCustomerId, createdAt } = transaction
  const payment = isPayment(transaction) ? transaction : undefined
  const card = isPayment(transaction) ? undefined : transaction
  const outgoing = transaction.type === 'OUTGOING' ? transaction : undefined
  const currency = (outgoing?.sentAmount ?? payment?.receivedAmount)?.currency
  const money = (amount: number | undefined) =>
    amount !== undefined && currency && <Money value={{ amount, currency }} />
  const reference = payment?.reconciliationInstructions?.reference
  const refund = payment?.refund
  return (
    <KeyValue
      rows={[
        ['Id', <CopyId key="id" id={id} />],
        ['Customer', <IdLink key="customer" id={customerId} />],
        ['Platform customer id', platformCustomerId],
        ['Reference', reference && <CopyId key="reference" id={reference} />],
        ['Description', payment?.description],
        ['Quote', payment?.quoteId && <CopyId key="quote" id={payment.quoteId} />],
        [
          'Deposit',
          payment?.originalTransactionId && (
            <IdLink key="deposit" id={payment.originalTransactionId} />
          ),
        ],
        ['Agent', payment?.agentId && <IdLink key="agent" id={payment.agentId} />],
        ['Card', card?.cardId && <IdLink key="card" id={card.cardId} />],
        ['Merchant', card?.merchant.descriptor],
        ['Settled', card?.settledAmount && <Money key="settled" value={card.settledAmount} />],
        [
          'Refunded',
          card?.refundedAmount?.amount ? <Money value={card.refundedAmount} /> : undefined,
        ],
        ...(card?.disputes ?? []).map(
          (dispute) =>
            [
              'Dispute',
              <span key={dispute.disputeId} class="row">
                <Status status={dispute.disposition ?? dispute.status} />
                <Money value={dispute.amount} />
                {dispute.status === 'OPEN' ? (
                  <>
                    credited meanwhile: <Money value={dispute.creditedAmount} />
                  </>
                ) : (
                  <>
                    given back: <Money value={dispute.recoveredAmount} />
                  </>
                )}
              </span>,
            ] as const,
        ),
        ['Fees, included', money(payment?.fees)],
        ['Platform fees', money(outgoing?.platformFees)],
        ['Rate', outgoing?.exchangeRate === undefined ? undefined : String(outgoing.exchangeRate)],
        ['Rail', outgoing?.paymentRail],
        [
          'Refund',
          refund && (
            <span key="refund" class="row">
              <Status status={refund.status} /> {refund.reason && wordsOf(refund.reason)}
              <CopyId id={refund.reference} />
            </span>
          ),
        ],
        ['Created', <Time key="created" at={createdAt} isExact />],
        [
          'Settled at',
          payment?.settledAt && <Time key="settled-at" at={payment.settledAt} isExact />,
        ],
        [
          'Receipt given',
          payment?.receiptDeliveryConfirmedAt && (
            <Time key="receipt" at={payment.receiptDeliveryConfirmedAt} isExact />
          ),
        ],
      ]}
    />
  )
}

/** Into the Temporal UI, where its address is configured. */
function WorkflowLinks({ transaction }: { readonly transaction: Transaction }) {
  const { temporalUi } = settings()
  if (temporalUi === undefined) return null
  const base = `${temporalUi.url}/namespaces/${encodeURIComponent(temporalUi.namespace)}/workflows`
  const quoteId = isPayment(transaction) ? transaction.quoteId : undefined
  const query = encodeURIComponent(`TransactionId="${transaction.id}"`)
  return (
    <Section title="Workflow">
      <p class="row">
        {quoteId !== undefined && (
          <OutsideLink href={`${base}/${encodeURIComponent(quoteId)}`}>
            Workflow in Temporal
          </OutsideLink>
        )}
        <OutsideLink href={`${base}?query=${query}`}>All its workflows</OutsideLink>
      </p>
    </Section>
  )
}
