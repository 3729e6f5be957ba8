/** Platforms (one row an environment) and their first token, created by an operator. */

import { randomUUID } from 'node:crypto'
import { internalAccountTypeOf } from '../contract/money.ts'
import type { Environment } from '../contract/outsideParties.ts'
import { openDatabase, type Tx, UNIQUE_VIOLATION, violates } from './database.ts'
import { createToken } from './tokens.ts'

export type PlatformCredentials = { readonly clientId: string; readonly clientSecret: string }

/** Of a domain's label, with room for a suffix; DNS has 63. */
const LABEL_MAX = 50

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
 * own internal accounts. Its UMA domain is made from its name.
 *
 * @returns the credentials; the secret can't be read again
 * @throws Error when the name is taken in that environment
 */
export async function createPlatform(
  databaseUrl: string,
  options: {
    readonly name: string
    readonly environment?: Environment
    /** Whether rules about counterparties bind it, for example the EU Travel Rule. */
    readonly counterpartyRequirements?: boolean
  },
): Promise<PlatformCredentials> {
  const database = openDatabase(databaseUrl, { poolMax: 2 })
  const { name, environment = 'SANDBOX', counterpartyRequirements = false } = options
  const create = (): Promise<PlatformCredentials> =>
    database.transaction(async (tx) => {
      const id = randomUUID()
      const { id: platformId } = await tx.models.Platform.create(
        {
          id,
          name,
          environment,
          umaDomain: await freeDomain(tx, { id, name, environment }),
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
  try {
    return await create().catch((error: unknown) => {
      // Taken since it was found free: another one is found now.
      if (violates(error, 'platforms_uma_domain')) return create()
      throw error
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

/**
 * The UMA domain of a new platform, made from its name below `.example`, a top-level domain that
 * cannot be registered. Both environments of a platform get the same one; where another platform has
 * it, a part of the id is added.
 */
async function freeDomain(
  tx: Tx,
  platform: { readonly id: string; readonly name: string; readonly environment: string },
): Promise<string> {
  const spelled = platform.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const label = spelled.replaceAll(/^-|-$/g, '').slice(0, LABEL_MAX).replace(/-$/, '') || 'platform'
  const domain = `${label}.example`
  const taken = await tx.maybeOne({
    text: 'select 1 from platforms where environment = $1 and lower(uma_domain) = $2',
    values: [platform.environment, domain],
  })
  return taken === undefined ? domain : `${label}-${platform.id.slice(0, 8)}.example`
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
