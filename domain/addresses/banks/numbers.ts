/** Numbers of accounts, banks and taxpayers that carry check digits. */
import { isEmailAddress } from '../../../contract/emailAddress.ts'
import { isClabeInstitution, isClabePlace } from './clabe.ts'

/** The sum of digits times weights, which repeat. */
function weighed(digits: string, weights: readonly number[], modulus = 0): number {
  return [...digits].reduce((sum, digit, index) => {
    const product = Number(digit) * (weights[index % weights.length] ?? 0)
    return sum + (modulus === 0 ? product : product % modulus)
  }, 0)
}

/**
 * Whether the first two digits of an ABA number belong to banks that keep accounts: a Federal Reserve
 * district (01 to 12), the same for thrift institutions (21 to 32) and for electronic transactions (61
 * to 72). 00 is the Treasury's own, 80 is of traveller's cheques.
 */
export function isFederalReserveRange(routingNumber: string): boolean {
  const prefix = Number(routingNumber.slice(0, 2))
  return [0, 20, 60].some((base) => prefix > base && prefix <= base + 12)
}

export function isRoutingNumber(digits: string): boolean {
  return isFederalReserveRange(digits) && weighed(digits, [3, 7, 1]) % 10 === 0
}

/** A CLABE: three digits of the institution, three of the place, and the last of eighteen closes the others. */
export function isClabe(digits: string): boolean {
  if (!isClabeInstitution(digits.slice(0, 3)) || !isClabePlace(digits.slice(3, 6))) return false
  if (/^0*$/.test(digits.slice(6, 17))) return false
  const sum = weighed(digits.slice(0, 17), [3, 7, 1], 10)
  return (10 - (sum % 10)) % 10 === Number(digits[17])
}

export function isCpf(text: string): boolean {
  return /^[0-9]{11}$/.test(text) && isTaxNumber(text, 9, 11)
}

/** Letters count as their place in ASCII after the digit 0 (IN RFB 2.229/2024, issued since July 2026). */
export function isCnpj(text: string): boolean {
  return /^[0-9A-Z]{12}[0-9]{2}$/.test(text) && isTaxNumber(text, 12, 9)
}

/**
 * Two check digits modulo 11, the second over the first. Weights rise from the right by one from
 * 2, and begin again after `weightMax`.
 */
function isTaxNumber(text: string, length: number, weightMax: number): boolean {
  if (/^(.)\1*$/.test(text)) return false
  return [length, length + 1].every((count) => {
    const sum = [...text.slice(0, count)].reduce(
      (total, character, index) =>
        total + (character.charCodeAt(0) - 48) * (2 + ((count - 1 - index) % (weightMax - 1))),
      0,
    )
    const rest = sum % 11
    return (rest < 2 ? 0 : 11 - rest) === Number(text[count])
  })
}

/** Of Brazil, as the regulator (ANATEL) gives them out. */
const areaCodes: ReadonlySet<string> = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 ' +
    '61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
)

/**
 * A key of PIX, in the form in which the directory keeps it: a telephone number has an area code
 * that is given out, and eight digits or nine that begin with 9.
 */
const pixShapes: Readonly<Record<string, (key: string) => boolean>> = {
  CPF: isCpf,
  CNPJ: isCnpj,
  EMAIL: isEmailAddress,
  PHONE: (key) =>
    /^\+55[0-9]{2}(9[0-9]{8}|[2-9][0-9]{7})$/.test(key) && areaCodes.has(key.slice(3, 5)),
  RANDOM: (key) =>
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key) && !/^[0-]*$|^[f-]*$/i.test(key),
}

export function isPixKey(key: string, type: unknown): boolean {
  return pixShapes[String(type)]?.(key) === true
}
