/** Every 429 says when to come back, whichever code it has. */
import Koa from 'koa'
import { afterEach, describe, expect, test } from 'vitest'
import { requestId } from '../../api/middleware/requestId.ts'
import type { RequestState } from '../../api/middleware/state.ts'
import { documentedErrors, onerror } from '../../api/onerror.ts'
import { type ErrorCode, errors, Refusal } from '../../contract/errors.ts'
import { instant } from '../../contract/time.ts'
import { parseConfig } from '../../runtime/config.ts'
import { createLogger } from '../../runtime/log.ts'

const running: { close(): void }[] = []
afterEach(() => {
  for (const server of running.splice(0)) server.close()
})

const clock = { now: () => instant('2026-11-28T22:30:00.900Z') }
const senders = {
  'of the API': documentedErrors(parseConfig({ CODEC_KEYS: 'ab'.repeat(32) }), clock),
  'of other listeners': onerror,
} as const

async function headerOf(sender: keyof typeof senders, refusal: Refusal): Promise<string | null> {
  const app = new Koa<RequestState>()
  app.use(requestId(createLogger('silent', 'test')))
  app.use(senders[sender])
  app.use(() => {
    throw refusal
  })
  const server = app.listen(0, '127.0.0.1')
  running.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect(answer.status).toBe(refusal.status)
  return answer.headers.get('Retry-After')
}

const codes = Object.keys(errors) as ErrorCode[]

describe.each(Object.keys(senders) as (keyof typeof senders)[])('errors %s', (sender) => {
  test('with 429 have Retry-After, and none of another status by itself', async () => {
    const wrong: ErrorCode[] = []
    for (const code of codes) {
      const header = await headerOf(sender, new Refusal(code))
      if (/^[1-9]\d*$/.test(header ?? '') !== (errors[code].status === 429)) wrong.push(code)
    }
    expect(wrong).toEqual([])
  })

  test('say what the refusal itself says', async () => {
    const refusal = new Refusal('RATE_LIMITED', { retryAfterSeconds: 7 })
    expect(await headerOf(sender, refusal)).toBe('7')
  })
})

test('a limit of a day says when the day ends, by the service’s clock', async () => {
  expect(await headerOf('of the API', new Refusal('DAILY_VOLUME_LIMIT_EXCEEDED'))).toBe('5400')
})
