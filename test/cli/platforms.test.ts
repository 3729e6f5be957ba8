/** What an ADMIN keeps of platforms by `payments`: in the rows, as the platforms' API reads them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exitCodes } from '../../cli/failure.ts'
import type { Database } from '../../db/database.ts'
import { hashSecret } from '../../db/secrets.ts'
import { anOperator, anOperatorListener, type OperatorListener } from '../support/operators.ts'
import { operatorOn, payments, type Typed } from '../support/paymentsCommand.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let database: Database
let listener: OperatorListener
let token: string

beforeAll(async () => {
  server = await aDatabase()
  listener = await anOperatorListener(server.url)
  database = listener.dependencies.database
  token = await anOperator(database, 'Ada', 'ADMIN')
})
afterAll(async () => {
  await listener?.stop()
  await server?.drop()
})

const run = (...given: string[]): Promise<Typed> => payments(operatorOn(listener, token), ...given)

/** What it answered. @throws Error when it refuses */
// biome-ignore lint/suspicious/noExplicitAny: answers of many commands
async function answer(...given: string[]): Promise<any> {
  const { code, stdout, stderr } = await run(...given, '--json')
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

const notTaken = async (said: RegExp, ...given: string[]): Promise<void> => {
  const { code, stderr } = await run(...given)
  expect([code, stderr]).toEqual([exitCodes.USAGE, expect.stringMatching(said)])
}

test('a platform is created with an address of its invitations, and set later', async () => {
  const name = randomUUID()
  const url = 'https://platform.example/invited'
  const made = await answer('platform', 'create', '--name', name, '--invitation-url', url)
  expect(made).toMatchObject({
    ...{ name, environment: 'SANDBOX', clientId: expect.any(String) },
    clientSecret: expect.stringMatching(/^[\w-]{43}$/),
  })
  const set = (...settings: string[]): Promise<unknown> =>
    answer('platform', 'set', made.id, ...settings)
  const wrong = (said: RegExp, ...settings: string[]): Promise<void> =>
    notTaken(said, 'platform', 'set', made.id, ...settings)
  const platform = () => database.models.Platform.findOne({ where: { name } })
  expect((await platform())?.invitationUrl).toBe(url)
  await set('--invitation-url', 'none', '--required-fields', 'USD=EMAIL,BIRTH_DATE')
  await set('--card-bounds', '20,500,0,2000000000')
  await wrong(/requiredFields\.fields/, '--required-fields', 'USD=FI_ADDRESS')
  await wrong(/requiredFields\.currency/, '--required-fields', 'EUR=EMAIL')
  await wrong(/four whole numbers/, '--card-bounds', '20,500,0')
  await wrong(/is required|at least|minProperties|must/, ...[])
  expect((await platform())?.get()).toMatchObject({
    ...{ cardOverclearingPercent: 20, cardOverclearingCents: 500n, cardUnaskedCents: 0n },
    ...{ cardCreditCents: 2_000_000_000n, invitationUrl: null, maxCards: 10_000 },
  })
  const required = await database.query({
    text: 'select currency, customer_fields as fields from currency_requirements',
  })
  expect(required).toEqual([{ currency: 'USD', fields: ['EMAIL', 'BIRTH_DATE'] }])
})

test.each([
  ['https://platform.example/invited', 'https://platform.example/invited'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/'],
])('codes of invitations are appended to %s', async (given, read) => {
  const name = randomUUID()
  await answer('platform', 'create', '--name', name, '--invitation-url', given)
  const found = await database.models.Platform.findOne({ where: { name } })
  expect(found?.invitationUrl).toBe(read)
})

test('codes of invitations are appended to addresses of pages alone', async () => {
  for (const given of [
    ...['platform.example', 'ftp://platform.example', 'https://a.example/?to='],
    'https://a.example/#',
  ]) {
    const create = ['platform', 'create', '--name', randomUUID(), '--invitation-url', given]
    await notTaken(/invitationUrl/, ...create)
  }
})

test('tokens are created, listed and revoked; the last that manages stays', async () => {
  const { id: platform, clientId } = await answer('platform', 'create', '--name', randomUUID())
  const tokens = (verb: string, ...more: string[]) =>
    answer('token', verb, ...more, '--platform', platform)
  const idsOf = async (): Promise<string[]> =>
    (await tokens('list')).data.map(({ id }: { id: string }) => id)
  const [first = ''] = await idsOf()
  const revoke = (id: string): Promise<Typed> => run('token', 'revoke', id, '--platform', platform)
  expect((await revoke(first)).stderr).toMatch(/only token with MANAGE/)
  const wanted = ['--name', 'x', '--permissions', 'READ', '--platform', platform]
  await notTaken(/permissions/, 'token', 'create', ...wanted)
  const viewer = await tokens('create', '--name', 'a report', '--permissions', 'VIEW')
  const made = await tokens('create', '--name', 'second')
  expect(made).toMatchObject({ permissions: ['VIEW', 'TRANSACT', 'MANAGE'] })
  const hash = await database.one<{ secret_hash: Buffer }>({
    text: 'select secret_hash from tokens where client_id = $1',
    values: [made.clientId],
  })
  expect(hash.secret_hash).toEqual(hashSecret(made.clientSecret))
  await database.query({
    text: `update tokens set name = E'odd\\nname', created_by = (select id from tokens where client_id = $2),
      last_used_at = '2026-01-15T09:30:00Z' where client_id = $1`,
    values: [viewer.clientId, clientId],
  })
  expect((await tokens('list')).data).toMatchObject([
    { name: 'first', createdBy: null, lastUsedAt: null },
    {
      name: 'odd\nname',
      permissions: ['VIEW'],
      createdBy: first,
      lastUsedAt: '2026-01-15T09:30:00.000Z',
    },
    { name: 'second', createdBy: null },
  ])
  expect((await revoke(first)).stdout).toContain('is revoked')
  expect(await idsOf()).toEqual([viewer.id, made.id])
  expect((await revoke(made.id)).code).toBe(exitCodes.REFUSED)
  expect((await revoke(first)).code).toBe(exitCodes.NOT_FOUND)
  // Another platform's token is none of this one.
  const other = await answer('platform', 'create', '--name', randomUUID())
  const elsewhere = ['token', 'revoke', viewer.id, '--platform', other.id]
  expect((await run(...elsewhere)).code).toBe(exitCodes.NOT_FOUND)
})

test('the directory is kept', async () => {
  const domain = `${randomUUID()}.example`
  const provider = (...more: string[]): string[] => [
    ...['directory', 'put-provider', '--domain', domain.toUpperCase(), '--name', 'A Bank'],
    ...['--regions', 'US,MX', '--environment', 'PRODUCTION', ...more],
  ]
  await answer(...provider('--currencies', 'USD', '--blocked'))
  await notTaken(/currencies/, ...provider('--currencies', 'XYZ'))
  // The one of production is not the sandbox's.
  const elsewhere = await run('directory', 'remove-provider', '--domain', domain)
  expect(elsewhere.code).toBe(exitCodes.NOT_FOUND)
  const rows = await database.query({
    text: `select environment, name, regions, currencies, is_allowed from uma_providers where domain = $1`,
    values: [domain],
  })
  expect(rows).toEqual([
    {
      ...{ environment: 'PRODUCTION', name: 'A Bank', regions: ['US', 'MX'], currencies: ['USD'] },
      is_allowed: false,
    },
  ])
  await answer('directory', 'put-vasp', '--name', 'A Custodian', '--address', 'https://a.example')
  const vasps = `select environment, url from vasps where name = 'A Custodian'`
  const entry = { environment: 'SANDBOX', url: 'https://a.example' }
  expect(await database.query({ text: vasps })).toEqual([entry])
  await notTaken(/url/, 'directory', 'put-vasp', '--name', 'A Custodian', '--address', 'a.example')
  await answer('directory', 'remove-vasp', '--name', 'A Custodian')
  expect(await database.query({ text: vasps })).toEqual([])
})
