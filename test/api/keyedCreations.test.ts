/**
 * Retries that would make two: every operation of the document that creates something honours an Idempotency-Key. A new
 * one without the header, or without a call here, fails.
 */
import { randomUUID } from 'node:crypto'
import { FormData } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../api/operation.ts'
import { operations } from '../../api/operations.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import { type Answer, type ApiClient, formOf } from '../../scripts/serviceDriver/apiClient.ts'
import { anotherInfo, individual, variantNamed } from '../support/accountBodies.ts'
import { aCreatedAgent, anAgent, freePolicy } from '../support/agents.ts'
import {
  aBusinessBody,
  aFundedWallet,
  anExternalAccount,
  apiOf,
  createCustomer,
  type FundedWallet,
  type Resource,
  shown,
} from '../support/builders.ts'
import { aCardBody } from '../support/cards.ts'
import { aPdf } from '../support/documentFiles.ts'
import { aPerson, csvOf, domainOf } from '../support/importFiles.ts'
import { evmAddress } from '../support/sandboxNumbers.ts'
import { aScaCustomer } from '../support/sca.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { aPersonalInfo } from '../verification/businesses.ts'

let stack: SharedStack
let database: Database
let api: ApiClient
let owner: FundedWallet
/** A platform that asks for proofs of wallets. */
let strict: ApiClient
let business: Resource

beforeAll(async () => {
  stack = await aSharedStack()
  database = openDatabase(stack.databaseUrl, { poolMax: 2 })
  api = apiOf(stack)
  owner = await aFundedWallet(stack)
  const name = `strict ${randomUUID()}`
  strict = apiOf(
    stack,
    await createPlatform(stack.databaseUrl, { name, counterpartyRequirements: true }),
  )
  business = shown('business', await api.call('POST', '/customers', aBusinessBody()), 201)
  await database.query({
    text: `update platforms set webhook_endpoint = 'http://127.0.0.1:9/', invitation_url = 'https://example.com/i'
      where id = (select platform_id from customers where id = $1)`,
    values: [owner.customer.id.split(':')[1]],
  })
})
afterAll(async () => {
  await database.close()
  await stack.stop()
})

type Creation = {
  readonly path: string
  /** Made anew for each request, and equal each time. */
  body(): unknown
  /** Of another request to the same path. */
  other(): unknown
  readonly by?: ApiClient
}
const json = (path: string, body: object, changed: object, by?: ApiClient): Creation => ({
  ...{ path, body: () => body, other: () => ({ ...body, ...changed }) },
  ...(by !== undefined && { by }),
})

const evmInfo = (): object => ({
  ...{ accountType: 'ETHEREUM_WALLET', address: evmAddress() },
})

async function bankBody(customerId?: string): Promise<object> {
  const accountInfo = anotherInfo(variantNamed('USD_ACCOUNT'), '789', individual)
  return { currency: 'USD', accountInfo, ...(customerId !== undefined && { customerId }) }
}

async function challenge(place: 'customers' | 'platform'): Promise<Creation> {
  const customer = place === 'customers' ? await createCustomer(strict) : undefined
  const body = {
    ...{ currency: 'USDC', ownershipType: 'FIRST_PARTY', accountInfo: evmInfo() },
    ...(customer !== undefined && { customerId: customer.id }),
  }
  const path = `/${place}/external-accounts`
  const { id } = shown('wallet', await strict.call('POST', path, body), 201)
  const method = { method: 'WALLET_SIGNATURE' }
  return json(`${path}/${id}/challenge`, method, { method: 'LIVENESS' }, strict)
}

const ownerOf = ({ id: customerId }: Resource, ownershipPercentage: number): object => ({
  ...{ customerId, roles: ['UBO'], ownershipPercentage, personalInfo: aPersonalInfo() },
})

