/** Deposits that an operator sends back over the rail. */
import type { Environment } from '../../contract/outsideParties.ts'
import type { RailCall } from '../../db/railFunctions.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { createRailOrders } from './railOrders.ts'

export type DepositReturn = {
  /** UUID of our deposit, without prefix. */
  readonly depositId: string
  readonly attempt: number
}

type Earlier = Pick<RailCall, 'reference' | 'instruction'> & { readonly environment: Environment }

/** Calls to the rail. */
export function createDepositReturnCalls(dependencies: ActivityDependencies) {
  const { database } = dependencies
  const { awaitEnd, stopEarlier } = createRailOrders(dependencies)

  /**
   * The rail is asked to stop the attempts that it has reported as failed, before another one leaves: one that it
   * has paid after all is booked, and then nothing leaves.
   */
  async function endEarlier({ depositId, attempt }: DepositReturn): Promise<void> {
    const earlier = await database.query<Earlier>({
      name: 'earlier_deposit_returns',
      text: `select r.environment, r.reference, r.instruction from deposit_returns n
        cross join lateral (select o.environment, o.reference, o.instruction, o.attempt from deposit_returns o
          where o.environment = n.environment and o.deposit_id = n.deposit_id and o.attempt < n.attempt
            and o.state = 'FAILED' offset 0) r
        where n.reference = deposit_return_reference($1, $2) and n.state = 'CREATED' order by r.attempt`,
      values: [depositId, attempt],
    })
    for (const one of earlier) {
      const { environment, reference } = one
      const payout = await stopEarlier('earlier return of a deposit', one)
      if (payout === undefined || payout.state === 'FAILED') continue
      await database.call('book_deposit_return', environment, reference, payout.state)
    }
  }

  return {
    /**
     * Has the rail send a deposit back, and books the end that it reports. The reference of the attempt
     * is the rail's idempotency key; silence is never an end.
     */
    async returnDeposit({ depositId, attempt }: DepositReturn): Promise<string> {
      if (attempt > 1) await endEarlier({ depositId, attempt })
      const call = await database.call('prepare_deposit_return', depositId, attempt)
      const { environment, reference } = call
      let payout = await awaitEnd('return of a deposit', call)
      for (;;) {
        const state = payout?.state ?? 'PENDING'
        const booked = await database.call('book_deposit_return', environment, reference, state)
        if (payout === undefined) return booked ?? state
        // What the rail has said since may be booked already, from its feed: the last word must be its present one.
        payout = await awaitEnd('return of a deposit', { ...call, action: 'FOLLOW' })
        if (payout === undefined || payout.state === state) return booked ?? state
      }
    },
  }
}
