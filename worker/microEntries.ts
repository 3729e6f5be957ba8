/** What a rail reports of micro-entries, beside and after the workflows that have sent them. */
import { knownOf } from '../activities/payments/railOrders.ts'
import type { Database } from '../db/database.ts'
import { microEntryReport, type OrderNotice, type Rail } from '../providers/payoutRail/index.ts'
import type { Reporter } from './deposits.ts'

type AskedReporter = Reporter & { readonly rail: Pick<Rail, 'find'> }

/**
 * Books the present state at the rail: the notice may be an old one, read again, and has no amount. That is compared with what
 * was sent.
 *
 * @returns false if no micro-entry of ours has this reference
 */
export async function recordMicroEntry(
  database: Database,
  { environment, provider, rail }: AskedReporter,
  notice: OrderNotice,
): Promise<boolean> {
  const { reference } = notice
  const known = await database.call('known_at_rail', environment, reference)
  if (known === null) return false
  const present = (await rail.find(reference, knownOf(known))) ?? notice
  const reported = microEntryReport(provider, present)
  await database.call('book_micro_entry', environment, reference, present.state, reported)
  return true
}
