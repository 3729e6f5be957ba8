/** Operators sign in at an issuer: who gets in, as whom, and what a stranger, a link or another tab cannot do. */
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import { INVITATION_SECONDS } from '../../db/operatorSignIns.ts'
import { holdsAccount, isLastAdmin, listAudit, type Operator } from '../../db/operators.ts'
import { anOpenIdIssuer, CLIENT_ID, type OpenIdIssuer } from '../support/openIdIssuer.ts'
import {
  anOperator,
  anOperatorListener,
  type OperatorAnswer,
  type OperatorListener,
} from '../support/operators.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let database: Database
let issuer: OpenIdIssuer
let listener: OperatorListener
let admin: string

beforeAll(async () => {
  server = await aDatabase()
  issuer = await anOpenIdIssuer()
  listener = await anOperatorListener(server.url, {
    ENVIRONMENT: 'development',
    OPERATOR_SSO_ISSUER: issuer.url,
    OPERATOR_SSO_CLIENT_ID: CLIENT_ID,
    OPERATOR_SSO_ROLES: 'watch=VIEW,desk=DECIDE,root=ADMIN',
  })
  database = listener.dependencies.database
  admin = await anOperator(database, 'Root', 'ADMIN')
})
afterAll(async () => {
  await listener?.stop()
  issuer?.stop()
  await server?.drop()
})
beforeEach(async () => {
  issuer.claims = {}
  issuer.tokenAnswer = undefined
  await database.query({ text: 'delete from authentication_failures' })
})

const cookiesOf = ({ headers }: OperatorAnswer): string[] =>
  [headers['set-cookie'] ?? []].flat().map(String)
const kept = (answer: OperatorAnswer): string =>
  cookiesOf(answer)
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
const pathOf = (answer: OperatorAnswer): string => String(answer.headers.location)

type Claims = Record<string, unknown>

/** Begins in a browser, and comes back from the issuer. @returns the cookie of the begun sign-in, and its way back */
async function visit(to = '/inbox'): Promise<{ cookie: string; back: URL }> {
  const begun = await listener.ask(`/sign-in?to=${encodeURIComponent(to)}`)
  expect(begun.status).toBe(302)
  return { cookie: kept(begun), back: issuer.visit(pathOf(begun)) }
}

async function signIn(claims: Claims, to?: string): Promise<OperatorAnswer> {
  issuer.claims = claims
  const { cookie, back } = await visit(to)
  return listener.ask(`${back.pathname}${back.search}`, { headers: { cookie } })
}

/** The session of who signs in. */
async function sessionOf(claims: Claims): Promise<string> {
  const answer = await signIn(claims)
  expect(pathOf(answer)).toBe('/inbox')
  return kept(answer)
    .split('; ')
    .filter((cookie) => cookie.startsWith('__Host-operator='))
    .join('')
}

const ownPage = (): object => ({
  origin: `http://operators.localhost:${listener.port}`,
  'x-operators': '1',
})
const who = async (cookie: string): Promise<Partial<Operator>> =>
  (await listener.ask('/api/session', { headers: { cookie } })).body

const person = (name: string, ...groups: string[]): Claims => ({
  sub: `sub-${name}`,
  email: `${name}@example.com`,
  email_verified: true,
  groups,
})

const accounts = async (): Promise<number> =>
  (await database.query({ text: 'select 1 from operators' })).length

const actionsOf = async (operator: string): Promise<string[]> =>
  (await listAudit(database, { operator, limit: 50 })).map(({ action }) => action).reverse()

