/** Payments over UMA: between customers here, to and from the sandbox's own counterparties. */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PlatformCredentials } from '../../db/platforms.ts'
import { expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import {
  aPlatform,
  apiOf,
  aWebhookReceiver,
  ledgerHolds,
  listed,
  type Resource,
  shown,
  type WebhookReceiver,
  waitUntil,
} from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import {
  aCustomer,
  accountOf,
  aFundedCustomer,
  amountsOf,
  askQuote,
  bookedSteps,
  eventsAbout,
  from,
  lookUpUma,
  type TestCustomer,
  untilEnded,
} from './customers.ts'

let stack: SharedStack
let ada: TestCustomer
let otherPlatform: PlatformCredentials
let receiver: WebhookReceiver

beforeAll(async () => {
  stack = await aSharedStack()
  ada = await aFundedCustomer(stack, 'USD', 10_000_000n)
  otherPlatform = await aPlatform(stack)
  receiver = await aWebhookReceiver(stack, { platform: otherPlatform })
})
afterAll(async () => {
  await ledgerHolds(stack)
  await receiver?.stop()
  await stack?.stop()
})

const uma = (address: unknown, currency?: string): object => ({
  destinationType: 'UMA_ADDRESS',
  umaAddress: address,
  currency,
})

/** Looks up, quotes and executes a payment out of Ada's dollars. */
async function pay(address: unknown, amount: number, currency?: string): Promise<Resource> {
  const { lookupId } = await lookUpUma(ada, address)
  const destination = uma(address, currency)
  const source = from(accountOf(ada, 'USD'))
  const more = { lookupId, immediatelyExecute: true }
  return shown('quote', await askQuote(ada.api, source, destination, amount, more), 201)
}

/** The newest transaction of a customer. */
async function newestOf({ api, customer }: TestCustomer): Promise<Resource> {
  const [newest] = listed(await api.call('GET', `/transactions?customerId=${customer.id}&limit=1`))
  if (newest === undefined) throw new Error('no transaction')
  return newest
}

const json = (status: number, body: object) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

describe('between customers here', () => {
  test('on one platform without an endpoint the payment is approved', async () => {
    const bob = await aCustomer(stack)
    const found = await lookUpUma(ada, bob.customer.umaAddress)
    expect(found).toMatchObject({
      receiverUmaAddress: String(bob.customer.umaAddress).toLowerCase(),
      supportedCurrencies: expect.arrayContaining([
        expect.objectContaining({ currency: expect.objectContaining({ code: 'USDB' }) }),
      ]),
    })
    const quote = await pay(bob.customer.umaAddress, 5_000)
    expect(quote.destination).toMatchObject({ destinationType: 'UMA_ADDRESS', currency: 'USDB' })
    expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
    const got = await amountsOf(bob.api, accountOf(bob, 'USDB'))
    expect(got.spendable).toBe(quote.totalReceivingAmount)
    expect(await newestOf(bob)).toMatchObject({
      type: 'INCOMING',
      status: 'COMPLETED',
      source: { sourceType: 'UMA_ADDRESS', umaAddress: ada.customer.umaAddress },
    })
  })

  test('the other platform approves by webhook, and sees only its own data', async () => {
    receiver.behave(json(200, { receiverCustomerInfo: { FULL_NAME: 'Bob' } }))
    const bob = await aCustomer(stack, { platform: otherPlatform })
    const quote = await pay(bob.customer.umaAddress, 5_000, 'USD')
    expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
    expect((await amountsOf(bob.api, accountOf(bob, 'USD'))).spendable).toBe(
      quote.totalReceivingAmount,
    )
    const incoming = await newestOf(bob)
    expect(incoming.quoteId).toBeUndefined()
    expect((await bob.api.call('GET', `/quotes/${quote.id}`)).status).toBe(404)
    expect((await bob.api.call('GET', `/transactions/${quote.transactionId}`)).status).toBe(404)
    expect((await ada.api.call('GET', `/transactions/${incoming.id}`)).status).toBe(404)
    const asked = receiver.webhooks.filter(({ data }) => data.id === incoming.id)
    const question = asked.find(({ type }) => type === 'INCOMING_PAYMENT.PENDING')
    expect(question).toMatchObject({
      isSigned: true,
      data: {
        status: 'PENDING',
        counterpartyInformation: { umaAddress: ada.customer.umaAddress },
        receivedAmount: { amount: quote.totalReceivingAmount },
      },
    })
    expect(await eventsAbout(stack, incoming.id)).toEqual([
      'INCOMING_PAYMENT.PENDING',
      'INCOMING_PAYMENT.PROCESSING',
      'INCOMING_PAYMENT.COMPLETED',
    ])
  })

  const noes = [
    ['403', json(403, { reason: 'sanctions' }), 'REJECTED', 'COMPLIANCE_REJECTED'],
    [
      '422',
      json(422, { requiredFields: ['BIRTH_DATE'] }),
      'REJECTED',
      'MISSING_MANDATORY_PAYEE_DATA',
    ],
    [
      'a 403 with a reason that cannot be stored',
      (response: ServerResponse) => response.writeHead(403).end('{"reason":"a\\u0000\\ud800"}'),
      'REJECTED',
      'COMPLIANCE_REJECTED',
    ],
    ['500', json(500, {}), 'FAILED', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'],
    [
      'a hang-up',
      (response: ServerResponse) => response.destroy(),
      'FAILED',
      'PAYMENT_APPROVAL_WEBHOOK_ERROR',
    ],
    ['202 and no decision', json(202, {}), 'REJECTED', 'PAYMENT_APPROVAL_TIMED_OUT'],
  ] as const

  test.each(noes)(
    '%s refuses, and the sender has his money back',
    async (_, behaviour, status, why) => {
      receiver.behave(behaviour)
      const bob = await aCustomer(stack, { platform: otherPlatform })
      const before = await amountsOf(ada.api, accountOf(ada, 'USD'))
      const quote = await pay(bob.customer.umaAddress, 5_000)
      expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({
        status: 'FAILED',
        failureReason: 'ACCOUNT_CANNOT_RECEIVE',
        refund: { status: 'COMPLETED' },
      })
      expect(await amountsOf(ada.api, accountOf(ada, 'USD'))).toEqual(before)
      expect(await newestOf(bob)).toMatchObject({ status, failureReason: why })
      expect(await bookedSteps(stack, quote.transactionId)).toEqual(['hold', 'void'])
    },
  )

  test('202, then fifty concurrent calls: one approves, the others get a 409', async () => {
    receiver.behave(json(202, {}))
    const bob = await aCustomer(stack, { platform: otherPlatform })
    const api = apiOf(stack, otherPlatform)
    const quote = await pay(bob.customer.umaAddress, 5_000)
    const incoming = await waitUntil('the question', async () => {
      const newest = await newestOf(bob).catch(() => undefined)
      return newest?.status === 'PENDING' ? newest : undefined
    })
    const foreign = await ada.api.call('POST', `/transactions/${incoming.id}/approve`)
    expect(foreign.status).toBe(404)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        api.call('POST', `/transactions/${incoming.id}/${index % 2 ? 'approve' : 'reject'}`, {}),
      ),
    )
    // A busy service answers 503, also about the one that decides.
    const answered = answers.filter(({ status }) => status !== 503)
    const decided = answered.filter(({ status }) => status === 200)
    expect(decided.length).toBeLessThanOrEqual(1)
    if (answered.length === answers.length) expect(decided).toHaveLength(1)
    for (const { status, body } of answered) {
      if (status !== 200) expect(body.code).toBe('TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL')
    }
    const { status } = await untilEnded(ada.api, quote.transactionId)
    expect(['COMPLETED', 'FAILED']).toContain(status)
    const decision = answers.findIndex((answer) => answer.status === 200)
    // Every second call approves.
    if (decision >= 0) expect(status).toBe(decision % 2 ? 'COMPLETED' : 'FAILED')
  })

  test('money for a default deposit account is forwarded to the bank', async () => {
    receiver.behave(200)
    const bob = await aCustomer(stack, { platform: otherPlatform })
    const deposit = async (suffix: string): Promise<Resource> => {
      const account = await bob.api.call('POST', '/customers/external-accounts', {
        customerId: bob.customer.id,
        currency: 'USD',
        defaultUmaDepositAccount: true,
        accountInfo: {
          accountType: 'USD_ACCOUNT',
          accountNumber: `0001234${suffix}`,
          routingNumber: '021000021',
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Bob' },
        },
      })
      return shown('deposit account', account, 201)
    }
    await deposit('999')
    const quote = await pay(bob.customer.umaAddress, 5_000)
    expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
    expect(await bookedSteps(stack, quote.transactionId)).toContain('payout')
    expect((await newestOf(bob)).status).toBe('COMPLETED')
    await deposit('004')
    const lost = await pay(bob.customer.umaAddress, 5_000)
    expect(await untilEnded(ada.api, lost.transactionId)).toMatchObject({
      status: 'FAILED',
      refund: { status: 'COMPLETED' },
    })
    expect(await newestOf(bob)).toMatchObject({ status: 'FAILED', failureReason: 'OFFRAMP_FAILED' })
  })
})

