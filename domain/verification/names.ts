/** A full name in its parts: the last word is the family name. */
export function namesOf(fullName: string): {
  readonly given: string | undefined
  readonly middle: string | undefined
  readonly family: string | undefined
} {
  const words = fullName.trim().split(/\s+/).filter(Boolean)
  if (words.length < 2) return { given: words[0], middle: undefined, family: undefined }
  return {
    given: words[0],
    middle: words.length > 2 ? words.slice(1, -1).join(' ') : undefined,
    family: words.at(-1),
  }
}
