/** What the providers of a currency must know of a customer, before it pays in it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { createPlatform, type NewCredentials, setRequiredFields } from '../../db/platforms.ts'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { anAgent } from '../support/agents.ts'
import { anExternalAccount, apiOf, withoutRequestId } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { accountOf, aFundedCustomer, askQuote, from, funding, to } from './customers.ts'

let stack: SharedStack
let platform: NewCredentials
const name = `requiring ${randomUUID()}`

beforeAll(async () => {
  stack = await aSharedStack()
  platform = await createPlatform(stack.databaseUrl, { name })
})
afterAll(async () => {
  await stack?.stop()
})

async function requireOf(currency: string, ...fields: string[]): Promise<void> {
  const database = openDatabase(stack.databaseUrl, { poolMax: 1 })
  await setRequiredFields(database, platform.id, { currency, fields })
  await database.close()
}

function refused(answer: Answer): unknown {
  const { status, body } = answer
  const { docUrl: _, ...details } = withoutRequestId(answer).details
  return [status, body.code, details]
}

test('a payment in the currency, by whomever, names all that is missing; with it there is a payment', async () => {
  const holder = await aFundedCustomer(stack, 'USD', 100_000n, { platform })
  const { api, customer } = holder
  const usd = accountOf(holder, 'USD')
  const bank = await anExternalAccount(api, customer)
  const { its } = await anAgent(api, customer.id)
  const out = { source: { accountId: usd.id }, destination: { accountId: bank.id }, amount: 100 }
  const back = { source: { accountId: bank.id }, destination: { accountId: usd.id }, amount: 100 }
  const quote = {
    ...{ source: from(usd), destination: to(bank) },
    ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 100 },
  }
  await requireOf('USD', 'PHONE_NUMBER', 'POSTAL_ADDRESS', 'FULL_NAME')
  const answers = [
    await askQuote(api, from(usd), to(bank), 1_000),
    await askQuote(api, from(usd), to(bank), 1_000, { immediatelyExecute: true }),
    await askQuote(api, from(usd), to(accountOf(holder, 'USDB')), 1_000),
    await askQuote(api, funding('USD', { customerId: customer.id }), to(usd), 1_000),
    await api.call('POST', '/transfer-out', out),
    await api.call('POST', '/transfer-in', back),
    await its.call('POST', '/agents/me/quotes', quote),
    await its.call('POST', '/agents/me/transfer-out', out),
    await its.call('POST', '/agents/me/transfer-in', back),
  ]
  const fields = ['PHONE_NUMBER', 'POSTAL_ADDRESS']
  const missing = [400, 'MISSING_MANDATORY_USER_INFO', { fields }]
  expect(answers.map(refused)).toEqual(answers.map(() => missing))
  // Another currency asks for nothing.
  const wallet = accountOf(holder, 'USDC')
  const inUsdc = await askQuote(
    api,
    funding('USDC', { ...{ customerId: customer.id }, cryptoNetwork: 'SOLANA' }),
    to(wallet),
    1_000,
  )
  expect(inUsdc.body.code).not.toBe('MISSING_MANDATORY_USER_INFO')
  await api.call('PATCH', `/customers/${customer.id}`, {
    customerType: 'INDIVIDUAL',
    phoneNumber: '+14155550100',
    address: { line1: '1 Main Street', city: 'Springfield', postalCode: '10001', country: 'US' },
  })
  expect((await askQuote(api, from(usd), to(bank), 1_000)).status).toBe(201)
  expect((await api.call('POST', '/transfer-out', out)).status).toBe(201)
})

test('the configuration shows it, and no platform changes it', async () => {
  await requireOf('USD', 'EMAIL')
  const api = apiOf(stack, platform)
  const shownFields = async (): Promise<unknown> => {
    const { body } = await api.call('GET', '/config')
    const all = body.supportedCurrencies as { currencyCode: string }[]
    return all.find(({ currencyCode }) => currencyCode === 'USD')
  }
  const usd = { providerRequiredCustomerFields: ['EMAIL'] }
  expect(await shownFields()).toMatchObject(usd)
  const { supportedCurrencies } = (await api.call('GET', '/config')).body as {
    supportedCurrencies: object[]
  }
  const emptied = supportedCurrencies.map((one) => ({
    ...one,
    providerRequiredCustomerFields: ['BIRTH_DATE'],
    providerRequiredCounterpartyCustomerFields: ['BIRTH_DATE'],
  }))
  const patched = await api.call('PATCH', '/config', { supportedCurrencies: emptied })
  expect(patched.status).toBe(200)
  expect(await shownFields()).toMatchObject({
    ...usd,
    providerRequiredCounterpartyCustomerFields: [],
  })
})
