import { useEffect } from 'preact/hooks'
import { type Live, useLive } from '../../lib/live.ts'
import { type ApiRequest, request } from '../../lib/request.ts'
import { navigate } from '../../lib/route.ts'
import { Status } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { CurlText } from '../../ui/Curl.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IdLink } from '../../ui/IdLink.tsx'
import { JsonView } from '../../ui/JsonView.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Timeline } from '../../ui/Timeline.tsx'
import { Amounts, failureSentence, isPayment, type Transaction } from '../transactions/facts.tsx'
import { Step, type Turn } from './Step.tsx'
import { change } from './state.ts'
import type { Play } from './useWallet.ts'

const EVERY_MS = 700

const endings: readonly Transaction['status'][] = ['COMPLETED', 'FAILED', 'REJECTED', 'EXPIRED']

type WatchStepProps = {
  readonly play: Play
  readonly turn: Turn
  readonly payment: string | undefined
}

export function WatchStep({ play, turn, payment }: WatchStepProps) {
  const asked =
    payment === undefined
      ? undefined
      : request('get', '/transactions/{transactionId}', { path: { transactionId: payment } })
  const live = useLive(asked, { everyMs: EVERY_MS })
  return (
    <Step
      step="watch"
      number={7}
      title="Watch the money move"
      turn={turn}
      summary={null}
      beside={asked !== undefined && <Answer asked={asked} data={live.data} />}
    >
      {payment !== undefined && <Watch key={payment} play={play} id={payment} live={live} />}
    </Step>
  )
}

type WatchProps = {
  readonly play: Play
  readonly id: string
  readonly live: Live<Transaction>
}

function Watch({ play, id, live: { data: transaction, problem, again } }: WatchProps) {
  const path = { transactionId: id }
  const status = transaction?.status
  const hasEnded = status !== undefined && endings.includes(status)
  const steps = useLive(request('get', '/transactions/{transactionId}/timeline', { path }), {
    everyMs: EVERY_MS,
  })
  // The balance is another one now.
  useEffect(play.again, [status])
  return (
    <>
      <ErrorState problem={problem} isBesideData={transaction !== undefined} onRetry={again} />
      {transaction === undefined ? (
        problem === undefined && <Loading what="The payment’s facts" />
      ) : (
        <>
          <p class="row">
            <span class="figure">
              <Amounts of={transaction} />
            </span>
            <Status status={transaction.status} />
          </p>
          <Outcome transaction={transaction} />
          <Timeline
            label="Timeline"
            steps={(steps.data?.data ?? []).map(
              ({ at, what, nextActor, waitsFor }, index, all) => ({
                key: String(index),
                at,
                what,
                tone: index < all.length - 1 || hasEnded ? 'plain' : 'busy',
                ...(nextActor !== undefined && {
                  about: `next: ${[nextActor, waitsFor].filter(Boolean).join(', ')}`,
                }),
              }),
            )}
          />
          <p>
            All of it, with ledger and webhooks: <IdLink id={id} isShort />
          </p>
          {hasEnded && (
            <p>
              <Button
                kind="primary"
                onPress={() => {
                  change(play.customerId, { quoted: undefined, stamp: undefined })
                  navigate({ query: { payment: undefined } })
                }}
              >
                Another payment
              </Button>
            </p>
          )}
        </>
      )}
    </>
  )
}

type AnswerProps = {
  readonly asked: ApiRequest<Transaction>
  readonly data: Transaction | undefined
}

/** The request that is sent again and again, and its last answer. */
function Answer({ asked, data }: AnswerProps) {
  return (
    <>
      <p class="soft">Asked for again and again; a platform waits for the webhook.</p>
      <CurlText request={asked} />
      {data !== undefined && <JsonView value={data} label="The payment now" />}
    </>
  )
}

/** What became of the money, in a sentence. */
function Outcome({ transaction }: { readonly transaction: Transaction }) {
  if (!isPayment(transaction)) return null
  const { status, failureReason, refund } = transaction
  if (status === 'COMPLETED' && failureReason === undefined) {
    return <p role="status">The money has moved: the rail has paid it out.</p>
  }
  if (failureReason === undefined) return null
  return (
    <div class="problem" role="status">
      <p>
        {failureSentence(failureReason)}{' '}
        {refund?.status === 'COMPLETED' && 'The money is back in the wallet.'}
      </p>
      <p class="problem-facts">
        <code>{failureReason}</code>
        {refund !== undefined && (
          <span>
            Refund <Status status={refund.status} />
          </span>
        )}
      </p>
    </div>
  )
}
