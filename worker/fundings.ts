/** Asks the rails where to send money for new accounts, and keeps the answers: they do not change. */
import type { Environment } from '../contract/outsideParties.ts'
import type { Database } from '../db/database.ts'
import { nextToFund } from '../db/fundings.ts'
import type { OutsideParties } from '../providers/outsideParties.ts'
import { standingFundings } from '../providers/railRouting.ts'

/** Of one question. */
const ACCOUNTS_MAX = 100
/** Of one round: a large import takes several. */
const QUESTIONS_MAX = 20

/** The next accounts of one environment. */
export async function askForFundings(
  database: Database,
  environment: Environment,
  outside: OutsideParties,
): Promise<void> {
  for (let question = 0; question < QUESTIONS_MAX; question += 1) {
    const accounts = await nextToFund(database, environment, ACCOUNTS_MAX)
    if (accounts.length === 0) return
    const fundings = await standingFundings(
      outside,
      environment,
      accounts.map(({ reference, currency, address, isNumbered }) => ({
        ...{ reference, currency },
        ...(address !== null && { address }),
        ...(isNumbered && { isNumbered }),
      })),
    )
    await database.call('keep_funding_instructions', {
      accounts: accounts.map(({ id }, index) => ({ id, instructions: fundings[index] ?? [] })),
    })
    if (accounts.length < ACCOUNTS_MAX) return
  }
}
