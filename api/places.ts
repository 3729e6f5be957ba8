/**
 * Places of what is scarce in a process. A decision takes one before its connection, so that sixty calls which wait for
 * one lock hold two connections and not all of them; so does an update-with-start before its call to Temporal. A decision without
 * a place waits in the process, until its own deadline. Platforms take turns, and so do the lock owners
 * of a platform. Giving a place costs the same however many wait.
 */
import { Refusal } from '../contract/errors.ts'
import { remainingMs } from './deadline.ts'

export type Places = {
  /**
   * Does a work in a place of its own.
   *
   * @param owner of the lock that it waits for: an agent, a payer's account, a quote, a workflow
   * @throws Refusal SERVICE_UNAVAILABLE when there was none in time
   */
  within<Result>(
    who: { readonly platformId: string; readonly owner: string },
    work: () => Promise<Result>,
  ): Promise<Result>
}

/** Whose time is over stays in its queue until its turn comes. */
type Waiter = { isGone: boolean; take(): void }
type Owner = { readonly id: string; held: number; isQueued: boolean; readonly waiters: Waiter[] }
type PlatformPlaces = {
  readonly id: string
  held: number
  isQueued: boolean
  readonly owners: Map<string, Owner>
  /** Owners with waiters, of whom one may decide: in the order of their turns. */
  readonly ready: Owner[]
}

/** How many decisions of one lock owner run at once: the second one is ready when the first has committed. */
const OWNER_MAX = 2
/** Outside a request nothing waits longer. */
const WAIT_MAX_MS = 30_000
/** Of a request's time, for the work itself; at most a third of what is left. */
const WORK_MS = 2_000

/** @param total of the process; one platform gets half of it */
export function createPlaces(total: number): Places {
  const platformMax = Math.max(1, Math.floor(total / 2))
  const platforms = new Map<string, PlatformPlaces>()
  /** Platforms with ready owners, in the order of their turns. */
  const turns: PlatformPlaces[] = []
  let heldByAll = 0

  function hold(platform: PlatformPlaces, owner: Owner): void {
    heldByAll += 1
    platform.held += 1
    owner.held += 1
  }

  function release(platform: PlatformPlaces, owner: Owner): void {
    heldByAll -= 1
    platform.held -= 1
    owner.held -= 1
    queue(platform, owner)
    serve()
    if (isUnused(owner)) platform.owners.delete(owner.id)
    if (platform.owners.size === 0) platforms.delete(platform.id)
  }

  /** Gives the places that are free, one to each platform in turn. */
  function serve(): void {
    for (let left = turns.length; left > 0 && heldByAll < total; left -= 1) {
      const platform = turns.shift()
      if (platform === undefined) return
      platform.isQueued = false
      if (platform.held < platformMax && serveOne(platform)) left = turns.length + 1
      if (platform.ready.length > 0) queuePlatform(platform)
      if (platform.owners.size === 0) platforms.delete(platform.id)
    }
  }

  function serveOne(platform: PlatformPlaces): boolean {
    for (let owner = platform.ready.shift(); owner !== undefined; owner = platform.ready.shift()) {
      owner.isQueued = false
      const waiter = nextOf(owner.waiters)
      if (waiter !== undefined) {
        hold(platform, owner)
        queue(platform, owner)
        waiter.take()
        return true
      }
      if (isUnused(owner)) platform.owners.delete(owner.id)
    }
    return false
  }

  function queue(platform: PlatformPlaces, owner: Owner): void {
    if (owner.isQueued || owner.held >= OWNER_MAX || owner.waiters.length === 0) return
    owner.isQueued = true
    platform.ready.push(owner)
    queuePlatform(platform)
  }

  function queuePlatform(platform: PlatformPlaces): void {
    if (platform.isQueued) return
    platform.isQueued = true
    turns.push(platform)
  }

  function wait(platform: PlatformPlaces, owner: Owner): Promise<void> {
    const left = remainingMs()
    const waitMs = Math.max(0, Math.min(WAIT_MAX_MS, left - Math.min(WORK_MS, left / 3)))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiter.isGone = true
        reject(new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 }))
      }, waitMs)
      const waiter: Waiter = {
        isGone: false,
        take() {
          clearTimeout(timer)
          resolve()
        },
      }
      owner.waiters.push(waiter)
      queue(platform, owner)
    })
  }

  return {
    async within({ platformId, owner: ownerId }, work) {
      const platform = platforms.get(platformId) ?? platformPlaces(platformId)
      platforms.set(platformId, platform)
      const owner = platform.owners.get(ownerId) ?? ownerPlaces(ownerId)
      platform.owners.set(ownerId, owner)
      const isFree =
        heldByAll < total &&
        platform.held < platformMax &&
        owner.held < OWNER_MAX &&
        !owner.isQueued
      if (isFree) hold(platform, owner)
      else await wait(platform, owner)
      try {
        return await work()
      } finally {
        release(platform, owner)
      }
    },
  }
}

function platformPlaces(id: string): PlatformPlaces {
  return { id, held: 0, isQueued: false, owners: new Map(), ready: [] }
}

function ownerPlaces(id: string): Owner {
  return { id, held: 0, isQueued: false, waiters: [] }
}

function nextOf(waiters: Waiter[]): Waiter | undefined {
  let next = waiters.shift()
  while (next?.isGone) next = waiters.shift()
  return next
}

function isUnused(owner: Owner): boolean {
  return owner.held === 0 && owner.waiters.length === 0
}
