/** Notices of the vendor, and the hosted page that causes some of them. */
import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '../../scripts/devstack/postgres.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { accountOf, aFundedCustomer, askQuote, from, to } from '../payments/customers.ts'
import { aCreatedAgent } from '../support/agents.ts'
import { anExternalAccount, apiOf, listed, type Resource, waitUntil } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import {
  accountsOf,
  aPerson,
  aVendor,
  eventsOf,
  green,
  red,
  statusOf,
  untilStatus,
  type VendorSays,
} from './businesses.ts'

let stack: SharedStack
let api: ApiClient
let vendor: VendorSays
let secret: string

beforeAll(async () => {
  stack = await aSharedStack()
  api = apiOf(stack)
  vendor = aVendor(stack)
  secret = stack.env.SANDBOX_VERIFICATION_NOTICE_SECRET ?? ''
})
afterAll(async () => {
  await stack?.stop()
})

const origin = (): string => new URL(stack.apiUrls[0] ?? '').origin

async function notify(
  body: string,
  options: { environment?: string; algorithm?: string; key?: string; digest?: string } = {},
): Promise<[status: number, body: Record<string, unknown>]> {
  const { environment = 'sandbox', algorithm = 'HMAC_SHA256_HEX', key = secret } = options
  const hash = { HMAC_SHA512_HEX: 'sha512', HMAC_SHA1_HEX: 'sha1' }[algorithm] ?? 'sha256'
  const answer = await fetch(`${origin()}/notices/verification/${environment}`, {
    method: 'POST',
    body,
    headers: {
      'x-payload-digest': options.digest ?? createHmac(hash, key).update(body).digest('hex'),
      'x-payload-digest-alg': algorithm,
    },
  })
  return [answer.status, (await answer.json()) as Record<string, unknown>]
}

const aNotice = (customer: Resource, type: string, more: object = {}): string =>
  JSON.stringify({
    ...{ type, applicantId: randomUUID(), correlationId: randomUUID(), createdAtMs: 'now' },
    ...{ externalUserId: customer.id, ...more },
  })

async function recorded(customer: Resource): Promise<number> {
  const { rows } = await withClient(stack.databaseUrl, (client) =>
    client.query('select 1 from verification_notices where customer_id = $1', [
      customer.id.split(':')[1],
    ]),
  )
  return rows.length
}

describe('a notice', () => {
  test('is taken with SHA-256 and SHA-512, once, and whatever it says decides nothing', async () => {
    const person = await aPerson(api)
    const lie = { reviewStatus: 'completed', reviewResult: { reviewAnswer: 'GREEN' } }
    const body = aNotice(person, 'applicantReviewed', lie)
    for (const algorithm of ['HMAC_SHA256_HEX', 'HMAC_SHA512_HEX', 'HMAC_SHA256_HEX']) {
      expect(await notify(body, { algorithm })).toEqual([200, { ok: true }])
    }
    expect(await recorded(person)).toBe(1)
    await waitUntil('it was looked at', async () => {
      const { rows } = await withClient(stack.databaseUrl, (client) =>
        client.query('select 1 from verification_notices where is_open and customer_id = $1', [
          person.id.split(':')[1],
        ]),
      )
      return rows.length === 0
    })
    expect(await statusOf(api, person)).toBe('UNVERIFIED')
    expect(await eventsOf(stack, person)).toEqual([])
  })

  test('is refused with a wrong digest, SHA-1, another body, or none of these', async () => {
    const person = await aPerson(api)
    const body = aNotice(person, 'applicantReviewed')
    for (const options of [
      { key: 'another' },
      { algorithm: 'HMAC_SHA1_HEX' },
      { algorithm: 'NONE' },
      { digest: '' },
      { digest: createHmac('sha256', secret).update(`${body} `).digest('hex') },
    ]) {
      const [status, refusal] = await notify(body, options)
      expect([status, refusal.code, refusal.status]).toEqual([401, 'UNAUTHORIZED', 401])
    }
    expect(await recorded(person)).toBe(0)
    // Signed, and no notice.
    const unstorable = aNotice(person, 'a\u0000b')
    for (const text of ['', 'null', '[]', '{"type":"x"}', '{"__proto__":1', unstorable]) {
      expect((await notify(text))[0]).toBe(400)
    }
    expect((await notify(JSON.stringify({ a: 'x'.repeat(70_000) })))[0]).toBe(400)
  })

  test('of an environment without a vendor is refused; nor is one about nobody an error', async () => {
    const person = await aPerson(api)
    expect(
      (await notify(aNotice(person, 'applicantReviewed'), { environment: 'production' }))[0],
    ).toBe(501)
    const nobody = { id: `Customer:${randomUUID()}` } as Resource
    expect((await notify(aNotice(nobody, 'applicantReviewed')))[0]).toBe(200)
    expect((await notify(aNotice({ id: "x'--" } as Resource, 'applicantReviewed')))[0]).toBe(200)
  })
})

