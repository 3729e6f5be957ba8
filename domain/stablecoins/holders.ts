/** Names of who has a bank account, as two parties write them. */
import { decomposedText } from '../../contract/composedText.ts'

/**
 * Whether the provider's owner of a bank account may be the holder that we know: one may have names that the
 * other leaves out. A name that is not given contradicts nothing.
 */
export function mayBeSameHolder(owner: string | null, holder: string): boolean {
  const [one, other] = [wordsOf(owner ?? ''), wordsOf(holder)]
  const isWithin = (these: readonly string[], those: readonly string[]): boolean =>
    these.every((word) => those.includes(word))
  return isWithin(one, other) || isWithin(other, one)
}

/** Without case, accents and punctuation. */
function wordsOf(name: string): string[] {
  const plain = decomposedText(name).replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}