describe('a browser', () => {
  test('signs in with the role of its group, and goes on where it was', async () => {
    const answer = await signIn(person('grace', 'desk', 'cooks'), '/inbox/Transaction:0199')
    expect([answer.status, pathOf(answer)]).toEqual([302, '/inbox/Transaction:0199'])
    const [attempt, session] = cookiesOf(answer)
    expect(attempt).toMatch(/^__Host-operator-sign-in=; Path=\/; HttpOnly; Secure; Max-Age=0$/)
    expect(session).toMatch(
      /^__Host-operator=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    expect(await who(kept(answer))).toEqual({ name: 'grace@example.com', role: 'DECIDE' })
    expect(await actionsOf('grace@example.com')).toEqual(['accountOfGroup', 'login'])
    const again = await sessionOf(person('grace', 'watch'))
    expect(await who(again)).toMatchObject({ role: 'VIEW' })
    // What the account may is one thing, whichever session asks.
    expect(await who(kept(answer))).toMatchObject({ role: 'VIEW' })
    const [changed] = await listAudit(database, { operator: 'grace@example.com', limit: 2 }).then(
      (rows) => rows.filter(({ action }) => action === 'roleOfGroup'),
    )
    expect(changed?.details).toEqual({ from: 'DECIDE', to: 'VIEW' })
  })

  test('has a new session at each sign-in; the one before ends as the next is begun', async () => {
    const before = await sessionOf(person('ida', 'watch'))
    // From our own page: the session's cookie is sent. It is not with the issuer's answer.
    const begun = await listener.ask('/sign-in?to=/inbox', { headers: { cookie: before } })
    expect((await listener.ask('/api/session', { headers: { cookie: before } })).status).toBe(401)
    const back = issuer.visit(pathOf(begun))
    const headers = { cookie: kept(begun) }
    const after = kept(await listener.ask(`${back.pathname}${back.search}`, { headers }))
    expect(after).not.toContain(before)
    expect(await who(after)).toMatchObject({ name: 'ida@example.com' })
  })

  test.each([
    ['of another browser', { cookie: '' }, {}],
    ['with another state', {}, { state: randomUUID() + randomUUID() }],
    ['without a state', {}, { state: undefined }],
  ])('is not signed in by an answer %s', async (_, headers, changes) => {
    issuer.claims = person('eve', 'root')
    const { cookie, back } = await visit()
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined) back.searchParams.delete(name)
      else back.searchParams.set(name, String(value))
    }
    const before = issuer.redeemed.length
    const answer = await listener.ask(`${back.pathname}${back.search}`, {
      headers: { cookie, ...headers },
    })
    expect(pathOf(answer)).toMatch(/\?problem=EXPIRED$/)
    expect(kept(answer)).not.toContain('__Host-operator=')
    expect(issuer.redeemed).toHaveLength(before)
  })

  test('is shown what the issuer did not do', async () => {
    for (const [name, value, problem] of [
      ['error', 'access_denied', 'DENIED'],
      ['iss', 'https://evil.example', 'REFUSED'],
      ['code', '', 'REFUSED'],
      ['code', randomUUID(), 'REFUSED'],
    ] as const) {
      const { cookie, back } = await visit()
      back.searchParams.set(name, value)
      const answer = await listener.ask(`${back.pathname}${back.search}`, { headers: { cookie } })
      expect(pathOf(answer), name).toBe(`/inbox?problem=${problem}`)
    }
    issuer.tokenAnswer = 500
    expect(pathOf(await signIn(person('grace', 'watch')))).toBe('/inbox?problem=UNAVAILABLE')
  })

  test('is led nowhere else', async () => {
    for (const to of [
      ...['//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example'],
      ...['javascript:alert(1)', '/inbox?x=//evil.example', '/../..//evil', 'x'.repeat(10_000)],
    ]) {
      expect(pathOf(await signIn(person('grace', 'watch'), to)), to).toBe('/')
    }
  })

  test('signs in under the name of the pages alone', async () => {
    for (const path of ['/sign-in', '/sign-in/callback?code=x&state=y']) {
      const answer = await listener.ask(path, { headers: { host: `localhost:${listener.port}` } })
      expect(answer.status, path).toBe(403)
    }
  })
})

