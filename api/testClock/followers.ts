/** Tells the processes of the stack that the clock was moved, and waits until all that live have followed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { CLOCK_CHANNEL, FOLLOWED_CHANNEL, FOLLOWER } from '../../db/testClock.ts'

export type Followers = {
  /** @param what LOOK: what looks at the time only now and then looks at it too */
  follow(what?: 'LOOK'): Promise<void>
}

const LOOK_MS = 100
/** A process that lives and does not follow: what it has not done yet is found to be due. */
const PATIENCE_MS = 10_000

export function createFollowers(database: Database): Followers {
  const followed = new Map<string, Set<string>>()
  let heard = (): void => undefined
  let steps = 0
  let listening: Promise<void> | undefined
  const listen = (): Promise<void> =>
    database.listen(FOLLOWED_CHANNEL, (payload) => {
      const [step = '', name = ''] = payload.split(' ')
      followed.get(step)?.add(name)
      heard()
    })
  return {
    async follow(what) {
      listening ??= listen()
      await listening
      steps += 1
      const step = `${process.pid}-${steps}`
      const names = new Set<string>()
      followed.set(step, names)
      await database.query({
        text: 'select pg_notify($1, $2)',
        values: [CLOCK_CHANNEL, `${step} ${what ?? ''}`],
      })
      for (const until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
        const living = await database.query<{ name: string }>({
          text: `select application_name as name from pg_stat_activity
            where datname = current_database() and application_name like $1`,
          values: [`${FOLLOWER}%`],
        })
        if (living.every(({ name }) => names.has(name))) break
        await Promise.race([
          new Promise<void>((resolve) => {
            heard = resolve
          }),
          sleep(LOOK_MS),
        ])
      }
      followed.delete(step)
    },
  }
}
