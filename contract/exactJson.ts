/** JSON whose integers keep all their digits. */

/**
 * The JSON of a value in which amounts from 2^53 on are bigints. They are written as integers, like
 * all others.
 */
export function exactJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    // Almost no body has a bigint, and a replacer costs every member of every body.
    if (!(error instanceof TypeError)) throw error
    return JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'bigint' ? `\u0000${member}` : member,
    ).replaceAll(/"\\u0000(-?\d+)"/g, '$1')
  }
}
