import { currencyOf } from '../money.ts'
import { present } from './rows.ts'

export type UmaProviderRow = {
  readonly domain: string
  readonly name: string
  readonly regions: readonly string[]
  readonly currencies: readonly string[]
  readonly logo_url: string | null
  readonly lei: string | null
  readonly is_allowed: boolean
}

export function presentUmaProvider(row: UmaProviderRow): object {
  return present({
    name: row.name,
    domain: row.domain,
    supportedRegions: row.regions,
    supportedCurrencies: row.currencies.map(currencyOf),
    logoUrl: row.logo_url,
    lei: row.lei,
    allowListStatus: row.is_allowed,
  })
}

export type VaspRow = { readonly name: string; readonly url: string | null }

export function presentVasp(row: VaspRow): object {
  return present({ vaspName: row.name, url: row.url })
}
