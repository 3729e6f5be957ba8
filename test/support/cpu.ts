/** Milliseconds of CPU, the least of several: on a busy machine the clock says nothing. */
export function leastCpuOf(work: () => unknown, times: number): number {
  const all = Array.from({ length: times }, () => {
    const before = process.cpuUsage()
    try {
      work()
    } catch {
      // Refused, which is as good.
    }
    return process.cpuUsage(before).user / 1_000
  })
  return Math.min(...all)
}
