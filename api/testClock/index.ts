/**
 * The test clock of a whole sandbox stack. Moving it goes from one instant at which something is due to the next: the
 * parties' clock, the database's and the processes' are set, and what is due is done before the clock goes on. It never
 * goes back. What a process that died has left is found by the next call: it is what is due.
 */
import type { Client } from '@temporalio/client'
import type { Logger } from 'pino'
import { Refusal } from '../../contract/errors.ts'
import { instant } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import { type Config, need } from '../../runtime/config.ts'
import { alone } from './alone.ts'
import { createFollowers } from './followers.ts'
import { type PartiesLook, partiesOf } from './parties.ts'
import { runsOf } from './runs.ts'
import {
  createSettling,
  dueOf,
  isDoneAlone,
  isDoneByJob,
  isDue,
  runsWaitingFor,
  type Settling,
  type Step,
} from './settle.ts'
import {
  aheadOf,
  type ClockState,
  type Fired,
  isMoveOpen,
  joined,
  type Kept,
  keepFired,
  readClock,
  readState,
  wasMovedTo,
} from './waits.ts'

export type { Fired } from './waits.ts'

export type Advance = {
  readonly from: Date
  readonly to: Date
  readonly now: Date
  /** In the order of their instants; by the calls before it for the same end, too, where those were not done in time. */
  readonly fired: readonly Fired[]
  /** False where not all of it was done in time: the clock stands before its end then, or something is still due. */
  readonly isDone: boolean
}

export type TestClock = {
  close(): void
  read(): Promise<{ readonly now: Date; readonly aheadMs: number }>
  /**
   * Moves the clock to an instant, or ahead by milliseconds from its time at the call, and resolves when all that is
   * due by then has been done.
   *
   * @param by who does, for the audit
   * @throws Refusal CONFLICT while another call moves it, or where the instant is over; NOT_IMPLEMENTED where it must
   *   not be moved
   */
  move(target: Target, by: string): Promise<Advance>
}

type Moved = Omit<Advance, 'from' | 'to'> & Kept

type Begun = Kept & { readonly id: number }

export type Target = { readonly to: Date } | { readonly byMs: number }

/** Of one call, and the last step may take a minute more: clients give up after five. What is left then is done by the next one. */
const LONGEST_MS = 3 * 60_000
const ALIGN_AGAIN_MS = 1_000

