/** `payments operator`: accounts by the API. The last ADMIN stays; what one has done can be exported. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exitCodes } from '../../cli/failure.ts'
import type { Database } from '../../db/database.ts'
import { addAudit, listAudit, operatorOfToken } from '../../db/operators.ts'
import { anOperator, anOperatorListener, type OperatorListener } from '../support/operators.ts'
import { operatorOn, payments, type Typed } from '../support/paymentsCommand.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let database: Database
let listener: OperatorListener
const tokens: Record<string, string> = {}

beforeAll(async () => {
  server = await aDatabase()
  listener = await anOperatorListener(server.url)
  database = listener.dependencies.database
  tokens.Ada = await anOperator(database, 'Ada', 'ADMIN')
})
afterAll(async () => {
  await listener?.stop()
  await server?.drop()
})

const as = (name: string, ...given: readonly string[]): Promise<Typed> =>
  payments(operatorOn(listener, tokens[name]), ...given)

async function create(name: string, role: string): Promise<void> {
  const made = await as('Ada', 'operator', 'create', '--name', name, '--role', role, '--json')
  expect(made.code, made.stderr).toBe(0)
  tokens[name] = JSON.parse(made.stdout).token
}

test('an ADMIN makes accounts and ends them; the next call of one that is ended is refused', async () => {
  await create('Dora', 'DECIDE')
  await create('Vera', 'VIEW')
  expect((await as('Dora', 'whoami')).stdout).toMatch(/^Dora \(DECIDE\)/)
  for (const given of [
    ['create', '--name', 'Eve', '--role', 'VIEW'],
    ['revoke', 'Vera'],
  ]) {
    expect((await as('Dora', 'operator', ...given)).code).toBe(exitCodes.NO_PERMISSION)
  }
  const taken = await as('Ada', 'operator', 'create', '--name', 'Dora', '--role', 'VIEW')
  expect([taken.code, taken.stderr]).toEqual([
    exitCodes.REFUSED,
    expect.stringMatching(/not given twice/),
  ])
  for (const name of ['command line', ' Eve', 'Eve\u202e', '']) {
    const { code } = await as('Ada', 'operator', 'create', '--name', name, '--role', 'VIEW')
    expect(code, name).toBe(exitCodes.USAGE)
  }
  expect((await as('Ada', 'operator', 'revoke', 'Dora')).stdout).toBe('Dora is revoked.\n')
  const next = await as('Dora', 'inbox', 'list')
  expect([next.code, next.stderr]).toEqual([
    exitCodes.NO_PERMISSION,
    expect.stringMatching(/not accepted/),
  ])
  expect((await as('Ada', 'operator', 'revoke', 'Dora')).code).toBe(exitCodes.NOT_FOUND)
  const { stdout } = await as('Vera', 'operator', 'list', '--json')
  expect(JSON.parse(stdout).data).toMatchObject([
    { name: 'Ada', role: 'ADMIN', revokedAt: null },
    { name: 'Dora', role: 'DECIDE', revokedAt: expect.any(String) },
    { name: 'Vera', role: 'VIEW', revokedAt: null },
  ])
  expect(stdout).not.toContain(tokens.Vera)
  const audit = await listAudit(database, { operator: 'Ada', subject: 'Dora', limit: 10 })
  expect(audit.map(({ action, details }) => [action, details])).toEqual([
    ['revokeOperator', { name: 'Dora' }],
    ['createOperator', { name: 'Dora', role: 'DECIDE' }],
  ])
})

test('the last ADMIN stays, also when two end each other at once', async () => {
  const last = await as('Ada', 'operator', 'revoke', 'Ada')
  expect([last.code, last.stderr]).toEqual([
    exitCodes.REFUSED,
    expect.stringMatching(/only account with ADMIN/),
  ])
  for (let round = 0; round < 8; round += 1) {
    const pair = [`One ${round}`, `Two ${round}`]
    for (const name of pair) tokens[name] = await anOperator(database, name, 'ADMIN')
    // Of all that there are, these two alone are left.
    await database.query({
      text: `update operators set revoked_at = now() where role = 'ADMIN' and revoked_at is null and name <> all ($1)`,
      values: [pair],
    })
    const [one = '', two = ''] = pair
    const end = (by: string, whom: string) =>
      listener.as(tokens[by] ?? '', `/api/operators/${encodeURIComponent(whom)}/revoke`, {})
    const answers = await Promise.all([end(one, two), end(two, one)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const left = await Promise.all(
      pair.map((name) => operatorOfToken(database, tokens[name] ?? '')),
    )
    expect(left.filter((account) => account !== undefined)).toHaveLength(1)
  }
})

test('what an operator has read and done is exported whole', async () => {
  const name = `Linus ${randomUUID()}`
  tokens.Linus = await anOperator(database, name, 'VIEW')
  tokens.Mary = await anOperator(database, 'Mary', 'ADMIN')
  tokens.Olga = await anOperator(database, 'Olga', 'DECIDE')
  const operator = await operatorOfToken(database, tokens.Linus)
  if (operator === undefined) throw new Error('no operator')
  // More than two pages.
  await database.transaction(async (tx) => {
    for (let at = 0; at < 1_203; at += 1) await addAudit(tx, operator, { action: `act ${at}` })
  })
  const exported = async (by: string): Promise<string[]> => {
    const { code, stdout, stderr } = await as(by, 'operator', 'export', name)
    expect(code, stderr).toBe(0)
    const rows = stdout.trimEnd().split('\n')
    return rows.map((line) => JSON.parse(line).action)
  }
  const all = await exported('Mary')
  expect(all).toEqual(Array.from({ length: 1_203 }, (_, at) => `act ${at}`))
  // Each page that it reads of its own is an act as well.
  const own = await exported('Linus')
  expect(own.slice(0, 1_203)).toEqual(all)
  expect(own.slice(1_203)).toEqual(['exportOperator', 'exportOperator'])
  expect((await as('Mary', 'operator', 'export', 'nobody')).code).toBe(exitCodes.NOT_FOUND)
})
