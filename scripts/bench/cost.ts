/** What a piece of work costs the processes that do it. */
import { median } from './report.ts'

const IDLE_MS = 4_000
/** What was asked of them before has its after-effects: collections, late compilations. */
const SETTLE_MS = 2_000

export type Cost = { readonly wallMs: number; readonly cpuMs: Readonly<Record<string, number>> }
export type CostOfMany = Cost & { readonly count: number }
export type Meter = () => Promise<Record<string, number>>

/** CPU milliseconds in a millisecond, by process, while nothing is asked of them. */
export type Idle = Readonly<Record<string, number>>

export async function idleOf(meter: Meter): Promise<Idle> {
  await afterEffects()
  const { cpuMs, wallMs } = await costOf(meter, {}, async () => {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
    return undefined
  })
  return Object.fromEntries(Object.entries(cpuMs).map(([name, ms]) => [name, ms / wallMs]))
}

/** Waits until what was asked of the processes before has had its after-effects. */
export async function afterEffects(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
}

/**
 * CPU milliseconds by process and wall milliseconds of a piece of work. What the processes use
 * when idle (pollers, timers) is taken off: it is no part of the work, however long that took.
 */
export async function costOf(
  meter: Meter,
  idle: Idle,
  work: () => Promise<number | undefined>,
): Promise<Cost> {
  const before = await meter()
  const startedAt = performance.now()
  const workMs = await work()
  const lastedMs = performance.now() - startedAt
  const wallMs = workMs ?? lastedMs
  const after = await meter()
  const cpuMs = Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [
      name,
      ms - (before[name] ?? 0) - (idle[name] ?? 0) * lastedMs,
    ]),
  )
  return { wallMs, cpuMs }
}

export const sum = (cost: Cost): number =>
  Object.values(cost.cpuMs).reduce((all, ms) => all + ms, 0)

/** By process, for one. */
export function shown(costs: readonly CostOfMany[]): string {
  const names = Object.keys(costs[0]?.cpuMs ?? {})
  return names
    .map((name) => {
      const each = costs.map(({ cpuMs, count }) => (cpuMs[name] ?? 0) / count)
      return `${name} ${median(each).toFixed(1)}`
    })
    .join(' + ')
}
