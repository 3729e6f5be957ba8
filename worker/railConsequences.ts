/** What a failure, a return or a correction asks of people and of other records, beside what it does to the payment. */
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { OrderNotice } from '../providers/payoutRail/index.ts'
import type { Reporter } from './deposits.ts'

type Noting = { readonly database: Database; readonly log: Logger }

/** Acts once for each notice; those of the rail with our own wire ask for nothing. */
export async function railConsequences(
  { database, log }: Noting,
  { environment, provider }: Reporter,
  { reference, consequence, correction, code }: OrderNotice,
): Promise<void> {
  if (consequence === undefined && correction === undefined) return
  const acted = await database.call('act_on_rail_notice', {
    ...{ environment, provider, reference, consequence, code, correction },
  })
  if (acted) log.warn({ environment, provider, reference, consequence, code }, 'acted on a notice')
}
