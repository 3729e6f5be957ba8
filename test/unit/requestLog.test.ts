/** The request log: what it keeps of a request, that it delays none, and who reads it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMetrics } from '../../api/metrics.ts'
import { type LoggedRequest, openRequestLog } from '../../api/middleware/requestLog.ts'
import { operations as served } from '../../api/operations.ts'
import { systemClock } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import { createLogger } from '../../runtime/log.ts'
import { REQUEST_LOG_KEPT_DAYS, retain } from '../../worker/jobs/retention.ts'
import { operations, startApi } from '../api/framework.ts'
import { anOperator, anOperatorListener, type OperatorListener } from '../support/operators.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

const log = createLogger('silent', 'test')

let server: TestDatabase
let listener: OperatorListener
let database: Database
let token: string
beforeAll(async () => {
  server = await aDatabase()
  listener = await anOperatorListener(server.url)
  database = listener.dependencies.database
  token = await anOperator(database, 'Ada', 'VIEW')
})
afterAll(async () => {
  await listener?.stop()
  await server?.drop()
})

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

const aRequest = (more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  ...{ requestId: 'some', platformId: undefined, method: 'GET', path: '/config' },
  ...{ operation: 'getPlatformConfig', status: 200, ms: 1.23, client: 'API' as const },
  ...more,
})

test('keeps of a request what finds it again, and nothing secret', async () => {
  const noted: LoggedRequest[] = []
  const requestLog = {
    note: (request: LoggedRequest) => void noted.push(request),
    close: async () => {},
  }
  const api = await startApi({}, { requestLog }, [...operations, ...served])
  try {
    await api.ask('/accounts?secret=query', { headers: { 'x-request-id': 'mine' } })
    await api.ask('/agents/device-codes/ABCD-EFGH-JKLM/redeem', { as: '' })
    await api.ask('/%00/device-codes/ABCD-EFGH-JKLM', { as: '' })
    await api.ask('/agents/A-B-C-D-E-F-G-H-J-K-L-M', { as: '' })
    await api.ask('/customers/ABC-DEF-GHJ-KLM', { as: '' })
    await api.ask('//healthz', { as: '' })
  } finally {
    await api.drain(100)
  }
  expect(noted).toMatchObject([
    { requestId: 'mine', method: 'GET', operation: 'listAccounts', status: 400 },
    { operation: 'none', status: 405 },
    // No column holds U+0000, and the whole batch would be left out.
    { path: '/2025-10-13/.../device-codes/...' },
    { path: '/2025-10-13/agents/...' },
    { path: '/2025-10-13/customers/...' },
  ])
  expect(noted[0]?.platformId).toEqual(expect.any(String))
  const text = JSON.stringify(noted)
  for (const secret of ['query', 'ABC', 'EFGH', 'JKLM', 'A-B']) expect(text).not.toContain(secret)
})

test('is read by platform, time, id, path and status, and kept for seven days', async () => {
  await createPlatform(server.url, { name: 'a platform' })
  const { id } = await database.one<{ id: string }>({ text: 'select id from platforms' })
  const requests = openRequestLog({ database, clock: systemClock, log }, createMetrics())
  for (let number = 0; number < 1_500; number += 1) requests.note(aRequest())
  requests.note(aRequest({ requestId: 'at 14:32', platformId: id, path: '/quotes', status: 409 }))
  await requests.close()
  const read = async (query: string): Promise<Record<string, unknown>[]> =>
    (await listener.as(token, `/api/requests?${query}`)).body.data
  const [all] = [
    await database.one<{ n: bigint }>({ text: 'select count(*) as n from request_log' }),
  ]
  expect(all.n).toBe(1_501n)
  const queries = [
    'requestId=at%2014:32',
    `platform=PlatformConfig:${id}`,
    `path=/quo&platform=PlatformConfig:${id}`,
    'path=/quo',
    `path=/quo&from=${hoursAgo(23)}`,
    `status=409&from=${hoursAgo(23)}&until=${hoursAgo(-1)}`,
  ]
  for (const query of queries) {
    expect(await read(query)).toMatchObject([
      { requestId: 'at 14:32', platform: 'a platform', status: 409, path: '/quotes' },
    ])
  }
  expect(await read('until=2020-01-01T00:00:00Z')).toEqual([])
  // Many are answered at one instant: a page begins after the last entry of the one before.
  await database.query({ text: `update request_log set at = date_trunc('hour', at)` })
  const seen = await read('limit=500')
  const next = await read(`limit=500&before=${seen.at(-1)?.id}`)
  expect(new Set([...seen, ...next].map((entry) => entry.id)).size).toBe(1_000)
  // A day before it is no date any more.
  expect(await read('status=409&until=0001-01-01T10:00:00Z')).toEqual([])
  // Of all platforms no more than a day is read for what may not be there.
  for (const query of [`path=/quo&from=${hoursAgo(25)}`, `status=409&from=${hoursAgo(25)}`]) {
    const { status, body } = await listener.as(token, `/api/requests?${query}`)
    expect([status, body.details.errors[0].field]).toEqual([400, 'from'])
  }
  expect(
    (await listener.as(token, '/api/requests?status=x&from=noon')).body.details.errors,
  ).toMatchObject([{ field: 'status' }, { field: 'from' }])
  await database.query({
    text: `update request_log set at = at - make_interval(days => $1) - interval '1 minute' where status = 409`,
    values: [REQUEST_LOG_KEPT_DAYS],
  })
  await retain(server.url, 10_000, log)
  expect(await read('requestId=at%2014:32')).toEqual([])
  expect(await read('limit=1')).toHaveLength(1)
})

test('drops what does not fit while the database does not take it, and says how much', async () => {
  const metrics = createMetrics()
  const away = { query: () => Promise.reject(new Error('away')) } as unknown as Database
  const requests = openRequestLog({ database: away, clock: systemClock, log }, metrics)
  for (let number = 0; number < 12_000; number += 1) requests.note(aRequest())
  const dropped = async (): Promise<number> =>
    Number(
      / (\d+)$/.exec(
        await metrics.registry.getSingleMetricAsString('request_log_dropped_total'),
      )?.[1],
    )
  expect(await dropped()).toBe(2_000)
  await requests.close()
  expect(await dropped()).toBe(12_000)
})
