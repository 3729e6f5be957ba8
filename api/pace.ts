/** Whether what is on its way, a body or an answer, moves fast enough: a certain amount in each window of time. */

/** How much must move in each window. */
export type Pace = { readonly windowMs: number; readonly bytes: number }

type Mark = { readonly at: number; readonly bytes: number }

/** How far it was when its window began, and when anything last moved. */
export type Progress = { window: Mark; last: Mark }

export function progressFrom(mark: Mark): Progress {
  return { window: mark, last: mark }
}

/**
 * Records how far it is now, and judges it at the end of each window.
 *
 * @param isAwaited false: we are the ones who are not ready, and it is not slow
 */
export function isBelowPace(
  progress: Progress,
  pace: Pace,
  now: Mark,
  isAwaited: () => boolean = () => true,
): boolean {
  if (now.bytes > progress.last.bytes || !isAwaited()) progress.last = now
  const { window } = progress
  if (now.at - window.at < pace.windowMs) return false
  progress.window = now
  return now.bytes - window.bytes < pace.bytes && isAwaited()
}