export function createTestClock(parts: {
  readonly config: Config
  readonly database: Database
  readonly log: Logger
  readonly client: Client
  /** How long a call moves it, about, in milliseconds. */
  readonly longestMs?: number
}): TestClock {
  const { config, database, log, client, longestMs = LONGEST_MS } = parts
  const parties = partiesOf(config)
  const followers = createFollowers(database)
  const runs = runsOf(client, config)

  async function moveTo(
    to: Date,
    settling: Settling,
    isAlone: () => boolean,
    untilMs: number,
    until: number,
    before: Kept,
  ): Promise<Moved> {
    const fired = [...before.fired]
    const { waits, now } = await readState(database)
    let step: Step = { waiting: joined(before.waiting, waits), isLast: now >= to }
    for (let isFirst = true; ; isFirst = false) {
      const { state, lastEvent, ...done } = await settling.settle(step)
      fired.push(...done.fired)
      const isDone = done.isDone && step.isLast === true
      // What the last call has left is done by the first step: each call goes on from there.
      const isLate = !isFirst && performance.now() > until
      if (isDone || !done.isDone || isLate || !isAlone()) {
        return { now: state.now, fired, waiting: state.waits, isDone, lastEvent }
      }
      const look = done.look ?? (await parties.look())
      // Time passes: what has become due meanwhile is done before what comes later.
      const isLeft = step.partiesLook !== undefined && (state.isBusy || isDue(look, state.now))
      step = isLeft ? { waiting: state.waits } : await take(state, look, to, untilMs)
    }
  }

  /** To the next instant at which something is due, or the end. */
  async function take(
    { now, next, waits }: ClockState,
    look: PartiesLook,
    to: Date,
    untilMs: number,
  ): Promise<Step> {
    // Time has passed to the end meanwhile.
    if (now >= to) return { waiting: waits, isLast: true }
    const parts = Object.values(look.next).map(instant)
    const instants = [next ?? to, ...parts.filter((part) => part > now), to]
    const at = instant(Math.min(...instants.map(Number)))
    const isOfJobs =
      at < to &&
      parts.every((part) => part > at) &&
      waits.every((wait) => wait.at > at || isDoneAlone(wait))
    if (!isOfJobs) {
      await setClocks(await database.call('clock_ahead_at', at), untilMs)
      return { waiting: waits, isLast: at >= to }
    }
    // Nothing of the parties is due, and they accept the new time already: their clocks are set while the jobs run. They are held
    // until the processes are known to have followed: what they send is judged by the time at which it was sent.
    if (!parties.areHeld()) await parties.hold({ aheadMs: await aheadOf(database), untilMs })
    followers.expectJobs()
    const aheadMs = await database.call('move_clock_to', at)
    const partiesLook = parties.holdAtTimes({ aheadMs, untilMs })
    partiesLook.catch(() => undefined)
    const areJobsDue = waits.some((wait) => wait.at <= at && isDoneByJob(wait))
    return { waiting: waits, partiesLook, areJobsDue }
  }

  /** Sets the clocks of all processes and parties `aheadMs` ahead of the machine's; what is due is done from then on. */
  async function setClocks(aheadMs: number, untilMs = aheadMs): Promise<void> {
    // The parties first, which also take the time before for a while. They do nothing until the service has followed.
    await parties.hold({ aheadMs, untilMs })
    await database.call('move_clock', aheadMs)
    await followers.follow()
    await parties.release()
  }

  /** @throws Refusal NOT_IMPLEMENTED where it must not be moved */
  async function begin(to: Date, by: string): Promise<Begun> {
    const begun = await database.call('begin_clock_move', to, by)
    if (begun !== null) {
      const read = <One extends { readonly at: string }>(those: readonly One[]) =>
        those.map((one) => ({ ...one, at: instant(one.at) }))
      return { ...begun, fired: read(begun.fired), waiting: read(begun.waiting) }
    }
    const reason = (await database.call('clock_refusal')) ?? undefined
    throw new Refusal('NOT_IMPLEMENTED', { reason })
  }

  /** With what is done at the end of a move. */
  async function end(id: number, settling: Settling, moved: Moved): Promise<Moved> {
    await database.call('end_clock_move', id)
    const { fired, isDone, state, lastEvent } = await settling.settle({
      waiting: [],
      isOfJobs: true,
    })
    const all = [...moved.fired, ...fired]
    return { now: state.now, fired: all, waiting: state.waits, isDone, lastEvent }
  }

  /** A process that died while it moved the clock may have left the service behind the parties, or before them. */
  async function align(untilMs?: number): Promise<void> {
    const { aheadMs } = await parties.look()
    await setClocks(Math.max(aheadMs, await aheadOf(database)), untilMs)
  }

  /** Nor may it have woken those that wait: they would until somebody moves the clock again. */
  async function goOn(): Promise<void> {
    await align()
    if (!(await isMoveOpen(database))) return
    const { waits, now } = await readState(database)
    await runs.wake([...(await runs.open()), ...runsWaitingFor(dueOf(waits, now))])
  }

  const aligning = repeatUntilDone(goOn, log)
  return {
    close: () => aligning.stop(),
    read: async () => ({ now: await readClock(database), aheadMs: await aheadOf(database) }),
    move: (target, by) =>
      alone(need(config, 'DATABASE_URL'), async (isAlone) => {
        const until = performance.now() + longestMs
        const from = await readClock(database)
        const to = 'to' in target ? target.to : instant(from.getTime() + target.byMs)
        // A repeat of a move whose answer was lost is answered.
        if (to < from && !(await wasMovedTo(database, to))) {
          throw new Refusal('CONFLICT', { reason: 'The clock never goes back.' })
        }
        log.warn({ to, by }, 'the test clock is moved')
        const before = await begin(to, by)
        const { id, lastEvent: since } = before
        const untilMs = await database.call('clock_ahead_at', to)
        await align(untilMs)
        const settling = createSettling({ database, parties, followers, runs, since, until })
        const moved = await moveTo(to, settling, isAlone, untilMs, until, before).finally(() =>
          parties.release().catch(() => undefined),
        )
        const { now, fired, isDone, ...left } = moved.isDone
          ? await end(id, settling, moved)
          : moved
        if (!isDone) await keepFired(database, id, { fired, ...left })
        return { from, to, now, fired, isDone }
      }),
  }
}

/** Until the database and the parties are there. */
function repeatUntilDone(work: () => Promise<void>, log: Logger): { stop(): void } {
  let timer: NodeJS.Timeout | undefined
  const attempt = (): void =>
    void work().catch((error: unknown) => {
      log.debug({ err: error }, 'the clocks are not aligned yet')
      timer = setTimeout(attempt, ALIGN_AGAIN_MS).unref()
    })
  attempt()
  return { stop: () => clearTimeout(timer) }
}
