/** What `/readyz` of both roles says where Temporal's namespace does not exist, and that outside parties are not asked. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../api/app.ts'
import { type Dependencies, openDependencies } from '../../api/dependencies.ts'
import { parseConfig } from '../../runtime/config.ts'
import { waitUntil } from '../support/builders.ts'
import { argumentsOf } from '../support/programs.ts'
import { aDatabase, aFixedPort, bareEnvironment, type TestDatabase } from '../support/stack.ts'

let database: TestDatabase
let env: Record<string, string>
const servers: Server[] = []
const opened: Dependencies[] = []
let worker: ChildProcess | undefined

beforeAll(async () => {
  database = await aDatabase()
  env = {
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: process.env.TEST_TEMPORAL_ADDRESS ?? '',
    CODEC_KEYS: 'ab'.repeat(32),
    RECORD_KEYS: 'cd'.repeat(32),
    WEBHOOK_MASTER_KEYS: 'ef'.repeat(32),
    // Parties that nobody serves: an address is all that there is of them.
    SANDBOX_RAIL_URL: 'http://127.0.0.1:1/rail',
    SANDBOX_WALLET_PROVIDER_URL: 'http://127.0.0.1:1',
    SANDBOX_WALLET_API_PRIVATE_KEY: '1'.repeat(64),
  }
})
afterAll(async () => {
  for (const server of servers) server.close()
  for (const { database: pool, outside, documents } of opened) {
    await Promise.allSettled([pool, outside, documents].map((one) => one.close()))
  }
  if (worker !== undefined && worker.exitCode === null) {
    worker.kill('SIGTERM')
    await once(worker, 'exit')
  }
  await database.drop()
})

/** `/readyz` of an API in this process. */
async function readyOf(more: Record<string, string>): Promise<[number, Record<string, unknown>]> {
  const dependencies = await openDependencies(
    parseConfig({ ...env, ...more }),
    pino({ level: 'silent' }),
  )
  opened.push(dependencies)
  const server = createServer(buildApp(dependencies, []).callback())
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
  return [answer.status, (await answer.json()) as Record<string, unknown>]
}

const REMEDY =
  'namespace (make the namespace of TEMPORAL_NAMESPACE on that server, or name another)'

test('an API is ready though no party answers, and not in a namespace that does not exist', async () => {
  expect(await readyOf({})).toMatchObject([
    200,
    {
      checks: { namespace: 'ok', searchAttributes: 'ok' },
      outside: [{ party: 'WALLET_PROVIDER' }, { party: 'PAYOUT_RAIL' }],
    },
  ])
  expect(await readyOf({ TEMPORAL_NAMESPACE: 'nowhere' })).toMatchObject([
    503,
    {
      reason: `Not ready: ${REMEDY}.`,
      details: { checks: { temporal: 'ok', namespace: 'failed' } },
    },
  ])
})

test('an API is ready without Temporal, and says so: its decisions go on', async () => {
  const reason =
    'Ready without temporal (see that TEMPORAL_ADDRESS answers): workflows start once it is back.'
  expect(await readyOf({ TEMPORAL_ADDRESS: '127.0.0.1:1' })).toMatchObject([
    200,
    { checks: { database: 'ok', temporal: 'unknown', namespace: 'unknown' }, reason },
  ])
})

test('a worker says the same, and what it lacks when Temporal is away', async () => {
  const start = async (more: Record<string, string>): Promise<() => Promise<string>> => {
    const port = await aFixedPort()
    const settings = { ...env, ...more, WORKER_PORT: String(port), WORKER_ROLES: 'outside' }
    worker = spawn(process.execPath, argumentsOf('worker/main'), {
      env: { ...bareEnvironment(), ...settings },
      stdio: 'ignore',
    })
    return async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
      return `${answer.status} ${await answer.text()}`
    }
  }
  for (const [more, says] of [
    [{ TEMPORAL_NAMESPACE: 'nowhere' }, REMEDY],
    [{ TEMPORAL_ADDRESS: '127.0.0.1:1' }, 'temporal (see that TEMPORAL_ADDRESS answers)'],
  ] as const) {
    const ask = await start(more)
    await waitUntil(says, async () => {
      const said = await ask().catch(() => '')
      return said === `503 not ready\n${says}\n`
    })
    worker?.kill('SIGTERM')
    if (worker !== undefined) await once(worker, 'exit')
  }
})
