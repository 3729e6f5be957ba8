/** The name that a misspelled one was meant as. */

/** Longer names are compared with nothing. */
const COMPARED_MAX = 64

/** Names written in other ways are alike: `customer_id`, `CustomerID` and `customerId`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * The nearest of the names, or undefined if none is near: a third of the letters may be wrong, left
 * out, doubled or swapped with their neighbours.
 */
export function nearestName(given: string, names: Iterable<string>): string | undefined {
  if (given.length > COMPARED_MAX) return undefined
  const wanted = plain(given)
  let nearest: string | undefined
  let least = Math.floor(wanted.length / 3) + 1
  for (const name of names) {
    const far = distance(wanted, plain(name), least)
    if (far < least) [nearest, least] = [name, far]
  }
  return nearest
}

/** Letters that differ; `limit` for anything that differs as much or more. */
export function distance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit
  let older: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const here = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      here.push(
        Math.min(
          (above[column] ?? 0) + 1,
          (here[column - 1] ?? 0) + 1,
          (above[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped && row > 1 && column > 1 ? (older[column - 2] ?? 0) + 1 : limit,
        ),
      )
    }
    ;[older, above] = [above, here]
  }
  return Math.min(above[other.length] ?? limit, limit)
}
