/**
 * Facts about processes by id, and stopping one of them. An id alone proves nothing, since systems
 * use ids again: every caller also names text that the command line must hold.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { uptime } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../contract/time.ts'

export type ProcessFacts = {
  readonly command: string
  /** When it started, in whatever form the system states it; equal text means the same process. */
  readonly started: string
}

/** How to end a process: each signal in turn, with the time it is given. */
export type StopPlan = readonly (readonly [signal: NodeJS.Signals, waitMs: number])[]

/** What runs under this id, or undefined when nothing does (a zombie is nothing). */
export function processFacts(pid: number): ProcessFacts | undefined {
  try {
    return process.platform === 'linux' ? factsFromProc(pid) : factsFromPs(pid)
  } catch {
    return undefined
  }
}

function factsFromProc(pid: number): ProcessFacts | undefined {
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  if (command === '') return undefined
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Fields are counted after the name, which is in parentheses and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { command, started: fields[19] ?? '' }
}

function factsFromPs(pid: number): ProcessFacts | undefined {
  const line = execFileSync('ps', ['-ww', '-o', 'lstart=,command=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  }).trim()
  const started = line.slice(0, 24)
  const command = line.slice(24).trim()
  return command === '' ? undefined : { command, started }
}

/** Ticks of the kernel's clock in a second, the same wherever Node runs. */
const TICKS = 100

/** For how long it has run; undefined if it does not, or the system does not say. */
export function uptimeSeconds(facts: ProcessFacts | undefined): number | undefined {
  if (facts === undefined) return undefined
  const seconds =
    process.platform === 'linux'
      ? uptime() - Number(facts.started) / TICKS
      : (systemClock.now().getTime() - Date.parse(facts.started)) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

/** Whether this id belongs to a process whose command line holds the text. */
export function runs(pid: number, marker: string): boolean {
  return processFacts(pid)?.command.includes(marker) ?? false
}

/**
 * Ends the process if its command line holds the marker, and waits until it is gone.
 *
 * @returns false when it outlived the plan
 */
export async function stopProcess(pid: number, marker: string, plan: StopPlan): Promise<boolean> {
  const started = processFacts(pid)?.started
  const isThere = (): boolean => {
    const facts = processFacts(pid)
    return facts !== undefined && facts.started === started && facts.command.includes(marker)
  }
  for (const [signal, waitMs] of plan) {
    if (!isThere()) return true
    signalProcess(pid, signal)
    if (await until(() => !isThere(), waitMs)) return true
  }
  return !isThere()
}

/** Sends a signal; a process that has just ended is no error. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Ids of processes that work in this very folder (Linux only; elsewhere none are found). */
export function processesIn(directory: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === directory
      } catch {
        return false
      }
    })
}

/** Polls until the condition holds; false when the time is over first. */
export async function until(condition: () => boolean, waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs
  while (!condition()) {
    if (performance.now() > deadline) return false
    await sleep(25)
  }
  return true
}
