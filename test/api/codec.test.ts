/** Who may use the codec endpoint where no running stack can show it: in production. */
import Router from '@koa/router'
import Koa from 'koa'
import { afterEach, expect, test } from 'vitest'
import { codecRoutes } from '../../api/codec.ts'
import { requestId } from '../../api/middleware/requestId.ts'
import type { RequestState } from '../../api/middleware/state.ts'
import { onerror } from '../../api/onerror.ts'
import { Refusal } from '../../contract/errors.ts'
import type { Database } from '../../db/database.ts'
import { parseConfig } from '../../runtime/config.ts'
import { createLogger } from '../../runtime/log.ts'

const running: { close(): void }[] = []
afterEach(() => {
  for (const server of running.splice(0)) server.close()
})

/** The status of a decode on a service that is configured so. */
async function statusOf(env: Record<string, string>, headers: Record<string, string> = {}) {
  const config = parseConfig({ CODEC_KEYS: 'ab'.repeat(32), ...env })
  const app = new Koa<RequestState>()
  const router = new Router<RequestState>()
  const database = { query: async () => [] } as unknown as Database
  codecRoutes({ config, database }, { identify })(router)
  app.use(requestId(createLogger('silent', 'test')))
  app.use(onerror)
  app.use(router.routes())
  const server = app.listen(0, '127.0.0.1')
  running.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const answer = await fetch(`http://127.0.0.1:${port}/codec/decode`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"payloads": []}',
  })
  return answer.status
}

/** One operator has an account. */
async function identify(context: { get(name: string): string }) {
  if (context.get('Authorization') !== 'Bearer opr_ada') throw new Refusal('UNAUTHORIZED')
  return { id: 'ada', name: 'Ada', role: 'VIEW' } as const
}

const production = { ENVIRONMENT: 'production' }
const token = { CODEC_OPERATOR_TOKEN: 'open sesame' }

test('in development this machine may, the page of another origin may not', async () => {
  const env = { CODEC_UI_ORIGIN: 'http://ui.example' }
  expect(await statusOf({})).toBe(200)
  expect(await statusOf(env, { origin: 'http://ui.example' })).toBe(200)
  expect(await statusOf(env, { origin: 'http://evil.example' })).toBe(403)
  expect(await statusOf({}, { origin: 'null' })).toBe(403)
})

test('in production nobody may without a token, not even this machine', async () => {
  expect(await statusOf(production)).toBe(401)
  expect(await statusOf(production, { authorization: 'Bearer open sesame' })).toBe(401)
})

test('an operator may by a token of its own, whatever else is configured', async () => {
  for (const env of [{}, production, token]) {
    expect(await statusOf(env, { authorization: 'Bearer opr_ada' })).toBe(200)
  }
})

test('a token that is configured must be the right one, everywhere', async () => {
  for (const env of [token, { ...token, ...production }]) {
    expect(await statusOf(env)).toBe(401)
    expect(await statusOf(env, { authorization: 'Bearer open' })).toBe(401)
    expect(await statusOf(env, { authorization: 'Basic open sesame' })).toBe(401)
    expect(await statusOf(env, { authorization: 'Bearer open sesame' })).toBe(200)
  }
})