describe('nobody gets in', () => {
  test('without a group that has a role, and nothing is made', async () => {
    const before = await accounts()
    for (const groups of [[], ['cooks'], ['ROOT'], ['root '], [{ root: true }], 'root,desk']) {
      const answer = await signIn({ ...person('mallory'), groups })
      expect(pathOf(answer), JSON.stringify(groups)).toBe('/inbox?problem=NO_ACCESS')
    }
    expect(await accounts()).toBe(before)
  })

  test('whose group has gone: the sessions end at the next sign-in', async () => {
    const cookie = await sessionOf(person('otto', 'desk'))
    expect(await who(cookie)).toMatchObject({ role: 'DECIDE' })
    expect(pathOf(await signIn(person('otto')))).toBe('/inbox?problem=NO_ACCESS')
    expect((await listener.ask('/api/session', { headers: { cookie } })).status).toBe(401)
    const [ended] = await listAudit(database, { operator: 'otto@example.com', limit: 1 })
    expect(ended).toMatchObject({ action: 'roleOfGroup', details: { from: 'DECIDE', to: null } })
    const refused = await listAudit(database, { operator: 'sign-in', limit: 1 })
    expect(refused[0]?.details).toMatchObject({ why: 'NO_ACCESS', subject: 'sub-otto' })
    // An invitation would change nothing, and says so.
    const body = { name: 'Otto', role: 'DECIDE', email: 'Otto@example.com' }
    expect((await listener.as(admin, '/api/operators/invite', body)).status).toBe(409)
    expect(await who(await sessionOf(person('otto', 'desk')))).toMatchObject({ role: 'DECIDE' })
  })

  test('by what an older token says, nor acts on after a logout', async () => {
    const now = Math.floor(systemClock.now().getTime() / 1_000)
    await sessionOf({ ...person('rita', 'watch'), iat: now - 60 })
    const older = { ...person('rita', 'root'), iat: now - 120 }
    expect(await who(await sessionOf(older))).toMatchObject({ role: 'VIEW' })
    const cookie = await sessionOf({ ...person('rita', 'root'), iat: now })
    const [{ sessionHash } = { sessionHash: undefined }] = await database.query<{
      sessionHash: Buffer
    }>({
      text: `select s.secret_hash as "sessionHash" from operator_sessions s join operators o on o.id = s.operator_id
        where o.name = 'rita@example.com' order by s.created_at desc limit 1`,
    })
    const { id, name, role } = await database.one<Operator>({
      text: `select id, name, role from operators where name = 'rita@example.com'`,
    })
    const holds = (): Promise<boolean> =>
      database.transaction((tx) => holdsAccount(tx, { id, name, role, sessionHash }, 'ADMIN'))
    expect(await holds()).toBe(true)
    const headers = { cookie, ...ownPage() }
    expect((await listener.ask('/api/session', { method: 'DELETE', headers })).status).toBe(204)
    expect(await holds()).toBe(false)
  })

  test('by a subject that no text of ours could keep', async () => {
    for (const sub of ['x\u0000', 'x\ud800', 'é', 'x'.repeat(256)]) {
      expect(pathOf(await signIn({ ...person('sub', 'root'), sub }))).toBe('/inbox?problem=REFUSED')
    }
  })

  test('whose account is revoked, whatever the issuer says', async () => {
    const cookie = await sessionOf(person('paul', 'desk'))
    const path = `/api/operators/${encodeURIComponent('paul@example.com')}/revoke`
    expect((await listener.as(admin, path, {})).status).toBe(200)
    expect((await listener.ask('/api/session', { headers: { cookie } })).status).toBe(401)
    expect(pathOf(await signIn(person('paul', 'root')))).toBe('/inbox?problem=NO_ACCESS')
  })

  test('under the name of another account', async () => {
    await anOperator(database, 'quinn@example.com', 'VIEW')
    expect(pathOf(await signIn(person('quinn', 'root')))).toBe('/inbox?problem=NAME_TAKEN')
    // Another identity with an address that is taken, verified or not.
    await sessionOf(person('rosa', 'watch'))
    const other = { ...person('rosa', 'root'), sub: 'another' }
    expect(pathOf(await signIn(other))).toBe('/inbox?problem=NAME_TAKEN')
  })
})

