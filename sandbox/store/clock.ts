/**
 * The clock of the outside parties. It is the machine's, unless a test clock has moved it ahead; then both the process's
 * readings and the store's functions `store_now()` and `store_clock()`, which the first move replaces, are ahead by as much.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, instant } from '../../contract/time.ts'
import type { Store } from './store.ts'

/** Who has signed a request before the clock was moved is heard for so long, by the machine's clock. */
const FORMER_TIME_MS = 30_000
/** Who holds back what is due may die. */
const HELD_MS = 15_000
const HELD_LOOK_MS = 5

export type PartyClock = Clock & {
  readonly aheadMs: number
  /** While the clock is moved, nothing that is due is done: the service may not know the new time yet. */
  readonly isHeld: boolean
  /** Whether a time that somebody else has written is within so much of now; just after a move, of the time before. */
  isNear(timestampMs: number, windowMs: number): boolean
  /** Sets how far it is ahead of the machine's, and whether what is due is held back. */
  set(aheadMs: number, isHeld: boolean): Promise<void>
  /**
   * What is signed with the time and judged by it at once is not sent while the clock is moved, and the clock is not
   * moved while it is on its way: the service would take it for one of another time.
   */
  standing<Result>(send: () => Promise<Result>): Promise<Result>
}

/** @param machine the clock that it is ahead of */
export async function openPartyClock(store: Store, machine: Clock): Promise<PartyClock> {
  const { rows } = await store.pool.query<{ ahead_ms: string }>('select ahead_ms from test_clock')
  let aheadMs = Number(rows[0]?.ahead_ms ?? 0)
  let former = { aheadMs, until: 0 }
  let heldUntil = 0
  const underWay = new Set<Promise<unknown>>()
  const machineMs = (): number => machine.now().getTime()
  const isHeld = (): boolean => machineMs() < heldUntil
  return {
    now: () => instant(machineMs() + aheadMs),
    get aheadMs() {
      return aheadMs
    },
    get isHeld() {
      return isHeld()
    },
    isNear(timestampMs, windowMs) {
      const at = machineMs()
      const known = at > former.until ? [aheadMs] : [aheadMs, former.aheadMs]
      return known.some((ahead) => Math.abs(at + ahead - timestampMs) <= windowMs)
    },
    async set(nextMs, isHeldBack) {
      heldUntil = machineMs() + HELD_MS
      await Promise.allSettled(underWay)
      if (nextMs !== aheadMs) {
        await setAhead(store, nextMs)
        former = { aheadMs, until: machineMs() + FORMER_TIME_MS }
        aheadMs = nextMs
      }
      heldUntil = isHeldBack ? machineMs() + HELD_MS : 0
    },
    async standing(send) {
      while (isHeld()) await sleep(HELD_LOOK_MS)
      const sent = send()
      underWay.add(sent)
      return sent.finally(() => underWay.delete(sent))
    },
  }
}

async function setAhead(store: Store, aheadMs: number): Promise<void> {
  await store.transaction(async (tx) => {
    const { rows } = await tx.query<{ former: string }>(
      `update test_clock c set ahead_ms = $1 from (select ahead_ms from test_clock for update) b
       returning b.ahead_ms as former`,
      [aheadMs],
    )
    if (rows[0]?.former !== '0') return
    const ahead = `(select ahead_ms from sandbox.test_clock) * interval '1 millisecond'`
    await tx.query(`create or replace function store_now() returns timestamptz language sql stable
      as $$ select now() + ${ahead} $$`)
    await tx.query(`create or replace function store_clock() returns timestamptz language sql volatile
      as $$ select clock_timestamp() + ${ahead} $$`)
  })
}