describe('the hosted page', () => {
  const aLink = async (customer: Resource, body?: object, headers?: Record<string, string>) =>
    api.call('POST', `/customers/${customer.id}/kyc-link`, body, headers)
  const open = (url: unknown) => fetch(String(url), { method: 'POST', redirect: 'manual' })
  const press = (page: string, decision: string) =>
    fetch(`${page}/decide/${decision}`, { method: 'POST' })

  test('is reached by a link that opens once; each call gives another', async () => {
    const person = await aPerson(api)
    const first = await aLink(person, { redirectUri: 'http://localhost:3000/done' })
    expect(first.status).toBe(201)
    expect(first.body).toEqual({
      kycUrl: expect.stringMatching(/\/verify\/[\w-]{43}$/),
      expiresAt: expect.any(String),
      provider: 'SUMSUB',
    })
    const second = await aLink(person)
    expect(second.body.kycUrl).not.toBe(first.body.kycUrl)
    // Who only looks uses nothing up.
    expect((await fetch(String(first.body.kycUrl), { method: 'HEAD' })).status).toBe(200)
    // Nor does a scanner of mails use it, which reads the page.
    const read = await fetch(String(first.body.kycUrl), { redirect: 'manual' })
    expect([read.status, await read.text()]).toEqual([200, expect.stringContaining('<button>')])
    const opened = await open(first.body.kycUrl)
    expect([opened.status, opened.headers.get('cache-control')]).toEqual([303, 'no-store'])
    const page = await fetch(opened.headers.get('location') ?? '')
    expect(await page.text()).toContain('http://localhost:3000/done')
    expect((await open(first.body.kycUrl)).status).toBe(410)
    expect((await open(second.body.kycUrl)).status).toBe(303)
    expect(await eventsOf(stack, person)).toEqual([])
  })

  test('ten visitors at once: one gets in', async () => {
    const { body } = await aLink(await aPerson(api))
    const all = await Promise.all(Array.from({ length: 10 }, () => open(body.kycUrl)))
    expect(all.map(({ status }) => status).sort()).toEqual([303, ...Array(9).fill(410)])
  })

  test('under one key the same link again; the key of another request is refused', async () => {
    const person = await aPerson(api)
    const headers = { 'Idempotency-Key': randomUUID() }
    const [one, two] = await Promise.all([aLink(person, {}, headers), aLink(person, {}, headers)])
    expect(one.body).toEqual(two.body)
    const other = await aLink(person, { redirectUri: 'https://example.com' }, headers)
    expect([other.status, other.body.code]).toEqual([409, 'DUPLICATE_PAY_REQUEST'])
    // Nothing keeps the token.
    const token = String(one.body.kycUrl).split('/').at(-1) ?? ''
    const { rows } = await withClient(stack.databaseUrl, (client) =>
      client.query(
        `select 1 from verification_links l where l::text like $1 union all
         select 1 from idempotency_keys k where k::text like $1`,
        [`%${token}%`],
      ),
    )
    expect(rows).toEqual([])
  })

  test('leads on https, or on http to this machine', async () => {
    const person = await aPerson(api)
    for (const redirectUri of ['http://example.com/x', 'javascript:alert(1)', 'ftp://localhost/']) {
      const answer = await aLink(person, { redirectUri })
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_INPUT'])
    }
  })

  test('begins a verification that nobody has submitted, and ends it', async () => {
    const person = await aPerson(api)
    const { body } = await aLink(person)
    const page = (await open(body.kycUrl)).headers.get('location') ?? ''
    await fetch(page)
    expect(listed(await api.call('GET', `/verifications?customerId=${person.id}`))).toEqual([])
    await fetch(`${page}/check`, { method: 'POST' })
    const verification = await waitUntil('there is a verification', async () =>
      listed(await api.call('GET', `/verifications?customerId=${person.id}`)).at(0),
    )
    await press(page, 'more')
    const held = await untilStatus(api, verification, 'RESOLVE_ERRORS')
    expect(held.errors).toMatchObject([
      { type: 'POOR_QUALITY_DOCUMENT', reason: 'Please send a sharper picture of the document.' },
    ])
    expect(await statusOf(api, person)).toBe('HOLD')
    await press(page, 'approve')
    await untilStatus(api, verification, 'APPROVED')
    expect(await statusOf(api, person)).toBe('APPROVED')
    const events = await eventsOf(stack, person)
    for (const type of ['CUSTOMER.KYC_APPROVED', 'VERIFICATION.APPROVED']) {
      expect(events.filter((one) => one === type)).toHaveLength(1)
    }
  })

  test('decides about a submission that lacked something', async () => {
    const person = await aPerson(api)
    const submitted = await api.call('POST', '/verifications', { customerId: person.id })
    expect(submitted.body.verificationStatus).toBe('RESOLVE_ERRORS')
    const { body } = await aLink(person)
    const page = (await open(body.kycUrl)).headers.get('location') ?? ''
    await fetch(`${page}/check`, { method: 'POST' })
    await press(page, 'approve')
    await untilStatus(api, submitted.body as Resource, 'APPROVED')
    expect(await statusOf(api, person)).toBe('APPROVED')
    expect(listed(await api.call('GET', `/verifications?customerId=${person.id}`))).toHaveLength(1)
  })
})

