/** The oldest person of whom a date of birth was ever proven became 122. */
const YEARS_MAX = 130

/**
 * What is wrong with a date of birth, as the end of a sentence; undefined if nothing is.
 *
 * @param date `YYYY-MM-DD`, as its schema has it
 * @param today `YYYY-MM-DD`
 */
export function birthDateProblem(date: string, today: string): string | undefined {
  if (date > today) return 'must not be in the future'
  const years = Number(today.slice(0, 4)) - Number(date.slice(0, 4))
  return years > YEARS_MAX ? 'is too long ago for a living person' : undefined
}
