import type { UmaProvider, Vasp } from '../components/directory.ts'
import { currencyOf } from '../money.ts'
import type { Shown } from '../shown.ts'
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

export function presentUmaProvider(row: UmaProviderRow): Shown<typeof UmaProvider> {
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

export function presentVasp(row: VaspRow): Shown<typeof Vasp> {
  return present({ vaspName: row.name, url: row.url })
}
