/** Platforms (one row an environment) and their first token, created by an operator. */
import { randomUUID } from 'node:crypto'
import { internalAccountTypeOf } from '../contract/money.ts'
import { openDatabase, type Tx, UNIQUE_VIOLATION } from './database.ts'
import { createToken } from './tokens.ts'

export type PlatformCredentials = { readonly clientId: string; readonly clientSecret: string }

/** What a new platform supports. */
const defaultCurrencies = ['USDB', 'USD', 'USDC']

/** The configuration entry of a currency, with the widest limits. */
export function currencyConfig(code: string): Record<string, unknown> {
  return {
    currencyCode: code,
    minAmount: 1,
    maxAmount: 1_000_000_000_000,
    requiredCounterpartyFields: [],
    providerRequiredCustomerFields: [],
    providerRequiredCounterpartyCustomerFields: [],
    enabledTransactionTypes: ['OUTGOING', 'INCOMING'],
  }
}

/**
 * Creates a platform in one environment, with a token that has all permissions and the platform's
 * own internal accounts.
 *
 * @returns the credentials; the secret can't be read again
 * @throws Error when the name is taken in that environment
 */
export async function createPlatform(
  databaseUrl: string,
  options: {
    readonly name: string
    readonly environment?: 'SANDBOX' | 'PRODUCTION'
    /** Whether rules about counterparties bind it, for example the EU Travel Rule. */
    readonly counterpartyRequirements?: boolean
  },
): Promise<PlatformCredentials> {
  const database = openDatabase(databaseUrl, { poolMax: 2 })
  const { name, environment = 'SANDBOX', counterpartyRequirements = false } = options
  try {
    return await database.transaction(async (tx) => {
      const { id: platformId } = await tx.models.Platform.create(
        {
          id: randomUUID(),
          name,
          environment,
          umaDomain: `${name.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-')}.example`,
          supportedCurrencies: defaultCurrencies.map(currencyConfig),
          counterpartyRequirements,
        },
        { transaction: tx.transaction },
      )
      for (const code of defaultCurrencies) {
        await openPlatformAccount(tx, platformId, code)
      }
      const { token, clientSecret } = await createToken(tx, {
        platformId,
        name: 'first',
        permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
      })
      return { clientId: token.clientId, clientSecret }
    })
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) {
      throw new Error(`a ${environment} platform named ${name} exists already`, { cause: error })
    }
    throw error
  } finally {
    await database.close()
  }
}

/** Opens an internal account of the platform itself. */
export async function openPlatformAccount(
  tx: Tx,
  platformId: string,
  currency: string,
): Promise<void> {
  const type = internalAccountTypeOf(currency)
  await tx.call('open_internal_account', randomUUID(), platformId, null, type, currency, 'ACTIVE')
}

/** The number of platform rows. */
export async function countPlatforms(databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl, { poolMax: 2 })
  try {
    return await database.models.Platform.count()
  } finally {
    await database.close()
  }
}
