/**
 * Asks the rails where to send money for new accounts, and keeps the answers: they do not change. Accounts whose currency no
 * provider has taken are asked for once a route names one.
 */
import type { Environment } from '../contract/outsideParties.ts'
import type { RailProvider } from '../contract/railRoutes.ts'
import type { Database } from '../db/database.ts'
import { type AccountToFund, nextToFund, nextUnrouted, unroutedKinds } from '../db/fundings.ts'
import type { OutsideParties } from '../providers/outsideParties.ts'
import { providerOfFunded, standingFundings } from '../providers/railRouting.ts'

/** Of one question. */
const ACCOUNTS_MAX = 100
/** Of one round: a large import takes several. */
const QUESTIONS_MAX = 20

/** After this many accounts in a row without an answer their provider counts as away. */
const UNANSWERED_MAX = 3

/** The next accounts of one environment. One without an answer is asked for in the next round; the others do not wait for it. */
export async function askForFundings(
  database: Database,
  environment: Environment,
  outside: OutsideParties,
): Promise<void> {
  await askForAll((after) => nextToFund(database, environment, ACCOUNTS_MAX, after))
  for (const kind of await unroutedKinds(database, environment)) {
    const { currency, isWallet } = kind
    const routed = { currency, address: isWallet ? '' : null }
    if (providerOfFunded(outside, environment, routed) === undefined) continue
    await askForAll((after) => nextUnrouted(database, environment, kind, ACCOUNTS_MAX, after))
  }

  /** What is kept is not read again: a process that dies, or a provider that is away, leaves the rest to the next round. */
  async function askForAll(
    next: (after: string | undefined) => Promise<readonly AccountToFund[]>,
  ): Promise<void> {
    let after: string | undefined
    for (let question = 0; question < QUESTIONS_MAX; question += 1) {
      const accounts = await next(after)
      if (accounts.length === 0) return
      await keepAnswers(accounts)
      if (accounts.length < ACCOUNTS_MAX) return
      after = accounts.at(-1)?.id
    }
  }

  /** @returns those without an answer */
  async function keepAnswers(accounts: readonly AccountToFund[]): Promise<AccountToFund[]> {
    const fundings = await standingFundings(outside, environment, accounts)
    await database.call('keep_funding_instructions', {
      accounts: accounts.flatMap((account, index) => {
        const instructions = fundings[index]
        const provider = providerOfFunded(outside, environment, account)
        return instructions === undefined ? [] : [{ id: account.id, instructions, provider }]
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
