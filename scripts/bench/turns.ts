/** One round: what is measured, and what it is held against. */
export type Pair<T> = { readonly ours: T; readonly baseline: T }

/**
 * Runs both in turn, so that both meet the same noise: each goes first in every second round, and the first
 * round only warms up.
 */
export async function inTurn<T>(
  rounds: number,
  ours: () => Promise<T>,
  baseline: () => Promise<T>,
): Promise<Pair<T>[]> {
  const pairs: Pair<T>[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const pair =
      round % 2 === 0
        ? { baseline: await baseline(), ours: await ours() }
        : { ours: await ours(), baseline: await baseline() }
    if (round > 0) pairs.push(pair)
  }
  return pairs
}
