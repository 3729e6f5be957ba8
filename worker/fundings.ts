/** Asks the rails where to send money for new accounts, and keeps the answers: they do not change. */
import type { Environment } from '../contract/outsideParties.ts'
import type { RailProvider } from '../contract/railRoutes.ts'
import type { Database } from '../db/database.ts'
import { type AccountToFund, nextToFund } from '../db/fundings.ts'
import type { OutsideParties } from '../providers/outsideParties.ts'
import { providerOfFunded, standingFundings } from '../providers/railRouting.ts'

/** Of one question. */
const ACCOUNTS_MAX = 100
/** Of one round: a large import takes several. */
const QUESTIONS_MAX = 20

/** So many of a provider in a row without an answer: it is away. */
const UNANSWERED_MAX = 3

/** The next accounts of one environment. One without an answer is asked for in the next round; the others do not wait for it. */
export async function askForFundings(
  database: Database,
  environment: Environment,
  outside: OutsideParties,
): Promise<void> {
  let after: string | undefined
  for (let question = 0; question < QUESTIONS_MAX; question += 1) {
    const accounts = await nextToFund(database, environment, ACCOUNTS_MAX, after)
    if (accounts.length === 0) return
    await keepAnswers(accounts)
    if (accounts.length < ACCOUNTS_MAX) return
    after = accounts.at(-1)?.id
  }

  /** @returns those without an answer */
  async function keepAnswers(accounts: readonly AccountToFund[]): Promise<AccountToFund[]> {
    const fundings = await standingFundings(outside, environment, accounts)
    await database.call('keep_funding_instructions', {
      accounts: accounts.flatMap(({ id }, index) => {
        const instructions = fundings[index]
        return instructions === undefined ? [] : [{ id, instructions }]
      }),
    })
    const unanswered = accounts.filter((_, index) => fundings[index] === undefined)
    if (accounts.length === 1) return unanswered
    const inRow = new Map<RailProvider | undefined, number>()
    // It may be one of them that its provider does not answer.
    for (const one of unanswered) {
      const provider = providerOfFunded(outside, environment, one)
      const before = inRow.get(provider) ?? 0
      if (before === UNANSWERED_MAX) continue
      inRow.set(provider, (await keepAnswers([one])).length === 0 ? 0 : before + 1)
    }
    return unanswered
  }
}