test('approved, then rejected: accounts, agents and quotes are frozen, and a verification says so', async () => {
  const holder = await aFundedCustomer(stack, 'USD', 100_000n)
  const { customer } = holder
  const its = holder.api
  const bank = await anExternalAccount(its, customer)
  const usd = accountOf(holder, 'USD')
  const quote = await askQuote(its, from(usd), to(bank), 1_000)
  const { agent } = await aCreatedAgent(its, customer.id)
  const link = await its.call('POST', `/customers/${customer.id}/kyc-link`)
  const page = (await fetch(String(link.body.kycUrl), { method: 'POST' })).url
  await vendor.review(customer, green)
  await vendor.review(customer, red('FINAL', 'FORGERY'))
  const verification = await waitUntil('there is a verification', async () =>
    listed(await its.call('GET', `/verifications?customerId=${customer.id}`)).at(0),
  )
  expect(page).toContain('/websdk/')
  expect(verification.verificationStatus).toBe('REJECTED')
  expect((verification.errors as Resource[]).map(({ type }) => type)).toEqual([
    'SUSPECTED_FRAUD_DOCUMENT',
    'APPLICANT_FRAUD',
  ])
  expect(await statusOf(its, customer)).toBe('REJECTED')
  const accounts = await accountsOf(its, customer)
  expect(new Set(accounts.map(({ status }) => status))).toEqual(new Set(['FROZEN']))
  expect((await its.call('GET', `/agents/${agent.id}`)).body.isPaused).toBe(true)
  const refused = await its.call('POST', `/quotes/${quote.body.id}/execute`)
  expect([refused.status, refused.body.code]).toEqual([400, 'QUOTE_EXPIRED'])
  const transfer = { source: { accountId: usd.id }, destination: { accountId: bank.id }, amount: 1 }
  expect((await its.call('POST', '/transfer-out', transfer)).body.code).toBe('USER_NOT_READY')
  expect(await eventsOf(stack, customer)).toEqual([
    'CUSTOMER.KYC_APPROVED',
    ...['VERIFICATION.REJECTED', 'CUSTOMER.KYC_REJECTED'],
  ])
  const frozen = await withClient(stack.databaseUrl, (client) =>
    client.query(
      `select 1 from events where type = 'INTERNAL_ACCOUNT.STATUS_UPDATED'
         and snapshot ->> 'status' = 'FROZEN' and subject = any ($1)`,
      [accounts.map(({ id }) => id)],
    ),
  )
  expect(frozen.rowCount).toBe(accounts.length)
  await vendor.repeat(customer)
  const again = await its.call('POST', '/verifications', { customerId: customer.id })
  expect([again.status, again.body.code]).toEqual([400, 'INVALID_INPUT'])
  expect(listed(await its.call('GET', `/verifications?customerId=${customer.id}`))).toHaveLength(1)
})
