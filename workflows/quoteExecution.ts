/**
 * A payment. Head: the quote moves to PROCESSING and the money is held. Tail: the provider signs,
 * the rail pays, the ledger settles, or the hold goes back.
 */
import {
  CancellationScope,
  condition,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import { closeAs, closeRefused, openAnswer, type Refused } from './head.ts'
import { patient, quick } from './policy.ts'

export type QuoteExecutionInput = {
  readonly attempt: number
  readonly platformId: string
  readonly quoteId: string
  readonly outsideTaskQueue: string
  /** All that the decision rests on; absent when a sweep takes up an executed quote. */
  readonly execution?: {
    readonly key: string | undefined
    readonly requestHash: string
    readonly stamp: string | undefined
    readonly publicKey: string | undefined
    readonly sourceAccountId: string
    readonly sendingAmount: string
    readonly sendingCurrency: string
    readonly receivingAmount: string
    readonly receivingCurrency: string
    readonly exchangeRate: string
  }
}

export type QuoteExecutionAnswer =
  | {
      readonly outcome: 'MOVED'
      readonly quote: unknown
      readonly winningKey: string | null
      /** Of the request that started this run; another one may share its answer only if equal. */
      readonly requestHash?: string | undefined
    }
  | Refused

/** What a person decided about a payment that no machine can finish. */
export type Decision = {
  readonly decision: 'paid' | 'refund' | 'retry'
  readonly by: string
  readonly reason: string
}
export const resolveSignal = defineSignal<[Decision]>('resolve')

export async function quoteExecution(input: QuoteExecutionInput): Promise<string> {
  const answer = openAnswer<QuoteExecutionAnswer>(input)
  const person = listenToPerson()
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { outsideTaskQueue: queue } = input
  const { signTransfer } = proxyActivities<OutsideActivities>(
    patient(queue, 'Wallet provider: the transfer signature'),
  )
  const { payOut } = proxyActivities<OutsideActivities>(
    patient(queue, 'Payout rail: the final word'),
  )
  const { quoteId } = input

  const head = await database.executeQuote(input)
  if (head.outcome === 'REFUSED') {
    answer.give(head)
    return closeRefused(head)
  }
  answer.give({ ...head, requestHash: input.execution?.requestHash })

  const deed = async (): Promise<PaymentEnd> => {
    const signed = await signTransfer({ quoteId })
    if (signed.outcome === 'REFUSED') {
      return {
        state: 'FAILED',
        reason: 'QUOTE_EXECUTION_FAILED',
        cause: 'TRANSACTION_FAILED',
        refund: 'ALLOWED',
      }
    }
    return payOut({ quoteId })
  }
  const end = await person.untilDecided(deed, (decision) =>
    database.recordDecision({ quoteId, ...decision }),
  )

  if (end.state === 'SETTLED') {
    const status = await database.settlePayment({ quoteId })
    await closeAs('COMPLETED')
    return status
  }
  const status = await database.failPayment({ quoteId, ...end })
  await closeAs('FAILED')
  return status
}

export type PaymentEnd =
  | { readonly state: 'SETTLED' }
  | {
      readonly state: 'FAILED'
      readonly reason: string
      readonly cause: 'TRANSACTION_FAILED' | 'USER_CANCELLATION'
      readonly refund: 'ALLOWED' | 'REFUSED'
    }

/** A person may end the waiting for an outside party, at any time, with a recorded decision. */
function listenToPerson(): {
  untilDecided(
    deed: () => Promise<PaymentEnd>,
    record: (decision: Decision) => Promise<void>,
  ): Promise<PaymentEnd>
} {
  const decisions: Decision[] = []
  setHandler(resolveSignal, (decision) => {
    decisions.push(decision)
  })
  return {
    async untilDecided(deed, record) {
      for (;;) {
        const scope = new CancellationScope()
        const running = scope.run(deed)
        // A cancelled attempt ends in a cancellation that nobody waits for any more.
        running.catch(() => undefined)
        const decided = condition(() => decisions.length > 0).then(() => undefined)
        const end = await Promise.race([running, decided])
        if (end !== undefined) return end
        scope.cancel()
        const decision = decisions.shift()
        if (decision === undefined) continue
        await record(decision)
        if (decision.decision === 'paid') return { state: 'SETTLED' }
        if (decision.decision === 'refund') {
          return {
            state: 'FAILED',
            reason: 'QUOTE_EXECUTION_FAILED',
            cause: 'TRANSACTION_FAILED',
            refund: 'ALLOWED',
          }
        }
      }
    },
  }
}
