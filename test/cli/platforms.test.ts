/** What operators do for a platform on the command line. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { hashSecret } from '../../db/secrets.ts'
import { readInvitationUrl } from '../../scripts/invitationUrl.ts'
import { argumentsOf } from '../support/programs.ts'
import { aDatabase, bareEnvironment, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let database: Database
beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url)
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

/** @throws Error with the command's one line when it refuses */
async function run(program: string, ...args: string[]): Promise<string> {
  const env = { ...bareEnvironment(), DATABASE_URL: server.url }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...argumentsOf(`scripts/${program}`), ...args],
    { env },
  )
  return stdout
}

const invitationUrlOf = async (name: string): Promise<unknown> =>
  (
    await database.one<{ url: unknown }>({
      text: 'select invitation_url as url from platforms where name = $1',
      values: [name],
    })
  ).url

test('a platform is created with an address of its invitations, which is changed later', async () => {
  const name = randomUUID()
  const url = 'https://platform.example/invited'
  const made = await run('platformCreate', '--name', name, '--invitation-url', url, '--json')
  expect(JSON.parse(made)).toEqual({
    clientId: expect.any(String),
    clientSecret: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(await invitationUrlOf(name)).toBe(url)
  const set = (whose: string, to: string): Promise<string> =>
    run('platformSet', '--name', whose, '--invitation-url', to)
  const refused = expect(set(`no ${name}`, url)).rejects.toThrow(/no SANDBOX platform named/)
  await Promise.all([set(name, 'none'), refused])
  expect(await invitationUrlOf(name)).toBeNull()

  const requiring = (fields: string): Promise<string> =>
    run('platformSet', '--name', name, '--required-fields', fields)
  await Promise.all([
    expect(requiring('USD=EMAIL,BIRTH_DATE')).resolves.toBe(
      'USD asks of a customer for EMAIL, BIRTH_DATE\n',
    ),
    expect(requiring('USD=FI_ADDRESS')).rejects.toThrow(
      /--required-fields is CURRENCY=none, or of/,
    ),
    expect(requiring('EUR=EMAIL')).rejects.toThrow(/with EUR/),
  ])

  const bounded = (bounds: string): Promise<string> =>
    run('platformSet', '--name', name, '--card-bounds', bounds)
  await Promise.all([
    bounded('20,500,0,2000000000'),
    expect(bounded('20,500,0')).rejects.toThrow(/--card-bounds is four whole numbers/),
  ])
  const platform = await database.models.Platform.findOne({ where: { name } })
  expect(platform?.get()).toMatchObject({
    ...{ cardOverclearingPercent: 20, cardOverclearingCents: 500n, cardUnaskedCents: 0n },
    ...{ cardCreditCents: 2_000_000_000n, invitationUrl: null, maxCards: 10_000 },
  })

  await database.query({
    text: `insert into tokens (id, platform_id, client_id, secret_hash, permissions, name, created_by, last_used_at)
      select gen_random_uuid(), platform_id, gen_random_uuid()::text, secret_hash, '{VIEW}', E'odd\\nname', id,
        '2026-01-15T09:30:00Z' from tokens where client_id = $1`,
    values: [JSON.parse(made).clientId],
  })
  const tokens = JSON.parse(await run('tokens', 'list', '--platform', name, '--json'))
  expect(tokens).toMatchObject([
    { name: 'first', createdBy: null, lastUsedAt: null },
    {
      name: 'odd\nname',
      permissions: ['VIEW'],
      createdBy: tokens[0].id,
      lastUsedAt: '2026-01-15T09:30:00.000Z',
    },
  ])
})

test('tokens are created, listed and revoked from the shell; the last that manages stays', async () => {
  const name = randomUUID()
  await run('platformCreate', '--name', name)
  const tokens = (verb: string, ...more: string[]): Promise<string> =>
    run('tokens', verb, ...more, '--platform', name, '--json')
  const listed = async (): Promise<{ id: string; permissions: string[] }[]> =>
    JSON.parse(await tokens('list'))
  const [first] = await listed()
  const revoke = (id: string | undefined): Promise<string> => tokens('revoke', `${id}`)
  await expect(revoke(first?.id)).rejects.toThrow(/only token with MANAGE/)
  await expect(tokens('create', '--name', 'x', '--permissions', 'READ')).rejects.toThrow(
    /--permissions are of VIEW, TRANSACT, MANAGE/,
  )
  const viewer = JSON.parse(await tokens('create', '--name', 'a report', '--permissions', 'VIEW'))
  const made = JSON.parse(await tokens('create', '--name', 'second'))
  expect(made).toMatchObject({ permissions: ['VIEW', 'TRANSACT', 'MANAGE'] })
  const hash = await database.one<{ secret_hash: Buffer }>({
    text: 'select secret_hash from tokens where client_id = $1',
    values: [made.clientId],
  })
  expect(hash.secret_hash).toEqual(hashSecret(made.clientSecret))
  expect(await revoke(first?.id)).toContain('is revoked')
  expect((await listed()).map(({ id }) => id)).toEqual([viewer.id, made.id])
  await expect(revoke(made.id)).rejects.toThrow(/only token with MANAGE/)
  await expect(revoke(first?.id)).rejects.toThrow(/has no token/)
  await expect(revoke('Token:1')).rejects.toThrow(/as list shows it/)
})

test.each([
  ['https://platform.example/invited', 'https://platform.example/invited'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/'],
])('codes of invitations are appended to %s', (given, read) => {
  expect(readInvitationUrl(given)).toBe(read)
})

test.each([
  '',
  'platform.example',
  'ftp://platform.example',
  'https://a.example/?to=',
  'https://a.example/#',
])('codes of invitations are not appended to %j', (given) => {
  expect(() => readInvitationUrl(given)).toThrow(/--invitation-url is an http/)
})

test('the directory is kept', async () => {
  const domain = `${randomUUID()}.example`
  const put = run(
    'directory',
    ...['put-provider', '--domain', domain.toUpperCase(), '--name', 'A Bank', '--blocked'],
    ...['--regions', 'US,MX', '--currencies', 'USD', '--environment', 'PRODUCTION'],
  )
  const putVasp = run(
    'directory',
    'put-vasp',
    '--name',
    'A Custodian',
    '--url',
    'https://a.example',
  )
  const unknown = run(
    'directory',
    ...[
      'put-provider',
      '--domain',
      domain,
      '--name',
      'x',
      '--regions',
      'US',
      '--currencies',
      'XYZ',
    ],
  )
  await Promise.all([
    put,
    putVasp,
    expect(unknown).rejects.toThrow(/--currencies: unknown XYZ/),
    // The one of production is not the sandbox's.
    expect(run('directory', 'remove-provider', '--domain', domain)).rejects.toThrow(
      /not in the directory/,
    ),
  ])
  const rows = await database.query({
    text: `select environment, name, regions, currencies, is_allowed from uma_providers where domain = $1`,
    values: [domain],
  })
  expect(rows).toEqual([
    {
      environment: 'PRODUCTION',
      name: 'A Bank',
      regions: ['US', 'MX'],
      currencies: ['USD'],
      is_allowed: false,
    },
  ])
  expect(await database.models.UmaProvider.destroy({ where: { domain } })).toBe(1)
  const vasps = `select environment, url from vasps where name = 'A Custodian'`
  const entry = { environment: 'SANDBOX', url: 'https://a.example' }
  expect(await database.query({ text: vasps })).toEqual([entry])
  await run('directory', 'remove-vasp', '--name', 'A Custodian')
  expect(await database.query({ text: vasps })).toEqual([])
})
