/**
 * One run at a time: every caller while it runs, and for some milliseconds after it, gets its result.
 *
 * @param now milliseconds of a clock that only goes forward
 */
export function sharedFor<T>(
  ms: number,
  run: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let last: { readonly result: Promise<T>; goodUntil: number } | undefined
  return () => {
    if (last !== undefined && now() < last.goodUntil) return last.result
    const begun = { result: run(), goodUntil: Infinity }
    const end = (): void => {
      begun.goodUntil = now() + ms
    }
    begun.result.then(end, end)
    last = begun
    return begun.result
  }
}
