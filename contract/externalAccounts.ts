/**
 * The variants of an external account (specification 2.5): a table. A row is a whole variant:
 * schemas, rails, currencies, identity and sandbox suffixes follow from it.
 */
type Property = Readonly<Record<string, unknown>>

export type Variant = {
  readonly accountType: string
  /** Currencies that the account takes; the first is the usual one. */
  readonly currencies: readonly string[]
  readonly properties: Readonly<Record<string, Property>>
  readonly required: readonly string[]
  /** Of an individual beneficiary, beyond `fullName`. */
  readonly individualRequired: readonly string[]
  readonly beneficiary: 'REQUIRED' | 'OPTIONAL'
  readonly rails: readonly string[]
  /** What makes two accounts the same; its last three characters are the sandbox suffix. */
  readonly identity: string
}

const text = (minLength: number, maxLength: number): Property => ({
  type: 'string',
  minLength,
  maxLength,
})
const swiftCode: Property = {
  type: 'string',
  pattern: '^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$',
  example: 'EBILAEADXXX',
}

export const variants = [
  {
    accountType: 'AED_ACCOUNT',
    currencies: ['AED'],
    properties: {
      iban: { type: 'string', pattern: '^AE[0-9]{21}$', example: 'AE070331234567890123456' },
      swiftCode,
    },
    required: ['iban'],
    individualRequired: ['address'],
    beneficiary: 'REQUIRED',
    rails: ['BANK_TRANSFER'],
    identity: 'iban',
  },
  {
    accountType: 'USD_ACCOUNT',
    currencies: ['USD'],
    properties: {
      accountNumber: { ...text(1, 34), example: '123456789' },
      routingNumber: { type: 'string', pattern: '^[0-9]{9}$', example: '021000021' },
      bankName: text(1, 140),
      bankAccountType: { type: 'string', enum: ['CHECKING', 'SAVINGS'], default: 'CHECKING' },
      intermediaryBankName: text(1, 140),
      intermediaryRoutingNumber: { type: 'string', pattern: '^[0-9]{9}$' },
      fiToFiInformation: text(0, 210),
    },
    required: ['accountNumber', 'routingNumber'],
    individualRequired: [],
    beneficiary: 'REQUIRED',
    rails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
    identity: 'accountNumber',
  },
  {
    accountType: 'SPARK_WALLET',
    currencies: ['USDB', 'BTC'],
    properties: {
      address: {
        ...text(1, 512),
        example: 'sparkrt1pgss9t6p6m0rvp9r9gw0vwxw8aqd7y6hl2v3sy8m9m2w7k0h3a0xhq6mz0s',
      },
      vaspName: text(1, 255),
    },
    required: ['address'],
    individualRequired: ['countryOfResidence'],
    beneficiary: 'OPTIONAL',
    rails: [],
    identity: 'address',
  },
] as const satisfies readonly Variant[]

const byType = new Map<string, Variant>(variants.map((variant) => [variant.accountType, variant]))

/** The variant of an account type that has already been validated. */
export function variantOf(accountType: string): Variant {
  const variant = byType.get(accountType)
  if (variant === undefined) throw new Error(`unknown account type ${accountType}`)
  return variant
}

/** The last three characters of the account's identity: what sandbox outcomes hang on. */
export function suffixOf(accountType: string, accountInfo: Record<string, unknown>): string {
  return String(accountInfo[variantOf(accountType).identity] ?? '').slice(-3)
}
