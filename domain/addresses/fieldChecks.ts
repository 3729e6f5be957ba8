/**
 * Checks of account numbers and addresses beyond their schemas, the same in every environment: whether the
 * number can exist, its check digits, and whether it has an owner. The sandbox takes the
 * examples of `contract/externalAccounts/sandboxExamples.ts` whatever their check digits.
 */

import { countries } from '../../contract/countries.ts'
import { sandboxExamples } from '../../contract/externalAccounts/sandboxExamples.ts'
import {
  type AccountInfo,
  countryOf,
  type FieldCheck,
  type Variant,
} from '../../contract/externalAccounts.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { isVisibleText } from '../../contract/visibleText.ts'
import {
  bicCountry,
  ibanCountry,
  isBic,
  isIban,
  isIbanOf,
  isOfSepa,
  isPassiveBic,
} from './banks/iban.ts'
import { isClabe, isCnpj, isCpf, isPixKey, isRoutingNumber } from './banks/numbers.ts'
import { mobileNumberProblem } from './banks/phones.ts'
import {
  isEvmAddress,
  isSolanaAddress,
  isTronAddress,
  isUnownedEvmAddress,
  isUnownedSolanaAddress,
  isUnownedTronAddress,
  sparkAddressProblem,
} from './chains/index.ts'
import { lightningAddressProblem } from './lightning/address.ts'
import { invoiceProblem } from './lightning/invoice.ts'
import { offerProblem } from './lightning/offer.ts'

type Given = {
  readonly variant: Variant
  readonly info: AccountInfo
  readonly environment: Environment
  readonly now: Date
}

/** What is wrong with the value, as the end of a sentence; undefined if nothing is. */
type Rule = (value: string, given: Given) => string | undefined

const UNOWNED = 'has no owner: what is sent there cannot be recovered'

/** An address that must be valid and have an owner. */
function ownedAddress(
  isRight: (address: string) => boolean,
  isUnowned: (address: string) => boolean,
  what: string,
): Rule {
  return (address, { environment }) => {
    if (!isRight(address)) return what
    return isUnowned(address) && !isExample(address, environment) ? UNOWNED : undefined
  }
}

/** Addresses in hexadecimal are listed in lower case. */
function isExample(value: string, environment: Environment): boolean {
  const listed = /^0x/i.test(value) ? value.toLowerCase() : value
  return environment === 'SANDBOX' && sandboxExamples.has(listed)
}

/** Wrong only in its check digits, as far as the sandbox is concerned. */
function checked(isRight: (value: string, info: AccountInfo) => boolean, what: string): Rule {
  return (value, { info, environment }) =>
    isExample(value, environment) || isRight(value, info) ? undefined : what
}

const ibanRule = checked(isIban, 'is not an IBAN')

export const fieldChecks: Readonly<Record<FieldCheck, Rule>> = {
  IBAN: ibanRule,
  // A number of one of the countries that SEPA reaches.
  SEPA_IBAN: (iban, given) =>
    ibanRule(iban, given) ??
    (isOfSepa(iban) ? undefined : `is of ${ibanCountry(iban)}, which SEPA does not reach`),
  // Of the country that `country` names.
  IBAN_OF_COUNTRY: (iban, given) => {
    const country = knownCountry(given)
    return (
      ibanRule(iban, given) ??
      (country === undefined || isIbanOf(iban, country) ? undefined : `is of no bank in ${country}`)
    )
  },
  BIC: bicProblem,
  ABA_ROUTING_NUMBER: checked(isRoutingNumber, 'is not a routing number'),
  CLABE: checked(isClabe, 'is not a CLABE'),
  PIX_KEY: checked((key, { pixKeyType }) => isPixKey(key, pixKeyType), 'is not a key of that type'),
  BR_TAX_ID: checked((number) => isCpf(number) || isCnpj(number), 'is not a CPF or CNPJ'),
  ACCOUNT_NUMBER: accountNumberProblem,
  US_ACCOUNT_NUMBER: (number) =>
    number.length > US_ACCOUNT_NUMBER_MAX
      ? `must not have more than ${US_ACCOUNT_NUMBER_MAX} characters`
      : accountNumberProblem(number),
  BANK_CODE: (code) => (/[1-9]/.test(code) ? undefined : 'is no number of a bank'),
  PHONE: (number, given) => {
    const country = knownCountry(given)
    return country === undefined ? undefined : mobileNumberProblem(number, country)
  },
  EVM_ADDRESS: ownedAddress(isEvmAddress, isUnownedEvmAddress, 'does not match its checksum'),
  SOLANA_ADDRESS: ownedAddress(isSolanaAddress, isUnownedSolanaAddress, 'is not a Solana address'),
  TRON_ADDRESS: ownedAddress(isTronAddress, isUnownedTronAddress, 'is not a Tron address'),
  SPARK_ADDRESS: (address, { environment }) => sparkAddressProblem(address, ofNetwork(environment)),
  BOLT11: (invoice, { environment, now }) => invoiceProblem(invoice, now, ofNetwork(environment)),
  BOLT12: (offer, { environment, now }) => offerProblem(offer, now, ofNetwork(environment)),
  LIGHTNING_ADDRESS: (address, { environment }) =>
    lightningAddressProblem(address, { reachableOnly: environment === 'PRODUCTION' }),
  TEXT: (text) => (isVisibleText(text) ? undefined : 'must be text that can be seen'),
}

/** What the field of a NACHA entry takes, and with it every American rail. */
const US_ACCOUNT_NUMBER_MAX = 17

function accountNumberProblem(number: string): string | undefined {
  return /^[A-Za-z0-9][A-Za-z0-9 ./-]*$/.test(number) && /[1-9]/.test(number)
    ? undefined
    : 'must be letters and digits, not all of them zero'
}

function ofNetwork(environment: Environment): { readonly mainnetOnly: boolean } {
  return { mainnetOnly: environment === 'PRODUCTION' }
}

/** Where the account is. A country that does not exist its schema has refused: nothing is compared with it. */
function knownCountry({ variant, info }: Given): string | undefined {
  const country = countryOf(variant, info)
  return country !== undefined && countries.has(country) ? country : undefined
}

/** A bank that can be paid, in the country of the account and of its IBAN. */
function bicProblem(bic: string, given: Given): string | undefined {
  if (!isBic(bic)) return 'is no BIC of a bank'
  if (isPassiveBic(bic)) return 'is of a passive participant, whom no payment reaches'
  const country = knownCountry(given)
  if (country !== undefined && bicCountry(bic) !== country) return `is of no bank in ${country}`
  const { iban } = given.info
  if (typeof iban !== 'string' || isIbanOf(iban, bicCountry(bic))) return undefined
  return `is of another country than the IBAN, which is of ${ibanCountry(iban)}`
}

/** The check of each field of a variant: what its row says, and what a field of that name is anywhere. */
const byName: Readonly<Record<string, FieldCheck>> = {
  swiftCode: 'BIC',
  accountNumber: 'ACCOUNT_NUMBER',
  phoneNumber: 'PHONE',
  bankCode: 'BANK_CODE',
  branchCode: 'BANK_CODE',
  sortCode: 'BANK_CODE',
  bankName: 'TEXT',
  provider: 'TEXT',
  vaspName: 'TEXT',
  intermediaryBankName: 'TEXT',
}

export function checksOf(variant: Variant): readonly (readonly [string, FieldCheck])[] {
  return Object.keys(variant.properties).flatMap((name) => {
    const check = variant.checks?.[name] ?? byName[name]
    return check === undefined ? [] : [[name, check] as const]
  })
}
