/** What a rail reports of deposits that were sent back, after and beside the workflows that have asked for it. */
import { knownOf } from '../activities/payments/railOrders.ts'
import type { Environment } from '../contract/outsideParties.ts'
import type { Database } from '../db/database.ts'
import type { OrderNotice, Rail } from '../providers/payoutRail/index.ts'

const REFERENCE = /^Deposit:[0-9a-f-]{36}\/return(\/[0-9]+)?$/

/** Whether a notice is about the return of a deposit. */
export function isDepositReturn({ reference }: Pick<OrderNotice, 'reference'>): boolean {
  return REFERENCE.test(reference)
}

/**
 * Books the present state at the rail: the notice may be an old one, read again.
 *
 * @returns false if no return of ours has this reference
 */
export async function recordDepositReturn(
  database: Database,
  { environment, rail }: { readonly environment: Environment; readonly rail: Pick<Rail, 'find'> },
  { reference, state }: Pick<OrderNotice, 'reference' | 'state'>,
): Promise<boolean> {
  const known = await database.call('known_at_rail', environment, reference)
  const present = (await rail.find(reference, knownOf(known ?? {})))?.state ?? state
  return (await database.call('book_deposit_return', environment, reference, present)) !== null
}
