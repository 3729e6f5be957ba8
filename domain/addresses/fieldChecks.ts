/**
 * Checks of account numbers and addresses beyond their schemas. Check digits are enforced in
 * production only: the end of a sandbox account's number selects its outcome.
 */

import { isValidIBAN } from 'ibantools'
import type { AccountInfo, FieldCheck } from '../../contract/externalAccounts.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { isEvmAddress, isSolanaAddress, isSparkAddress, isTronAddress } from './chains/index.ts'
import { invoiceProblem } from './lightning/invoice.ts'

type Side = { readonly environment: Environment; readonly now: Date }

/** What is wrong with the value, as the end of a sentence; undefined where nothing is. */
type Rule = (value: string, info: AccountInfo, side: Side) => string | undefined

function inProduction(isRight: (value: string, info: AccountInfo) => boolean, what: string): Rule {
  return (value, info, { environment }) =>
    environment === 'SANDBOX' || isRight(value, info) ? undefined : what
}

export const fieldChecks: Readonly<Record<FieldCheck, Rule>> = {
  IBAN: inProduction((iban) => isValidIBAN(iban.toUpperCase()), 'is not an IBAN'),
  ABA_ROUTING_NUMBER: inProduction(
    (digits) => weighed(digits, [3, 7, 1]) % 10 === 0,
    'is not a routing number',
  ),
  CLABE: inProduction(isClabe, 'is not a CLABE'),
  PIX_KEY: inProduction(isPixKey, 'is not a key of that type'),
  EVM_ADDRESS: inProduction(isEvmAddress, 'does not match its checksum'),
  SOLANA_ADDRESS: inProduction(isSolanaAddress, 'is not a Solana address'),
  TRON_ADDRESS: inProduction(isTronAddress, 'is not a Tron address'),
  SPARK_ADDRESS: inProduction(isSparkAddress, 'is not a Spark address of the main network'),
  BOLT11: (invoice, _info, { environment, now }) =>
    // One that ends in a sandbox suffix can't have a checksum as well.
    environment === 'SANDBOX' && /[01]0[2-7]$/.test(invoice)
      ? undefined
      : invoiceProblem(invoice, now, { mainnetOnly: environment === 'PRODUCTION' }),
}

/** The sum of digits times weights, which repeat. */
function weighed(digits: string, weights: readonly number[], modulus = 0): number {
  return [...digits].reduce((sum, digit, index) => {
    const product = Number(digit) * (weights[index % weights.length] ?? 0)
    return sum + (modulus === 0 ? product : product % modulus)
  }, 0)
}

/** The last of eighteen digits closes the first seventeen. */
function isClabe(digits: string): boolean {
  const sum = weighed(digits.slice(0, 17), [3, 7, 1], 10)
  return (10 - (sum % 10)) % 10 === Number(digits[17])
}

const pixShapes: Readonly<Record<string, RegExp>> = {
  CPF: /^[0-9]{11}$/,
  CNPJ: /^[0-9]{14}$/,
  EMAIL: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  PHONE: /^\+55[0-9]{10,11}$/,
  RANDOM: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
}

function isPixKey(key: string, { pixKeyType }: AccountInfo): boolean {
  if (pixShapes[String(pixKeyType)]?.test(key) !== true) return false
  if (pixKeyType === 'CPF') return isTaxNumber(key, 9, 11)
  return pixKeyType !== 'CNPJ' || isTaxNumber(key, 12, 9)
}

/**
 * Two check digits modulo 11, the second over the first. Weights rise from the right by one from
 * 2, and begin again after `weightMax`.
 */
function isTaxNumber(digits: string, length: number, weightMax: number): boolean {
  if (/^(.)\1*$/.test(digits)) return false
  return [length, length + 1].every((count) => {
    const sum = [...digits.slice(0, count)].reduce(
      (total, digit, index) =>
        total + Number(digit) * (2 + ((count - 1 - index) % (weightMax - 1))),
      0,
    )
    const rest = sum % 11
    return (rest < 2 ? 0 : 11 - rest) === Number(digits[count])
  })
}
