/** Tokens of agents: alive while the agent is, and dead soon after in every process. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  type AgentAuthentication,
  agentAuthentication,
} from '../../api/middleware/agentAuthentication.ts'
import type { Context } from '../../api/middleware/state.ts'
import type { Operation } from '../../api/operation.ts'
import { systemClock } from '../../contract/time.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { hashSecret, newAgentToken } from '../../db/secrets.ts'
import { parseConfig } from '../../runtime/config.ts'
import { createLogger } from '../../runtime/log.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let databases: [Database, Database]
let platformId: string
beforeAll(async () => {
  server = await aDatabase()
  databases = [openDatabase(server.url), openDatabase(server.url)]
  platformId = randomUUID()
  await databases[0].query({
    text: `with p as (insert into platforms (id, name, environment, uma_domain, supported_currencies)
        values ($1, 'x', 'PRODUCTION', 'x.example', '[]') returning id)
      insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status)
      select id, id, 'x', 'INDIVIDUAL', '$x@x.example', 'APPROVED' from p`,
    values: [platformId],
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()))
  await server.drop()
})

const log = createLogger('silent', 'test')
const config = parseConfig({ TRUSTED_PROXY_HOPS: '1' })
const aProcess = (database: Database): AgentAuthentication =>
  agentAuthentication({ config, clock: systemClock, database, log })
const request = (token: string): Context =>
  ({ get: () => `Bearer ${token}`, ip: '192.0.2.1', state: { trace: {} } }) as unknown as Context

type TestAgent = { readonly id: string; readonly token: string }

async function anAgent(): Promise<TestAgent> {
  const [id, token] = [randomUUID(), newAgentToken()]
  await databases[0].call('create_agent', {
    ...{ id, platformId, customerId: platformId, name: 'x', changedBy: 'a test' },
    ...{ policy: { permissions: ['CREATE_QUOTES'] }, codeId: randomUUID() },
    codeHash: hashSecret(id).toString('hex'),
  })
  await databases[0].call('redeem_device_code', hashSecret(id), hashSecret(token), '192.0.2.1')
  return { id, token }
}

const remove = ({ id }: TestAgent): Promise<boolean> =>
  databases[0].call('delete_agent', platformId, id, 'a test')

test('a token is its agent’s until the agent is deleted, in every process', async () => {
  const agent = await anAgent()
  const processes = databases.map(aProcess)
  for (const { authenticate } of processes) {
    expect(await authenticate(request(agent.token))).toEqual({
      agent: { id: agent.id, customerId: platformId },
      platform: {
        id: platformId,
        name: 'x',
        environment: 'PRODUCTION',
        hasCounterpartyRequirements: false,
        hasStrictHandling: false,
        tokenId: agent.id,
        permissions: [],
      },
    })
  }
  expect(await remove(agent)).toBe(true)
  for (const { authenticate } of processes) {
    const code = (): Promise<unknown> =>
      authenticate(request(agent.token)).then(
        () => 'remembered',
        (error: { code?: unknown }) => error.code,
      )
    // By the notice: without it it would be remembered for five seconds.
    await expect.poll(code, { timeout: 4_000 }).toBe('UNAUTHORIZED')
  }
})

test('a token that is remembered costs no statement, and is dead in five seconds without a notice', async () => {
  const agent = await anAgent()
  const sent: string[] = []
  const deaf = {
    ...databases[1],
    listen: async () => undefined,
    maybeOne: (statement: Parameters<Database['maybeOne']>[0]) => {
      sent.push(statement.name ?? '')
      return databases[1].maybeOne(statement)
    },
  } as Database
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(now)
  const { authenticate } = aProcess(deaf)
  for (let i = 0; i < 3; i += 1) await authenticate(request(agent.token))
  expect(sent).toEqual(['agent-by-token'])
  await remove(agent)
  await authenticate(request(agent.token))
  // Remembered tokens are not made younger by their use.
  await delay(5)
  clock.mockReturnValue(now + 4_999)
  await expect(authenticate(request(agent.token))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('what the policy permits is read each time; a deleted agent may nothing', async () => {
  const agent = await anAgent()
  const { authenticate, requirePermission } = aProcess(databases[1])
  const caller = (await authenticate(request(agent.token))).agent
  const needs = (agentPermission?: string): Promise<void> =>
    requirePermission(caller, { agentPermission } as Operation)
  await needs()
  await needs('CREATE_QUOTES')
  await expect(needs('VIEW_TRANSACTIONS')).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('VIEW_TRANSACTIONS'),
  })
  await databases[0].call('change_agent_policy', agent.id, { permissions: [] }, 'a test')
  await expect(needs('CREATE_QUOTES')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await remove(agent)
  await expect(needs('CREATE_QUOTES')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test.each(['', 'Basic x', 'Bearer', 'Bearer agt_1', `Bearer agt_${'g'.repeat(64)}`, 'Bearer a b'])(
  'header %j is a 401 that no statement was sent for',
  async (header) => {
    const never = new Proxy({} as Database, {
      get: (_, name) => (name === 'listen' ? async () => undefined : fail),
    })
    const context = { ...request(''), get: () => header } as unknown as Context
    const { authenticate } = aProcess(never)
    await expect(authenticate(context)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  },
)

function fail(): never {
  throw new Error('a statement')
}
