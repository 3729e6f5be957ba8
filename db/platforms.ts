/** Platforms (one row a side) and their first token, made by an operator. */
import { randomUUID } from 'node:crypto'
import { currencies } from '../contract/money.ts'
import { openDatabase } from './database.ts'
import { hashSecret, newSecret } from './secrets.ts'

export type PlatformCredentials = { readonly clientId: string; readonly clientSecret: string }

/** The currencies that a new sandbox environment supports. */
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
 * Creates one side of a platform with a token that may do everything, and the platform's own
 * internal accounts.
 *
 * @returns the credentials; the secret can't be read again
 * @throws Error when the name is taken on that side
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
  const environment = options.environment ?? 'SANDBOX'
  const clientSecret = newSecret()
  const clientId = randomUUID()
  const platformId = randomUUID()
  const accounts = defaultCurrencies.map((code) => ({
    id: randomUUID(),
    currency: code,
    type: (currencies.get(code)?.decimals ?? 2) > 2 ? 'INTERNAL_CRYPTO' : 'INTERNAL_FIAT',
  }))
  try {
    const [row] = await database.query<{ id: string }>({
      text: `with side as (
          insert into platforms (id, name, environment, uma_domain, supported_currencies,
            counterparty_requirements)
          values ($1, $2, $3, $4, $5, $10) on conflict (name, environment) do nothing returning id)
        , token as (
          insert into tokens (id, platform_id, client_id, secret_hash, permissions, name)
          select $6, id, $7, $8, array['VIEW', 'TRANSACT', 'MANAGE'], 'first' from side)
        , ledger as (
          insert into ledger_accounts (id, kind, currency, has_floor)
          select (a ->> 'id')::uuid, 'HOLDER', a ->> 'currency', true
          from side, jsonb_array_elements($9::jsonb) a)
        , balances as (
          insert into ledger_balances (account_id)
          select (a ->> 'id')::uuid from side, jsonb_array_elements($9::jsonb) a)
        insert into internal_accounts (id, platform_id, type, currency, status)
          select (a ->> 'id')::uuid, side.id, a ->> 'type', a ->> 'currency', 'ACTIVE'
          from side, jsonb_array_elements($9::jsonb) a
        returning platform_id as id`,
      values: [
        platformId,
        options.name,
        environment,
        `${options.name.toLowerCase().replaceAll(/[^a-z0-9-]+/g, '-')}.example`,
        JSON.stringify(defaultCurrencies.map(currencyConfig)),
        randomUUID(),
        clientId,
        hashSecret(clientSecret),
        JSON.stringify(accounts),
        options.counterpartyRequirements ?? false,
      ],
    })
    if (row === undefined) {
      throw new Error(`a ${environment} platform named ${options.name} exists already`)
    }
    return { clientId, clientSecret }
  } finally {
    await database.close()
  }
}

/** How many platform sides the database holds. */
export async function countPlatforms(databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl, { poolMax: 2 })
  try {
    const [row] = await database.query<{ count: bigint }>({
      text: 'select count(*) as count from platforms',
    })
    return Number(row?.count ?? 0n)
  } finally {
    await database.close()
  }
}
