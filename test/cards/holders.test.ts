/** Cardholders at an issuer that enrols them: persons and businesses, once each, and what it must know of them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { rowsOf } from '../durability/payments.ts'
import {
  aBusinessBody,
  aCustomerBody,
  apiOf,
  listed,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aCardBody } from '../support/cards.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { anOwner } from '../verification/businesses.ts'

const address = {
  ...{ line1: '1 Main Street', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' },
}
const known = { address, phoneNumber: '+15125550100' }

let stack: TestStack
let api: ApiClient

beforeAll(async () => {
  const env = { SANDBOX_CARD_ENROLS_HOLDERS: 'true', CHECK_RESPONSES: 'true' }
  stack = await aRunningStack({ env })
  api = apiOf(stack)
})
afterAll(() => stack?.stop())

async function aPerson(fields: object = {}): Promise<Resource> {
  const body = aCustomerBody({ ...known, idType: 'SSN', identifier: '123-45-6789', ...fields })
  return shown('person', await api.call('POST', '/customers', body), 201)
}

async function aBusiness(fields: object = {}): Promise<Resource> {
  const body = aBusinessBody({
    ...known,
    businessInfo: {
      ...{ legalName: 'Analytical Engines Ltd', country: 'US', taxId: '12-3456789' },
      ...{ incorporatedOn: '2015-03-01', entityType: 'LLC', businessType: 'RETAIL_TRADE' },
      registrationNumber: `C${randomUUID().slice(0, 8)}x`,
      ...fields,
    },
  })
  return shown('business', await api.call('POST', '/customers', body), 201)
}

async function askCard(customer: Resource): Promise<Answer> {
  const path = `/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`
  const wallet = await waitUntil('the wallet is active', async () => {
    const [account] = listed(await api.call('GET', path))
    return account?.status === 'ACTIVE' ? account : undefined
  })
  return api.call('POST', '/cards', aCardBody({ customer, wallet }))
}

async function untilState(answer: Answer, state: string): Promise<Resource> {
  const { id } = shown('card', answer, 201)
  return waitUntil(`the card is ${state}`, async () => {
    const card = (await api.call('GET', `/cards/${id}`)).body as Resource
    return card.state === state ? card : undefined
  })
}

async function holdersOf({ id }: Resource): Promise<{ account_token: string }[]> {
  return rowsOf(
    { databaseUrl: stack.sandboxDatabaseUrl },
    'select account_token from sandbox.issuer_holders where external_id = $1',
    [id],
  )
}

const missingIn = ({ status, body }: Answer): unknown => [
  status,
  body.code,
  (body.details as { missingFields?: unknown } | undefined)?.missingFields,
]

test('a person is enrolled once for all of its cards', async () => {
  const person = await aPerson()
  const first = await untilState(await askCard(person), 'ACTIVE')
  const second = await untilState(await askCard(person), 'ACTIVE')
  const holders = await holdersOf(person)
  expect(holders).toHaveLength(1)
  expect([first.processorRef, second.processorRef]).toEqual(
    Array(2).fill(holders[0]?.account_token),
  )
})

test('a business is enrolled with the person who runs it and its owners', async () => {
  const business = await aBusiness()
  const info = { address, email: 'grace@example.com' }
  await anOwner(api, business, {}, info)
  // Less than a quarter: it is not reported to the issuer, so that nothing of it is missing.
  await anOwner(api, business, { roles: ['UBO'], ownershipPercentage: 10 })
  const card = await untilState(await askCard(business), 'ACTIVE')
  const [holder] = await holdersOf(business)
  expect(card.processorRef).toBe(holder?.account_token)
})

test('one that the issuer rejects gets no card', async () => {
  const person = await aPerson({ fullName: 'Grace Hopper' })
  await api.call('PATCH', `/customers/${person.id}`, {
    ...{ customerType: 'INDIVIDUAL', fullName: 'Grace Hopper-002' },
  })
  const card = await untilState(await askCard(person), 'CLOSED')
  expect(card.stateReason).toBe('ISSUER_REJECTED')
})

test('what the issuer needs of a cardholder and we lack is named at once', async () => {
  const code = 'MISSING_MANDATORY_USER_INFO'
  const bare = await aPerson({ address: { ...address, state: 'Texas' }, phoneNumber: undefined })
  expect(missingIn(await askCard(bare))).toEqual([400, code, ['phoneNumber', 'address.state']])
  const business = await aBusiness({ businessType: undefined })
  expect(missingIn(await askCard(business))).toEqual([
    ...[400, code],
    ['businessInfo.businessType', 'beneficialOwners.CONTROL_PERSON'],
  ])
  const owner = await anOwner(api, business)
  expect(missingIn(await askCard(business))).toEqual([
    ...[400, code],
    [
      'businessInfo.businessType',
      ...['email', 'address.state'].map((name) => `${owner.id}.personalInfo.${name}`),
    ],
  ])
  expect(await holdersOf(business)).toEqual([])
  expect(listed(await api.call('GET', `/cards?cardholderId=${business.id}`))).toEqual([])
})
