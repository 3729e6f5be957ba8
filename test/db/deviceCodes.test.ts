/** What the database does for a device code says nothing about codes that there were. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSecret } from '../../db/secrets.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { anExplainingDatabase, type ExplainingDatabase } from './explained.ts'

let server: TestDatabase
let explaining: ExplainingDatabase
beforeAll(async () => {
  server = await aDatabase()
  explaining = await anExplainingDatabase(server.url)
})
afterAll(async () => {
  await explaining.end()
  await server.drop()
})

/** The code of an agent of its own; its hash is that of the agent's id. */
async function aCode(platformId: string): Promise<string> {
  const id = randomUUID()
  const agent = { id, platformId, customerId: platformId, name: 'x', policy: {}, changedBy: 'x' }
  const codeHash = hashSecret(id).toString('hex')
  await explaining.database.call('create_agent', { ...agent, codeId: randomUUID(), codeHash })
  return id
}

/** The answer for a code, and the statements that were run for it, one by one. */
async function redeem(code: string): Promise<{ outcome: unknown; statements: string[] }> {
  explaining.plans.length = 0
  const { database, plans } = explaining
  const args = [hashSecret(code), hashSecret('token'), `203.0.113.${code.length}`] as const
  const answer = await database.call('redeem_device_code', ...args)
  const outcome = answer.outcome === 'REFUSED' ? answer.code : answer.outcome
  return { outcome, statements: plans.map(({ text }) => text.replaceAll(/\s+/g, ' ')) }
}

test('a code that is void, of a deleted agent, or none takes the same statements', async () => {
  const { database } = explaining
  const platformId = randomUUID()
  await database.query({
    text: `with p as (insert into platforms (id, name, environment, uma_domain, supported_currencies)
        values ($1, 'x', 'SANDBOX', 'x.example', '[]') returning id)
      insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status)
      select id, id, 'x', 'INDIVIDUAL', '$x@x.example', 'APPROVED' from p`,
    values: [platformId],
  })
  const [voided, deleted, expired, open] = [
    await aCode(platformId),
    await aCode(platformId),
    await aCode(platformId),
    await aCode(platformId),
  ]
  await database.call('replace_device_code', platformId, voided, randomUUID(), hashSecret('new'))
  await database.call('delete_agent', platformId, deleted, 'a test')
  await database.query({
    text: 'update agent_device_codes set expires_at = service_now() where agent_id = $1',
    values: [expired],
  })
  const none = await redeem(randomUUID())
  expect(none.outcome).toBe('UNKNOWN')
  expect(none.statements.length).toBeGreaterThan(3)
  expect(await redeem(voided)).toEqual(none)
  expect(await redeem(deleted)).toEqual(none)
  expect(await redeem(expired)).toEqual({ ...none, outcome: 'EXPIRED' })
  const redeemed = await redeem(open)
  expect(redeemed.outcome).toBe('COMMITTED')
  // The right code is written down: it takes more.
  expect(redeemed.statements).not.toEqual(none.statements)
  expect(await redeem(open)).toEqual({ ...none, outcome: 'REDEEMED' })
})
