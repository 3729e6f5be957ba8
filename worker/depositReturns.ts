/** What a rail reports of deposits that were sent back, after and beside the workflows that have asked for it. */
import { knownOf } from '../activities/payments/railOrders.ts'
import type { Database } from '../db/database.ts'
import type { OrderNotice, Payout, PayoutState, Rail } from '../providers/payoutRail/index.ts'
import type { Reporter } from './deposits.ts'

type AskedReporter = Reporter & { readonly rail: Pick<Rail, 'find'> }

type Compared = 'amountMinor' | 'currency' | 'returnedMinor'

const REFERENCE = /^Deposit:[0-9a-f-]{36}\/return(\/[0-9]+)?$/

/** Whether a notice is about the return of a deposit. */
export function isDepositReturn({ reference }: Pick<OrderNotice, 'reference'>): boolean {
  return REFERENCE.test(reference)
}

/**
 * Books the present state at the rail: the notice may be an old one, read again. Both are compared with what was ordered.
 *
 * @returns false if no return of ours has this reference
 */
export async function recordDepositReturn(
  database: Database,
  { environment, provider, rail }: AskedReporter,
  notice: OrderNotice,
): Promise<boolean> {
  const { reference, state } = notice
  const book = (now: PayoutState, reported: Pick<OrderNotice, Compared>) =>
    database.call('book_deposit_return', environment, reference, now, { provider, ...reported })
  if ((await book('PENDING', comparedOf(notice))) === null) return false
  const known = await database.call('known_at_rail', environment, reference)
  const present = await rail.find(reference, knownOf(known ?? {}))
  return (await book(present?.state ?? state, comparedOf(present ?? {}))) !== null
}

function comparedOf({
  amountMinor,
  currency,
  returnedMinor,
}: Partial<Payout>): Pick<OrderNotice, Compared> {
  return { amountMinor, currency, returnedMinor }
}
