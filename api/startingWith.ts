/** Pattern of LIKE for texts that begin with this one, taken as it stands. */
export function startingWith(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}
