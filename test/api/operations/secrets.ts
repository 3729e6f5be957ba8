/** Secrets that an answer shows once: no table keeps them, and no log. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Operation } from '../../../api/operation.ts'
import { operations } from '../../../api/operations.ts'
import { authorizedClient } from '../../../scripts/serviceDriver/apiClient.ts'
import { aCreatedAgent, anAddress, freePolicy } from '../../support/agents.ts'
import { shown, waitUntil } from '../../support/builders.ts'
import { aCard } from '../../support/cards.ts'
import { aScaCustomer, enrolTotp, logIn, type ScaCustomer } from '../../support/sca.ts'
import { aBusiness } from '../../verification/businesses.ts'
import { call, service } from '../service.ts'

/** What an answer has shown, or a path has held. */
type Secrets = readonly string[]

const deviceCodeOf = (made: unknown): string =>
  (made as { readonly deviceCode: { readonly code: string } }).deviceCode.code

/** A call of each operation that answers a secret, and the secrets of its answer. */
const calls: Readonly<Record<string, () => Promise<Secrets>>> = {
  async createToken() {
    // The answer is kept with the key, encrypted: a repeat shows the same secret.
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = { name: 'secret', permissions: ['VIEW'] }
    const answers = [
      await call('POST', '/tokens', body, headers),
      await call('POST', '/tokens', body, headers),
    ]
    const secrets = answers.map((answer) => String(shown('token', answer, 201).clientSecret))
    expect(new Set(secrets).size).toBe(1)
    return secrets
  },
  async createAgent() {
    const body = { name: 'secret', customerId: service().mine.customer.id, policy: freePolicy }
    return [deviceCodeOf((await call('POST', '/agents', body)).body)]
  },
  async regenerateAgentDeviceCode() {
    const { agent } = await aCreatedAgent(service().api, service().mine.customer.id)
    const { body } = await call('POST', `/agents/${agent.id}/device-codes`)
    return [String(body.code)]
  },
  async redeemAgentDeviceCode() {
    const { code } = await aCreatedAgent(service().api, service().mine.customer.id)
    const anybody = authorizedClient(service().api.baseUrl, undefined)
    const path = `/agents/device-codes/${code}/redeem`
    const address = { 'X-Forwarded-For': anAddress() }
    const redeemed = await anybody.call('POST', path, undefined, address)
    const { accessToken } = redeemed.body as { readonly accessToken?: unknown }
    return [code, String(accessToken)]
  },
  async revealCard() {
    const { mine, api } = service()
    const card = await aCard(api, mine)
    const { body } = await call('POST', `/cards/${card.id}/reveal`)
    const { searchParams } = new URL(String(body.panEmbedUrl))
    const page = await (await fetch(String(body.panEmbedUrl))).text()
    const number = /data-copies="(\d{16})"/.exec(page)?.[1]
    return [String(number), String(searchParams.get('hmac'))]
  },
  async createCustomerKycLink() {
    const business = await aBusiness(service().api, 'C-001')
    const link = shown('link', await call('POST', `/customers/${business.id}/kyc-link`), 201)
    return [String(new URL(String(link.kycUrl)).pathname.split('/').at(-1))]
  },
  async startScaFactorEnrollment() {
    const start = await (await aLoggedInCustomer()).sca('POST', '/factors', { type: 'TOTP' })
    const { secret, secretBase32Encoded } = shown('TOTP', start, 200)
    return [String(secret), String(secretBase32Encoded)]
  },
  async startTwoFactorReset() {
    const customer = await aScaCustomer(service().api)
    const answer = await customer.sca('POST', '/factors/reset', { factor: 'TOTP' })
    return [String(shown('reset', answer, 201).verificationLink)]
  },
  async confirmScaFactorEnrollment() {
    const { secret, recoveryCodes } = await enrolTotp(await aLoggedInCustomer())
    return [secret, ...recoveryCodes]
  },
}

async function aLoggedInCustomer(): Promise<ScaCustomer> {
  const customer = await aScaCustomer(service().api)
  shown('log in', await logIn(customer), 200)
  return customer
}