describe('with the counterparties of the sandbox', () => {
  test('one receives, one refuses, one takes its time', async () => {
    const paid = await pay('$success.eur@sandbox.uma.money', 5_000)
    expect(await untilEnded(ada.api, paid.transactionId)).toMatchObject({
      status: 'COMPLETED',
      receivedAmount: { currency: { code: 'EUR' } },
    })
    const refused = await pay('$fail.compliance.usd@sandbox.uma.money', 5_000)
    expect(await untilEnded(ada.api, refused.transactionId)).toMatchObject({
      status: 'FAILED',
      failureReason: 'COMPLIANCE_REJECTED',
      refund: { status: 'COMPLETED' },
    })
  })

  test('an incoming payment is approved and credited, or rejected without moving money', async () => {
    const bob = await aCustomer(stack, { platform: otherPlatform })
    const receive = (): Promise<Resource> =>
      bob.api
        .call('POST', '/sandbox/uma/receive', {
          senderUmaAddress: '$success.usd@sandbox.uma.money',
          customerId: bob.customer.id,
          receivingCurrencyCode: 'USD',
          receivingCurrencyAmount: 1_234,
        })
        .then((answer) => shown('receive', answer, 200))
    receiver.behave(200)
    const incoming = await receive()
    expect(incoming).toMatchObject({ type: 'INCOMING', direction: 'CREDIT' })
    expect(await untilEnded(bob.api, incoming.id)).toMatchObject({ status: 'COMPLETED' })
    expect((await amountsOf(bob.api, accountOf(bob, 'USD'))).spendable).toBe(1_234)
    expect(await bookedSteps(stack, incoming.id)).toEqual(['credit', 'funding'])
    receiver.behave(403)
    const refused = await receive()
    expect(await untilEnded(bob.api, refused.id)).toMatchObject({ status: 'REJECTED' })
    expect(await bookedSteps(stack, refused.id)).toEqual([])
    expect((await amountsOf(bob.api, accountOf(bob, 'USD'))).spendable).toBe(1_234)
  })
})

