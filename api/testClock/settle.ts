/** Until what is due at an instant has been done, and what follows from it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { instant } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import type { Followers } from './followers.ts'
import type { Parties, PartiesLook } from './parties.ts'
import type { Runs } from './runs.ts'
import {
  type ClockState,
  eventsSince,
  type Fired,
  firedOf,
  type Happened,
  isFiredBy,
  readState,
  type Wait,
} from './waits.ts'

export type Step = {
  /** What waited before the clock was moved, also for later: time passes meanwhile. */
  readonly waiting: readonly Wait[]
  /** What the parties answer when their clocks are set; undefined where all of them read the time afterwards. */
  readonly partiesLook?: Promise<PartiesLook>
}

export type Settled = {
  /** What of it was done, with what has happened. */
  readonly fired: readonly Fired[]
  /** Whether all of it was done in time. */
  readonly isDone: boolean
  readonly state: ClockState
  /** What the parties have said, where nothing has happened since. */
  readonly look: PartiesLook | undefined
}

export type Settling = { settle(step: Step): Promise<Settled> }

/** Of what is due first, also where a party is stuck or a process is away. */
const PATIENCE_MS = 30_000
const LOOK_MS = 10
/** A job takes some milliseconds: it is looked for after most of the time that the last one took. */
const JOB_LOOK_MS = 2
const JOB_LOOK_MAX_MS = 20

const ACTION = 'AGENT_ACTION_EXPIRY'
/** What one job, or one run, does without any party and without any other run: no other process has to look at the time. */
const alone: readonly string[] = ['WEBHOOK_ATTEMPT', 'QUOTE_EXPIRY', ACTION]

export const isDoneAlone = ({ what }: Wait): boolean => alone.includes(what)
/** Traffic of others has no end. */
const TRAFFIC_MS = 1_000

export function createSettling(parts: {
  readonly database: Database
  readonly parties: Parties
  readonly followers: Followers
  readonly runs: Runs
  /** The last event that there was before. */
  readonly since: string
}): Settling {
  const { database, parties, followers, runs } = parts
  let { since } = parts
  let jobMs = 0

  async function progress(): Promise<string> {
    const [{ worked }, done] = await Promise.all([parties.look(), database.call('clock_progress')])
    return `${worked} ${done}`
  }

  /**
   * What looks only now and then looks now, until that changes nothing more.
   *
   * @returns how things stand then; undefined when it takes too long
   */
  async function untilDone(waiting: readonly Wait[]): Promise<ClockState | undefined> {
    const isLate = lateness()
    const began = performance.now()
    let before = await progress()
    for (;;) {
      await followers.follow('LOOK')
      await parties.release()
      const { waits, now } = await readState(database)
      const ids = actionsOf(dueOf([...waiting, ...waits], now))
      await runs.wake({ all: true, ids })
      // One after the other: who uses the stack meanwhile always keeps somebody busy.
      const everybody = [
        async ({ isBusy, areStarts }: ClockState) => isBusy || areStarts,
        async () => (await parties.look()).isBusy,
        () => runs.areBusy({ all: true, ids }),
      ]
      for (const isBusy of everybody) {
        for (;;) {
          const state = await readState(database)
          if (!(await isBusy(state))) break
          if (isLate(state)) return undefined
          await sleep(LOOK_MS)
        }
      }
      const after = await progress()
      // What still changes after so long, with all idle at times, is the traffic of other users, which has no end.
      if (after === before || performance.now() > began + TRAFFIC_MS) return readState(database)
      before = after
    }
  }

  /**
   * Until the queue and the runs whose instant has come have done what is due.
   *
   * @returns how things stand then; undefined where others have something to do too, or it takes too long
   */
  async function untilAloneDone(waiting: readonly Wait[]): Promise<ClockState | undefined> {
    const isLate = lateness()
    const woken = new Set<string>()
    /** Of them, those that may not be at rest yet: each that is found to be is not asked again. */
    const restless = new Set<string>()
    const began = performance.now()
    await sleep(Math.min(Math.max(JOB_LOOK_MS, jobMs * 0.75), JOB_LOOK_MAX_MS))
    for (;;) {
      for (const id of restless) {
        if (await runs.areBusy({ all: false, ids: [id] })) break
        restless.delete(id)
      }
      const state = await readState(database)
      const due = dueOf([...waiting, ...state.waits], state.now)
      if (!due.every(isDoneAlone)) return undefined
      const ids = actionsOf(due).filter((id) => !woken.has(id))
      for (const id of ids) {
        woken.add(id)
        restless.add(id)
      }
      if (ids.length > 0) await runs.wake({ all: false, ids })
      else if (state.areStarts) await followers.follow('STARTS')
      else if (!state.isBusy && restless.size === 0) {
        jobMs = performance.now() - began
        return state
      }
      if (isLate(state)) return undefined
      await sleep(JOB_LOOK_MS)
    }
  }

  async function eventsOf({ lastEvent }: ClockState): Promise<readonly Happened[]> {
    return lastEvent === since ? [] : eventsSince(database, since)
  }

  /** @returns undefined where everybody has to look, after all */
  async function settleAlone({ waiting, partiesLook }: Step): Promise<Settled | undefined> {
    const state = partiesLook && (await untilAloneDone(waiting))
    const look = await partiesLook
    if (state === undefined || look === undefined || isDue(look, state.now)) return undefined
    const events = await eventsOf(state)
    const done = doneOf(waiting, state)
    if (!events.every((event) => done.some((wait) => isFiredBy(wait, event)))) return undefined
    since = events.at(-1)?.sequence ?? since
    const isNew = events.length > 0
    return { fired: firedOf(done, events), isDone: true, state, look: isNew ? undefined : look }
  }

  return {
    async settle(step) {
      const settled = await settleAlone(step)
      if (settled !== undefined) return settled
      const quiet = await untilDone(step.waiting)
      const state = quiet ?? (await readState(database))
      const events = await eventsOf(state)
      since = events.at(-1)?.sequence ?? since
      const fired = firedOf(doneOf(step.waiting, state), events)
      return { fired, isDone: quiet !== undefined, state, look: undefined }
    },
  }
}

/** Hundreds may become due one after the other: whether what is due first has been for too long, or all of it. */
function lateness(): (state: ClockState) => boolean {
  const end = performance.now() + 10 * PATIENCE_MS
  let first: string | undefined
  let until = 0
  return ({ waits: [next] }) => {
    const key = next && keyOf(next)
    if (until === 0 || key !== first) until = performance.now() + PATIENCE_MS
    first = key
    return performance.now() > Math.min(until, end)
  }
}

export const dueOf = (waits: readonly Wait[], now: Date): Wait[] =>
  waits.filter(({ at }) => at <= now)

/** A run has the id of its action. */
export const actionsOf = (waits: readonly Wait[]): string[] =>
  waits.flatMap(({ what, object }) => (what === ACTION && object !== null ? [object] : []))

/** Whether the parties have something to do. */
export function isDue({ isBusy, next }: PartiesLook, now: Date): boolean {
  return isBusy || Object.values(next).some((at) => instant(at) <= now)
}

/** Those that waited and do not any more. */
function doneOf(waiting: readonly Wait[], { now, waits }: ClockState): Wait[] {
  const isLeft = new Set(waits.map(keyOf))
  return dueOf(waiting, now).filter((wait) => !isLeft.has(keyOf(wait)))
}

/** To the millisecond: an instant of a job is computed. */
function keyOf({ what, object, at }: Wait): string {
  return `${what} ${object} ${Math.round(at.getTime() / 10)}`
}
