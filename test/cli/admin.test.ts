/** `payments admin`: what works at the database, without an API; what it changes is in the audit. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exitCodes } from '../../cli/failure.ts'
import { paymentsProgram } from '../../cli/payments.ts'
import { idOf } from '../../contract/ids.ts'
import { systemClock } from '../../contract/time.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { operatorSigningIn } from '../../db/operatorSignIns.ts'
import { beginSession, listAudit, operatorOfSession, operatorOfToken } from '../../db/operators.ts'
import { createPlatform } from '../../db/platforms.ts'
import { freePort } from '../../scripts/devstack/ports.ts'
import { writeStackFile } from '../../scripts/devstack/stackFile.ts'
import { payments, type Typed } from '../support/paymentsCommand.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let database: Database

beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url)
})
afterAll(async () => {
  await database?.close()
  await server?.drop()
})

const folder = (): string => mkdtempSync(join(tmpdir(), 'payments-admin-'))
const admin = (...given: readonly string[]): Promise<Typed> =>
  payments({ DATABASE_URL: server.url, DATA_DIR: folder() }, 'admin', ...given)

const commandsOf = (command: Command): Command[] => command.commands.flatMap(each)
const each = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : commandsOf(command)
const wordsOf = (command: Command): string[] =>
  command.parent === null ? [] : [...wordsOf(command.parent), command.name()]
const noun = paymentsProgram().commands.find((command) => command.name() === 'admin')
const leaves = noun === undefined ? [] : each(noun)

function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
  })
  command.outputHelp()
  return text
}

describe('every command', () => {
  test.each(leaves.map((leaf) => [wordsOf(leaf).join(' '), leaf] as const))(
    '%s has an example, and says what it needs',
    (words, leaf) => {
      const help = helpOf(leaf)
      expect(help).toContain(`$ payments ${words}`)
      const needsNothing = words.endsWith(' new')
      expect(/\nSettings: [A-Z]/.test(help)).toBe(!needsNothing)
    },
  )

  test('names in one line what it lacks, what does not answer, and what it does not take', async () => {
    expect(leaves.length).toBeGreaterThan(12)
    const dataDir = folder()
    const none = await payments({ DATA_DIR: dataDir }, 'admin', 'ledger', 'check')
    expect([none.code, none.stderr]).toEqual([
      exitCodes.USAGE,
      expect.stringMatching(/^No stack has run in .*DATABASE_URL.*\n$/),
    ])
    const unset = await admin('records', 'reencrypt')
    expect([unset.code, unset.stderr]).toEqual([
      exitCodes.USAGE,
      'Configuration: RECORD_KEYS is missing\n',
    ])
    const away = { DATABASE_URL: `postgres://u:secret@127.0.0.1:${await freePort()}/x` }
    for (const given of [['ledger', 'check'], ['migrate'], ['restore', 'end']]) {
      const { code, stderr } = await payments(away, 'admin', ...given)
      expect([code, stderr], given.join(' ')).toEqual([
        exitCodes.FAILED,
        expect.stringMatching(/^PostgreSQL at 127.0.0.1:\d+ does not answer \(ECONNREFUSED\).*\n$/),
      ])
    }
    const noTemporal = {
      DATABASE_URL: server.url,
      CODEC_KEYS: 'ab'.repeat(32),
      TEMPORAL_ADDRESS: `127.0.0.1:${await freePort()}`,
    }
    const replay = await payments(noTemporal, 'admin', 'replay', 'open')
    expect([replay.code, replay.stderr]).toEqual([
      exitCodes.FAILED,
      expect.stringMatching(/^Temporal at 127.0.0.1:\d+ does not answer .*\n$/),
    ])
    for (const given of [
      ['ledger', 'check', '--unknown'],
      ['restore', 'begin'],
      ['restore', 'begin', '--to', 'yesterday'],
      ['payouts', 'pause', '--environment', 'TEST', '--reason', 'x'],
      ['payouts', 'pause', '--environment', 'SANDBOX'],
      ['reconcile', '--list', '--apply'],
      ['reconcile', '--close', 'Quote:1'],
    ]) {
      expect((await admin(...given)).code, given.join(' ')).toBe(exitCodes.USAGE)
    }
  })
})

describe('a stack in DATA_DIR', () => {
  test('is found although it does not run', async () => {
    const dataDir = folder()
    writeStackFile(dataDir, { DATABASE_URL: server.url })
    const { code, stdout } = await payments({ DATA_DIR: dataDir }, 'admin', 'ledger', 'check')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/The ledger holds\.\n$/)])
  })

  test('that does not run lends nothing to a command that was given an address', async () => {
    const dataDir = folder()
    writeStackFile(dataDir, { DATABASE_URL: 'postgres://other', RECORD_KEYS: 'cd'.repeat(32) })
    const env = { DATA_DIR: dataDir, DATABASE_URL: server.url }
    const { code, stderr } = await payments(env, 'admin', 'records', 'reencrypt')
    expect([code, stderr]).toEqual([exitCodes.USAGE, 'Configuration: RECORD_KEYS is missing\n'])
  })
})

test('the first operator is made, and is the one of this machine', async () => {
  const env = { DATABASE_URL: server.url, XDG_CONFIG_HOME: folder() }
  const create = ['admin', 'operator', 'create', '--role', 'ADMIN', '--login', '--name']
  // Nothing is made where its token could not be kept.
  const unknown = await payments({ ...env, DATA_DIR: folder() }, ...create, 'Grace')
  expect(unknown.code, unknown.stderr).toBe(exitCodes.USAGE)
  const stack = folder()
  writeStackFile(stack, { DATABASE_URL: server.url, OPERATOR_URL: 'http://127.0.0.1:9' })
  const at = { XDG_CONFIG_HOME: env.XDG_CONFIG_HOME, DATA_DIR: stack }
  const { code, stdout, stderr } = await payments(at, ...create, 'Grace')
  expect(code, stderr).toBe(0)
  const file = join(env.XDG_CONFIG_HOME, 'payments/operator.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { url, token } = JSON.parse(readFileSync(file, 'utf8'))
  expect(url).toBe('http://127.0.0.1:9')
  expect(stdout).toContain(`token  ${token}\n`)
  expect(await operatorOfToken(database, token)).toMatchObject({ name: 'Grace', role: 'ADMIN' })
  const again = await payments(at, ...create, 'Grace')
  expect([again.code, again.stderr]).toEqual([
    exitCodes.REFUSED,
    expect.stringMatching(/not given twice/),
  ])
  // An emergency: the last ADMIN too.
  expect((await admin('operator', 'revoke', 'Grace')).stdout).toBe('Grace is revoked.\n')
  expect(await operatorOfToken(database, token)).toBeUndefined()
  expect((await admin('operator', 'revoke', 'Grace')).code).toBe(exitCodes.NOT_FOUND)
})

test('people keep their accounts where the address of their issuer changes, and their sessions end', async () => {
  const [from, to] = ['https://old.example', 'https://new.example']
  const signIn = (issuer: string, subject: string, email: string | undefined) =>
    database.transaction((tx) =>
      operatorSigningIn(
        tx,
        { issuer, subject, email, issuedAt: systemClock.now(), groupRole: 'DECIDE' },
        'request',
      ),
    )
  const ida = await signIn(from, 'ida', 'ida@example.com')
  if (typeof ida === 'string') throw new Error(ida)
  const secret = await database.transaction((tx) =>
    beginSession(tx, ida, { requestId: 'request', of: 'COMMAND' }),
  )
  expect(await signIn(to, 'ida', 'ida@example.com')).toBe('NAME_TAKEN')
  const move = ['operator', 'move-issuer', from, '--to', to] as const
  expect((await admin(...move)).stdout).toBe(`ida@example.com signs in at ${to} now.\n`)
  expect(await signIn(to, 'ida', 'ida@example.com')).toMatchObject({ id: ida.id })
  expect(await operatorOfSession(database, secret, to)).toBeUndefined()
  expect((await admin(...move)).code).toBe(exitCodes.NOT_FOUND)
  const [audited] = await listAudit(database, { operator: 'command line', limit: 1 })
  expect(audited).toMatchObject({ action: 'operator:moveIssuer', details: { from, to } })
})

test('a token that has leaked is ended, the last one too, and who did it is in the audit', async () => {
  const { clientId } = await createPlatform(server.url, { name: randomUUID() })
  const find = (): Promise<{ id: string; platform: string } | undefined> =>
    database.maybeOne({
      text: 'select id, platform_id as platform from tokens where client_id = $1',
      values: [clientId],
    })
  const found = await find()
  const [id, platform] = [
    idOf('Token', found?.id ?? ''),
    idOf('PlatformConfig', found?.platform ?? ''),
  ]
  const revoke = ['token', 'revoke', id, '--platform'] as const
  const elsewhere = await admin(...revoke, idOf('PlatformConfig', randomUUID()))
  expect(elsewhere.code).toBe(exitCodes.NOT_FOUND)
  expect((await admin(...revoke, 'acme')).code).toBe(exitCodes.USAGE)
  const { code, stdout } = await admin(...revoke, platform, '--by', 'Grace')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/is revoked/)])
  expect(await find()).toBeUndefined()
  expect(await listAudit(database, { subject: id, limit: 10 })).toMatchObject([
    { operator: 'command line', action: 'token:revoke', details: { by: 'Grace' } },
  ])
})

test('a customer is frozen, once, and it is in the audit', async () => {
  const { clientId } = await createPlatform(server.url, { name: randomUUID() })
  const { id, platform } = await database.one<{ id: string; platform: string }>({
    text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status)
      select $2::uuid, p.id, $2::text, 'INDIVIDUAL', '$' || $2::text || '@' || p.uma_domain, 'APPROVED'
      from tokens t join platforms p on p.id = t.platform_id where t.client_id = $1
      returning id, platform_id as platform`,
    values: [clientId, randomUUID()],
  })
  const customer = idOf('Customer', id)
  const freeze = ['freeze', customer, '--reason'] as const
  expect((await admin(...freeze, ' ')).code).toBe(exitCodes.USAGE)
  expect((await admin(...freeze, 'fraud', '--by', 'Grace')).stdout).toBe(`${customer} is frozen.\n`)
  expect((await admin(...freeze, 'fraud')).stdout).toBe(`${customer} is frozen already.\n`)
  const other = await admin('freeze', 'Quote:1', '--reason', 'fraud')
  expect([other.code, other.stderr]).toEqual([
    exitCodes.NOT_FOUND,
    expect.stringMatching(/it takes Customer:<uuid>/),
  ])
  expect(await listAudit(database, { subject: customer, limit: 10 })).toMatchObject([
    { action: 'freeze', platformId: platform, details: { by: 'Grace', reason: 'fraud' } },
  ])
})

test('payouts of a platform are paused by its id or its name', async () => {
  // It cannot command the terminal.
  const name = `paused\u001b[2J ${randomUUID()}`
  await createPlatform(server.url, { name })
  const pause = (platform: string, environment = 'SANDBOX'): Promise<Typed> =>
    admin(
      ...['payouts', 'pause', '--environment', environment, '--platform', platform],
      ...['--reason', 'a bank is down'],
    )
  expect((await pause(name, 'PRODUCTION')).code).toBe(exitCodes.NOT_FOUND)
  expect((await pause(name)).stdout).toBe(
    `Payouts of ${name.replace('\u001b', '\\u001b')} in SANDBOX are paused.\n`,
  )
  const listed = JSON.parse((await admin('payouts', 'list', '--json')).stdout).data
  const row = listed.find((one: { platform: string }) => one.platform === name)
  expect((await pause(row.platformId)).stdout).toMatch(/paused already/)
  const audit = await listAudit(database, { limit: 500 })
  // One that was there already is no act.
  expect(audit.filter(({ action, details }) => action === 'payouts:pause' && details)).toHaveLength(
    1,
  )
})

test('a migration that changes something is in the audit, and one that does not is not', async () => {
  const before = (await listAudit(database, { limit: 500 })).length
  const { code, stdout } = await admin('migrate')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^The database was up to date\./)])
  expect((await listAudit(database, { limit: 500 })).length).toBe(before)
  const empty = await aDatabase()
  const fresh = openDatabase(empty.url)
  for (const schema of ['public', 'graphile_worker']) {
    await fresh.query({ text: `drop schema ${schema} cascade` })
  }
  await fresh.query({ text: 'create schema public' })
  const made = await payments({ DATABASE_URL: empty.url }, 'admin', 'migrate', '--by', 'Grace')
  expect(made.code, made.stderr).toBe(0)
  expect(await listAudit(fresh, { limit: 10 })).toMatchObject([
    { operator: 'command line', action: 'migrate', details: { by: 'Grace' } },
  ])
  await fresh.close()
  await empty.drop()
})

test('keys are printed alone, to be put into a file', async () => {
  const codec = await payments({}, 'admin', 'keys', 'new')
  expect(codec.stdout).toMatch(/^[0-9a-f]{64}\n$/)
  expect(codec.stderr).toMatch(/^id \w+\n$/)
  const webhooks = await payments({}, 'admin', 'webhook-keys', 'new')
  expect([webhooks.code, webhooks.stdout, webhooks.stderr]).toEqual([
    0,
    expect.stringMatching(/^[0-9a-f]{64}\n$/),
    '',
  ])
})
