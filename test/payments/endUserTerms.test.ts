/** Customers of a platform that is no regulated institution accept the terms before any money moves. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AgreementType } from '../../contract/components/agreements.ts'
import { createPlatform, type PlatformCredentials } from '../../db/platforms.ts'
import { withClient } from '../../scripts/devstack/postgres.ts'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { anAgent } from '../support/agents.ts'
import {
  aCustomerBody,
  anExternalAccount,
  apiOf,
  createCustomer,
  fund,
  ledgerHolds,
  listed,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aPerson, csvOf, domainOf, ended, upload } from '../support/importFiles.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { askQuote, from, funding, to } from './customers.ts'

let stack: SharedStack
let platform: PlatformCredentials
let api: ApiClient

beforeAll(async () => {
  stack = await aSharedStack()
  const name = `unregulated ${randomUUID()}`
  platform = await createPlatform(stack.databaseUrl, { name, regulated: false })
  api = apiOf(stack, platform)
})
afterAll(async () => {
  await ledgerHolds(stack)
  await stack?.stop()
})

const NOT_ACCEPTED = [403, 'END_USER_TERMS_NOT_ACCEPTED']
const codeOf = ({ status, body }: Answer): unknown => [status, body.code]

const acceptance = {
  acceptedAt: '2026-01-15T09:30:00.000Z',
  ipAddress: '203.0.113.7',
  termsVersion: '2025-10-13',
  acceptanceMethod: 'CLICK_TO_ACCEPT',
}
const terms = { type: 'SERVICE_END_USER_TERMS', ...acceptance }
const others = AgreementType.enum
  .filter((type) => type !== terms.type)
  .map((type) => ({ type, ...acceptance }))

const accountsOf = async (customer: Resource): Promise<Resource[]> =>
  listed(await api.call('GET', `/internal-accounts?customerId=${customer.id}`))

const untilActive = (customer: Resource): Promise<Resource[]> =>
  waitUntil('the accounts are active', async () => {
    const all = await accountsOf(customer)
    return all.length > 0 && all.every(({ status }) => status === 'ACTIVE') ? all : undefined
  })

test('the configuration says so', async () => {
  expect((await api.call('GET', '/config')).body.isRegulatedFinancialInstitution).toBe(false)
  const regulated = await apiOf(stack).call('GET', '/config')
  expect(regulated.body.isRegulatedFinancialInstitution).toBe(true)
})

test('accounts wait for the consent, and no way of moving money is open until then', async () => {
  const customer = await createCustomer(api)
  expect(customer.kycStatus).toBe('APPROVED')
  const waiting = await accountsOf(customer)
  expect(waiting.map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'PENDING'])
  const bank = await anExternalAccount(api, customer)
  const [usd, wallet] = ['INTERNAL_FIAT', 'EMBEDDED_WALLET'].map(
    (wanted) => waiting.find(({ type }) => type === wanted) as Resource,
  ) as [Resource, Resource]
  const out = { source: { accountId: usd.id }, destination: { accountId: bank.id }, amount: 100 }
  const back = { source: { accountId: bank.id }, destination: { accountId: usd.id }, amount: 100 }
  const answers = [
    await askQuote(api, from(usd), to(bank), 1_000),
    await askQuote(api, from(wallet), to(bank), 1_000),
    await askQuote(api, from(usd), to(bank), 1_000, { immediatelyExecute: true }),
    await askQuote(api, funding('USD', { customerId: customer.id }), to(bank), 1_000),
    await askQuote(api, funding('USD', { customerId: customer.id }), to(usd), 1_000),
    await api.call('POST', '/transfer-out', out),
    await api.call('POST', '/transfer-in', back),
    await api.call('POST', `/sandbox/internal-accounts/${usd.id}/fund`, { amount: 1_000 }),
  ]
  expect(answers.map(codeOf)).toEqual(answers.map(() => NOT_ACCEPTED))

  const change = { customerType: 'INDIVIDUAL' }
  const path = `/customers/${customer.id}`
  shown('changed', await api.call('PATCH', path, { ...change, agreementConsents: others }), 200)
  expect(new Set((await accountsOf(customer)).map(({ status }) => status))).toEqual(
    new Set(['PENDING']),
  )
  expect(codeOf(await askQuote(api, from(usd), to(bank), 1_000))).toEqual(NOT_ACCEPTED)
  const accepted = await api.call('PATCH', path, { ...change, agreementConsents: [terms] })
  expect(accepted.body).toMatchObject({ agreementConsents: [terms, ...others] })
  await untilActive(customer)
  await fund(api, usd, 1_000n)
  expect((await askQuote(api, from(usd), to(bank), 1_000)).status).toBe(201)
  const events = listed(
    await api.call('GET', '/webhooks/events?type=INTERNAL_ACCOUNT.STATUS_UPDATED'),
  )
  expect(events.length).toBeGreaterThanOrEqual(3)
})

test('agents wait for the consent of their customer, too', async () => {
  const customer = await createCustomer(api)
  const accounts = await accountsOf(customer)
  const usd = accounts.find(({ type }) => type === 'INTERNAL_FIAT') as Resource
  const bank = await anExternalAccount(api, customer)
  const { its } = await anAgent(api, customer.id)
  const out = { source: { accountId: usd.id }, destination: { accountId: bank.id }, amount: 100 }
  const back = { source: { accountId: bank.id }, destination: { accountId: usd.id }, amount: 100 }
  const quote = {
    ...{ source: from(usd), destination: to(bank) },
    ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 100 },
  }
  const ask = async (): Promise<Answer[]> => [
    await its.call('POST', '/agents/me/quotes', quote),
    await its.call('POST', '/agents/me/transfer-out', out),
    await its.call('POST', '/agents/me/transfer-in', back),
  ]
  expect((await ask()).map(codeOf)).toEqual(Array(3).fill(NOT_ACCEPTED))
  await api.call('PATCH', `/customers/${customer.id}`, {
    customerType: 'INDIVIDUAL',
    endUserTermsConsent: acceptance,
  })
  await untilActive(customer)
  await fund(api, usd, 1_000n)
  expect((await ask()).map(({ status }) => status)).toEqual([201, 201, 201])
})

test('a consent at creation opens the accounts at once; one without a contact has no wallet yet', async () => {
  const body = aCustomerBody({ agreementConsents: [terms, ...others] })
  const customer = shown('customer', await api.call('POST', '/customers', body), 201)
  await untilActive(customer)
  const bare = { customerType: 'INDIVIDUAL', agreementConsents: [terms] }
  const without = shown('customer', await api.call('POST', '/customers', bare), 201)
  const statuses = async (): Promise<unknown[]> =>
    (await accountsOf(without)).map(({ type, status }) => `${type} ${status}`).sort()
  expect(await statuses()).toEqual([
    'EMBEDDED_WALLET PENDING',
    'INTERNAL_CRYPTO ACTIVE',
    'INTERNAL_FIAT ACTIVE',
  ])
})

test('contact and consent may come in either order: the wallet is made when both are there', async () => {
  for (const changes of [
    [{ email: `a-${randomUUID()}@example.com` }, { agreementConsents: [terms] }],
    [{ agreementConsents: [terms] }, { email: `b-${randomUUID()}@example.com` }],
  ]) {
    const bare = { customerType: 'INDIVIDUAL' }
    const customer = shown('customer', await api.call('POST', '/customers', bare), 201)
    for (const change of changes) {
      const wallet = (await accountsOf(customer)).find(({ type }) => type === 'EMBEDDED_WALLET')
      expect(wallet?.status).toBe('PENDING')
      const answer = await api.call('PATCH', `/customers/${customer.id}`, { ...bare, ...change })
      expect(answer.status).toBe(200)
    }
    await untilActive(customer)
  }
})

test('a consent after the accounts were frozen opens none of them', async () => {
  const customer = await createCustomer(api)
  await withClient(stack.databaseUrl, async (client) => {
    const values = [customer.id.split(':')[1]]
    await client.query(`update customers set kyc_status = 'REJECTED' where id = $1`, values)
    await client.query('select freeze_customer(c) from customers c where id = $1', values)
  })
  const body = { customerType: 'INDIVIDUAL', agreementConsents: [terms] }
  shown('consent', await api.call('PATCH', `/customers/${customer.id}`, body), 200)
  const statuses = (await accountsOf(customer)).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set(['FROZEN']))
})

test('imported customers wait for it as well', async () => {
  const row = aPerson(await domainOf(api))
  expect(await ended(api, await upload(api, csvOf([row])))).toMatchObject({ status: 'COMPLETED' })
  const path = `/customers?platformCustomerId=${row.platformCustomerId}`
  const [customer] = listed(await api.call('GET', path))
  if (customer === undefined) throw new Error('not imported')
  const waiting = await accountsOf(customer)
  expect(waiting.map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'PENDING'])
  const accepted = { customerType: 'INDIVIDUAL', agreementConsents: [terms] }
  shown('accepted', await api.call('PATCH', `/customers/${customer.id}`, accepted), 200)
  await untilActive(customer)
})
