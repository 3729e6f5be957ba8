/** A token that is deleted while two API processes are busy with it. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { apiOf, shown, waitUntil } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'

let stack: SharedStack
beforeAll(async () => {
  stack = await aSharedStack()
})
afterAll(() => stack?.stop())

/** What the interface promises. */
const DEAD_WITHIN_MS = 5_000
const CALLERS = 8

type Asked = { readonly begunAt: number; readonly isAnswered: boolean }

test('is dead on both within five seconds, and stays so', async () => {
  const body = { name: 'busy', permissions: ['VIEW', 'MANAGE'] }
  const token = shown('token', await apiOf(stack).call('POST', '/tokens', body), 201)
  const credentials = {
    clientId: String(token.clientId),
    clientSecret: String(token.clientSecret),
  }
  expect(stack.apiUrls).toHaveLength(2)
  let isOver = false
  const asked = stack.apiUrls.map((): Asked[] => [])
  const storm = stack.apiUrls.flatMap((url, api) =>
    Array.from({ length: CALLERS }, async () => {
      const its = createApiClient(url, credentials)
      while (!isOver) {
        const begunAt = performance.now()
        const { status } = await its.call('GET', '/config')
        asked[api]?.push({ begunAt, isAnswered: status === 200 })
        // Those that are refused are slowed down, and need not be many.
        if (status !== 200) await delay(50)
      }
    }),
  )
  const answered = (api: readonly Asked[]): readonly Asked[] => api.filter((one) => one.isAnswered)
  await waitUntil('both processes answer', () => asked.every((api) => answered(api).length > 20))
  const deleted = await apiOf(stack).call('DELETE', `/tokens/${token.id}`)
  const deletedAt = performance.now()
  expect(deleted.status).toBe(204)
  await waitUntil('both processes refuse', () =>
    asked.every((api) => api.some(({ isAnswered }) => !isAnswered)),
  )
  await delay(DEAD_WITHIN_MS / 4)
  isOver = true
  await Promise.all(storm)
  for (const api of asked) {
    const late = answered(api).filter(({ begunAt }) => begunAt > deletedAt + DEAD_WITHIN_MS)
    expect(late).toEqual([])
    const refusedFrom = Math.min(
      ...api.filter(({ isAnswered }) => !isAnswered).map(({ begunAt }) => begunAt),
    )
    // Once refused it is not accepted again: requests that crossed it began before its deletion ended.
    const again = answered(api).filter(({ begunAt }) => begunAt > Math.max(refusedFrom, deletedAt))
    expect(again).toEqual([])
  }
})
