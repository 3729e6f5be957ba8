/** Deposits that an operator sends back over the rail. */
import type { ActivityDependencies } from '../dependencies.ts'
import { createRailOrders } from './railOrders.ts'

export type DepositReturn = {
  /** Bare uuid of ours. */
  readonly depositId: string
  readonly attempt: number
}

/** Calls to the rail. */
export function createDepositReturnCalls(dependencies: ActivityDependencies) {
  const { database } = dependencies
  const { awaitEnd } = createRailOrders(dependencies)
  return {
    /**
     * Has the rail send a deposit back, and books the end that it reports. The reference of the attempt
     * is the rail's idempotency key; silence is never an end.
     */
    async returnDeposit({ depositId, attempt }: DepositReturn): Promise<string> {
      const call = await database.call('prepare_deposit_return', depositId, attempt)
      const payout = await awaitEnd('return of a deposit', call)
      const { environment, reference } = call
      const state = payout?.state ?? 'PENDING'
      return (await database.call('book_deposit_return', environment, reference, state)) ?? state
    },
  }
}
