/** The operators' listener: who may call it, from where, and what is written down about it. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorRoutes } from '../../api/operators/routes.ts'
import type { Database } from '../../db/database.ts'
import { listAudit, type OperatorRole, operatorRoles, SESSION_SECONDS } from '../../db/operators.ts'
import { createPlatform, type PlatformCredentials } from '../../db/platforms.ts'
import { anOperator, anOperatorListener, type OperatorListener } from '../support/operators.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let database: Database
let listener: OperatorListener
let platform: PlatformCredentials
const tokens = { VIEW: '', DECIDE: '', ADMIN: '' }

beforeAll(async () => {
  server = await aDatabase()
  listener = await anOperatorListener(server.url)
  database = listener.dependencies.database
  platform = await createPlatform(server.url, { name: 'a platform' })
  for (const role of operatorRoles) {
    tokens[role] = await anOperator(database, `${role} person`, role)
  }
})
afterAll(async () => {
  await listener?.stop()
  await server?.drop()
})

const ask: OperatorListener['ask'] = (path, sent) => listener.ask(path, sent)
const pageHost = (): string => `operators.localhost:${listener.port}`
const ownPage = (): object => ({ origin: `http://${pageHost()}`, 'x-operators': '1' })
const bearer = (token: string): object => ({ authorization: `Bearer ${token}` })

/** Logs in. @returns the cookie */
async function login(role: OperatorRole): Promise<string> {
  const answer = await ask('/api/session', {
    method: 'POST',
    headers: ownPage(),
    body: { token: tokens[role] },
  })
  expect(answer.status).toBe(201)
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

const endSessions = (): Promise<unknown> =>
  database.query({
    text: `update operator_sessions set created_at = created_at - make_interval(secs => $1)`,
    values: [SESSION_SECONDS],
  })

describe('every route', () => {
  test('is answered to those alone who may, by a token or from its own page', async () => {
    const basic = `${platform.clientId}:${platform.clientSecret}`
    const ofPlatform = { authorization: `Basic ${Buffer.from(basic).toString('base64')}` }
    const expired = { cookie: await login('DECIDE'), ...ownPage() }
    await endSessions()
    const [viewing, deciding] = [{ cookie: await login('VIEW') }, { cookie: await login('DECIDE') }]
    const elsewhere = { ...deciding, origin: 'http://evil.example', 'x-operators': '1' }
    const port = { ...deciding, origin: 'http://operators.localhost:1', 'x-operators': '1' }
    for (const { method, path, role } of operatorRoutes) {
      const isWrite = method === 'post'
      const statusOf = async (headers: object): Promise<number> => {
        const full = `/api${path.replaceAll(/:\w+/g, 'none')}`
        const sent = { method: method.toUpperCase(), headers, ...(isWrite && { body: {} }) }
        return (await ask(full, sent)).status
      }
      // What a caller who may do it gets: no id and no body of these names anything.
      const answered = [200, 400, 404]
      const asked = {
        none: {},
        platform: ofPlatform,
        expired,
        VIEW: bearer(tokens.VIEW),
        DECIDE: bearer(tokens.DECIDE),
        ADMIN: bearer(tokens.ADMIN),
        viewingPage: { ...viewing, ...ownPage() },
        decidingPage: { ...deciding, ...ownPage() },
        // A page of another site has no cookie at all (SameSite); this one is worse.
        elsewhere,
        otherPort: port,
        noHeader: { ...deciding, origin: `http://${pageHost()}` },
        otherName: { ...deciding, host: `localhost:${listener.port}` },
      }
      // At once: some wait for a Temporal that is not there.
      const statuses = await Promise.all(Object.values(asked).map(statusOf))
      const names = Object.keys(asked) as (keyof typeof asked)[]
      const outcomes = Object.fromEntries(names.map((name, at) => [name, statuses[at] ?? 0]))
      const may = (name: keyof typeof asked, is: boolean, refused: number): void => {
        const status = outcomes[name] ?? 0
        const label = `${method} ${path} as ${name}: ${status}`
        if (is) expect(answered.includes(status), label).toBe(true)
        else expect(status, label).toBe(refused)
      }
      may('none', false, 401)
      may('platform', false, 401)
      may('expired', false, 401)
      may('VIEW', role === 'VIEW', 403)
      may('DECIDE', role !== 'ADMIN', 403)
      may('ADMIN', true, 0)
      may('viewingPage', role === 'VIEW', 403)
      may('decidingPage', role !== 'ADMIN', 403)
      const mayRead = !isWrite && role !== 'ADMIN'
      may('elsewhere', mayRead, 403)
      may('otherPort', mayRead, 403)
      may('noHeader', mayRead, 403)
      may('otherName', false, 401)
    }
  })

  test('that reads of customers is audited in what it answers, and what is refused is not', async () => {
    const before = await listAudit(database, { limit: 1 })
    const requestId = 'a-request-of-ada'
    await ask('/api/audit?limit=1', {
      headers: { 'x-request-id': requestId, ...bearer(tokens.VIEW) },
    })
    await ask('/api/audit?limit=x', { headers: bearer(tokens.VIEW) })
    await ask('/api/audit')
    const rows = await listAudit(database, { limit: 10 })
    const written = rows.slice(
      0,
      rows.findIndex(({ id }) => id === before[0]?.id),
    )
    expect(written).toMatchObject([
      { operator: 'VIEW person', action: 'listAudit', requestId, details: { limit: 1 } },
    ])
  })
})

describe('a login', () => {
  test('gives a cookie for this name alone, which ends with the logout', async () => {
    const answer = await ask('/api/session', {
      method: 'POST',
      headers: ownPage(),
      body: { token: tokens.VIEW },
    })
    expect(answer.body).toEqual({ name: 'VIEW person', role: 'VIEW' })
    const [cookie = ''] = (answer.headers['set-cookie'] as string[]) ?? []
    expect(cookie).toMatch(
      /^__Host-operator=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    )
    const headers = { cookie: cookie.split(';')[0], ...ownPage() }
    expect((await ask('/api/session', { headers })).body).toMatchObject({ role: 'VIEW' })
    expect((await ask('/api/session', { method: 'DELETE', headers })).status).toBe(204)
    expect((await ask('/api/session', { headers })).status).toBe(401)
  })

  test('is refused by other pages, under other names, and with what is no token', async () => {
    const body = { token: tokens.DECIDE }
    const statusOf = async (headers: object, given: object = body): Promise<number> =>
      (await ask('/api/session', { method: 'POST', headers, body: given })).status
    expect(await statusOf({})).toBe(403)
    expect(await statusOf({ ...ownPage(), origin: 'http://evil.example' })).toBe(403)
    expect(await statusOf({ ...ownPage(), origin: 'null' })).toBe(403)
    expect(await statusOf({ origin: `http://${pageHost()}` })).toBe(403)
    const host = `127.0.0.1:${listener.port}`
    expect(await statusOf({ host, origin: `http://${host}`, 'x-operators': '1' })).toBe(403)
    expect(await statusOf(ownPage(), {})).toBe(400)
    expect(await statusOf(ownPage(), { token: 'opr_none' })).toBe(401)
  })

  test('is throttled', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 12; turn += 1) {
      const sent = { method: 'POST', headers: ownPage(), body: { token: `opr_${turn}` } }
      statuses.push((await ask('/api/session', sent)).status)
    }
    expect(new Set(statuses.slice(0, 3))).toEqual(new Set([401]))
    expect(statuses.at(-1)).toBe(429)
    // Whoever has a token is not concerned.
    expect((await ask('/api/audit', { headers: bearer(tokens.VIEW) })).status).toBe(200)
  })
})

test('other host names are refused: one that was made to lead here is not our page', async () => {
  for (const path of ['/', '/metrics', '/api/audit', '/codec/decode']) {
    const headers = { host: `evil.example:${listener.port}`, ...bearer(tokens.VIEW) }
    expect((await ask(path, { headers })).status).toBe(403)
  }
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'OPERATORS.localhost']) {
    const headers = { host: `${host}:${listener.port}` }
    expect((await ask('/metrics', { headers })).status).toBe(200)
  }
})

test('in production there are pages, with their policy, and no document of platforms', async () => {
  const page = await ask('/')
  expect(page.status).toBe(200)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|style=/)
  const files = [...page.text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, at]) => at)
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) expect((await ask(String(file))).status).toBe(200)
  for (const path of ['/docs', '/openapi.json', '/console']) {
    expect((await ask(path)).status).toBe(404)
  }
})

test('the guide lists every route, with its role and its sentence', () => {
  const guide = readFileSync(new URL('../../docs/guides/operators.md', import.meta.url), 'utf8')
  for (const { method, path, role, summary } of operatorRoutes) {
    expect(guide).toContain(
      `| \`${method.toUpperCase()} /api${path}\` | \`${role}\` | ${summary} |`,
    )
  }
})
