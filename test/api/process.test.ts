import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { serveCardDecisions } from '../../api/cardDecisionServer.ts'
import { createMetrics } from '../../api/metrics.ts'
import { operation } from '../../api/operation.ts'
import { hostedPagePath } from '../../api/verificationPages.ts'
import { systemClock } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import { parseConfig } from '../../runtime/config.ts'
import { createLogger } from '../../runtime/log.ts'
import { serveMonitoring } from '../../runtime/monitoring.ts'
import { anAuthorization, DECISIONS, decisionOf, sendSigned } from '../support/cardIssuer.ts'
import { argumentsOf } from '../support/programs.ts'
import { type Api, fakeDatabase, startApi } from './framework.ts'

const metrics = createMetrics()
let api: Api
beforeAll(async () => {
  api = await startApi({}, { metrics })
})
afterAll(() => api.drain(100))

/** What a server answers to bytes that need not be HTTP. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write(bytes)
  await once(socket, 'close')
  return text
}

test.each([
  ['no HTTP', 'hello\r\n\r\n'],
  ['a header without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
  ['one host twice', 'GET /healthz HTTP/1.1\r\nHost: a\r\nhost: a\r\nConnection: close\r\n\r\n'],
  ['an invalid host', 'GET /healthz HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n'],
  ['no host', 'GET /2025-10-13/accounts HTTP/1.1\r\nConnection: close\r\n\r\n'],
])('%s is a 400 in the envelope', async (_name, bytes) => {
  const text = await exchange(api.port, bytes)
  expect(text).toMatch(/^HTTP\/1\.1 400 /)
})

test.each([
  ['127.0.0.1', {}],
  ['127.0.0.1', { TEST_CLOCK: 'true' }],
  ['0.0.0.0', { HOST: '0.0.0.0' }],
  ['0.0.0.0', { HOST: '0.0.0.0', TEST_CLOCK: 'true' }],
])('it listens on %s with %j', async (address, settings) => {
  const { server, drain } = await startApi(settings)
  expect(server.address()).toMatchObject({ address })
  await drain(100)
})

describe('probes', () => {
  test('alive, ready, and not ready', async () => {
    const ask = async (path: string): Promise<[number, unknown]> => {
      const { status, body } = await api.ask(`/${path}`, { as: '' })
      return [status, body]
    }
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }])
    expect(await ask('/readyz')).toMatchObject([200, { status: 'ready', outside: [] }])
    api.fake.failure = new Error('Connection terminated')
    expect(await ask('/healthz')).toEqual([200, { status: 'ok' }])
    // What was found is kept for a second.
    await expect
      .poll(() => ask('/readyz'), { timeout: 10_000 })
      .toMatchObject([
        503,
        {
          code: 'SERVICE_UNAVAILABLE',
          reason: 'Not ready: database (see that DATABASE_URL answers).',
          details: { checks: { database: 'failed', temporal: 'ok' } },
        },
      ])
    api.fake.failure = undefined
  })

  test('however many ask, what is needed is asked once a second', async () => {
    const ping = vi.spyOn(api.fake.database, 'ping')
    const askedBy = async (strangers: number): Promise<unknown> => {
      const answers = await Promise.all(
        Array.from({ length: strangers }, () => api.ask('//readyz', { as: '' })),
      )
      return [...new Set(answers.map(({ status }) => status))]
    }
    await expect.poll(() => askedBy(1), { timeout: 10_000 }).toEqual([200])
    const [before, begun] = [ping.mock.calls.length, performance.now()]
    expect(await askedBy(200)).toEqual([200])
    const seconds = (performance.now() - begun) / 1_000
    expect(ping.mock.calls.length - before).toBeLessThanOrEqual(1 + seconds)
    await expect.poll(() => askedBy(1).then(() => ping.mock.calls.length)).toBeGreaterThan(before)
    ping.mockRestore()
  })

  test('metrics count by operation and status; a gauge that fails breaks nothing', async () => {
    metrics.watch('held_amount_age_seconds', 'Age', () => 7)
    metrics.watch('ledger_check_ok', 'Ledger', async () => {
      throw new Error('no database')
    })
    await api.ask('/accounts')
    await api.ask('/no/such/path')
    const monitoring = await serveMonitoring({
      host: '127.0.0.1',
      port: 0,
      registries: [metrics.registry],
    })
    const text = await (await fetch(`http://127.0.0.1:${monitoring.port}/metrics`)).text()
    await monitoring.stop()
    expect(text).toMatch(
      /http_request_duration_seconds_count\{operation="listAccounts",status="200"\} 1/,
    )
    expect(text).toMatch(/_count\{operation="none",status="404"\} 1/)
    expect(text).toContain('held_amount_age_seconds 7')
    expect(text).toContain('ledger_check_ok Nan')
  })
})

test('metrics are not on the public port', async () => {
  for (const as of ['', 'manager']) {
    expect((await api.ask('//metrics', { as })).status).toBe(404)
  }
})

describe('documents', () => {
  test('the page and all it needs come from here', async () => {
    const page = await api.ask('//docs', { as: '' })
    expect(page.status).toBe(200)
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(page.text).not.toMatch(/<script>|style=|https?:/)
    const needed = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path)
    expect(needed.length).toBeGreaterThan(4)
    for (const path of needed) {
      const { status } = await api.ask(`/${path}`, { as: '' })
      expect([path, status]).toEqual([path, 200])
    }
  })

  test('the served document is OpenAPI 3.1', async () => {
    const { body } = await api.ask('//openapi.json', { as: '' })
    expect(body).toMatchObject({ openapi: '3.1.0', paths: { '/accounts/{accountId}': {} } })
  })
})

describe('the log', () => {
  test('one line a request, with what finds it again and nothing secret', async () => {
    api.lines.length = 0
    await api.ask('/accounts/a1?email=ada@example.com', { headers: { 'X-Request-Id': 'r0' } })
    expect(api.lines.splice(0).join('')).not.toContain('ada@')
    await api.ask('/accounts/a1', { headers: { 'X-Request-Id': 'r1' } })
    expect(api.lines.length).toBe(1)
    expect(JSON.parse(api.lines[0] as string)).toMatchObject({
      level: 'info',
      requestId: 'r1',
      method: 'GET',
      // What is no id of ours may be a secret in the wrong place.
      path: '/2025-10-13/accounts/...',
      operation: 'getAccount',
      status: 200,
      ms: expect.any(Number),
      platformId: 'p1',
      workflowId: 'Quote:1',
    })
    expect(api.lines[0]).not.toMatch(/ada|Basic|sssss/)
  })

  test('secrets and personal data are cut at any depth, errors keep no values', () => {
    const lines: string[] = []
    const log = createLogger('info', 'test', { write: (line) => void lines.push(line) })
    const failure = Object.assign(new Error('boom', { cause: new Error('why') }), {
      code: '23505',
      detail: 'hunter2',
      parameters: ['hunter2'],
    })
    const person = { fullName: 'hunter2', 'Birth-Date': 'hunter2', kept: 'yes' }
    log.info({ a: { b: [{ c: { person, client_secret: 'hunter2' } }] }, stamp: 'hunter2' })
    log.error({ err: failure, headers: { Authorization: 'hunter2' } })
    log.error(failure)
    log.info({ key: Buffer.from('hunter2'), amount: 5n })
    expect(lines.join('')).not.toContain('hunter2')
    expect(lines[0]).toContain('"kept":"yes"')
    expect(lines[1]).toMatch(/"code":"23505".*"message":"why"/)
  })
})

test('maintenance answers writes with 503 and goes on reading', async () => {
  const closed = await startApi({ MAINTENANCE: '1' })
  const write = await closed.ask('/accounts/a1/pay', { method: 'POST' })
  expect([write.status, write.headers.get('Retry-After')]).toEqual([503, '60'])
  expect((await closed.ask('/accounts')).status).toBe(200)
  // Its page's button uses a link.
  const press = { as: '', method: 'POST' }
  expect((await closed.ask(`/${hostedPagePath('secret')}`, press)).status).toBe(503)
  expect(closed.fake.sent).not.toContain('use_verification_link')
  expect((await api.ask(`/${hostedPagePath('secret')}`, press)).status).toBe(410)
  await closed.drain(100)
})

const issuer = {
  SANDBOX_CARD_ISSUER_URL: 'http://127.0.0.1:1',
  SANDBOX_CARD_API_KEY: 'key',
  SANDBOX_CARD_DECISION_SECRETS: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  SANDBOX_CARD_EVENT_SECRETS: `whsec_${Buffer.alloc(32, 2).toString('base64')}`,
}

test('maintenance declines live authorizations so that they may be tried again, without a statement', async () => {
  const { fake, stack, serving: closed } = await startDecisions({ MAINTENANCE: '1', ...issuer })
  const asked = anAuthorization({ id: 'Card:1', issuerRef: 'c1' }, 100)
  expect(await decisionOf(stack, asked)).toEqual({
    ...{ result: 'VELOCITY_EXCEEDED', token: asked.token },
  })
  const sending = { path: DECISIONS, secret: issuer.SANDBOX_CARD_EVENT_SECRETS }
  expect((await sendSigned(stack, JSON.stringify(asked), sending)).status).toBe(401)
  expect(fake.sent).toEqual([])
  expect((await fetch(`${stack.decisionOrigins[0]}/2025-10-13/config`)).status).toBe(404)
  await closed.drain(100)
})

test("silent strangers do not end the issuer's connection, idle or at a decision", async () => {
  const started = await startDecisions({ CARD_DECISION_CONNECTIONS_MAX: '4', ...issuer })
  const { fake, stack, serving } = started
  const decides = async (): Promise<object> => {
    await delay(500)
    return { result: 'APPROVED' }
  }
  Object.assign(fake.database, { call: decides })
  const strangers: Socket[] = []
  const issuers = new Set<object>()
  serving.server.on('request', ({ socket }) => issuers.add(socket))
  const crowd = async (): Promise<void> => {
    for (let count = 0; count < 50; count += 1) {
      const stranger = connect(serving.port, '127.0.0.1').on('error', () => undefined)
      strangers.push(stranger)
      await once(stranger, 'connect')
    }
  }
  const asked = (): Promise<Readonly<Record<string, unknown>>> =>
    decisionOf(stack, anAuthorization({ id: 'Card:1', issuerRef: 'c1' }, 100))
  const first = asked()
  await delay(100)
  await crowd()
  expect(await first).toMatchObject({ result: 'APPROVED' })
  await crowd()
  expect(await asked()).toMatchObject({ result: 'APPROVED' })
  expect(issuers.size).toBe(1)
  for (const stranger of strangers) stranger.destroy()
  await serving.drain(100)
})

/** The server of live authorizations alone, over no database. */
async function startDecisions(env: Record<string, string>) {
  const fake = fakeDatabase()
  const config = parseConfig(env)
  const log = createLogger('silent', 'test')
  const dependencies = {
    config,
    log,
    clock: systemClock,
    cardDecisions: fake.database as unknown as Database,
  }
  const metrics = { observe: () => undefined, watch: () => undefined }
  const serving = await serveCardDecisions(dependencies, metrics, () => false)
  const stack = { apiUrls: [], decisionOrigins: [`http://127.0.0.1:${serving.port}`], env: issuer }
  return { fake, serving, stack }
}

