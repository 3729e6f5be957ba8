/** Addresses that others give us. */

/** No address that we take is longer. */
const URL_CHARACTERS_MAX = 2_048

/**
 * The address that a text is; undefined for none, and for one that is too long. First the length: a name of another
 * script is composed as it is parsed, which costs the square of a run of marks.
 */
export function urlIn(text: string): URL | undefined {
  return text.length <= URL_CHARACTERS_MAX && URL.canParse(text) ? new URL(text) : undefined
}
