/** Where to send money for accounts, of which the rail has not been asked yet: it answers the same at any time. */
import type { InternalAccountRow } from '../../contract/present/index.ts'
import { accountsToFund } from '../../db/fundings.ts'
import { standingFundings } from '../../providers/railRouting.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Platform } from '../operation.ts'

/**
 * The rows with the rail's answer. A worker keeps it within seconds; without an answer now, and in an
 * environment without a rail, a new account shows none until then.
 */
export async function withFundings<
  Row extends Pick<InternalAccountRow, 'id' | 'status' | 'funding_instructions'>,
>(
  { database, outside, log }: Pick<Dependencies, 'database' | 'outside' | 'log'>,
  { environment }: Pick<Platform, 'environment'>,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const isNew = (row: Row): boolean => row.status === 'ACTIVE' && !row.funding_instructions
  const ids = rows.filter(isNew).map(({ id }) => id)
  if (ids.length === 0 || !outside.has('PAYOUT_RAIL', environment)) return rows
  const accounts = await accountsToFund(database, ids)
  try {
    const fundings = await standingFundings(outside, environment, accounts)
    const byId = new Map(accounts.map(({ id }, index) => [id, fundings[index]]))
    return rows.map((row) => ({
      ...row,
      funding_instructions: row.funding_instructions ?? byId.get(row.id) ?? null,
    }))
  } catch (error) {
    log.warn({ err: error, environment }, 'the rail does not say where to send money')
    return rows
  }
}