describe('limits', () => {
  const slow = operation({
    id: 'waitAWhile',
    group: 'Slow',
    method: 'get',
    path: '/slow',
    permission: 'VIEW',
    summary: 'Wait',
    status: 200,
    responses: { 200: { type: 'object' } },
    errors: [],
    async handle() {
      await delay(300)
      return { waited: true }
    },
  })

  test('requests above the cap are refused unread, probes are not', async () => {
    const small = await startApi({ REQUESTS_MAX: '2' }, {}, [slow])
    const answers = Promise.all(Array.from({ length: 4 }, () => small.ask('/slow')))
    await delay(100)
    expect((await small.ask('//healthz')).status).toBe(200)
    const statuses = (await answers).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 200, 503, 503])
    expect((await small.ask('/slow')).status).toBe(200)
    await small.drain(100)
  })

  test('an idle connection is kept for longer than a load balancer keeps it', async () => {
    const { headers } = await api.ask('//healthz')
    const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('Keep-Alive') ?? '') ?? []
    expect(Number(seconds)).toBeGreaterThan(60)
  })

  test('draining finishes what is being answered', async () => {
    const small = await startApi({}, {}, [slow])
    const answer = small.ask('/slow')
    await delay(100)
    await Promise.all([small.drain(2_000), answer])
    expect((await answer).body).toEqual({ waited: true })
    await expect(small.ask('/slow')).rejects.toThrow()
  })
})

describe('npm run api', () => {
  async function run(env: Record<string, string>): Promise<{ code: number; stderr: string }> {
    const child = spawn(process.execPath, argumentsOf('api/main'), {
      env: { PATH: process.env.PATH, ...env },
    })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      stderr += chunk
    })
    const [code] = await once(child, 'close')
    return { code: code as number, stderr }
  }

  test('a wrong configuration is one line and exit 1', async () => {
    const { code, stderr } = await run({ PORT: 'many', DATABASE_POOL_MAX: '0' })
    expect(code).toBe(1)
    expect(stderr.trim().split('\n').length).toBe(1)
    for (const name of ['PORT', 'DATABASE_POOL_MAX', 'DATABASE_URL']) expect(stderr).toContain(name)
  })

  test('a busy port is one line and exit 1', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(startApi({ PORT: String(port) })).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${port}: another process listens there`,
    )
    other.close()
  })
})
