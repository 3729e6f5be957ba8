/**
 * Places of decisions: taken before a connection, so that sixty calls which wait for one lock hold two connections and
 * not all of them. Whoever has no place waits in the process, without a connection, until its own deadline; platforms
 * take turns.
 */
import { Refusal } from '../../contract/errors.ts'
import { remainingMs } from '../deadline.ts'

export type Places = {
  /**
   * Does a work in a place of its own.
   *
   * @param owner of the lock that it waits for: an agent, a payer's account, a quote
   * @throws Refusal SERVICE_UNAVAILABLE when there was none in time
   */
  within<Result>(
    who: { readonly platformId: string; readonly owner: string },
    work: () => Promise<Result>,
  ): Promise<Result>
}

type Waiter = { readonly owner: string; take(): void }

/** At most so many decisions of one lock owner at once: the second one is ready when the first has committed. */
const OWNER_MAX = 2
/** Outside a request nothing waits longer. */
const WAIT_MAX_MS = 30_000

/** @param total connections of the process; one platform gets half of them */
export function createPlaces(total: number): Places {
  const platformMax = Math.max(1, Math.floor(total / 2))
  const held = { all: 0, byPlatform: new Map<string, number>(), byOwner: new Map<string, number>() }
  /** In the order of their turns: the platform that was served last is at the end. */
  const queues = new Map<string, Waiter[]>()

  const isFree = (platformId: string, owner: string): boolean =>
    held.all < total &&
    (held.byPlatform.get(platformId) ?? 0) < platformMax &&
    (held.byOwner.get(owner) ?? 0) < OWNER_MAX

  function hold(platformId: string, owner: string): void {
    held.all += 1
    add(held.byPlatform, platformId, 1)
    add(held.byOwner, owner, 1)
  }

  function release(platformId: string, owner: string): void {
    held.all -= 1
    add(held.byPlatform, platformId, -1)
    add(held.byOwner, owner, -1)
    while (serveNext());
  }

  /** Gives one place to the next platform that has somebody who can take it. */
  function serveNext(): boolean {
    for (const [platformId, waiters] of queues) {
      const index = waiters.findIndex(({ owner }) => isFree(platformId, owner))
      if (index === -1) continue
      const [next] = waiters.splice(index, 1)
      queues.delete(platformId)
      if (waiters.length > 0) queues.set(platformId, waiters)
      if (next === undefined) return false
      hold(platformId, next.owner)
      next.take()
      return true
    }
    return false
  }

  function wait(platformId: string, owner: string): Promise<void> {
    const waitMs = Math.max(0, Math.min(WAIT_MAX_MS, remainingMs()))
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        owner,
        take() {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        const left = (queues.get(platformId) ?? []).filter((each) => each !== waiter)
        if (left.length === 0) queues.delete(platformId)
        else queues.set(platformId, left)
        reject(new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 }))
      }, waitMs)
      queues.set(platformId, [...(queues.get(platformId) ?? []), waiter])
    })
  }

  return {
    async within({ platformId, owner }, work) {
      if (isFree(platformId, owner)) hold(platformId, owner)
      else await wait(platformId, owner)
      try {
        return await work()
      } finally {
        release(platformId, owner)
      }
    },
  }
}

function add(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}
