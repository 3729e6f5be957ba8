/** The test clock of a whole sandbox stack: its processes follow when it is moved, and say so to who moves it. */
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { DatabaseClock } from './clock.ts'
import type { Database, Queryable } from './database.ts'

/**
 * A notification may have the number of a step, which who has followed answers with its name, and what that one does
 * before the answer. An empty one is not answered (`move_clock_to`).
 */
export const CLOCK_CHANNEL = 'test_clock'
export const FOLLOWED_CHANNEL = 'test_clock_followed'
/** What the names of the connections that follow begin with. */
export const FOLLOWER = 'payments-clock/'

/**
 * LOOK: what looks at the time, or asks a party, only now and then does so now. LOOK_AT_ALL: so does what compares all open
 * rows with Temporal. STARTS: what is to be started in Temporal is started now.
 */
const followedWith = ['LOOK', 'LOOK_AT_ALL', 'STARTS'] as const
export type FollowedWith = (typeof followedWith)[number]

/**
 * Has a process follow the clock.
 *
 * @param afterwards does what it is followed with
 */
export async function followClock(
  database: Database,
  clock: DatabaseClock,
  log: Logger,
  afterwards: (what: FollowedWith) => Promise<void> = async () => undefined,
): Promise<void> {
  const name = `${FOLLOWER}${randomUUID()}`
  const follow = async (payload: string): Promise<void> => {
    const [step, what] = payload.split(' ')
    try {
      await clock.measure()
      if (!step) return
      const then = followedWith.find((one) => one === what)
      if (then !== undefined) await afterwards(then)
      await database.query({
        text: 'select pg_notify($1, $2)',
        values: [FOLLOWED_CHANNEL, `${step} ${name}`],
      })
    } catch (error) {
      log.warn({ err: error }, 'the test clock was not followed')
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