describe('an invitation', () => {
  const invite = (name: string, email = `${name}@example.com`): Promise<OperatorAnswer> =>
    listener.as(admin, '/api/operators/invite', { name, role: 'DECIDE', email })
  const uninvited = '/inbox?problem=NO_ACCESS'

  test('is one person’s, by a verified address alone, and no token of it exists', async () => {
    const made = await invite('Sam', 'Sam@Example.com')
    expect([made.status, made.body]).toEqual([
      201,
      { name: 'Sam', role: 'DECIDE', email: 'Sam@Example.com', invitedUntil: expect.any(String) },
    ])
    const sam = { ...person('sam'), groups: undefined }
    expect(pathOf(await signIn({ ...sam, email_verified: false }))).toBe(uninvited)
    expect(pathOf(await signIn({ ...sam, email: 'sam@evil.example' }))).toBe(uninvited)
    expect(await who(await sessionOf(sam))).toEqual({ name: 'Sam', role: 'DECIDE' })
    expect(pathOf(await signIn({ ...sam, sub: 'another' }))).toBe(uninvited)
    // It is the person's, under another address too; and a group changes nothing of it.
    expect(
      await who(await sessionOf({ ...sam, email: 'x@example.com', groups: ['root'] })),
    ).toEqual({
      name: 'Sam',
      role: 'DECIDE',
    })
    const list = await listener.as(admin, '/api/operators')
    expect(list.body.data.find(({ name }: Operator) => name === 'Sam')).toMatchObject({
      actsBy: 'SIGN_IN',
    })
  })

  test('runs out, can be renewed, and is withdrawn by revoking', async () => {
    const age = (name: string): Promise<unknown> =>
      database.query({
        text: `update operators set invited_until = invited_until - make_interval(secs => $2) where name = $1`,
        values: [name, INVITATION_SECONDS],
      })
    await invite('Tom')
    await age('Tom')
    expect(pathOf(await signIn(person('Tom')))).toBe(uninvited)
    expect((await invite('Tom')).status).toBe(201)
    expect(await who(await sessionOf(person('Tom')))).toMatchObject({ name: 'Tom' })
    await invite('Uwe')
    expect((await invite('Uwe Two', 'uwe@example.com')).status).toBe(409)
    await age('Uwe')
    expect((await invite('Uwe Two', 'uwe@example.com')).status).toBe(201)
    expect((await listener.as(admin, '/api/operators/Uwe%20Two/revoke', {})).status).toBe(200)
    expect(pathOf(await signIn(person('uwe')))).toBe(uninvited)
  })

  test('is worth what its ADMIN is, and signs out who has taken it', async () => {
    const boss = await anOperator(database, 'A boss', 'ADMIN')
    const body = { name: 'Sven', role: 'ADMIN', email: 'sven@example.com' }
    expect((await listener.as(boss, '/api/operators/invite', body)).status).toBe(201)
    expect((await listener.as(admin, '/api/operators/A%20boss/revoke', {})).status).toBe(200)
    expect(pathOf(await signIn(person('sven')))).toBe(uninvited)
    expect((await listener.as(admin, '/api/operators/invite', body)).status).toBe(201)
    const cookie = await sessionOf(person('sven'))
    expect((await listener.as(admin, '/api/operators/Sven/sign-out', {})).body).toEqual({
      name: 'Sven',
      sessions: 1,
    })
    expect((await listener.ask('/api/session', { headers: { cookie } })).status).toBe(401)
    expect(await who(await sessionOf(person('sven')))).toMatchObject({ name: 'Sven' })
  })

  test('is under a name that no other one looks like', async () => {
    for (const name of ['vip@example.com', '..', 'Grac\u0435', 'a\u3164b', 'x\u2800', 'a\u00adb']) {
      expect((await invite(name, 'lookalike@example.com')).status, name).toBe(400)
    }
    expect((await invite('E\u0301lan', 'elan@example.com')).status).toBe(201)
    expect((await invite('\u00c9lan', 'other@example.com')).status).toBe(409)
  })

  test('is an ADMIN’s to give, under a name that is free', async () => {
    const decider = await anOperator(database, 'a decider', 'DECIDE')
    const body = { name: 'Vera', role: 'ADMIN', email: 'vera@example.com' }
    expect((await listener.as(decider, '/api/operators/invite', body)).status).toBe(403)
    expect((await invite('root')).status).toBe(409)
    for (const email of ['', 'vera', 'a b@example.com', 'a,b@example.com', 'ü@example.com']) {
      expect((await invite('Vera', email)).status, email).toBe(400)
    }
  })
})

