/** Who owns a UMA domain and an address, and whom a payment to an address reaches. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '../../scripts/devstack/postgres.ts'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { aPlatform, apiOf, ledgerHolds, type Resource, shown } from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import {
  aCustomer,
  accountOf,
  aFundedCustomer,
  amountsOf,
  askQuote,
  from,
  lookUpUma,
  type TestCustomer,
  untilEnded,
} from './customers.ts'

let stack: SharedStack
let ada: TestCustomer

beforeAll(async () => {
  stack = await aSharedStack()
  ada = await aFundedCustomer(stack, 'USD', 1_000_000n)
})
afterAll(async () => {
  await ledgerHolds(stack)
  await stack?.stop()
})

const INDIVIDUAL = { customerType: 'INDIVIDUAL' }
const named = (): string => `u${randomUUID().slice(0, 8)}`
const domainOf = (customer: Resource): string => String(customer.umaAddress).split('@')[1] ?? ''
const wrongFields = ({ status, body }: Answer): unknown => [
  status,
  (body.details as { errors: { field: string }[] } | undefined)?.errors.map(({ field }) => field),
]
const patch = ({ api, customer }: TestCustomer, fields: object): Promise<Answer> =>
  api.call('PATCH', `/customers/${customer.id}`, { ...INDIVIDUAL, ...fields })

function quoteTo(address: unknown, lookupId: unknown, more: object = {}): Promise<Answer> {
  const destination = { destinationType: 'UMA_ADDRESS', umaAddress: address, currency: 'USD' }
  return askQuote(ada.api, from(accountOf(ada, 'USD')), destination, 5_000, { lookupId, ...more })
}

describe('an address', () => {
  test('of another platform cannot be taken by a change of a customer', async () => {
    const eve = await aCustomer(stack, { platform: await aPlatform(stack) })
    const umaAddress = `$${named()}@${domainOf(ada.customer)}`
    expect(wrongFields(await patch(eve, { umaAddress }))).toEqual([400, ['umaAddress']])
    expect(await lookUpStatus(umaAddress)).toBe(404)
    const own = `$${named()}@${domainOf(eve.customer).toUpperCase()}`
    expect((await patch(eve, { umaAddress: own })).body.umaAddress).toBe(own)
  })

  test('and every other field of a change obeys the rules of a creation', async () => {
    const bob = await aCustomer(stack, { fields: { idType: 'SSN', identifier: '123-45-6789' } })
    const answer = await patch(bob, {
      birthDate: '2999-01-01',
      currencies: ['USD', 'AED'],
      umaAddress: '$ada@elsewhere.example',
      identifier: '123456789',
      countryOfIssuance: 'GB',
    })
    expect(wrongFields(answer)).toEqual([
      400,
      ['birthDate', 'identifier', 'countryOfIssuance', 'currencies.1', 'umaAddress'],
    ])
    expect(wrongFields(await patch(bob, { idType: 'EIN' }))).toEqual([
      400,
      ['identifier', 'idType'],
    ])
    expect(wrongFields(await patch(bob, { idType: 'ITIN' }))).toEqual([400, ['identifier']])
    const whole = {
      nationality: 'ZZ',
      birthDate: '2999-01-01',
      umaAddress: '$ada@elsewhere.example',
    }
    expect(wrongFields(await patch(bob, whole))).toEqual([
      400,
      ['nationality', 'birthDate', 'umaAddress'],
    ])
    const changed = await patch(bob, { idType: 'ITIN', identifier: '912-70-5678' })
    expect([changed.status, changed.body.idType]).toEqual([200, 'ITIN'])
  })

  test('belongs to one customer: one of fifty who ask at once, and still one who was deleted', async () => {
    const customers = await Promise.all(Array.from({ length: 10 }, () => aCustomer(stack)))
    const umaAddress = `$${named()}@${domainOf(ada.customer)}`
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        patch(customers[index % customers.length] as TestCustomer, { umaAddress }),
      ),
    )
    const taken = answers.filter(({ status }) => status === 409)
    expect(new Set(taken.map(({ body }) => body.code))).toEqual(new Set(['UMA_ADDRESS_EXISTS']))
    const owners = answers.filter(({ status }) => status === 200)
    expect(new Set(owners.map(({ body }) => body.id)).size).toBe(1)
    expect(taken.length + owners.length).toBe(50)
    const owner = customers.find(({ customer }) => customer.id === owners[0]?.body.id)
    if (owner === undefined) throw new Error('nobody has the address')
    await withClient(stack.databaseUrl, (client) =>
      client.query('update customers set is_deleted = true where id = $1', [
        owner.customer.id.split(':')[1],
      ]),
    )
    expect((await patch(ada, { umaAddress })).body.code).toBe('UMA_ADDRESS_EXISTS')
    const created = await ada.api.call('POST', '/customers', { ...INDIVIDUAL, umaAddress })
    expect(created.body.code).toBe('UMA_ADDRESS_EXISTS')
  })

  test('that another customer has taken since its lookup, or since the quote, is not paid', async () => {
    const [bob, eve] = [await aCustomer(stack), await aCustomer(stack)]
    const umaAddress = String(bob.customer.umaAddress)
    const { lookupId } = await lookUpUma(ada, umaAddress)
    const quote = shown('quote', await quoteTo(umaAddress, lookupId), 201)
    expect((await patch(bob, { umaAddress: `$${named()}@${domainOf(ada.customer)}` })).status).toBe(
      200,
    )
    expect((await patch(eve, { umaAddress })).status).toBe(200)
    const [later, now] = [
      await quoteTo(umaAddress, lookupId),
      await quoteTo(umaAddress, lookupId, { immediatelyExecute: true }),
    ]
    for (const { status, body } of [later, now]) {
      expect([status, body.code]).toEqual([400, 'INVALID_RECEIVER'])
    }
    const executed = await ada.api.call('POST', `/quotes/${quote.id}/execute`)
    expect([executed.status, executed.body.code]).toEqual([409, 'CONFLICT'])
    for (const holder of [bob, eve]) {
      expect((await amountsOf(holder.api, accountOf(holder, 'USD'))).total).toBe(0)
    }
    const again = await quoteTo(umaAddress, (await lookUpUma(ada, umaAddress)).lookupId, {
      immediatelyExecute: true,
    })
    const paid = await untilEnded(ada.api, shown('quote', again, 201).transactionId)
    expect(paid.status).toBe('COMPLETED')
    expect((await amountsOf(eve.api, accountOf(eve, 'USD'))).total).toBe(5_000)
  })

  const lookUpStatus = async (address: string): Promise<number> => {
    const path = `/receiver/uma/${encodeURIComponent(address)}?customerId=${ada.customer.id}`
    return (await ada.api.call('GET', path)).status
  }
})

describe('a domain', () => {
  test('of another platform or of the sandbox is refused, and one with addresses is not given up', async () => {
    const free = apiOf(stack, await aPlatform(stack))
    const set = async (umaDomain: string): Promise<unknown> =>
      wrongFields(await free.call('PATCH', '/config', { umaDomain }))
    expect(await set(domainOf(ada.customer).toUpperCase())).toEqual([400, ['umaDomain']])
    expect(await set('sandbox.uma.money')).toEqual([400, ['umaDomain']])
    const umaDomain = `${named()}.example.org`
    expect(await set(umaDomain.toUpperCase())).toEqual([200, undefined])
    expect((await free.call('GET', '/config')).body.umaDomain).toBe(umaDomain)
    const created = shown('customer', await free.call('POST', '/customers', INDIVIDUAL), 201)
    expect(domainOf(created)).toBe(umaDomain)
    expect(await set(`${named()}.example.org`)).toEqual([400, ['umaDomain']])
    // Its own is no change.
    expect(await set(umaDomain)).toEqual([200, undefined])
  })

  test('that fifty platforms ask for at once is given to one of them', async () => {
    const apis = await Promise.all(
      Array.from({ length: 10 }, async () => apiOf(stack, await aPlatform(stack))),
    )
    const umaDomain = `${named()}.example.org`
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const at = index % apis.length
        const answer = await apis[at]?.call('PATCH', '/config', { umaDomain })
        return { at, answer: answer as Answer }
      }),
    )
    const given = answers.filter(({ answer }) => answer.status === 200)
    expect(new Set(given.map(({ at }) => at)).size).toBe(1)
    const refused = answers.filter(({ answer }) => answer.status !== 200)
    expect(refused).toHaveLength(45)
    for (const { answer } of refused) expect(wrongFields(answer)).toEqual([400, ['umaDomain']])
  })

  test('is not changed while customers with its addresses are created', async () => {
    const api = apiOf(stack, await aPlatform(stack))
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 4 === 0
          ? api.call('PATCH', '/config', { umaDomain: `${named()}.example.org` })
          : api.call('POST', '/customers', INDIVIDUAL),
      ),
    )
    expect(answers.map(({ status }) => status).filter((status) => status === 500)).toEqual([])
    shown('customer', await api.call('POST', '/customers', INDIVIDUAL), 201)
    const { umaDomain } = (await api.call('GET', '/config')).body
    const all = (await api.call('GET', '/customers?limit=100')).body.data as Resource[]
    for (const customer of all) expect(domainOf(customer)).toBe(umaDomain)
  })
})

describe('the sender', () => {
  test('sees neither rail nor fee of the bank that the receiver has the money sent to', async () => {
    const [saver, banker] = [await aCustomer(stack), await aCustomer(stack)]
    const deposit = await banker.api.call('POST', '/customers/external-accounts', {
      customerId: banker.customer.id,
      currency: 'USD',
      defaultUmaDepositAccount: true,
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: '0001234999',
        routingNumber: '021000021',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Bob' },
      },
    })
    shown('deposit account', deposit, 201)
    const seen: object[] = []
    for (const { customer } of [saver, banker]) {
      const { lookupId } = await lookUpUma(ada, customer.umaAddress)
      const answer = await quoteTo(customer.umaAddress, lookupId, { immediatelyExecute: true })
      const quote = shown('quote', answer, 201)
      const sent = await untilEnded(ada.api, quote.transactionId)
      expect(sent.status).toBe('COMPLETED')
      expect(JSON.stringify(sent)).not.toContain('ACH')
      if (customer === banker.customer) {
        // It all goes to the bank, so there is nothing else to choose.
        const { lookupId: again, supportedCurrencies } = await lookUpUma(ada, customer.umaAddress)
        expect(supportedCurrencies).toMatchObject([{ currency: { code: 'USD' } }])
        const other = { destinationType: 'UMA_ADDRESS', umaAddress: customer.umaAddress }
        const usdb = { ...other, currency: 'USDB' }
        const asked = await askQuote(ada.api, from(accountOf(ada, 'USD')), usdb, 5_000, {
          lookupId: again,
        })
        expect([asked.status, asked.body.code]).toEqual([400, 'INVALID_CURRENCY'])
      }
      const { feesIncluded, totalReceivingAmount, exchangeRate } = quote
      const { fees, paymentRail, railSelectionMode } = sent
      seen.push({
        ...{ feesIncluded, totalReceivingAmount, exchangeRate },
        ...{ fees, paymentRail, railSelectionMode },
      })
    }
    expect(seen[1]).toEqual(seen[0])
  })
})
