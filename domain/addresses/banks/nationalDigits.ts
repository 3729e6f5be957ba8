/** What a country asks of the account inside an IBAN, where `ibantools` does not know it. */

/** By country: of what stands behind the check digits, in upper case and as long as it must be. */
export const nationalRules: Readonly<Record<string, (account: string) => boolean>> = {
  // A German bank code begins with one of the eight clearing areas.
  DE: (account) => /^[1-8]/.test(account),
  FI: isFinnish,
  IT: isItalian,
  SM: isItalian,
}

/** Luhn: every second digit from the right counts double, and all of them together end with a zero. */
function isFinnish(account: string): boolean {
  const sum = [...account].reverse().reduce((all, digit, index) => {
    const counted = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return all + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return sum % 10 === 0
}

/** What a digit or the letter of its place counts at the odd places; at the even ones it counts its place. */
const ODD_VALUES = [
  ...[1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18],
  ...[20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23],
]
const LETTER_A = 10

/** A letter (CIN) in front is checked by what follows it, in San Marino too. */
function isItalian(account: string): boolean {
  const sum = [...account.slice(1)].reduce((all, sign, index) => {
    const value = Number.parseInt(sign, 36)
    const place = value < LETTER_A ? value : value - LETTER_A
    return all + (index % 2 === 0 ? (ODD_VALUES[place] ?? 0) : place)
  }, 0)
  return (sum % 26) + LETTER_A === Number.parseInt(account.slice(0, 1), 36)
}
