/** The validation of external accounts: what the bank says of them, and its record. */
import { suffixOf } from '../contract/externalAccounts.ts'
import { bankNetworks, railNetworks } from '../contract/railRoutes.ts'
import type { validationOutcomes } from '../contract/sandboxOutcomes.ts'
import type {
  AccountToValidate,
  ValidationAnswer,
  ValidationState,
} from '../db/validationFunctions.ts'
import { PartyNotConfigured } from '../providers/outsideParties.ts'
import { RailError } from '../providers/payoutRail/index.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { createMicroEntryCalls } from './microEntries.ts'
import { stillPending, unknownOutcome } from './retryableFailures.ts'

/** What the networks send back for the ends of numbers. */
const returned: Readonly<Record<string, ValidationAnswer>> = {
  '302': { word: 'INVALID', code: 'R03' },
  '303': { word: 'REVIEW', code: 'R16' },
} satisfies Partial<Record<keyof typeof validationOutcomes, ValidationAnswer>>

/** UUID without prefix. */
export type ValidatedAccount = { readonly accountId: string }

/** Database steps. */
export function createValidationSteps({ database }: ActivityDependencies) {
  return {
    async recordValidation(
      input: ValidatedAccount & { answer: ValidationAnswer },
    ): Promise<ValidationState> {
      return database.call('record_account_validation', input.accountId, input.answer)
    },
  }
}

/** Calls to the bank. */
export function createValidationCalls(dependencies: ActivityDependencies) {
  const { database, outside, config } = dependencies
  const { awaitEntries } = createMicroEntryCalls(dependencies)

  /** @throws RailError UNAVAILABLE */
  async function askBank(accountId: string, account: AccountToValidate): Promise<ValidationAnswer> {
    const bank = outside.bank(account.environment)
    if (bank === undefined) throw new PartyNotConfigured('PAYOUT_RAIL', account.environment)
    const key = `ExternalAccount:${accountId}`
    const carried = bankNetworks(outside.railRoutes[account.environment])
    // Since its creation the routes may have changed: then any way is enough.
    const networks = carried.length > 0 ? carried : railNetworks
    const { word, ...more } = await bank.prenotify(key, account.accountInfo, networks)
    if (word === 'PENDING') throw stillPending('prenotification', config)
    return { word, ...more }
  }

  return {
    /**
     * Asks the bank about the account, the same question however often: it makes one prenotification, or two micro-entries. Returns
     * once the bank has sent it, or they have settled; of what has settled, whether it has come back.
     *
     * @returns null if the validation has ended
     */
    async validateAccount({ accountId }: ValidatedAccount): Promise<ValidationAnswer | null> {
      const account = await database.call('account_to_validate', accountId)
      if (account === null) return null
      const isSent = account.method === 'MICRO_ENTRIES'
      if (account.provider === 'SANDBOX' && !isSent) return simulated(account)
      try {
        return isSent ? await awaitEntries(accountId) : await askBank(accountId, account)
      } catch (error) {
        if (!(error instanceof RailError) && !(error instanceof PartyNotConfigured)) throw error
        throw unknownOutcome('the bank', error)
      }
    },
  }
}

/** In a sandbox without a bank the number's end decides, as at the sandbox's bank. */
function simulated({ method, accountType, accountInfo }: AccountToValidate): ValidationAnswer {
  const suffix = suffixOf(accountType, accountInfo)
  return (method === 'BANK' && suffix && returned[suffix]) || { word: 'SENT' }
}
