/** What a row of the table of external accounts says. */
import type { Property } from './fields.ts'

/** Checks of a field beyond its schema: `domain/addresses/fieldChecks.ts`. */
export type FieldCheck =
  | 'IBAN'
  | 'SEPA_IBAN'
  | 'IBAN_OF_COUNTRY'
  | 'BIC'
  | 'ABA_ROUTING_NUMBER'
  | 'CLABE'
  | 'PIX_KEY'
  | 'BR_TAX_ID'
  | 'ACCOUNT_NUMBER'
  | 'US_ACCOUNT_NUMBER'
  | 'BANK_CODE'
  | 'PHONE'
  | 'EVM_ADDRESS'
  | 'SOLANA_ADDRESS'
  | 'TRON_ADDRESS'
  | 'SPARK_ADDRESS'
  | 'BOLT11'
  | 'BOLT12'
  | 'LIGHTNING_ADDRESS'
  | 'TEXT'

/** Among the values of `when`: the field may be left out. */
export const ABSENT = ''

/** When an account can be paid over a rail: it has all of `needs`, with the values of `when`. */
export type RailRule = {
  readonly rail: string
  readonly needs: readonly string[]
  readonly when?: Readonly<Record<string, readonly string[]>>
  readonly beneficiaryType?: 'BUSINESS'
}

export type VariantRow = {
  readonly accountType: string
  /** Further names that an answer may use. */
  readonly aliases?: readonly string[]
  /** Where the account is, for a type that is not named after the currency of one country. */
  readonly country?: string
  /** Currencies that the account takes; the first is the usual one. */
  readonly currencies: readonly string[]
  readonly properties: Readonly<Record<string, Property>>
  readonly required: readonly string[]
  /** At least one of these groups must be given whole. */
  readonly anyOf?: readonly (readonly string[])[]
  /** Exactly one of these groups. */
  readonly oneOf?: readonly (readonly string[])[]
  readonly beneficiary: 'REQUIRED' | 'OPTIONAL' | 'NONE'
  /** Of an individual beneficiary, beyond `fullName`. */
  readonly individualRequired?: readonly string[]
  readonly individualExtras?: Readonly<Record<string, Property>>
  readonly railRules: readonly RailRule[]
  /** What names the account: the first that is given. Its end is the sandbox suffix. */
  readonly identifiers: readonly string[]
  /** What the identifier is only unique with: a bank, a branch, a mobile money provider. */
  readonly within?: readonly string[]
  /** Whether upper and lower case of the identifier are different accounts. */
  readonly caseSensitive?: true
  readonly checks?: Readonly<Record<string, FieldCheck>>
  /**
   * How the owner of a self-custody wallet signs a message; absent where the chain has no scheme.
   */
  readonly messageScheme?: 'EVM' | 'SOLANA' | 'TRON' | 'SPARK'
}

/** A rail that every account of the variant can be paid over. */
export function always(...rails: readonly string[]): RailRule[] {
  return rails.map((rail) => ({ rail, needs: [] }))
}

/** A bank transfer to a number, or mobile money to a phone; at least one of them is given. */
export function bankOrPhone(
  number: string,
): Pick<VariantRow, 'anyOf' | 'railRules' | 'identifiers'> {
  return {
    anyOf: [[number], ['phoneNumber']],
    railRules: [
      { rail: 'BANK_TRANSFER', needs: [number] },
      { rail: 'MOBILE_MONEY', needs: ['phoneNumber'] },
    ],
    identifiers: [number, 'phoneNumber'],
  }
}
