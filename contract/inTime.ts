/**
 * The result of the work, or after so many milliseconds what `late` returns or throws. The work itself goes
 * on, and nothing waits for it then.
 */
export async function inTime<Result, Late>(
  work: Promise<Result>,
  ms: number,
  late: () => Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(() => resolve(), ms)
  }).then(late)
  return Promise.race([work, over]).finally(() => clearTimeout(timer))
}
