/** What instructions to the rail share: submitted once, polled until a terminal state, stopped. */
import { sleep } from '@temporalio/activity'
import { type Payout, type Rail, RailError } from '../../providers/payoutRail/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { stillPending, unknownOutcome } from '../retryableFailures.ts'
import type { PaymentOutcome } from './outcome.ts'

/**
 * Instant payouts are terminal this soon: the first polls are made within the first attempt, since
 * a further attempt costs the server as much as the whole activity. Their sum stays far below the
 * start-to-close timeout.
 */
const FIRST_POLL_GAPS_MS = [250, 500, 1_000]

export function createRailOrders({
  config,
  rail,
}: Pick<ActivityDependencies, 'config'> & { readonly rail: Rail }) {
  return { awaitTerminalState, stop }

  /** Stops an instruction and returns its state; undefined if the rail never received it. */
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
   * Submits an instruction unless it is known, and polls until a terminal state; a missing response
   * is never one. A stopped instruction is not submitted: undefined if the rail never received it.
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

/** The payment outcome of an instruction in a terminal state. */
export function outcomeOf(payout: Payout): PaymentOutcome {
  // A returned payout had settled before: the settlement is booked first, and the return later,
  // from the rail's feed of notices.
  if (payout.state === 'SETTLED' || payout.state === 'RETURNED') return { state: 'SETTLED' }
  return {
    state: 'FAILED',
    reason: payout.reason ?? 'QUOTE_EXECUTION_FAILED',
    cause: payout.cause ?? 'TRANSACTION_FAILED',
    refund: payout.refund ?? 'ALLOWED',
  }
}