/** A call of each operation that keeps its answer. */
const creations: Readonly<Record<string, () => Promise<Creation>>> = {
  createCard: async () => json('/cards', aCardBody(owner), { platformCardId: randomUUID() }),
  createAgent: async () =>
    json(
      '/agents',
      { name: 'one', customerId: owner.customer.id, policy: freePolicy },
      { name: 'two' },
    ),
  async regenerateAgentDeviceCode() {
    const { agent } = await aCreatedAgent(api, owner.customer.id)
    return {
      path: `/agents/${agent.id}/device-codes`,
      body: () => undefined,
      other: () => undefined,
    }
  },
  createToken: async () => json('/tokens', { name: 'one', permissions: ['VIEW'] }, { name: 'two' }),
  async createBeneficialOwner() {
    return json('/beneficial-owners', ownerOf(business, 25), { ownershipPercentage: 26 })
  },
  async createInvitation() {
    const inviterUma = String(owner.customer.umaAddress)
    return json('/invitations', { inviterUma }, { inviterUma, firstName: 'Ada' })
  },
  async uploadDocument() {
    const { id } = await createCustomer(api)
    const fields = { documentHolder: id, documentType: 'UTILITY_BILL', country: 'US' }
    const form = (inside: string) => (): unknown =>
      formOf(fields, { name: 'bill.pdf', content: aPdf(inside) })
    return { path: '/documents', body: form('one'), other: form('two') }
  },
  async uploadCustomersCsv() {
    const domain = await domainOf(api)
    const [one, two] = [csvOf([aPerson(domain)]), csvOf([aPerson(domain)])]
    const form = (content: string) => (): unknown => formOf({}, { name: 'people.csv', content })
    return { path: '/customers/bulk/csv', body: form(one), other: form(two) }
  },
  createCustomerExternalAccount: async () =>
    json('/customers/external-accounts', await bankBody(owner.customer.id), await bankBody()),
  createPlatformExternalAccount: async () =>
    json('/platform/external-accounts', await bankBody(), await bankBody()),
  async agentCreateExternalAccount() {
    const { its } = await anAgent(api, owner.customer.id)
    return json('/agents/me/external-accounts', await bankBody(), await bankBody(), its)
  },
  createExternalAccountOwnershipChallenge: () => challenge('customers'),
  createPlatformExternalAccountOwnershipChallenge: () => challenge('platform'),
  async startTwoFactorReset() {
    const { customer } = await aScaCustomer(api)
    const path = `/sca/factors/reset?customerId=${encodeURIComponent(customer.id)}`
    return json(path, { factor: 'TOTP' }, { factor: 'PASSKEY' })
  },
  async redeliverWebhookEvent() {
    const { id } = await database.one<{ id: string }>({
      text: `select e.id from events e join customers c on c.platform_id = e.platform_id where c.id = $1
        order by e.created_at limit 1`,
      values: [owner.customer.id.split(':')[1]],
    })
    const path = `/webhooks/events/Webhook:${id}/redeliver`
    return { path, body: () => undefined, other: () => undefined }
  },
  redeliverWebhooks: async () =>
    json('/webhooks/redeliver', { failedOnly: false, limit: 2 }, { limit: 1 }),
}

/** A token has places for so many uploads at once. */
const UPLOADS = 2

const isKept = ({ headers }: Operation): boolean => headers?.idempotencyKey === 'kept'

test('every operation that answers 201 or 202 takes a key, or is a signed retry', () => {
  const without = operations.filter(
    ({ method, status, headers, sandboxOnly }) =>
      method === 'post' &&
      (status === 201 || status === 202) &&
      headers?.idempotencyKey === undefined &&
      headers?.requestId === undefined &&
      // What a merchant does twice is two purchases.
      sandboxOnly === undefined,
  )
  expect(without.map(({ id }) => id)).toEqual([])
})

test('each that keeps its answer has a call here', () => {
  const kept = operations.filter(isKept).map(({ id }) => id)
  expect(Object.keys(creations).sort()).toEqual(kept.sort())
})

