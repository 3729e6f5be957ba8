/** Numbers by which the tax authorities of the United States know people: which of them can exist. */

/**
 * What is wrong with a number of that kind, as the end of a sentence; undefined if nothing is, and for
 * numbers of other countries.
 */
export function identifierProblem(idType: unknown, identifier: unknown): string | undefined {
  if (typeof identifier !== 'string') return undefined
  if (idType === 'SSN') return ssnProblem(identifier)
  if (idType === 'ITIN') return itinProblem(identifier)
  return undefined
}

/** No area 000, 666 or 900 to 999, no group 00, no serial number 0000 (Social Security Administration). */
function ssnProblem(text: string): string | undefined {
  const [, area = '', group, serial] = /^(\d{3})-(\d{2})-(\d{4})$/.exec(text) ?? []
  if (group === undefined) return 'must be ###-##-####'
  const isArea = area !== '000' && area !== '666' && area < '900'
  return isArea && group !== '00' && serial !== '0000' ? undefined : 'is no number that was issued'
}

/** Nine first, and 50 to 65, 70 to 88, 90 to 92 or 94 to 99 in the middle (IRS). */
function itinProblem(text: string): string | undefined {
  const [, middle] = /^9\d{2}-?(\d{2})-?\d{4}$/.exec(text) ?? []
  if (middle === undefined) return 'must be 9##-##-####'
  const group = Number(middle)
  const isGroup =
    (group >= 50 && group <= 65) ||
    (group >= 70 && group <= 88) ||
    (group >= 90 && group <= 99 && group !== 93)
  return isGroup ? undefined : 'is no number that was issued'
}
