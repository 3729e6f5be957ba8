/** The test clock of a whole sandbox stack: its processes follow when it is moved, and say so to who moves it. */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { DatabaseClock } from './clock.ts'
import type { Database, Queryable } from './database.ts'
import type { DueJobs } from './sqlFunctions.ts'

/**
 * A notification is a `Moved` as JSON, of a transaction that moves the clock, which is not answered; or the number of a step,
 * which who has followed answers with its name, and what that one does before the answer.
 */
export const CLOCK_CHANNEL = 'test_clock'
export const FOLLOWED_CHANNEL = 'test_clock_followed'
/** Instead of the number of a step: the jobs that a move had made due have ended. */
export const JOBS_ENDED = 'jobs'
/** What the names of the connections that follow begin with. */
export const FOLLOWER = 'payments-clock/'

/**
 * LOOK: what looks at the time, or asks a party, only now and then does so now. LOOK_AT_ALL: so does what compares all open
 * rows with Temporal. STARTS: what is to be started in Temporal is started now.
 */
const followedWith = ['LOOK', 'LOOK_AT_ALL', 'STARTS'] as const
export type FollowedWith = (typeof followedWith)[number]

/** With the jobs that the move has made due. */
type Moved = { readonly aheadMs: number; readonly due: DueJobs }

export type Following = {
  /** Does what a step is followed with. */
  lookAt(what: FollowedWith): Promise<void>
  /** The clock was moved, and these jobs are due. It is called back when none runs any more, each time until as many have ended. */
  wake(due: DueJobs, whenIdle: () => void): void
}

/** Has a process follow the clock. */
export async function followClock(
  database: Database,
  clock: DatabaseClock,
  log: Logger,
  following?: Following,
): Promise<void> {
  const name = `${FOLLOWER}${randomUUID()}`
  const warn = (error: unknown): void => log.warn({ err: error }, 'the test clock was not followed')
  const say = async (step: string): Promise<void> => {
    const values = [FOLLOWED_CHANNEL, `${step} ${name}`]
    await database.query({ name: 'say-followed', text: 'select pg_notify($1, $2)', values })
  }
  const follow = async (payload: string): Promise<void> => {
    try {
      if (payload.startsWith('{')) {
        const moved = JSON.parse(payload) as Moved
        clock.movedTo(moved.aheadMs)
        return following?.wake(moved.due, () => void say(JOBS_ENDED).catch(warn))
      }
      const [step, what] = payload.split(' ')
      await clock.measure()
      if (!step) return
      const then = followedWith.find((one) => one === what)
      if (then !== undefined) await following?.lookAt(then)
      await say(step)
    } catch (error) {
      warn(error)
    }
  }
  await database.listen(CLOCK_CHANNEL, (payload) => void follow(payload), name)
  // It may have been moved between the first reading and now.
  void follow('')
}

export class ClockWasMoved extends Error {}

/**
 * A store whose clock is ahead of the machine's is one of a stack with a test clock for ever. Without a database the
 * process starts, and says so on /readyz; it is asked until it answers then.
 *
 * @param end ends the process: the database was away, and its clock was moved
 * @throws ClockWasMoved
 */
export async function refuseMovedClock(
  database: Queryable,
  mayBeMoved: boolean,
  end: (error: ClockWasMoved) => void,
): Promise<void> {
  if (mayBeMoved) return
  const isMoved = async (): Promise<boolean> =>
    (await database.query({ text: 'select 1 from test_clock where ahead_ms > 0' })).length > 0
  const askAgain = (): void => {
    const ask = (): void =>
      void isMoved().then((moved) => {
        if (moved) end(new ClockWasMoved(WAS_MOVED))
      }, askAgain)
    setTimeout(ask, ASK_AGAIN_MS).unref()
  }
  const moved = await isMoved().catch(askAgain)
  if (moved === true) throw new ClockWasMoved(WAS_MOVED)
}

const ASK_AGAIN_MS = 1_000
const WAS_MOVED = 'The clock of the store at DATABASE_URL was moved: set TEST_CLOCK=true'
