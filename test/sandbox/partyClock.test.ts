/** The parties' clock while it is moved: what is signed with the time is judged by the same time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { systemClock } from '../../contract/time.ts'
import { openPartyClock } from '../../sandbox/store/clock.ts'
import type { Store } from '../../sandbox/store/store.ts'

const store = {
  pool: { query: async () => ({ rows: [{ ahead_ms: '0' }] }) },
  transaction: async () => undefined,
} as unknown as Store

test('what is on its way is waited for; what comes while it is moved waits', async () => {
  const clock = await openPartyClock(store, systemClock)
  const order: string[] = []
  let answer = (): void => undefined
  const first = clock.betweenMoves(async () => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    order.push(`answered, ${clock.aheadMs} ahead`)
  })
  // It has been sent.
  await sleep(10)
  const moved = clock
    .set({ aheadMs: 1_000, untilMs: 1_000, isHeld: true })
    .then(() => order.push('moved'))
  await sleep(30)
  const second = clock.betweenMoves(async () => order.push(`sent, ${clock.aheadMs} ahead`))
  answer()
  await Promise.all([first, moved])
  await sleep(30)
  order.push('released')
  await clock.set({ aheadMs: 1_000, untilMs: 1_000, isHeld: false })
  await second
  expect(order).toEqual(['answered, 0 ahead', 'moved', 'released', 'sent, 1000 ahead'])
})

test('one that fails stops no move', async () => {
  const clock = await openPartyClock(store, systemClock)
  const failed = clock.betweenMoves(async () => {
    await sleep(20)
    throw new Error('no answer')
  })
  const refused = expect(failed).rejects.toThrow('no answer')
  await clock.set({ aheadMs: 1_000, untilMs: 1_000, isHeld: false })
  await refused
  expect(clock.aheadMs).toBe(1_000)
})
