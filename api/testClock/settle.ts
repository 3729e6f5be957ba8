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
  keyOf,
  readState,
  type Wait,
} from './waits.ts'

export type Step = {
  /** What waited before the clock was moved, also for later: time passes meanwhile. */
  readonly waiting: readonly Wait[]
  /** What the parties answer when their clocks are set; undefined where all of them read the time afterwards. */
  readonly partiesLook?: Promise<PartiesLook>
  /** Whether one of the jobs is due. */
  readonly areJobsDue?: boolean
  /** The end of a move: those read the time, too, whose own instant comes later, as their timers are of the time before. */
  readonly isLast?: boolean
  /** Only jobs may have become due, which no run waits for: no run is asked. */
  readonly isOfJobs?: boolean
}

type Progress = PartiesLook & { readonly all: string }

export type Settled = {
  /** What of it was done, with what has happened. */
  readonly fired: readonly Fired[]
  /** Whether all of it was done in time. */
  readonly isDone: boolean
  readonly state: ClockState
  /** What the parties have said, where nothing has happened since. */
  readonly look: PartiesLook | undefined
  /** The last event that is in what was fired, or was there before. */
  readonly lastEvent: string
}

export type Settling = { settle(step: Step): Promise<Settled> }

/** Of what is due first, also where a party is stuck or a process is away. */
const PATIENCE_MS = 30_000
const LOOK_MS = 10
/** A process says when its jobs have ended, unless it dies. */
const JOBS_LOOK_MS = 250
/** A run says nothing. */
const RUN_LOOK_MS = 2

const ACTION = 'AGENT_ACTION_EXPIRY'
const AUTHORIZATION = 'AUTHORIZATION_EXPIRY'
/** What one job, or one run, does without any party and without any other run: no other process has to look at the time. */
const alone: readonly string[] = ['WEBHOOK_ATTEMPT', 'QUOTE_EXPIRY', ACTION, AUTHORIZATION]

const isDoneByRun = ({ what }: Wait): boolean => what === ACTION || what === AUTHORIZATION
export const isDoneByJob = (wait: Wait): boolean => !isDoneByRun(wait)
export const isDoneAlone = ({ what }: Wait): boolean => alone.includes(what)
/** Traffic of others has no end. */
const TRAFFIC_MS = 1_000
/** A workflow reads in the next round what its party did in this one, and may then ask a party for more. */
const ROUNDS_OF_PARTIES = 5

