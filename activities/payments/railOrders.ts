/** What orders at the rail share: ordered once, asked until the final word, stopped. */
import { sleep } from '@temporalio/activity'
import { type Payout, RailError } from '../../providers/payoutRail/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { stillPending, unknownOutcome } from '../retryableFailures.ts'
import type { PaymentOutcome } from './outcome.ts'

/**
 * Instant payouts are final this soon: the next looks are made within the first attempt, since an
 * attempt of its own costs the server as much as the whole activity. Their sum stays far below the
 * activity's time-out.
 */
const FIRST_POLL_GAPS_MS = [250, 500, 1_000]

export function createRailOrders({ config, rail }: Pick<ActivityDependencies, 'config' | 'rail'>) {
  return { awaitTerminalState, stop }

  /** What an order is after it was asked to stop; undefined for one that the rail never took. */
  async function stop(what: string, reference: string): Promise<Payout | undefined> {
    try {
      const payout = await rail.cancel(reference)
      if (payout?.state === 'PENDING') throw stillPending(what, config)
      return payout
    } catch (error) {
      if (error instanceof RailError) throw unknownOutcome(what, error)
      throw error
    }
  }

  /**
   * Orders unless the order is known, and asks until the final word; silence is never one. What is
   * stopped is not ordered, and undefined where the rail never took it.
   */
  async function awaitTerminalState(
    what: string,
    reference: string,
    order: { readonly isKnown: boolean; readonly isStopped: boolean; order(): Promise<Payout> },
  ): Promise<Payout | undefined> {
    if (order.isStopped) return stop(what, reference)
    let payout: Payout | undefined
    try {
      if (order.isKnown) payout = await rail.find(reference)
      payout ??= await order.order()
      for (const gapMs of order.isKnown ? [] : FIRST_POLL_GAPS_MS) {
        if (payout.state !== 'PENDING') break
        await sleep(gapMs)
        payout = (await rail.find(reference)) ?? payout
      }
    } catch (error) {
      if (error instanceof RailError) throw unknownOutcome(what, error)
      throw error
    }
    if (payout.state === 'PENDING') throw stillPending(what, config)
    return payout
  }
}

/** The final word of an order. */
export function outcomeOf(payout: Payout): PaymentOutcome {
  // One that has come back had settled before: that is booked first, and the return, which the
  // rail's feed of notices tells of, after it.
  if (payout.state === 'SETTLED' || payout.state === 'RETURNED') return { state: 'SETTLED' }
  return {
    state: 'FAILED',
    reason: payout.reason ?? 'QUOTE_EXECUTION_FAILED',
    cause: payout.cause ?? 'TRANSACTION_FAILED',
    refund: payout.refund ?? 'ALLOWED',
  }
}
