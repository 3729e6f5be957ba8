/** One purchase at the merchant: what may follow, and what it has done to books and webhooks. */
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { Status } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Section } from '../../ui/Section.tsx'
import { Time } from '../../ui/Time.tsx'
import { Timeline } from '../../ui/Timeline.tsx'
import type { Purchase } from '../cards/CardTransactions.tsx'
import type { Card } from '../cards/facts.tsx'
import { TransactionWebhooks } from '../transactions/TransactionWebhooks.tsx'
import { Steps } from './Steps.tsx'

type PurchasePanelProps = { readonly id: string; readonly card: Card }

const EVERY_MS = 1_500

export function PurchasePanel({ id, card }: PurchasePanelProps) {
  const path = { transactionId: id }
  const found = useLive(request('get', '/transactions/{transactionId}', { path }), {
    everyMs: EVERY_MS,
  })
  const timeline = useLive(request('get', '/transactions/{transactionId}/timeline', { path }))
  const { data, problem } = found
  const purchase = data?.type === 'CARD' ? data : undefined
  return (
    <Panel
      title={purchase?.merchant.descriptor ?? 'Purchase'}
      aside={purchase && <Status status={purchase.status} />}
    >
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={found.again} />
      {purchase === undefined ? (
        problem === undefined && <Loading what="The purchase’s facts" lines={8} />
      ) : (
        <>
          <p class="figure">
            <Money
              value={purchase.authorizedAmount}
              {...(purchase.direction === 'CREDIT' && { sign: '+' })}
            />
          </p>
          <p>
            <Link to={{ view: 'transactions', selected: id, query: { tab: 'money' } }}>
              The transaction and its ledger entries
            </Link>
          </p>
          {purchase.originalTransactionId && (
            <p>
              <Link
                to={{
                  view: 'merchant',
                  selected: purchase.originalTransactionId,
                  query: { card: card.id },
                }}
              >
                The purchase that it is a return of
              </Link>
            </p>
          )}
          <Amounts purchase={purchase} />
          <Steps
            key={`${purchase.status} ${purchase.settledAmount?.amount} ${purchase.refundedAmount?.amount}`}
            purchase={purchase}
            card={card}
            onDone={() => {
              found.again()
              timeline.again()
            }}
          />
          <Section title="What happened">
            <ErrorState problem={timeline.problem} isBesideData={timeline.data !== undefined} />
            {timeline.data === undefined ? (
              timeline.problem === undefined && <Loading what="The steps" />
            ) : (
              <Timeline
                label="What happened"
                steps={timeline.data.data.map(({ at, what }, index) => ({
                  key: String(index),
                  at,
                  what,
                }))}
              />
            )}
          </Section>
          <Section title="Webhooks">
            <TransactionWebhooks transactionId={id} />
          </Section>
        </>
      )}
    </Panel>
  )
}

function Amounts({ purchase }: { readonly purchase: Purchase }) {
  const { settledAmount, refundedAmount, pullSummary, issuerTransactionToken } = purchase
  const { cardDeclinedReason } = purchase
  const hasPulls =
    pullSummary !== undefined && pullSummary.count + (pullSummary.pendingCount ?? 0) > 0
  const pulled = hasPulls && {
    amount: pullSummary.totalAmount,
    currency: purchase.authorizedAmount.currency,
  }
  return (
    <KeyValue
      rows={[
        ['Declined because of', cardDeclinedReason],
        ['Settled', <Money key="settled" value={settledAmount} />],
        ['Refunded', <Money key="refunded" value={refundedAmount} />],
        [
          'Taken from the wallet',
          pulled ? (
            <span key="pulled">
              <Money value={pulled} /> in{' '}
              {pullSummary?.count === 1 ? 'one pull' : `${pullSummary?.count} pulls`}
              {(pullSummary?.pendingCount ?? 0) > 0 && <>, {pullSummary?.pendingCount} to come</>}
            </span>
          ) : undefined,
        ],
        ['Authorized', <Time key="at" at={purchase.authorizedAt} isExact />],
        [
          'Last event',
          purchase.lastEventAt && <Time key="last" at={purchase.lastEventAt} isExact />,
        ],
        [
          'Issuer’s name of it',
          issuerTransactionToken && <CopyId key="token" id={issuerTransactionToken} />,
        ],
      ]}
    />
  )
}
