/** Transfers, UMA lookups, decisions about transactions, and the sandbox's money. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { variantOf } from '../../../contract/externalAccounts.ts'
import type { Answer } from '../../../scripts/serviceDriver/apiClient.ts'
import { rowsOf } from '../../durability/payments.ts'
import {
  aCustomer,
  accountOf,
  aFundedCustomer,
  askQuote,
  from,
  funding,
  type TestCustomer,
  to,
  untilEnded,
} from '../../payments/customers.ts'
import {
  aCustomerBody,
  anExternalAccount,
  aPlatform,
  apiOf,
  fund,
  type Resource,
  shown,
} from '../../support/builders.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  expectReplay,
  fieldsOf,
  leavesNothing,
  service,
} from '../service.ts'

let ada: TestCustomer
let bank: Resource

/** One payer for all of them, made when the first needs it. */
async function meetAda(): Promise<void> {
  if (ada !== undefined) return
  ada = await aFundedCustomer(service().stack, 'USD', 1_000_000n)
  bank = await anExternalAccount(ada.api, ada.customer)
}

const transferBody = (source: unknown, destination: unknown, more: object = {}): object => ({
  source: { accountId: source },
  destination: { accountId: destination },
  amount: 1_000,
  ...more,
})

/** What is wrong with transfers in either direction. */
function describeTransferInput(path: string, body: (more?: object) => object): void {
  test('every wrong field is named, and nothing moves', async () => {
    await leavesNothing(async () => {
      expect(fieldsOf(await call('POST', path, {}))).toEqual({
        source: 'required',
        destination: 'required',
        amount: 'required',
      })
      for (const amount of [0, -1, 1.5, 9_000_000_000_000_001, '10', null]) {
        expect(Object.keys(fieldsOf(await call('POST', path, body({ amount }))))).toEqual([
          'amount',
        ])
      }
    })
  })

  test('accounts that are not there, or not on that side', async () => {
    const usd = accountOf(ada, 'USD').id
    const none = [`ExternalAccount:${randomUUID()}`, `InternalAccount:${randomUUID()}`, 'x']
    for (const id of none) {
      expectRefusal(await call('POST', path, transferBody(id, usd)), 404, 'REFERENCE_NOT_FOUND')
      expectRefusal(await call('POST', path, transferBody(usd, id)), 404, 'REFERENCE_NOT_FOUND')
    }
    const swapped = path === '/transfer-in' ? [usd, bank.id] : [bank.id, usd]
    expectRefusal(
      await call('POST', path, transferBody(...(swapped as [string, string]))),
      404,
      'REFERENCE_NOT_FOUND',
    )
  })

  test('a key stands for one transfer', async () => {
    const key = randomUUID()
    const once = (more: object = {}) => call('POST', path, body(more), { 'Idempotency-Key': key })
    const first = shown('transfer', await once(), 201)
    await untilEnded(ada.api, first.id)
    const replay = await once()
    expect(replay.headers.get('Idempotent-Replayed')).toBe('true')
    expect(replay.body).toEqual(first)
    expectRefusal(await once({ amount: 1_001 }), 409, 'DUPLICATE_PAY_REQUEST')
  })

  test('beyond the corridor’s maximum', async () => {
    const answer = await call('POST', path, body({ amount: 100_000_001 }))
    expectRefusal(answer, 400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED')
  })
}

describeOperation('createTransferIn', () => {
  beforeAll(meetAda)
  const body = (more: object = {}): object => transferBody(bank.id, accountOf(ada, 'USD').id, more)
  describeTransferInput('/transfer-in', body)

  test('one currency, and an account that can be pulled', async () => {
    const wallet = accountOf(ada, 'USDB').id
    expectRefusal(
      await call('POST', '/transfer-in', transferBody(bank.id, wallet)),
      400,
      'INVALID_CURRENCY',
    )
    const spark = await call('POST', '/customers/external-accounts', {
      customerId: ada.customer.id,
      currency: 'USDB',
      accountInfo: { accountType: 'SPARK_WALLET', address: `sparkrt1${randomUUID()}` },
    })
    const answer = await call(
      'POST',
      '/transfer-in',
      transferBody(shown('spark', spark, 201).id, wallet),
    )
    expect(fieldsOf(answer)).toEqual({ 'source.accountId': 'enum' })
  })
})

describeOperation('createTransferOut', () => {
  beforeAll(meetAda)
  const body = (more: object = {}): object => transferBody(accountOf(ada, 'USD').id, bank.id, more)
  describeTransferInput('/transfer-out', body)

  test('a rail of the destination, a remittance that fits, a purpose that exists', async () => {
    const answer = await call('POST', '/transfer-out', {
      ...transferBody(accountOf(ada, 'USD').id, bank.id),
      remittanceInformation: 'x'.repeat(81),
      purposeOfPayment: 'FUN',
    })
    expect(fieldsOf(answer)).toEqual({
      remittanceInformation: 'maxLength',
      purposeOfPayment: 'enum',
    })
    const wrongRail = await call('POST', '/transfer-out', {
      ...transferBody(accountOf(ada, 'USD').id, bank.id),
      destination: { accountId: bank.id, paymentRail: 'SEPA' },
    })
    expect(fieldsOf(wrongRail)).toEqual({ 'destination.paymentRail': 'enum' })
  })

  test('a wallet must sign; too little money; nothing left after the fees', async () => {
    const { wallet } = service().mine
    const signed = await call('POST', '/transfer-out', transferBody(wallet.id, bank.id))
    expect(fieldsOf(signed)).toEqual({ 'source.accountId': 'const' })
    const poor = await aCustomer(service().stack)
    const account = await anExternalAccount(poor.api, poor.customer)
    const answer = await call(
      'POST',
      '/transfer-out',
      transferBody(accountOf(poor, 'USD').id, account.id),
    )
    expectRefusal(answer, 400, 'INSUFFICIENT_FUNDS')
    const tiny = await call(
      'POST',
      '/transfer-out',
      transferBody(accountOf(poor, 'USD').id, account.id, { amount: 1 }),
    )
    expectRefusal(tiny, 400, 'INVALID_AMOUNT')
  })
})

describeOperation('lookupUma', () => {
  beforeAll(meetAda)
  const lookUp = (address: unknown, query = `customerId=${ada.customer.id}`): Promise<Answer> =>
    call('GET', `/receiver/uma/${encodeURIComponent(String(address))}?${query}`)

  test('a customer here, in any spelling, and a counterparty of the sandbox', async () => {
    const bob = await aCustomer(service().stack)
    const { status, body } = await lookUp(String(bob.customer.umaAddress).toUpperCase())
    expect([status, body.receiverUmaAddress]).toEqual([200, bob.customer.umaAddress])
    const outside = await lookUp('$success.mxn@sandbox.uma.money')
    expect(outside.body).toMatchObject({
      supportedCurrencies: [{ currency: { code: 'MXN' }, min: 1 }],
      requiredPayerDataFields: [],
      lookupId: expect.stringMatching(/^Lookup:/),
    })
  })

  test('no address, nobody, oneself, another domain, no sender', async () => {
    for (const address of ['ada', '$ada', 'ada@x.example', '$a b@x.example', '$@x']) {
      expectRefusal(await lookUp(address), 400, 'INVALID_UMA_ADDRESS')
    }
    expectRefusal(await lookUp('$nobody@sandbox.uma.money'), 404, 'UMA_NOT_FOUND')
    expectRefusal(await lookUp(ada.customer.umaAddress), 400, 'SELF_PAYMENT')
    expectRefusal(await lookUp('$bob@bank.example'), 424, 'LNURLP_REQUEST_FAILED')
    const good = '$success.usd@sandbox.uma.money'
    expect(fieldsOf(await lookUp(good, ''))).toEqual({ customerId: 'oneOf' })
    expectRefusal(await lookUp(good, `customerId=Customer:${randomUUID()}`), 404, 'USER_NOT_FOUND')
  })

  test('a customer of the production environment is not found: sandbox money stays in the sandbox', async () => {
    const { stack, production } = service()
    const created = await apiOf(stack, production).call('POST', '/customers', aCustomerBody())
    const real = shown('production customer', created, 201)
    expectRefusal(await lookUp(real.umaAddress), 424, 'LNURLP_REQUEST_FAILED')
  })

  test('a customer whose accounts are all closed receives nothing', async () => {
    const bob = await aCustomer(service().stack)
    await service().database.query({
      text: `update internal_accounts set status = 'FROZEN' where 'Customer:' || customer_id = $1`,
      values: [bob.customer.id],
    })
    expectRefusal(await lookUp(bob.customer.umaAddress), 400, 'INVALID_RECEIVER')
  })
})

/** An incoming payment that waits for its platform's decision. */
async function pendingIncoming(): Promise<{ id: string; holder: TestCustomer }> {
  const holder = await aCustomer(service().stack)
  const incoming = await call('POST', '/sandbox/uma/receive', {
    senderUmaAddress: '$success.usd@sandbox.uma.money',
    customerId: holder.customer.id,
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 500,
  })
  return { id: shown('incoming', incoming, 200).id, holder }
}

function describeDecision(path: 'approve' | 'reject'): void {
  beforeAll(meetAda)
  const decide = (id: unknown, body?: object): Promise<Answer> =>
    call('POST', `/transactions/${id}/${path}`, body)

  test('what does not wait for the platform', async () => {
    const { id } = await pendingIncoming()
    // Without an endpoint no approval is requested, and the payment is approved.
    await untilEnded(ada.api, id)
    const outgoing = await call(
      'POST',
      '/transfer-out',
      transferBody(accountOf(ada, 'USD').id, bank.id),
    )
    for (const one of [id, shown('out', outgoing, 201).id]) {
      expectRefusal(await decide(one), 409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL')
    }
  })

  test('unknown transactions, and bodies of another shape', async () => {
    for (const id of [`Transaction:${randomUUID()}`, 'x', ada.customer.id]) {
      expectRefusal(await decide(id), 404, 'TRANSACTION_NOT_FOUND')
    }
    const wrong = path === 'approve' ? { receiverCustomerInfo: 'Bob' } : { reason: 7 }
    const id = `Transaction:${randomUUID()}`
    expect(Object.values(fieldsOf(await decide(id, wrong)))).toEqual(['type'])
  })
}

// The decisions themselves, with a platform that is asked: test/payments/uma.test.ts.
describeOperation('approvePendingPayment', () => describeDecision('approve'))
describeOperation('rejectPendingPayment', () => describeDecision('reject'))

describeOperation('confirmReceiptDelivery', () => {
  beforeAll(meetAda)
  const confirm = (id: unknown, body?: object): Promise<Answer> =>
    call('POST', `/transactions/${id}/confirm`, body)

  test('notes an instant, now without one, and overwrites', async () => {
    const out = await call('POST', '/transfer-out', transferBody(accountOf(ada, 'USD').id, bank.id))
    const { id } = shown('out', out, 201)
    const first = shown('confirm', await confirm(id), 200)
    expect(first.receiptDeliveryConfirmedAt).toMatch(/^\d{4}-/)
    const receiptDeliveryConfirmedAt = '2026-01-15T09:30:00.000Z'
    const second = shown('confirm', await confirm(id, { receiptDeliveryConfirmedAt }), 200)
    expect(second.receiptDeliveryConfirmedAt).toBe(receiptDeliveryConfirmedAt)
    expect((await call('GET', `/transactions/${id}`)).body).toMatchObject({
      receiptDeliveryConfirmedAt,
    })
  })

  test('no such transaction, no such instant', async () => {
    for (const id of [`Transaction:${randomUUID()}`, 'x']) {
      expectRefusal(await confirm(id), 404, 'TRANSACTION_NOT_FOUND')
    }
    const answer = await confirm('x', { receiptDeliveryConfirmedAt: 'yesterday' })
    expect(fieldsOf(answer)).toEqual({ receiptDeliveryConfirmedAt: 'format' })
  })
})

describeOperation('cancelTransaction', () => {
  beforeAll(meetAda)
  const cancel = (id: unknown, body?: object): Promise<Answer> =>
    call('POST', `/transactions/${id}/cancel`, body)

  test('kinds that cannot be cancelled, and terminal payments', async () => {
    const { id } = await pendingIncoming()
    expect(fieldsOf(await cancel(id))).toEqual({ transactionId: 'const' })
    const instant = await call('POST', '/transfer-out', {
      ...transferBody(accountOf(ada, 'USD').id, bank.id),
      destination: { accountId: bank.id, paymentRail: 'RTP' },
    })
    expect(fieldsOf(await cancel(shown('out', instant, 201).id))).toEqual({
      transactionId: 'const',
    })
    const paid = await call(
      'POST',
      '/transfer-out',
      transferBody(accountOf(ada, 'USD').id, bank.id),
    )
    await untilEnded(ada.api, shown('out', paid, 201).id)
    expectRefusal(await cancel(paid.body.id), 409, 'TRANSACTION_NOT_CANCELLABLE')
  })

  test('unknown transactions, and a reason of another shape', async () => {
    for (const id of [`Transaction:${randomUUID()}`, 'x']) {
      expectRefusal(await cancel(id), 404, 'TRANSACTION_NOT_FOUND')
    }
    expect(fieldsOf(await cancel('x', { reason: 'x'.repeat(256) }))).toEqual({
      reason: 'maxLength',
    })
  })

  test('fifty at once stop it once', async () => {
    const slow = await anExternalAccount(ada.api, ada.customer, '005')
    const out = await call('POST', '/transfer-out', transferBody(accountOf(ada, 'USD').id, slow.id))
    const { id } = shown('out', out, 201)
    const answers = await Promise.all(Array.from({ length: 50 }, () => cancel(id)))
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(await untilEnded(ada.api, id)).toMatchObject({
      status: 'FAILED',
      refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
    })
  })
})

describeOperation('sandboxSend', () => {
  beforeAll(meetAda)
  const send = (quoteId: unknown, more: object = {}): Promise<Answer> =>
    call('POST', '/sandbox/send', { quoteId, currencyCode: 'USD', ...more })
  const aFundedQuote = async (): Promise<Resource> =>
    shown('quote', await askQuote(ada.api, funding('USD'), to(accountOf(ada, 'USD')), 700), 201)

  test('the money of a quote that waits for it', async () => {
    const quote = await aFundedQuote()
    const sent = shown('send', await send(quote.id), 200)
    expect(sent.id).toBe(quote.transactionId)
    expect(await untilEnded(ada.api, sent.id)).toMatchObject({ status: 'COMPLETED' })
    // A repeated notice is the same deposit; a further deposit has no payment to fund.
    expect((await send(quote.id)).status).toBe(200)
    expectRefusal(await send(quote.id, { currencyAmount: 1 }), 409, 'CONFLICT')
  })

  test('unknown quotes, quotes that wait for nothing, another currency, too late', async () => {
    for (const id of [`Quote:${randomUUID()}`, 'x', ada.customer.id]) {
      expectRefusal(await send(id), 404, 'QUOTE_NOT_FOUND')
    }
    const own = await askQuote(ada.api, from(accountOf(ada, 'USD')), to(bank), 700)
    expectRefusal(await send(shown('quote', own, 201).id), 409, 'CONFLICT')
    const quote = await aFundedQuote()
    expectRefusal(await send(quote.id, { currencyCode: 'EUR' }), 400, 'INVALID_CURRENCY')
    expect(fieldsOf(await send(quote.id, { currencyCode: 'XXX', currencyAmount: 0 }))).toEqual({
      currencyCode: 'format',
      currencyAmount: 'exclusiveMinimum',
    })
    const expire = `update payments set expires_at = service_now() where 'Quote:' || id = $1`
    await rowsOf(service().stack, expire, [quote.id])
    expectRefusal(await send(quote.id), 400, 'QUOTE_EXPIRED')
  })
})

describeOperation('sandboxReceive', () => {
  beforeAll(meetAda)
  const receive = (more: object = {}): Promise<Answer> =>
    call('POST', '/sandbox/uma/receive', {
      senderUmaAddress: '$success.usd@sandbox.uma.money',
      customerId: ada.customer.id,
      receivingCurrencyCode: 'USD',
      receivingCurrencyAmount: 250,
      ...more,
    })

  test('money from outside, by customer and by address', async () => {
    const incoming = shown('receive', await receive(), 200)
    expect(incoming).toMatchObject({ type: 'INCOMING', customerId: ada.customer.id })
    expect(await untilEnded(ada.api, incoming.id)).toMatchObject({ status: 'COMPLETED' })
    const byAddress = await receive({
      customerId: undefined,
      receiverUmaAddress: ada.customer.umaAddress,
    })
    await untilEnded(ada.api, shown('receive', byAddress, 200).id)
  })

  test('nobody, two receivers, a currency without an account, an amount out of range', async () => {
    const { theirs } = service()
    expectRefusal(await receive({ customerId: `Customer:${randomUUID()}` }), 404, 'USER_NOT_FOUND')
    const foreign = { customerId: undefined, receiverUmaAddress: theirs.customer.umaAddress }
    expectRefusal(await receive(foreign), 404, 'UMA_NOT_FOUND')
    expect(fieldsOf(await receive({ receiverUmaAddress: ada.customer.umaAddress }))).toEqual({
      receiverUmaAddress: 'oneOf',
    })
    expectRefusal(await receive({ receivingCurrencyCode: 'EUR' }), 400, 'INVALID_CURRENCY')
    const much = { receivingCurrencyAmount: 1_000_000_000_001 }
    expectRefusal(await receive(much), 400, 'AMOUNT_OUT_OF_RANGE')
    expect(fieldsOf(await receive({ senderUmaAddress: 'x', receivingCurrencyAmount: 0 }))).toEqual({
      senderUmaAddress: 'pattern',
      receivingCurrencyAmount: 'exclusiveMinimum',
    })
  })
})

describe('a quote that cannot be meant so', () => {
  beforeAll(meetAda)
  const codeOf = async (source: object, destination: object, more: object = {}) =>
    (await askQuote(ada.api, source, destination, 10_000, { ...more })).body.code

  test('pays oneself, a stranger’s account, or nobody', async () => {
    const usd = accountOf(ada, 'USD')
    const { theirs } = service()
    expect(await codeOf(from(usd), to(usd))).toBe('SELF_PAYMENT')
    expect(await codeOf(from(usd), to(theirs.wallet))).toBe('REFERENCE_NOT_FOUND')
    const bob = await aCustomer(service().stack)
    const bobs = await anExternalAccount(bob.api, bob.customer)
    expect(await codeOf(from(usd), to(bobs))).toBe('REFERENCE_NOT_FOUND')
    expect(await codeOf(from(usd, { customerId: bob.customer.id }), to(bank))).toBe(
      'REFERENCE_NOT_FOUND',
    )
    const nobody = { customerId: `Customer:${randomUUID()}` }
    expect(await codeOf(funding('USD', nobody), to(usd))).toBe('USER_NOT_FOUND')
  })

  test('every failure of one body is in one answer', async () => {
    const usd = accountOf(ada, 'USD')
    const answer = await askQuote(
      ada.api,
      funding('USDC'),
      to(bank, { paymentRail: 'SEPA' }),
      10_000,
      {
        immediatelyExecute: true,
        platformFeeOverride: {
          platformFixedFee: { amount: 1, currency: 'USD' },
          platformVariableFeeBps: 1,
        },
      },
    )
    expect(fieldsOf(answer)).toEqual({
      'source.cryptoNetwork': 'required',
      'destination.paymentRail': 'enum',
      immediatelyExecute: 'const',
      platformFeeOverride: 'const',
      'platformFeeOverride.platformFixedFee.currency': 'const',
    })
    const schema = await askQuote(
      ada.api,
      { sourceType: 'CASH' },
      { destinationType: 'UMA_ADDRESS' },
      -1,
      { lockedCurrencySide: 'BOTH', platformFeeOverride: { platformVariableFeeBps: 10_001 } },
    )
    expect(fieldsOf(schema)).toEqual({
      'source.sourceType': 'enum',
      'destination.umaAddress': 'required',
      lockedCurrencySide: 'enum',
      lockedCurrencyAmount: 'exclusiveMinimum',
      'platformFeeOverride.platformFixedFee': 'required',
      'platformFeeOverride.platformVariableFeeBps': 'maximum',
    })
    expect(fieldsOf(await askQuote(ada.api, from(usd), to(accountOf(ada, 'USDB')), 1.5))).toEqual({
      lockedCurrencyAmount: 'type',
    })
  })

  test('an account that closes between quote and execute is not paid', async () => {
    const bob = await aCustomer(service().stack)
    const quote = shown(
      'quote',
      await askQuote(ada.api, from(accountOf(ada, 'USD')), to(accountOf(bob, 'USD')), 1_000),
      201,
    )
    await rowsOf(
      service().stack,
      `update internal_accounts set status = 'CLOSED' where 'InternalAccount:' || id = $1`,
      [accountOf(bob, 'USD').id],
    )
    expectRefusal(await call('POST', `/quotes/${quote.id}/execute`), 409, 'CONFLICT')
  })

  test('two immediate payments on one balance: one is paid', async () => {
    const { stack } = service()
    const eve = await aCustomer(stack)
    await fund(eve.api, accountOf(eve, 'USD'), 1_500n)
    const pay = () =>
      askQuote(eve.api, from(accountOf(eve, 'USD')), to(accountOf(ada, 'USD')), 1_000, {
        immediatelyExecute: true,
      })
    const answers = await Promise.all(Array.from({ length: 10 }, pay))
    const codes = answers.map(({ status, body }) => (status === 201 ? 201 : body.code)).sort()
    expect(codes).toEqual([201, ...Array(9).fill('INSUFFICIENT_FUNDS')])
  })

  test('a retry gets the original response, whatever has changed since', async () => {
    const account = await anExternalAccount(ada.api, ada.customer)
    const key = randomUUID()
    const pay = () =>
      askQuote(
        ada.api,
        from(accountOf(ada, 'USD')),
        to(account),
        1_000,
        { immediatelyExecute: true },
        key,
      )
    const first = await pay()
    await untilEnded(ada.api, shown('quote', first, 201).transactionId)
    expect((await call('DELETE', `/customers/external-accounts/${account.id}`)).status).toBe(204)
    expectReplay(first, await pay())
  })

  test('a bank account that was removed is not pulled', async () => {
    const account = await anExternalAccount(ada.api, ada.customer)
    const quote = await askQuote(ada.api, from(account), to(accountOf(ada, 'USD')), 1_000)
    expect((await call('DELETE', `/customers/external-accounts/${account.id}`)).status).toBe(204)
    const executed = await call('POST', `/quotes/${shown('quote', quote, 201).id}/execute`)
    expectRefusal(executed, 400, 'QUOTE_EXPIRED')
  })

  test('a fee without an account to credit: refused, and the key is released', async () => {
    const { stack } = service()
    const other = await aPlatform(stack)
    const api = apiOf(stack, other)
    const eve = await aFundedCustomer(stack, 'USD', 10_000n, { platform: other })
    await rowsOf(
      stack,
      `update internal_accounts set currency = 'EUR' where currency = 'USD' and customer_id is null
        and platform_id = (select platform_id from customers where 'Customer:' || id = $1)`,
      [eve.customer.id],
    )
    const platformFeeOverride = {
      platformFixedFee: { amount: 10, currency: 'USD' },
      platformVariableFeeBps: 0,
    }
    const key = randomUUID()
    const ask = (more: object) =>
      askQuote(
        api,
        from(accountOf(eve, 'USD')),
        to(accountOf(eve, 'USDB')),
        1_000,
        { ...more },
        key,
      )
    expectRefusal(await ask({ platformFeeOverride }), 400, 'INVALID_CURRENCY')
    expectRefusal(await ask({ platformFeeOverride }), 400, 'INVALID_CURRENCY')
    expect((await ask({})).status).toBe(201)
  })

  test('an invoice is paid its amount, and once', async () => {
    const { stack } = service()
    const properties = variantOf('LIGHTNING').properties as { invoice: { example: string } }
    // The interface's own example, over 250,000 satoshi; its time is long past, so it is put in
    // the place of one that the sandbox takes without a look.
    const invoice = properties.invoice.example
    const made = await call('POST', '/customers/external-accounts', {
      customerId: ada.customer.id,
      currency: 'BTC',
      accountInfo: { accountType: 'LIGHTNING', invoice: `${invoice.slice(0, -3)}106` },
    })
    const account = shown('invoice', made, 201)
    await rowsOf(
      stack,
      `update external_accounts set account_info = account_info || jsonb_build_object('invoice', $2::text)
        where 'ExternalAccount:' || id = $1`,
      [account.id, invoice],
    )
    const usd = from(accountOf(ada, 'USD'))
    expect(await codeOf(usd, to(account))).toBe('AMOUNT_OUT_OF_RANGE')
    const exact = { lockedCurrencySide: 'RECEIVING' }
    const quotes = await Promise.all(
      [1, 2].map(() => askQuote(ada.api, usd, to(account), 250_000, exact)),
    )
    const answers = await Promise.all(
      quotes.map((quote) =>
        call('POST', `/quotes/${shown('quote', quote, 201).id}/execute`, undefined, {}),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
