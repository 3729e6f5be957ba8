/** What waits for an instant of the test clock, and the events of what was done at one. */
import { instant } from '../../contract/time.ts'
import type { Queryable } from '../../db/database.ts'

/** How things stand in the database. */
export type ClockState = {
  readonly now: Date
  /** One of the waits is due, or being done. */
  readonly isBusy: boolean
  /** Something is to be started, or signalled, in Temporal. */
  readonly areStarts: boolean
  readonly lastEvent: string
  /** When the next wait is due. */
  readonly next: Date | undefined
  /** In the order of their instants: what is due, and what comes next within a minute of each other: time passes meanwhile. */
  readonly waits: readonly Wait[]
}

export type Wait = {
  /** For example `QUOTE_EXPIRY`. */
  readonly what: string
  /** An id of the API, where it is about one thing. */
  readonly object: string | null
  /** Of its events. */
  readonly subject: string | null
  /** UUID; null for what is of no platform. */
  readonly platformId: string | null
  readonly at: Date
}

/** To the millisecond: an instant of a job is computed. */
export function keyOf({ what, object, at }: Wait): string {
  return `${what} ${object} ${Math.round(at.getTime() / 10)}`
}

/** Each once. */
export function joined(some: readonly Wait[], others: readonly Wait[]): Wait[] {
  return [...new Map([...some, ...others].map((wait) => [keyOf(wait), wait])).values()]
}

export type Fired = Wait & { readonly eventIds: readonly string[] }

export type Happened = {
  readonly sequence: string
  readonly id: string
  readonly platformId: string
  readonly type: string
  readonly subject: string
  readonly at: Date
}

export async function readClock(database: Queryable): Promise<Date> {
  const { now } = await database.one<{ now: Date }>({ text: 'select service_now() as now' })
  return instant(now.getTime())
}

/** How far it is ahead of the machine's. */
export async function aheadOf(database: Queryable): Promise<number> {
  const { ms } = await database.one<{ ms: number }>({
    text: 'select coalesce((select ahead_ms from test_clock), 0)::float8 as ms',
  })
  return ms
}

/** Whether somebody has asked for this very instant. */
export async function wasMovedTo(database: Queryable, to: Date): Promise<boolean> {
  const found = await database.query({
    text: 'select 1 from clock_moves where to_at = $1 limit 1',
    values: [to],
  })
  return found.length > 0
}

export async function readState(database: Queryable): Promise<ClockState> {
  const { now, next, waits, ...state } = await database.call('clock_state')
  return {
    ...state,
    now: instant(now),
    next: next === null ? undefined : instant(next),
    waits: waits.map((wait) => ({ ...wait, at: instant(wait.at) })),
  }
}

/** Whether the last move has not ended: it goes on now, or its process has died. */
export async function isMoveOpen(database: Queryable): Promise<boolean> {
  const found = await database.query({
    text: `select 1 from clock_moves where id = (select max(id) from clock_moves) and ended_at is null`,
  })
  return found.length > 0
}

export type Kept = {
  readonly fired: readonly Fired[]
  readonly waiting: readonly Wait[]
  readonly lastEvent: string
}

/**
 * Keeps what a call has done of a move that has not ended: the next call for the same end answers it too.
 *
 * @param id of `clock_moves`
 * @param waiting what waits next: time passes until the next call, which answers it as what it is
 * @param lastEvent the last event that is in `fired`, or was there before
 */
export async function keepFired(
  database: Queryable,
  id: number,
  { fired, waiting, lastEvent }: Kept,
): Promise<void> {
  await database.query({
    text: `update clock_moves set fired = $2, waiting = $3, last_event = $4, ended_at = null where id = $1`,
    values: [id, JSON.stringify(fired), JSON.stringify(waiting), lastEvent],
  })
}

export async function eventsSince(database: Queryable, last: string): Promise<Happened[]> {
  return database.query<Happened>({
    text: `select sequence::text, id, platform_id as "platformId", type, subject, created_at as at from events
      where sequence > $1 order by sequence`,
    values: [last],
  })
}

/** Those that waited and do not any more, with their events; then the other events, each as what it is about. */
export function firedOf(waited: readonly Wait[], events: readonly Happened[]): Fired[] {
  const left = new Set(events)
  const fired = waited.map((wait): Fired => {
    const own = events.filter((event) => isFiredBy(wait, event))
    for (const event of own) left.delete(event)
    return { ...wait, eventIds: own.map(({ id }) => id) }
  })
  const others = [...left].map(({ id, platformId, type, subject, at }) => ({
    ...{ what: type, object: subject, subject, platformId, at, eventIds: [id] },
  }))
  return [...fired, ...others].sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** Whether an event is one about what waited. */
export function isFiredBy(wait: Wait, { id, subject }: Happened): boolean {
  const about = uuidIn(wait.subject)
  return about !== undefined && (uuidIn(subject) === about || id === about)
}

function uuidIn(id: string | null): string | undefined {
  return id?.slice(id.indexOf(':') + 1)
}
