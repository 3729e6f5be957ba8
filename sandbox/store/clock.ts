/**
 * The clock of the outside parties. It is the machine's, unless a test clock has moved it ahead; then both the process's
 * readings and the store's functions `store_now()` and `store_clock()`, which the first move replaces, are ahead by as much.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, instant } from '../../contract/time.ts'
import type { Store } from './store.ts'

/** After a move, requests signed at the time before it or at the new one are accepted for this long, by the machine's clock. */
const OTHER_TIMES_MS = 60_000
/** Who holds back what is due may die. */
const HELD_MS = 15_000
const HELD_LOOK_MS = 5

export type PartyClock = Clock & {
  readonly aheadMs: number
  /** While the clock is moved, nothing that is due is done: the service may not know the new time yet. */
  readonly isHeld: boolean
  /**
   * Whether a time that another party has written is within `windowMs` of now; just after a move, of the time before, or of
   * one that the move goes to.
   */
  isNear(timestampMs: number, windowMs: number): boolean
  set(setting: ClockSetting): Promise<void>
  /**
   * What is signed with the time and judged by it at once is not sent while the clock is moved, and the clock is not
   * moved while it is on its way: the service would take it for one of another time.
   */
  betweenMoves<Result>(send: () => Promise<Result>): Promise<Result>
}

export type ClockSetting = {
  /** How far it is ahead of the machine's. */
  readonly aheadMs: number
  /** At the end of the move. */
  readonly untilMs: number
  /** Whether what is due is held back. */
  readonly isHeld: boolean
}

/** @param machine the clock that it is ahead of */
export async function openPartyClock(store: Store, machine: Clock): Promise<PartyClock> {
  const { rows } = await store.pool.query<{ ahead_ms: string }>('select ahead_ms from test_clock')
  let aheadMs = Number(rows[0]?.ahead_ms ?? 0)
  let others = { fromMs: aheadMs, untilMs: aheadMs, until: 0 }
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
      const { fromMs, untilMs } = at > others.until ? { fromMs: aheadMs, untilMs: aheadMs } : others
      const written = timestampMs - at
      return written >= fromMs - windowMs && written <= Math.max(untilMs, aheadMs) + windowMs
    },
    async set({ aheadMs: nextMs, untilMs, isHeld: isHeldBack }) {
      heldUntil = machineMs() + HELD_MS
      await Promise.allSettled(underWay)
      const fromMs = nextMs === aheadMs ? others.fromMs : aheadMs
      if (nextMs !== aheadMs) await setAhead(store, aheadMs, nextMs)
      aheadMs = nextMs
      others = { fromMs, untilMs, until: machineMs() + OTHER_TIMES_MS }
      heldUntil = isHeldBack ? machineMs() + HELD_MS : 0
    },
    async betweenMoves(send) {
      while (isHeld()) await sleep(HELD_LOOK_MS)
      const sent = send()
      underWay.add(sent)
      return sent.finally(() => underWay.delete(sent))
    },
  }
}

async function setAhead(store: Store, formerMs: number, aheadMs: number): Promise<void> {
  if (formerMs > 0) {
    await store.pool.query({
      name: 'set-clock',
      text: 'update test_clock set ahead_ms = $1',
      values: [aheadMs],
    })
    return
  }
  await store.transaction(async (tx) => {
    await tx.query('update test_clock set ahead_ms = $1', [aheadMs])
    const ahead = `(select ahead_ms from sandbox.test_clock) * interval '1 millisecond'`
    await tx.query(`create or replace function store_now() returns timestamptz language sql stable
      as $$ select now() + ${ahead} $$`)
    await tx.query(`create or replace function store_clock() returns timestamptz language sql volatile
      as $$ select clock_timestamp() + ${ahead} $$`)
  })
}
