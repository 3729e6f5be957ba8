/**
 * The variants of an external account: a table by region. A row is a whole
 * variant: schemas, rails, currencies, identity and sandbox suffixes follow from it.
 */

import { africa } from './externalAccounts/africa.ts'
import { americas } from './externalAccounts/americas.ts'
import { asia } from './externalAccounts/asia.ts'
import { europe } from './externalAccounts/europe.ts'
import { accountNumber, anyIban, bankName, pattern, swiftCode } from './externalAccounts/fields.ts'
import { ABSENT, always, type VariantRow } from './externalAccounts/variant.ts'
import { wallets } from './externalAccounts/wallets.ts'
import { currencies } from './money.ts'

export type { FieldCheck } from './externalAccounts/variant.ts'

export type Variant = VariantRow & {
  /** Every rail that some account of the variant can be paid over. */
  readonly rails: readonly string[]
}

/** Banks take no cryptocurrencies. */
const ofBanks = [...currencies.keys()].filter(
  (code) => !wallets.some((wallet) => wallet.currencies.includes(code)),
)

/** A bank anywhere, in any currency of a bank. */
const swift: VariantRow = {
  accountType: 'SWIFT_ACCOUNT',
  currencies: ['USD', ...ofBanks.filter((code) => code !== 'USD')],
  properties: {
    country: {
      ...pattern('[A-Z]{2}', 'DE'),
      format: 'country',
      description: 'Where the bank is: two letters of ISO 3166-1.',
    },
    swiftCode: swiftCode('COBADEFFXXX'),
    bankName: bankName('Commerzbank'),
    accountNumber,
    iban: anyIban,
  },
  required: ['country', 'swiftCode', 'bankName'],
  anyOf: [['accountNumber'], ['iban']],
  beneficiary: 'REQUIRED',
  railRules: always('SWIFT'),
  identifiers: ['iban', 'accountNumber'],
  within: ['swiftCode'],
  checks: { iban: 'IBAN_OF_COUNTRY' },
}

export const variants: readonly Variant[] = [
  ...americas,
  ...europe,
  ...asia,
  ...africa,
  swift,
  ...wallets,
].map((row) => ({ ...row, rails: [...new Set(row.railRules.map(({ rail }) => rail))] }))

const byType = new Map(
  variants.flatMap((variant) =>
    [variant.accountType, ...(variant.aliases ?? [])].map((name) => [name, variant] as const),
  ),
)

/** The variant of an account type, or undefined for an unknown type. */
export function findVariant(accountType: unknown): Variant | undefined {
  return typeof accountType === 'string' ? byType.get(accountType) : undefined
}

/** The variant of an account type that has already been validated. */
export function variantOf(accountType: string): Variant {
  const variant = findVariant(accountType)
  if (variant === undefined) throw new Error(`unknown account type ${accountType}`)
  return variant
}

export type AccountInfo = Readonly<Record<string, unknown>>

/**
 * The country in which an account of the type is: what its fields say, or the first two letters of the
 * currency's code, as ISO 4217 makes them. Undefined if it may be in several.
 */
export function countryOf(variant: Variant, info: AccountInfo): string | undefined {
  const { accountType, country } = variant
  const named = info.country ?? info.region
  if ('country' in variant.properties || 'region' in variant.properties) {
    return typeof named === 'string' ? named : undefined
  }
  if (country !== undefined) return country
  const [currency] = /^[A-Z]{3}(?=_ACCOUNT$)/.exec(accountType) ?? []
  return currency === undefined || currency === 'EUR' ? undefined : currency.slice(0, 2)
}

/** The field that names the account, with its value; undefined if none is given. */
function identifierOf(variant: Variant, info: AccountInfo): string | undefined {
  const name = variant.identifiers.find((field) => typeof info[field] === 'string')
  return name === undefined ? undefined : String(info[name])
}

/**
 * What makes two accounts of one owner and type the same: the identifier and what it is only
 * unique with. The name of the beneficiary is no part of it.
 */
export function identityOf(accountType: string, info: AccountInfo): string {
  const variant = variantOf(accountType)
  const identifier = identifierOf(variant, info) ?? ''
  const parts = (variant.within ?? []).map((field) => String(info[field] ?? ''))
  const cased = variant.caseSensitive ? identifier : identifier.toUpperCase()
  return [cased, ...parts.map((part) => part.toUpperCase())].join('/')
}

/**
 * The last three characters of the account's identifier (before an at sign): they select the
 * sandbox outcome. `112` to `118` stand for `002` to `008`: the letters of base58 have no zero.
 */
export function suffixOf(accountType: string, info: AccountInfo): string {
  const variant = findVariant(accountType)
  const identifier = variant && identifierOf(variant, info)
  const end = (identifier ?? '').replace(/@.*$/, '').slice(-3)
  return /^11[2-8]$/.test(end) ? `00${end[2]}` : end
}

/** The rails that this account can be paid over; empty for wallets, which have no rails. */
export function railsOf(accountType: string, info: AccountInfo): readonly string[] {
  const { railRules } = variantOf(accountType)
  const beneficiary = info.beneficiary as { beneficiaryType?: unknown } | undefined
  const usable = railRules.filter(
    ({ needs, when = {}, beneficiaryType }) =>
      needs.every((field) => info[field] !== undefined) &&
      Object.entries(when).every(([field, values]) =>
        values.includes(String(info[field] ?? ABSENT)),
      ) &&
      (beneficiaryType === undefined || beneficiaryType === beneficiary?.beneficiaryType),
  )
  return [...new Set(usable.map(({ rail }) => rail))]
}

/** Whether an account is self-custodial: a wallet that no custodian holds. */
export function isSelfCustody(accountType: string, info: AccountInfo): boolean {
  return variantOf(accountType).messageScheme !== undefined && info.vaspName === undefined
}
