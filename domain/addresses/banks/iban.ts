/** IBANs and BICs: which bank and which country they name. */
import { extractIBAN, isValidBIC, isValidIBAN } from 'ibantools'
import { countries } from '../../../contract/countries.ts'
import { nationalRules } from './nationalDigits.ts'

/**
 * Where the SEPA schemes reach, as the European Payments Council lists it (2026): the European Economic
 * Area, Switzerland, the United Kingdom with Gibraltar, four small states, and Albania, Moldova,
 * Montenegro, North Macedonia and Serbia. The library's list is older.
 */
const sepa: ReadonlySet<string> = new Set(
  (
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK ' +
    'AD AL CH GB GI MC MD ME MK RS SM VA'
  ).split(' '),
)

/** Territories whose accounts have the IBAN of another country, while their banks have a BIC of their own. */
const ibanCountries: Readonly<Record<string, string>> = {
  AX: 'FI',
  ...Object.fromEntries(['GG', 'IM', 'JE'].map((code) => [code, 'GB'])),
  ...Object.fromEntries(
    ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'].map((c) => [c, 'FR']),
  ),
}

/** The check digits, its country's own too, and a bank and an account of which not every digit is zero: no bank assigns such numbers. */
export function isIban(text: string): boolean {
  const iban = text.toUpperCase()
  if (!isValidIBAN(iban)) return false
  const { bankIdentifier, accountNumber } = extractIBAN(iban)
  const isGiven = (part: string | undefined): boolean => part === undefined || !/^0*$/.test(part)
  const isOfCountry = nationalRules[ibanCountry(iban)]?.(iban.slice(4)) ?? true
  return isGiven(bankIdentifier) && isGiven(accountNumber) && isOfCountry
}

export function ibanCountry(iban: string): string {
  return iban.slice(0, 2).toUpperCase()
}

/** Whether SEPA transfers reach the account. */
export function isOfSepa(iban: string): boolean {
  return sepa.has(ibanCountry(iban))
}

/**
 * Whether it names a bank that can be paid: its country exists, and it is none of those for tests (a
 * zero at the eighth place).
 */
export function isBic(bic: string): boolean {
  return isValidBIC(bic) && countries.has(bicCountry(bic)) && bic[7] !== '0'
}

/**
 * Whether the eighth character says that the bank is a passive participant: it is in the directory and takes
 * no messages, so that a payment to it stays with the sender.
 */
export function isPassiveBic(bic: string): boolean {
  return bic[7] === '1'
}

export function bicCountry(bic: string): string {
  return bic.slice(4, 6).toUpperCase()
}

/** Eight characters name the head office, as `XXX` at their end does. */
export function wholeBic(bic: string): string {
  return bic.length === 8 ? `${bic}XXX` : bic
}

/** Whether an account with an IBAN of the one country can be at a bank in the other. */
export function isIbanOf(iban: string, bankCountry: string): boolean {
  const country = ibanCountry(iban)
  return country === bankCountry || country === ibanCountries[bankCountry]
}
