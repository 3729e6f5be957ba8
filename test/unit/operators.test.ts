/** Accounts of operators: their tokens, their sessions, and the commands that make and end them. */
import { userInfo } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import {
  beginSession,
  listAudit,
  operatorOfSession,
  operatorOfToken,
  SESSION_IDLE_SECONDS,
  SESSION_SECONDS,
} from '../../db/operators.ts'
import { hashSecret } from '../../db/secrets.ts'
import { payments } from '../support/paymentsCommand.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

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

/** `payments admin operator`. @throws Error with the command's one line when it refuses */
async function run(...given: readonly string[]): Promise<string> {
  const env = { DATABASE_URL: server.url }
  const { code, stdout, stderr } = await payments(env, 'admin', 'operator', ...given)
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr}`)
  return stdout
}

test('an account is made with a token that is kept as its hash, and ends at once', async () => {
  const made = JSON.parse(await run('create', '--name', 'Ada', '--role', 'DECIDE', '--json'))
  expect(made).toEqual({
    name: 'Ada',
    role: 'DECIDE',
    token: expect.stringMatching(/^opr_[\w-]{43}$/),
  })
  const kept = await database.one<{ text: string }>({
    text: 'select o::text as text from operators o',
  })
  expect(kept.text).not.toContain(made.token)
  const known = await operatorOfToken(database, made.token)
  expect(known).toMatchObject({ name: 'Ada', role: 'DECIDE' })
  if (known === undefined) throw new Error('no operator')
  expect(await operatorOfToken(database, `${made.token}x`)).toBeUndefined()
  const secret = await database.transaction((tx) =>
    beginSession(tx, known, { requestId: 'request', of: 'BROWSER' }),
  )

  await expect(run('create', '--name', 'Ada', '--role', 'VIEW')).rejects.toThrow(
    /names are not given twice/,
  )
  await expect(run('create', '--name', 'Bo', '--role', 'ROOT')).rejects.toThrow(
    /Allowed choices are VIEW, DECIDE, ADMIN/,
  )
  // The audit could not distinguish it from what was done at the database.
  for (const name of ['command line', ' ', 'a\u0007b']) {
    await expect(run('create', '--name', name, '--role', 'VIEW')).rejects.toThrow(/exit code 2/)
  }

  expect(await run('revoke', 'Ada', '--by', 'Grace')).toBe('Ada is revoked.\n')
  expect(await operatorOfToken(database, made.token)).toBeUndefined()
  expect(await operatorOfSession(database, secret, undefined)).toBeUndefined()
  await expect(run('revoke', 'Ada')).rejects.toThrow(/no operator named Ada/)
  const audit = await listAudit(database, { limit: 10 })
  expect(audit.map(({ operator, action, details }) => [operator, action, details])).toEqual([
    ['command line', 'operator:revoke', { name: 'Ada', by: 'Grace' }],
    ['Ada', 'login', { of: 'BROWSER' }],
    ['command line', 'operator:create', { ...made, token: undefined, by: userInfo().username }],
  ])
})

test.each([
  ['idle', `used_at = used_at - make_interval(secs => ${SESSION_IDLE_SECONDS - 5})`, 10],
  ['old', `created_at = created_at - make_interval(secs => ${SESSION_SECONDS - 5})`, 10],
])('a session that is %s has ended, and not before', async (name, before, seconds) => {
  const { token } = JSON.parse(await run('create', '--name', name, '--role', 'VIEW', '--json'))
  const operator = await operatorOfToken(database, token)
  if (operator === undefined) throw new Error('no operator')
  const secret = await database.transaction((tx) =>
    beginSession(tx, operator, { requestId: 'request', of: 'BROWSER' }),
  )
  const set = (text: string): Promise<unknown> =>
    database.query({
      text: `update operator_sessions set ${text} where secret_hash = $1`,
      values: [hashSecret(secret)],
    })
  await set(before)
  // This use is noted: an idle time begins anew.
  expect(await operatorOfSession(database, secret, undefined)).toMatchObject({ name })
  await set(before)
  await set(`used_at = used_at - make_interval(secs => ${seconds}),
    created_at = created_at - make_interval(secs => ${seconds})`)
  expect(await operatorOfSession(database, secret, undefined)).toBeUndefined()
})
