/** Operators sign in at an issuer: who gets in, as whom, and what a stranger, a link or another tab cannot do. */
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { INVITATION_SECONDS } from '../../db/operatorSignIns.ts'
import { listAudit, type Operator } from '../../db/operators.ts'
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
beforeEach(() => {
  issuer.claims = {}
  issuer.tokenAnswer = undefined
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

  test('has a new session at each sign-in, and the one before ends', async () => {
    const before = await sessionOf(person('ida', 'watch'))
    issuer.claims = person('ida', 'watch')
    const { cookie, back } = await visit()
    const headers = { cookie: `${cookie}; ${before}` }
    const after = kept(await listener.ask(`${back.pathname}${back.search}`, { headers }))
    expect(after).not.toContain(before)
    expect((await listener.ask('/api/session', { headers: { cookie: before } })).status).toBe(401)
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

  test('is told what the issuer did not do', async () => {
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
