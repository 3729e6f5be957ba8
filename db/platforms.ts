/** Platforms (one row an environment) and their first token, created by an operator. */

import { randomUUID } from 'node:crypto'
import { fn, type InferAttributes } from 'sequelize'
import { internalAccountTypeOf } from '../contract/money.ts'
import type { Environment } from '../contract/outsideParties.ts'
import { openDatabase, type Queryable, type Tx } from './database.ts'
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
export function currencyConfig(currencyCode: string) {
  return {
    currencyCode,
    minAmount: 1,
    maxAmount: 1_000_000_000_000,
    requiredCounterpartyFields: [],
    enabledTransactionTypes: ['OUTGOING', 'INCOMING'],
  }
}

/** The environment has a platform of that name. */
export class PlatformNameTaken extends Error {
  constructor(name: string, environment: Environment) {
    super(`A ${environment} platform named ${name} exists already.`)
    this.name = 'PlatformNameTaken'
  }
}

/** UUID of a new platform, and its first token. */
export type NewCredentials = PlatformCredentials & { readonly id: string }

export type NewPlatform = {
  readonly name: string
  readonly environment?: Environment | undefined
  /** Whether rules about counterparties bind it, for example the EU Travel Rule. */
  readonly counterpartyRequirements?: boolean | undefined
  /** Whether it is itself a regulated institution; the default. */
  readonly regulated?: boolean | undefined
  /** Where invitations are claimed: the code is appended. Without it there are none. */
  readonly invitationUrl?: string | undefined
  /** Cards that are not closed, at most; 10,000 without it. */
  readonly maxCards?: number | undefined
  readonly oneCardPerCardholder?: boolean | undefined
}

/**
 * Creates a platform in one environment, with a token that has all permissions and the platform's
 * own internal accounts. Its UMA domain is made from its name.
 *
 * @returns its UUID and the credentials; the secret can't be read again
 * @throws PlatformNameTaken
 */
export async function insertPlatform(tx: Tx, options: NewPlatform): Promise<NewCredentials> {
  const { name, environment = 'SANDBOX', invitationUrl } = options
  const { counterpartyRequirements = false, regulated = true } = options
  // One at a time: a name or a domain that was found free stays so.
  await tx.query({ text: `select pg_advisory_xact_lock(hashtext('insertPlatform'))` })
  const where = { name, environment }
  if ((await tx.models.Platform.count({ where, transaction: tx.transaction })) > 0) {
    throw new PlatformNameTaken(name, environment)
  }
  const id = randomUUID()
  await tx.models.Platform.create(
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
  for (const code of defaultCurrencies) await openPlatformAccount(tx, id, code)
  const { token, clientSecret } = await createToken(tx, {
    platformId: id,
    name: 'first',
    permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
  })
  return { id, clientId: token.clientId, clientSecret }
}

/**
 * `insertPlatform` by a connection of its own.
 *
 * @throws PlatformNameTaken
 */
export async function createPlatform(
  databaseUrl: string,
  options: NewPlatform,
): Promise<NewCredentials> {
  const database = openDatabase(databaseUrl, { poolMax: 2 })
  try {
    return await database.transaction((tx) => insertPlatform(tx, options))
  } finally {
    await database.close()
  }
}

/** What operators set of a platform; what is left out stays. */
export type PlatformSettings = Partial<
  Pick<
    InferAttributes<Platform>,
    | 'invitationUrl'
    | 'hasRuleAccounts'
    | 'cardOverclearingPercent'
    | 'cardOverclearingCents'
    | 'cardUnaskedCents'
    | 'cardCreditCents'
  >
>

/** @returns false: there is no such platform */
export async function changePlatform(
  tx: Tx,
  id: string,
  changes: PlatformSettings,
): Promise<boolean> {
  const [changed] = await tx.models.Platform.update(
    { ...changes, updatedAt: fn('service_now') },
    { where: { id }, transaction: tx.transaction },
  )
  return changed > 0
}

/**
 * Sets what must be known of a platform's customers before they pay in a currency; none: nothing.
 *
 * @param wanted.fields of `requirableFields`
 * @returns false: there is no such platform, or it does not support the currency
 */
export async function setRequiredFields(
  database: Queryable,
  id: string,
  { currency, fields }: { readonly currency: string; readonly fields: readonly string[] },
): Promise<boolean> {
  const rows = await database.query({
    text: `insert into currency_requirements (platform_id, currency, customer_fields)
      select id, $2, $3 from platforms where id = $1
        and supported_currencies @> jsonb_build_array(jsonb_build_object('currencyCode', $2::text))
      on conflict (platform_id, currency) do update set customer_fields = excluded.customer_fields
      returning platform_id`,
    values: [id, currency, fields],
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
