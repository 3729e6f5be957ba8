/** What becomes of a new card: the last three characters of its memo ask for it. */
import type { cardOutcomes } from '../../contract/sandboxOutcomes.ts'

type Fate = 'OPENED' | 'OPENED_LATE' | 'NEVER_OPENED' | 'REFUSED'

export function cardFateOf(memo: string): Fate {
  return fates[memo.slice(-3)] ?? 'OPENED'
}

const fates: Readonly<Record<string, Fate>> = {
  '001': 'NEVER_OPENED',
  '002': 'REFUSED',
  '005': 'OPENED_LATE',
} satisfies Record<keyof typeof cardOutcomes, Fate>