export function createSettling(parts: {
  readonly database: Database
  readonly parties: Parties
  readonly followers: Followers
  readonly runs: Runs
  /** The last event that there was before. */
  readonly since: string
  /** When the call that moves the clock is to be answered, by `performance.now()`. */
  readonly until: number
}): Settling {
  const { database, parties, followers, runs, until } = parts
  let { since } = parts

  /** What the parties had done when all runs looked last. */
  let seen: number | undefined

  async function progress(): Promise<Progress> {
    const [look, done] = await Promise.all([parties.look(), database.call('clock_progress')])
    return { ...look, all: `${look.worked} ${done}` }
  }

  /**
   * What looks only now and then looks now, until that changes nothing more.
   *
   * @returns how things stand then; undefined when it takes too long
   */
  async function untilDone(step: Step): Promise<ClockState | undefined> {
    const { waiting, isLast = false, isOfJobs = false } = step
    const isLate = lateness(until)
    const began = performance.now()
    let before = await progress()
    for (let round = 1; ; round += 1) {
      // What they find was lost before the move, and they ask Temporal about each open row: once a move.
      await followers.follow(isLast && round === 1 ? 'LOOK_AT_ALL' : 'LOOK')
      await parties.release()
      const { waits, now } = await readState(database)
      // A job may have done what a run has waited for, too: that run ends now.
      const due = dueOf(round === 1 ? [...waiting, ...waits] : waits, now)
      const [open, sleeping] = await Promise.all([
        runs.open(),
        isLast ? [] : database.call('clock_sleeping_runs'),
      ])
      const isAsleep = new Set(sleeping)
      const restless = new Set([...open.filter((id) => !isAsleep.has(id)), ...runsWaitingFor(due)])
      // Each was at rest when the step before was left, and nothing has woken one since.
      const areAtRest = isOfJobs && round === 1 && seen === before.worked && due.length === 0
      // Who asks a party again is answered as before, unless one of them has done something since all have asked.
      if (seen !== before.worked || !due.every(isDoneAlone)) {
        seen = before.worked
        await runs.wake(restless)
      } else {
        await runs.wake(runsWaitingFor(due))
        if (isLast && round === 1) await runs.wakeSleepers(restless)
      }
      // One after the other: who uses the stack meanwhile always keeps somebody busy.
      const everybody = [
        async ({ isBusy, areStarts }: ClockState) => isBusy || areStarts,
        async () => (await parties.look()).isBusy,
        async () => !areAtRest && (await runs.areBusy(restless)),
      ]
      for (const isBusy of everybody) {
        for (;;) {
          const state = await readState(database)
          if (!(await isBusy(state))) break
          if (isLate(state, restless.size)) return undefined
          await sleep(LOOK_MS)
        }
      }
      const after = await progress()
      // A run that was at rest may have been signalled since: by what a party or another run has done, which shows here.
      const isQuiet = after.all === before.all && !after.isBusy
      // What still changes after this time, with all idle at times, is the traffic of other users, which has no end. A round of many
      // workflows takes longer: those that wait for what a party did in it read that in the next one.
      const isSeen = after.worked === before.worked && !after.isBusy
      const isLong = performance.now() > began + TRAFFIC_MS
      if (isQuiet || (isLong && (isSeen || round >= ROUNDS_OF_PARTIES))) return readState(database)
      before = after
    }
  }

  /**
   * Until the queue and the runs whose instant has come have done what is due.
   *
   * @returns how things stand then; undefined where others have something to do too, or it takes too long
   */
  async function untilAloneDone({ waiting, areJobsDue }: Step): Promise<ClockState | undefined> {
    const isLate = lateness(until)
    const woken = new Set<string>()
    /** Of them, those that may not be at rest yet: each that is found to be is not asked again. */
    const restless = new Set<string>()
    if (areJobsDue) await followers.jobsEnded(JOBS_LOOK_MS)
    for (;;) {
      await runs.areBusy(restless)
      const state = await readState(database)
      const due = dueOf([...waiting, ...state.waits], state.now)
      if (!due.every(isDoneAlone)) return undefined
      const ids = runsWaitingFor(due).filter((id) => !woken.has(id))
      for (const id of ids) {
        woken.add(id)
        restless.add(id)
      }
      if (ids.length > 0) await runs.wake(ids)
      else if (state.areStarts) await followers.follow('STARTS')
      else if (!state.isBusy && restless.size === 0) return state
      if (isLate(state)) return undefined
      if (restless.size === 0 && due.some(isDoneByJob)) await followers.jobsEnded(JOBS_LOOK_MS)
      else await sleep(RUN_LOOK_MS)
    }
  }

  async function eventsOf({ lastEvent }: ClockState): Promise<readonly Happened[]> {
    return lastEvent === since ? [] : eventsSince(database, since)
  }

  /** @returns undefined where everybody has to look, after all */
  async function settleAlone(step: Step): Promise<Settled | undefined> {
    const { waiting, partiesLook } = step
    const state = partiesLook && (await untilAloneDone(step))
    const look = await partiesLook
    if (state === undefined || look === undefined || isDue(look, state.now)) return undefined
    const events = await eventsOf(state)
    const done = doneOf(waiting, state)
    if (!events.every((event) => done.some((wait) => isFiredBy(wait, event)))) return undefined
    since = events.at(-1)?.sequence ?? since
    const isNew = events.length > 0
    return {
      ...{ fired: firedOf(done, events), isDone: true, state, lastEvent: since },
      look: isNew ? undefined : look,
    }
  }

  return {
    async settle(step) {
      const settled = await settleAlone(step)
      if (settled !== undefined) return settled
      const quiet = await untilDone(step)
      const state = quiet ?? (await readState(database))
      const events = await eventsOf(state)
      since = events.at(-1)?.sequence ?? since
      const fired = firedOf(doneOf(step.waiting, state), events)
      return { fired, isDone: quiet !== undefined, state, look: undefined, lastEvent: since }
    },
  }
}

/**
 * Hundreds may become due one after the other, and hundreds of runs may have to look: whether what is due first, and how many
 * are not at rest, has been the same for too long, or the call has taken too long. A step that begins late has its time too: each
 * call goes on.
 *
 * @param until the end of the call
 */
function lateness(until: number): (state: ClockState, restless?: number) => boolean {
  const end = Math.max(until, performance.now() + PATIENCE_MS)
  let first: string | undefined
  let patience = 0
  return ({ waits: [next] }, restless = 0) => {
    const key = `${next && keyOf(next)} ${restless}`
    if (patience === 0 || key !== first) patience = performance.now() + PATIENCE_MS
    first = key
    return performance.now() > Math.min(patience, end)
  }
}

export const dueOf = (waits: readonly Wait[], now: Date): Wait[] =>
  waits.filter(({ at }) => at <= now)

/** Ids of the runs that wait for them: each has that of its agent's action, or of its payment. */
export const runsWaitingFor = (waits: readonly Wait[]): string[] =>
  waits.flatMap((wait) => (isDoneByRun(wait) && wait.object !== null ? [wait.object] : []))

/** Whether the parties have something to do. */
export function isDue({ isBusy, next }: PartiesLook, now: Date): boolean {
  return isBusy || Object.values(next).some((at) => instant(at) <= now)
}

/** Those that waited and do not any more. */
function doneOf(waiting: readonly Wait[], { now, waits }: ClockState): Wait[] {
  const isLeft = new Set(waits.map(keyOf))
  return dueOf(waiting, now).filter((wait) => !isLeft.has(keyOf(wait)))
}
