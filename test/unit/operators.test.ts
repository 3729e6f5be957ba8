/** Accounts of operators: their tokens, their sessions, and the commands that make and end them. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import {
  beginSession,
  operatorOfSession,
  operatorOfToken,
  SESSION_IDLE_SECONDS,
  SESSION_SECONDS,
} from '../../db/operators.ts'
import { hashSecret } from '../../db/secrets.ts'
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
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...argumentsOf(`scripts/${program}`), ...args],
    { env: { ...bareEnvironment(), DATABASE_URL: server.url } },
  )
  return stdout
}

test('an account is made with a token that is kept as its hash, and ends at once', async () => {
  const made = JSON.parse(
    await run('operatorCreate', '--name', 'Ada', '--role', 'DECIDE', '--json'),
  )
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
  const secret = await database.transaction((tx) => beginSession(tx, known, 'request'))

  await expect(run('operatorCreate', '--name', 'Ada', '--role', 'VIEW')).rejects.toThrow(
    /names are not given twice/,
  )
  await expect(run('operatorCreate', '--name', 'Bo', '--role', 'ADMIN')).rejects.toThrow(
    /--role is VIEW or DECIDE/,
  )
  expect(await run('operatorList')).toMatch(/^DECIDE {2}created .* {2}used .* {2}"Ada"\n$/)

  expect(await run('operatorRevoke', '--name', 'Ada')).toBe('Ada is revoked.\n')
  expect(await operatorOfToken(database, made.token)).toBeUndefined()
  expect(await operatorOfSession(database, secret)).toBeUndefined()
  await expect(run('operatorRevoke', '--name', 'Ada')).rejects.toThrow(/no operator named Ada/)
  const audit = JSON.parse(await run('operatorList', '--audit', '--json'))
  expect(audit.map(({ operator, action }: Record<string, string>) => [operator, action])).toEqual([
    ['command line', 'operator:revoke'],
    ['Ada', 'login'],
    ['command line', 'operator:create'],
  ])
})

test.each([
  ['idle', `used_at = used_at - make_interval(secs => ${SESSION_IDLE_SECONDS - 5})`, 10],
  ['old', `created_at = created_at - make_interval(secs => ${SESSION_SECONDS - 5})`, 10],
])('a session that is %s has ended, and not before', async (name, before, seconds) => {
  const { token } = JSON.parse(
    await run('operatorCreate', '--name', name, '--role', 'VIEW', '--json'),
  )
  const operator = await operatorOfToken(database, token)
  if (operator === undefined) throw new Error('no operator')
  const secret = await database.transaction((tx) => beginSession(tx, operator, 'request'))
  const set = (text: string): Promise<unknown> =>
    database.query({
      text: `update operator_sessions set ${text} where secret_hash = $1`,
      values: [hashSecret(secret)],
    })
  await set(before)
  // This use is noted: an idle time begins anew.
  expect(await operatorOfSession(database, secret)).toMatchObject({ name })
  await set(before)
  await set(`used_at = used_at - make_interval(secs => ${seconds}),
    created_at = created_at - make_interval(secs => ${seconds})`)
  expect(await operatorOfSession(database, secret)).toBeUndefined()
})
