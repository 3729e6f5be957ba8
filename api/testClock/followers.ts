/** Notifies the processes of the stack that the clock was moved, and waits until all that live have followed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import {
  CLOCK_CHANNEL,
  FOLLOWED_CHANNEL,
  FOLLOWER,
  type FollowedWith,
  JOBS_ENDED,
} from '../../db/testClock.ts'

export type Followers = {
  /** @param what is done by who follows, besides */
  follow(what?: FollowedWith): Promise<void>
  /** Before a move that makes jobs due. */
  expectJobs(): void
  /** Resolves when a process has reported their end, or after `mostMs` milliseconds. */
  jobsEnded(mostMs: number): Promise<void>
}

/** Who has died meanwhile is noticed so often. */
const LOOK_MS = 100
/** A process that lives and does not follow: what it has not done yet is found to be due. */
const PATIENCE_MS = 10_000

export function createFollowers(database: Database): Followers {
  const followed = new Map<string, Set<string>>()
  let heard = (): void => undefined
  let steps = 0
  let haveEnded = false
  let listening: Promise<void> | undefined
  const listen = (): Promise<void> =>
    database.listen(FOLLOWED_CHANNEL, (payload) => {
      const [step = '', name = ''] = payload.split(' ')
      haveEnded ||= step === JOBS_ENDED
      followed.get(step)?.add(name)
      heard()
    })
  /** Those that live; who comes later has read the clock after it was moved. */
  const living = async (payload: string | null): Promise<string[]> => {
    const rows = await database.query<{ name: string }>({
      name: 'clock-followers',
      text: `with notified as materialized (select pg_notify($1, $2) where $2::text is not null)
        select a.application_name as name from pg_stat_activity a left join notified on true
        where a.datname = current_database() and a.application_name like $3`,
      values: [CLOCK_CHANNEL, payload, `${FOLLOWER}%`],
    })
    return rows.map(({ name }) => name)
  }
  /** @returns whether anybody has said anything by then */
  const hearWithin = async (ms: number): Promise<boolean> => {
    const patience = new AbortController()
    const isHeard = await Promise.race([
      new Promise<true>((resolve) => {
        heard = () => resolve(true)
      }),
      sleep(ms, false, { signal: patience.signal }).catch(() => false),
    ])
    patience.abort()
    return isHeard
  }
  return {
    expectJobs() {
      haveEnded = false
    },
    async jobsEnded(mostMs) {
      for (const until = performance.now() + mostMs; !haveEnded; ) {
        if (!(await hearWithin(Math.max(1, until - performance.now())))) break
      }
      haveEnded = false
    },
    async follow(what) {
      listening ??= listen()
      await listening
      steps += 1
      const step = `${process.pid}-${steps}`
      const names = new Set<string>()
      followed.set(step, names)
      let left = await living(`${step} ${what ?? ''}`)
      for (const until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
        left = left.filter((name) => !names.has(name))
        if (left.length === 0) break
        if (await hearWithin(LOOK_MS)) continue
        const alive = await living(null)
        left = left.filter((name) => alive.includes(name))
      }
      followed.delete(step)
    },
  }
}
