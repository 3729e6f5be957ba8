/** Names of banks and of mobile-money companies, as `GET /discoveries` lists them. */
import { composedText } from '../../contract/composedText.ts'
import { type AccountInfo, countryOf, type Variant } from '../../contract/externalAccounts.ts'
import type { Dependencies } from '../dependencies.ts'

/** Whose names are not held against the list: their banks are known by `swiftCode`. */
const unchecked: ReadonlySet<string> = new Set(['HKD_ACCOUNT', 'SGD_ACCOUNT'])

/** The fields that hold such a name. */
const FIELDS = ['bankName', 'provider'] as const

type Row = { readonly name: string; readonly display_name: string }

/**
 * What the list calls the banks that an account names, by field: undefined for a name that it does not
 * have. A field of a country of which it lists none is absent, and so is such a name of an unchecked
 * variant. Letter case does not count, and the name that is shown to people is as good.
 */
export async function listedNames(
  { database }: Pick<Dependencies, 'database'>,
  variant: Variant,
  info: AccountInfo,
): Promise<ReadonlyMap<string, string | undefined>> {
  const given = FIELDS.filter((name) => name in variant.properties && info[name] !== undefined)
  const country = countryOf(variant, info)
  if (given.length === 0 || country === undefined) return new Map()
  const rows = await database.query<Row>({
    name: 'listed_banks',
    text: `select bank_name as name, display_name from banks
      where country = $1 and currency = any ($2::text[])`,
    values: [country, variant.currencies],
  })
  if (rows.length === 0) return new Map()
  const names = new Map(rows.flatMap((row) => [keyed(row.display_name, row), keyed(row.name, row)]))
  const found = given.map((field) => [field, names.get(key(String(info[field])))] as const)
  const isChecked = !unchecked.has(variant.accountType)
  return new Map(found.filter(([, name]) => isChecked || name !== undefined))
}

function key(name: string): string {
  return composedText(name).trim().toLowerCase()
}

function keyed(name: string, row: Row): readonly [string, string] {
  return [key(name), row.name]
}
