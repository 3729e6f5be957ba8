import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { besideDeadline, remainingMs, withinDeadline } from '../../api/deadline.ts'

test('outside a request nothing ends', async () => {
  expect(remainingMs()).toBe(Infinity)
  expect(await besideDeadline(async () => 'read')).toBe('read')
})

test('a request has its own, whatever other requests have', async () => {
  const [short, long] = await Promise.all(
    [50, 60_000].map((ms) =>
      withinDeadline(ms, async () => {
        await sleep(60)
        return remainingMs()
      }),
    ),
  )
  expect(short).toBeLessThan(0)
  expect(long).toBeGreaterThan(0)
  expect(long).toBeLessThan(60_000)
})

test('the time in which a body arrives does not count, and ends nothing that is written with it', async () => {
  await withinDeadline(50, async () => {
    const meanwhile = await besideDeadline(async () => {
      await sleep(100)
      return remainingMs()
    })
    expect(meanwhile).toBe(Infinity)
    expect(remainingMs()).toBeGreaterThan(0)
    expect(remainingMs()).toBeLessThanOrEqual(50)
  })
})

test('it counts again when the body could not be read', async () => {
  await withinDeadline(60_000, async () => {
    const broken = new Error('broken off')
    await expect(besideDeadline(() => Promise.reject(broken))).rejects.toBe(broken)
    expect(remainingMs()).toBeLessThan(60_000)
  })
})