describe('at once', () => {
  test('fifty first sign-ins of one person make one account', async () => {
    issuer.claims = person('wanda', 'desk')
    const visits = await Promise.all(Array.from({ length: 50 }, () => visit()))
    const answers = await Promise.all(
      visits.map(({ cookie, back }) =>
        listener.ask(`${back.pathname}${back.search}`, { headers: { cookie } }),
      ),
    )
    expect(new Set(answers.map(pathOf))).toEqual(new Set(['/inbox']))
    const rows = await database.query({
      text: `select 1 from operators where subject = 'sub-wanda'`,
    })
    expect(rows).toHaveLength(1)
  })

  test('an issuer that does not answer holds up nobody who is logged in', async () => {
    const cookie = await sessionOf(person('xenia', 'watch'))
    issuer.tokenAnswer = 'NONE'
    const held = Array.from({ length: 30 }, () => signIn(person('xenia', 'watch')))
    const reads = await Promise.all(
      Array.from({ length: 20 }, () => listener.ask('/api/inbox', { headers: { cookie } })),
    )
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]))
    const answers = await Promise.all(held)
    const outcomes = new Set(
      answers.map((one) => (one.status === 302 ? pathOf(one) : String(one.status))),
    )
    for (const one of outcomes) expect(['/inbox?problem=UNAVAILABLE', '503']).toContain(one)
  })
})

describe('a command', () => {
  const verifier = 'v'.repeat(43)
  const nonce = 'n'.repeat(32)
  const redirectUri = 'http://127.0.0.1:4321/callback'
  const asked = {
    redirectUri,
    state: 's'.repeat(32),
    nonce,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  }
  const address = (query: Record<string, string>): Promise<OperatorAnswer> =>
    listener.ask(`/api/sign-in?${new URLSearchParams(query)}`)
  const redeem = async (changes: object = {}): Promise<OperatorAnswer> => {
    const { body } = await address(asked)
    const code = issuer.visit(body.url).searchParams.get('code')
    const given = { code, redirectUri, verifier, nonce, ...changes }
    return listener.ask('/api/sign-in', { method: 'POST', body: given })
  }

  test('gets a session that it sends as a token, and that no browser can use', async () => {
    issuer.claims = person('yuri', 'desk')
    const { status, body } = await redeem()
    expect([status, body]).toEqual([
      201,
      { name: 'yuri@example.com', role: 'DECIDE', token: expect.stringMatching(/^ops_[\w-]{43}$/) },
    ])
    expect((await listener.as(body.token, '/api/inbox')).status).toBe(200)
    // It is no account's token: no session of a browser begins by it.
    const given = { method: 'POST', headers: ownPage(), body: { token: body.token } }
    expect((await listener.ask('/api/session', given)).status).toBe(401)
    const cookie = `__Host-operator=${body.token}`
    expect((await listener.ask('/api/session', { headers: { cookie } })).status).toBe(401)
    const headers = { authorization: `Bearer ${body.token}` }
    expect((await listener.ask('/api/session', { method: 'DELETE', headers })).status).toBe(204)
    expect((await listener.as(body.token, '/api/inbox')).status).toBe(401)
  })

  test('is refused a code that is not of its own sign-in', async () => {
    issuer.claims = person('yuri', 'desk')
    for (const changes of [
      { verifier: 'w'.repeat(43) },
      { nonce: 'm'.repeat(32) },
      { redirectUri: 'http://127.0.0.1:4322/callback' },
    ]) {
      expect((await redeem(changes)).status, JSON.stringify(changes)).toBe(401)
    }
    expect((await redeem({ redirectUri: 'https://evil.example/callback' })).status).toBe(400)
    const away = await address({ ...asked, redirectUri: 'http://evil.example:80/callback' })
    expect(away.status).toBe(400)
  })
})

