/** `payments login --browser`: a person signs in at the issuer, and the command acts by that session. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exitCodes } from '../../cli/failure.ts'
import { loginFile, readLogin } from '../../cli/login.ts'
import { anOpenIdIssuer, CLIENT_ID, type OpenIdIssuer } from '../support/openIdIssuer.ts'
import { anOperatorListener, type OperatorListener } from '../support/operators.ts'
import { payments, type Typed } from '../support/paymentsCommand.ts'
import { argumentsOf } from '../support/programs.ts'
import { aDatabase, bareEnvironment, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let issuer: OpenIdIssuer
let listener: OperatorListener
let env: Record<string, string>

beforeAll(async () => {
  server = await aDatabase()
  issuer = await anOpenIdIssuer()
  listener = await anOperatorListener(server.url, {
    ENVIRONMENT: 'development',
    OPERATOR_SSO_ISSUER: issuer.url,
    OPERATOR_SSO_CLIENT_ID: CLIENT_ID,
    OPERATOR_SSO_ROLES: 'desk=DECIDE',
  })
  const folder = mkdtempSync(join(tmpdir(), 'payments-sign-in-'))
  env = { XDG_CONFIG_HOME: folder, PAYMENTS_OPERATORS_URL: `http://127.0.0.1:${listener.port}` }
})
afterAll(async () => {
  await listener?.stop()
  issuer?.stop()
  await server?.drop()
  rmSync(env.XDG_CONFIG_HOME ?? '', { recursive: true, force: true })
})

/** Types it, and visits the address that it prints. @param visit does the browser's part */
async function signIn(visit: (back: URL) => Promise<void>): Promise<Typed> {
  const child = spawn(process.execPath, [...argumentsOf('cli/main'), 'login', '--browser'], {
    env: { ...bareEnvironment(), ...env },
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += String(chunk)
  })
  const printed = new Promise<string>((resolve) => {
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
      const [, address] = /^(http\S+)\n/m.exec(stderr) ?? []
      if (address !== undefined) resolve(address)
    })
  })
  const ended = once(child, 'close')
  await Promise.race([printed.then((address) => visit(issuer.visit(address))), ended])
  await ended
  return { code: child.exitCode ?? -1, stdout, stderr }
}

const get = async (url: URL): Promise<void> => {
  await (await fetch(url)).text()
}

test('signs in, keeps the session for this user alone, and ends it at the listener', async () => {
  issuer.claims = { email: 'grace@example.com', email_verified: true, groups: ['desk'] }
  const signedIn = await signIn(async (back) => {
    // What else comes to the port is not the sign-in, and ends nothing.
    const other = new URL(back)
    other.searchParams.set('state', 'another')
    expect((await fetch(other)).status).toBe(404)
    expect((await fetch(new URL('/favicon.ico', back))).status).toBe(404)
    await get(back)
  })
  expect([signedIn.code, signedIn.stdout]).toEqual([
    0,
    expect.stringMatching(/^You are grace@example\.com \(DECIDE\) at http/),
  ])
  const kept = readLogin(env)
  expect(kept?.token).toMatch(/^ops_/)
  expect(signedIn.stdout + signedIn.stderr).not.toContain(kept?.token)
  expect((await payments(env, 'whoami')).stdout).toMatch(/^grace@example\.com/)
  expect((await payments(env, 'inbox', 'list')).code).toBe(0)
  expect((await payments(env, 'logout')).stdout).toBe('You are logged out.\n')
  expect(readLogin(env)).toBeUndefined()
  expect((await listener.as(kept?.token ?? '', '/api/inbox')).status).toBe(401)
  expect(loginFile(env)).toContain(env.XDG_CONFIG_HOME)
})

test('says who has no access, and what the issuer does not do; nothing is kept then', async () => {
  issuer.claims = { sub: 'cook', groups: ['cooks'] }
  const cook = await signIn(get)
  expect([cook.code, cook.stderr]).toEqual([
    exitCodes.NO_PERMISSION,
    expect.stringMatching(/no group of yours has a role/),
  ])
  const denied = await signIn((back) => {
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')
    return get(back)
  })
  expect(denied.code).toBe(exitCodes.NO_PERMISSION)
  issuer.document = { issuer: 'https://evil.example' }
  const away = await anOperatorListener(server.url, {
    ENVIRONMENT: 'development',
    OPERATOR_SSO_ISSUER: issuer.url,
    OPERATOR_SSO_CLIENT_ID: CLIENT_ID,
  })
  try {
    const elsewhere = { ...env, PAYMENTS_OPERATORS_URL: `http://127.0.0.1:${away.port}` }
    const { code, stderr } = await payments(elsewhere, 'login', '--browser')
    expect([code, stderr]).toEqual([exitCodes.FAILED, expect.stringMatching(/no usable answer/)])
  } finally {
    issuer.document = {}
    await away.stop()
  }
  expect(readLogin(env)).toBeUndefined()
})
