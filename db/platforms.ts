/** Platforms (one row an environment) and their first token, created by an operator. */

import { randomUUID } from 'node:crypto'
import { fn, type InferAttributes } from 'sequelize'
import { internalAccountTypeOf } from '../contract/money.ts'
import type { Environment } from '../contract/outsideParties.ts'
import {
  type Database,
  openDatabase,
  type Queryable,
  type Tx,
  UNIQUE_VIOLATION,
  violates,
} from './database.ts'
import type { Platform } from './models/Platform.ts'
import { createToken } from './tokens.ts'

export type PlatformCredentials = { readonly clientId: string; readonly clientSecret: string }

/** Fields of a customer's record that a currency may require, by the interface's names. */
export const requirableFields: readonly string[] = [
  'FULL_NAME',
  'BIRTH_DATE',
  'NATIONALITY',
  'PHONE_NUMBER',
  'EMAIL',
  'POSTAL_ADDRESS',
  'TAX_ID',
  'REGISTRATION_NUMBER',
  'COUNTRY_OF_RESIDENCE',
  'IDENTIFIER',
  'BUSINESS_TYPE',
  'COMPANY_LEGAL_NAME',
  'ID_TYPE',
  'ID_NUMBER',
]

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
    /** Whether it is itself a regulated institution; the default. */
    readonly regulated?: boolean
    /** Where invitations are claimed: the code is appended. Without it there are none. */
    readonly invitationUrl?: string | undefined
    /** Cards that are not closed, at most; 10,000 without it. */
    readonly maxCards?: number | undefined
    readonly oneCardPerCardholder?: boolean
  },
): Promise<PlatformCredentials> {
  const database = openDatabase(databaseUrl, { poolMax: 2 })
  const { name, environment = 'SANDBOX', invitationUrl } = options
  const { counterpartyRequirements = false, regulated = true } = options
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
          invitationUrl: invitationUrl ?? null,
          isRegulated: regulated,
          ...(options.maxCards !== undefined && { maxCards: options.maxCards }),
          oneCardPerCardholder: options.oneCardPerCardholder ?? false,
          // In production an operator turns them on.
          hasRuleAccounts: environment === 'SANDBOX',
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
 * Changes what operators set of a platform.
 *
 * @throws Error when there is no such platform
 */
export async function changePlatform(
  { models }: Pick<Database, 'models'>,
  { name, environment }: Pick<Platform, 'name' | 'environment'>,
  changes: Partial<InferAttributes<Platform>>,
): Promise<void> {
  const [changed] = await models.Platform.update(
    { ...changes, updatedAt: fn('service_now') },
    { where: { name, environment } },
  )
  if (changed === 0) throw new Error(`there is no ${environment} platform named ${name}`)
}

/**
 * Sets what must be known of a platform's customers before they pay in a currency; none: nothing.
 *
 * @returns false: there is no such platform, or it does not support the currency
 */
export async function setRequiredFields(
  database: Queryable,
  wanted: {
    readonly name: string
    readonly environment: string
    readonly currency: string
    /** Of `requirableFields`. */
    readonly fields: readonly string[]
  },
): Promise<boolean> {
  const rows = await database.query({
    text: `insert into currency_requirements (platform_id, currency, customer_fields)
      select id, $3, $4 from platforms where name = $1 and environment = $2
        and supported_currencies @> jsonb_build_array(jsonb_build_object('currencyCode', $3::text))
      on conflict (platform_id, currency) do update set customer_fields = excluded.customer_fields
      returning platform_id`,
    values: [wanted.name, wanted.environment, wanted.currency, wanted.fields],
  })
  return rows.length > 0
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