test('the people of another issuer do not act here, and are no ADMIN who is left', async () => {
  issuer.claims = person('nora', 'root')
  const cookie = await sessionOf(person('nora', 'root'))
  expect(await who(cookie)).toMatchObject({ role: 'ADMIN' })
  const moved = await anOperatorListener(server.url, {
    OPERATOR_SSO_ISSUER: 'https://login.example',
    OPERATOR_SSO_CLIENT_ID: CLIENT_ID,
  })
  try {
    const headers = { cookie, host: `operators.localhost:${moved.port}` }
    expect((await moved.ask('/api/session', { headers })).status).toBe(401)
    const last = await database.transaction((tx) =>
      isLastAdmin(tx, 'Root', 'https://login.example'),
    )
    expect(last).toBe(true)
  } finally {
    await moved.stop()
  }
})

test('without an issuer a person acts by a token alone, and the listener says so', async () => {
  const alone = await anOperatorListener(server.url)
  try {
    expect((await alone.ask('/sign-in')).status).toBe(501)
    const body = { name: 'Zoe', role: 'VIEW', email: 'zoe@example.com' }
    expect((await alone.as(admin, '/api/operators/invite', body)).status).toBe(501)
    expect((await alone.ask('/settings.json')).body).toEqual({ hasSignIn: false })
  } finally {
    await alone.stop()
  }
})

test('settings that would have others sign in stop the start', async () => {
  const start = (env: Record<string, string>): Promise<unknown> =>
    anOperatorListener(server.url, { OPERATOR_SSO_CLIENT_ID: CLIENT_ID, ...env })
  for (const [OPERATOR_SSO_ISSUER, wanted] of [
    ['http://login.example.com', /public https/],
    ['https://10.0.0.1', /public https/],
    ['https://login.example.com?x=1', /without a query/],
    ['login', /public https/],
  ] as const) {
    await expect(start({ OPERATOR_SSO_ISSUER })).rejects.toThrow(wanted)
  }
  const noClient = { OPERATOR_SSO_ISSUER: 'https://login.example.com', OPERATOR_SSO_CLIENT_ID: '' }
  await expect(start(noClient)).rejects.toThrow(/OPERATOR_SSO_CLIENT_ID/)
})

test('an address that fails too often is not heard, and the issuer not asked', async () => {
  const before = issuer.redeemed.length
  const junk = {
    code: 'junk',
    redirectUri: 'http://127.0.0.1:1/callback',
    verifier: 'v'.repeat(43),
    nonce: 'n'.repeat(32),
  }
  for (let turn = 0; turn < 30; turn += 1) {
    await listener.ask('/api/sign-in', { method: 'POST', body: junk })
  }
  expect(issuer.redeemed.length - before).toBeLessThanOrEqual(12)
  expect(pathOf(await signIn(person('grace', 'watch')))).toBe('/inbox?problem=TOO_MANY')
})
