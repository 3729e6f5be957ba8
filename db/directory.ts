/** The directory of UMA providers and of providers of custodial wallets, as operators keep it. */
import type { Environment } from '../contract/outsideParties.ts'
import type { Queryable } from './database.ts'

export type UmaProviderEntry = {
  /** In lower case. */
  readonly domain: string
  readonly name: string
  /** ISO 3166-1, two letters. */
  readonly regions: readonly string[]
  /** Codes of currencies that the service knows. */
  readonly currencies: readonly string[]
  readonly logoUrl: string | null
  /** Legal entity identifier. */
  readonly lei: string | null
  readonly isAllowed: boolean
}

export type VaspEntry = { readonly name: string; readonly url: string | null }

/** Adds a UMA provider, or replaces the one of that domain. */
export async function putUmaProvider(
  database: Queryable,
  environment: Environment,
  entry: UmaProviderEntry,
): Promise<void> {
  const { domain, name, regions, currencies, logoUrl, lei, isAllowed } = entry
  await database.query({
    text: `insert into uma_providers
        (environment, domain, name, regions, currencies, logo_url, lei, is_allowed)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (environment, domain) do update set name = excluded.name,
        regions = excluded.regions, currencies = excluded.currencies, logo_url = excluded.logo_url,
        lei = excluded.lei, is_allowed = excluded.is_allowed`,
    values: [environment, domain, name, regions, currencies, logoUrl, lei, isAllowed],
  })
}

/** Adds a provider of custodial wallets, or replaces the one of that name. */
export async function putVasp(
  database: Queryable,
  environment: Environment,
  { name, url }: VaspEntry,
): Promise<void> {
  await database.query({
    text: `insert into vasps (environment, name, url) values ($1, $2, $3)
      on conflict (environment, name) do update set url = excluded.url`,
    values: [environment, name, url],
  })
}

/** @returns false: there was none */
export async function removeUmaProvider(
  database: Queryable,
  environment: Environment,
  domain: string,
): Promise<boolean> {
  const rows = await database.query({
    text: 'delete from uma_providers where environment = $1 and domain = $2 returning id',
    values: [environment, domain],
  })
  return rows.length > 0
}

/** @returns false: there was none */
export async function removeVasp(
  database: Queryable,
  environment: Environment,
  name: string,
): Promise<boolean> {
  const rows = await database.query({
    text: 'delete from vasps where environment = $1 and name = $2 returning id',
    values: [environment, name],
  })
  return rows.length > 0
}
