import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLogger } from '../../runtime/log.ts'

const WINDOW_MS = 100

type Line = { readonly level: string; readonly msg: string; readonly repeated?: number }

test('a warning is written once and then counted, each kind by itself', async () => {
  const lines: Line[] = []
  const log = createLogger(
    'info',
    'test',
    { write: (line: string) => void lines.push(JSON.parse(line)) },
    WINDOW_MS,
  )
  const away = (operation: string): void =>
    log.warn({ err: new Error('gone'), requestId: operation, operation }, 'a store is unavailable')
  for (let turn = 0; turn < 50; turn += 1) away(`request ${turn}`)
  log.child({ process: 'a child' }).warn({ err: new Error('gone') }, 'a store is unavailable')
  log.warn({ err: new Error('another') }, 'a store is unavailable')
  for (const workflowId of ['Quote:1', 'Quote:2']) log.warn({ workflowId }, 'cannot be continued')
  for (let turn = 0; turn < 3; turn += 1) log.warn({ status: 503 }, 'request')
  for (let turn = 0; turn < 3; turn += 1) log.error({ err: new Error('gone') }, 'unexpected error')
  expect(lines.map(({ msg }) => msg)).toEqual([
    ...['a store is unavailable', 'a store is unavailable'],
    ...['cannot be continued', 'cannot be continued'],
    ...['request', 'request', 'request'],
    ...['unexpected error', 'unexpected error', 'unexpected error'],
  ])
  await expect.poll(() => lines.length).toBe(11)
  expect(lines.at(-1)).toMatchObject({ msg: 'a store is unavailable', level: 'warn', repeated: 50 })
  // Quiet for a window: the next one is news again.
  await sleep(3 * WINDOW_MS)
  away('later')
  expect(lines.length).toBe(12)
  expect(lines.at(-1)?.repeated).toBeUndefined()
})
