/** Bodies of external accounts, of every variant, made from the examples of the table. */
import { randomInt } from 'node:crypto'
import { type Variant, variants } from '../../contract/externalAccounts.ts'
import {
  clabe,
  evmAddress,
  ibanLike,
  solanaAddress,
  sparkAddress,
  tronAddress,
} from './sandboxNumbers.ts'

export type Info = Record<string, unknown>

export const address = { line1: '1 Main Street', postalCode: '10001', country: 'US' }

/** An individual with all that some variant asks for. */
export const individual: Info = {
  beneficiaryType: 'INDIVIDUAL',
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'GB',
  email: 'ada@example.com',
  phoneNumber: '+14155550100',
  countryOfResidence: 'US',
  address,
}
export const business: Info = {
  beneficiaryType: 'BUSINESS',
  legalName: 'Engines Ltd',
  registrationNumber: '12345',
  taxId: '98765',
}

export const digits = (count: number): string =>
  Array.from({ length: count }, () => randomInt(10)).join('')

function exampleOf({ example, enum: values }: Info): unknown {
  return example ?? (values as unknown[] | undefined)?.[0]
}

/** Of the fields that exclude each other, the first. */
function fieldsOf({ properties, oneOf = [] }: Variant): [string, unknown][] {
  const others = oneOf.slice(1).flat()
  return Object.entries(properties)
    .filter(([name]) => !others.includes(name))
    .map(([name, property]) => [name, exampleOf(property)])
}

/** A whole account of the variant, with the examples that its document shows. */
export function exampleInfo(variant: Variant, beneficiary: Info = individual): Info {
  return {
    accountType: variant.accountType,
    ...Object.fromEntries(fieldsOf(variant)),
    ...(variant.beneficiary !== 'NONE' && { beneficiary }),
  }
}

/** The same account under another number: `suffix` at its end, chance before it. */
export function anotherInfo(variant: Variant, suffix = '999', beneficiary?: Info): Info {
  const info = exampleInfo(variant, beneficiary)
  const name = variant.identifiers.find((field) => info[field] !== undefined) ?? ''
  return { ...info, [name]: anotherNumber(variant, name, String(info[name]), suffix) }
}

function anotherNumber(
  { accountType }: Variant,
  name: string,
  example: string,
  suffix: string,
): string {
  if (name === 'iban') return ibanLike(example, suffix)
  if (name === 'clabeNumber') return clabe(suffix)
  // Base58 has no zero: 114 stands for 004.
  const inBase58 = suffix.replace(/^00/, '11')
  if (accountType === 'SOLANA_WALLET') return solanaAddress(inBase58)
  if (accountType === 'SPARK_WALLET') return sparkAddress(suffix === '999' ? '' : suffix)
  if (accountType === 'TRON_WALLET') return tronAddress(suffix === '999' ? '' : inBase58)
  if (name === 'address') return evmAddress(suffix)
  const [user = '', domain] = example.split('@')
  if (domain !== undefined) return `${user}${digits(8)}${suffix}@${domain}`
  // The beginning of a telephone number says that it is a mobile's.
  const free = name === 'phoneNumber' ? /\d(?=\d{0,2}$)/g : /\d(?=\d{0,4}$)/g
  return `${user.slice(0, -3).replace(free, () => digits(1))}${suffix}`
}

export function variantNamed(accountType: string): Variant {
  const variant = variants.find((one) => one.accountType === accountType)
  if (variant === undefined) throw new Error(`no variant ${accountType}`)
  return variant
}
