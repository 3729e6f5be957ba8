/** What processes have used so far, as Linux counts it. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

type Stat = { readonly parent: number; readonly ownTicks: number; readonly reapedTicks: number }

let ticksPerSecond: number | undefined

/** Milliseconds of CPU (user and system) of one process, all its threads. */
export function cpuMsOf(pid: number): number {
  return toMs(statOf(pid).ownTicks)
}

/**
 * Of PostgreSQL: the postmaster, its running back ends and those that have ended.
 *
 * @param except back ends of other programs (the sandbox's)
 */
export function postgresCpuMs(postmaster: number, except: ReadonlySet<number>): number {
  const { ownTicks, reapedTicks } = statOf(postmaster)
  let ticks = ownTicks + reapedTicks
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || except.has(Number(name))) continue
    try {
      const stat = statOf(Number(name))
      if (stat.parent === postmaster) ticks += stat.ownTicks
    } catch {
      // The process has just ended.
    }
  }
  return toMs(ticks)
}

/** Resident size in bytes. */
export function residentBytesOf(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

function statOf(pid: number): Stat {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Fields are counted after the name, which is in parentheses and may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const number = (index: number): number => Number(fields[index])
  return {
    parent: number(1),
    ownTicks: number(11) + number(12),
    reapedTicks: number(13) + number(14),
  }
}

function toMs(ticks: number): number {
  ticksPerSecond ??= Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
  return (ticks * 1000) / ticksPerSecond
}