/** Those whose secrets are not searched for here, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  exportInternalAccount: 'sealed: test/auth/secrets.test.ts',
  refreshAuthSession: 'sealed: test/auth/secrets.test.ts',
  verifyAuthCredential: 'sealed: test/auth/secrets.test.ts',
  listSandboxMessages: 'codes of the sandbox, the same for everybody',
}

describe('a secret that an answer shows once', () => {
  test('is declared by its operation', () => {
    const marked = operations.filter(({ answersSecret }) => answersSecret).map(({ id }) => id)
    expect(marked.sort()).toEqual(Object.keys({ ...calls, ...elsewhere }).sort())
    const unmarked = operations.filter(
      (operation) => !operation.answersSecret && showsSecret(operation),
    )
    expect(unmarked.map(({ id }) => id)).toEqual([])
  })

  test('is in no table and in no log', async () => {
    const found: Record<string, Secrets> = {}
    for (const [id, run] of Object.entries(calls)) found[id] = await run()
    const secrets = Object.values(found).flat()
    expect(secrets.filter((secret) => secret.length < 14 || secret === 'undefined')).toEqual([])
    // What the same search must find: a name in its table, the requests in the log.
    const control = `kept ${randomUUID()}`
    await call('POST', '/tokens', { name: control, permissions: ['VIEW'] })
    expect(await tablesWith([control])).toEqual(['public.tokens'])
    const logs = logsOf(service().stack.dataDir)
    for (const id of Object.keys(calls)) expect(logs).toContain(`"operation":"${id}"`)

    expect(await tablesWith(secrets.flatMap(spellings))).toEqual([])
    for (const [id, each] of Object.entries(found)) {
      const shownIn = each.flatMap(spellings).filter((text) => logs.includes(text))
      expect([id, shownIn]).toEqual([id, []])
    }
  })

  test('is in no path of the log: ids alone are', async () => {
    const { agent, code } = await aCreatedAgent(service().api, service().mine.customer.id)
    await call('GET', `/agents/device-codes/${code}/status`)
    await call('GET', '/invitations/pN3vQ0cJr6m1xGk2aZ8yTw')
    await call('POST', `/invitations/${encodeURIComponent('a/b c')}/claim`, {})
    await call('POST', `/agents/${agent.id}/device-codes`)
    const wanted = [
      '/agents/device-codes/.../status',
      '/invitations/...',
      '/invitations/.../claim',
      `/agents/${agent.id}/device-codes`,
    ]
    const paths = await waitUntil('the requests are in the log', () => {
      const logged = pathsOf(logsOf(service().stack.dataDir))
      return wanted.every((path) => logged.includes(path)) ? logged : undefined
    })
    expect(paths.filter((path) => /pN3vQ0|a%2Fb/.test(path))).toEqual([])
  })
})

/** The paths of requests in a log, without the version. */
function pathsOf(logs: string): string[] {
  return [...logs.matchAll(/"path":"([^"]*)"/g)].map(([, path = '']) =>
    path.replace(/^\/[\d-]+/, ''),
  )
}

/** Names of members that hold what is shown once. */
const secretNames =
  /"(clientSecret|accessToken|deviceCode|recoveryCodes|totpUri|kycUrl|panEmbedUrl|secret|encrypted\w+)":\{/

/** A read has the members in its schema that only the write before it fills. */
function showsSecret({ method, responses }: Operation): boolean {
  if (method === 'get') return false
  const schemas = Object.values(responses).map((schema) => JSON.stringify(schema))
  return schemas.some((schema) => secretNames.test(schema))
}

/** A text as it is, and as the bytes of a column show it. */
function spellings(text: string): string[] {
  return [text, Buffer.from(text).toString('hex')]
}

/** What the processes of a stack have written. */
function logsOf(dataDir: string): string {
  return readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.log'))
    .map((name) => readFileSync(join(dataDir, name), 'utf8'))
    .join('\n')
}

/** The tables in which some row holds one of the texts. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { database } = service()
  const tables = await database.query<{ name: string }>({
    text: `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  })
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await database.query({
      text: `select 1 from (select t::text as row from ${name} t) r
        where exists (select 1 from unnest($1::text[]) x where strpos(r.row, x) > 0) limit 1`,
      values: [texts],
    })
    if (rows.length > 0) found.push(name)
  }
  return found
}