describe.each(Object.keys(creations))('%s', (id) => {
  test('makes one under one key, ten at once and later', async () => {
    const creation = creations[id] as () => Promise<Creation>
    const { path, body, other, by = api } = await creation()
    const headers = { 'Idempotency-Key': randomUUID() }
    const ask = (): Promise<Answer> => by.call('POST', path, body(), headers)
    const answers = await Promise.all(
      Array.from({ length: body() instanceof FormData ? UPLOADS : 10 }, ask),
    )
    const first = answers[0] as Answer
    expect(new Set(answers.map(({ status }) => status)), JSON.stringify(first.body)).toEqual(
      new Set([operations.find((one) => one.id === id)?.status]),
    )
    const repeated = await ask()
    expect(repeated.headers.get('Idempotent-Replayed')).toBe('true')
    for (const answer of [...answers, repeated]) expect(answer.body).toEqual(first.body)
    const changed = other()
    if (changed !== undefined) {
      expect(await by.call('POST', path, changed, headers)).toMatchObject({
        ...{ status: 409, body: { code: 'DUPLICATE_PAY_REQUEST' } },
      })
    }
  })
})

test('a refusal binds no key, and keys of two agents are two', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = { name: 'one', customerId: owner.customer.id, policy: freePolicy }
  const wrong = { ...body, customerId: 'Customer:00000000-0000-4000-8000-000000000000' }
  expect((await api.call('POST', '/agents', wrong, headers)).status).toBe(404)
  expect((await api.call('POST', '/agents', body, headers)).status).toBe(201)
  const [one, two] = [await anAgent(api, owner.customer.id), await anAgent(api, owner.customer.id)]
  const key = { 'Idempotency-Key': randomUUID() }
  const path = '/agents/me/external-accounts'
  expect((await one.its.call('POST', path, await bankBody(), key)).status).toBe(201)
  expect((await two.its.call('POST', path, await bankBody(), key)).status).toBe(201)
})

test('a key outlives what it has made: the answer is the first one', async () => {
  const headers = { 'Idempotency-Key': randomUUID() }
  const body = { ...(await bankBody(owner.customer.id)) }
  const made = await api.call('POST', '/customers/external-accounts', body, headers)
  const path = `/customers/external-accounts/${String(made.body.id)}`
  expect((await api.call('DELETE', path)).status).toBe(204)
  const repeated = await api.call('POST', '/customers/external-accounts', body, headers)
  expect([repeated.status, repeated.body]).toEqual([201, made.body])
  // Without the key it is another request.
  await anExternalAccount(api, owner.customer)
})

test('no key holds an answer in clear text', async () => {
  const { count } = await database.one<{ count: number }>({
    text: `select count(*)::integer as count from idempotency_keys
      where operation = 'createToken' and (answer is null or not answer ->> 'sealed' like 'sealed:1:%')`,
  })
  expect(count).toBe(0)
})

describe('a platform’s name of a card', () => {
  const named = (platformCardId: string): Promise<Answer> =>
    api.call('POST', '/cards', aCardBody(owner, { platformCardId }))

  test('is of one card, fifty at once, until that is closed', async () => {
    const name = `${randomUUID()}-card`
    const answers = await Promise.all(Array.from({ length: 50 }, () => named(name)))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(1)
    const codes = answers.filter(({ status }) => status !== 201).map(({ body }) => body.code)
    expect(new Set(codes)).toEqual(new Set(['CONFLICT']))
    const path = `/cards/${String(made[0]?.body.id)}`
    expect((await api.call('PATCH', path, { state: 'CLOSED' })).status).toBe(200)
    expect((await named(name)).status).toBe(201)
  })
})

describe('the owners of a business', () => {
  test('have 100 percent together at most, fifty at once and by a change', async () => {
    const mine = shown('business', await api.call('POST', '/customers', aBusinessBody()), 201)
    const own = (): Promise<Answer> => api.call('POST', '/beneficial-owners', ownerOf(mine, 30))
    const answers = await Promise.all(Array.from({ length: 50 }, own))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(3)
    const refused = answers.find(({ status }) => status !== 201)
    expect(refused).toMatchObject({
      ...{ status: 400, body: { code: 'INVALID_INPUT' } },
      body: { details: { errors: [{ field: 'ownershipPercentage' }] } },
    })
    const change = (ownershipPercentage: number): Promise<Answer> =>
      api.call('PATCH', `/beneficial-owners/${String(made[0]?.body.id)}`, { ownershipPercentage })
    expect((await change(41)).status).toBe(400)
    expect((await change(40)).status).toBe(200)
  })
})