describe('refusals', () => {
  const lookupStatus = async (address: string): Promise<unknown[]> => {
    const path = `/receiver/uma/${encodeURIComponent(address)}?customerId=${ada.customer.id}`
    const { status, body } = await ada.api.call('GET', path)
    return [status, body.code]
  }

  test('of lookups', async () => {
    expect(await lookupStatus('nobody')).toEqual([400, 'INVALID_UMA_ADDRESS'])
    expect(await lookupStatus('$nobody@sandbox.uma.money')).toEqual([404, 'UMA_NOT_FOUND'])
    expect(await lookupStatus('$bob@bank.example')).toEqual([424, 'LNURLP_REQUEST_FAILED'])
    expect(await lookupStatus(String(ada.customer.umaAddress))).toEqual([400, 'SELF_PAYMENT'])
  })

  test('of quotes', async () => {
    const bob = await aCustomer(stack)
    const address = bob.customer.umaAddress
    const { lookupId } = await lookUpUma(ada, address)
    const source = from(accountOf(ada, 'USD'))
    const codeOf = async (destination: object, more: object, amount = 5_000): Promise<unknown> =>
      (await askQuote(ada.api, source, destination, amount, { ...more })).body.code
    expect(await codeOf(uma(address), {})).toBe('LOOKUP_REQUEST_NOT_FOUND')
    expect(await codeOf(uma(address), { lookupId: `Lookup:${randomUUID()}` })).toBe(
      'LOOKUP_REQUEST_NOT_FOUND',
    )
    expect(await codeOf(uma('$success.usd@sandbox.uma.money'), { lookupId })).toBe(
      'INVALID_RECEIVER',
    )
    expect(await codeOf(uma(address, 'BRL'), { lookupId })).toBe('INVALID_CURRENCY')
    expectStatus('fits', await askQuote(ada.api, source, uma(address), 5_000, { lookupId }), 201)
    // Quotes of the neighbour cannot use this platform's lookup.
    const eve = await aFundedCustomer(stack, 'USD', 10_000n, { platform: otherPlatform })
    const foreign = await askQuote(eve.api, from(accountOf(eve, 'USD')), uma(address), 5_000, {
      lookupId,
    })
    expect(foreign.body.code).toBe('LOOKUP_REQUEST_NOT_FOUND')
  })

  test('a deposit for an address that was looked up for a customer is that customer’s', async () => {
    const address = '$success.usd@sandbox.uma.money'
    const { lookupId } = await lookUpUma(ada, address)
    const funding = { sourceType: 'REALTIME_FUNDING', currency: 'USD' }
    const asked = await askQuote(ada.api, funding, uma(address), 5_000, { lookupId })
    const quote = shown('quote', asked, 201)
    expect(quote.source).toEqual({ ...funding, customerId: ada.customer.id })
  })

  test('a demand of the receiver: limits and fields', async () => {
    const strict = await aPlatform(stack)
    const api = apiOf(stack, strict)
    const unknown = { currencyCode: 'USD', minAmount: 1, maxAmount: 2, enabledTransactionTypes: [] }
    const fields = { requiredCounterpartyFields: [{ name: 'SHOE_SIZE', mandatory: true }] }
    const refused = await api.call('PATCH', '/config', {
      supportedCurrencies: [{ ...unknown, ...fields }],
    })
    expect(refused.status).toBe(400)
    expect(refused.body.details).toMatchObject({
      errors: [{ field: 'supportedCurrencies.0.requiredCounterpartyFields.0.name' }],
    })
    const entry = {
      currencyCode: 'USD',
      minAmount: 1_000,
      maxAmount: 100_000,
      requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
      enabledTransactionTypes: ['INCOMING', 'OUTGOING', 'CARD'],
    }
    const changed = await api.call('PATCH', '/config', { supportedCurrencies: [entry] })
    expectStatus('config', changed, 200)
    expect(changed.body.supportedCurrencies).toMatchObject([
      { enabledTransactionTypes: ['INCOMING', 'OUTGOING', 'CARD'] },
    ])
    const bob = await aCustomer(stack, { platform: strict })
    const { lookupId, requiredPayerDataFields } = await lookUpUma(ada, bob.customer.umaAddress)
    expect(requiredPayerDataFields).toEqual([{ name: 'FULL_NAME', mandatory: true }])
    const ask = (amount: number, more: object) =>
      askQuote(ada.api, from(accountOf(ada, 'USD')), uma(bob.customer.umaAddress), amount, {
        lookupId,
        ...more,
      })
    const senderCustomerInfo = { FULL_NAME: 'Ada Lovelace' }
    expect((await ask(5_000, {})).body.code).toBe('MISSING_REQUIRED_UMA_PARAMETERS')
    expect((await ask(200, { senderCustomerInfo })).body.code).toBe('AMOUNT_OUT_OF_RANGE')
    expectStatus('fits', await ask(5_000, { senderCustomerInfo }), 201)
  })
})
