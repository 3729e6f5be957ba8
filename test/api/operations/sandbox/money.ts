/** Money that the sandbox sends and receives. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { rowsOf } from '../../../durability/payments.ts'
import {
  accountOf,
  anExternalAccount,
  askQuote,
  from,
  funding,
  to,
  untilEnded,
} from '../../../payments/customers.ts'
import { aCustomerBody, type Resource, shown } from '../../../support/builders.ts'
import { call, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'
import { ada, bank, meetAda } from '../payer.ts'

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
    // Reported twice it is the same deposit; for another one there is nothing to pay.
    expect((await send(quote.id)).status).toBe(200)
    expectRefusal(await send(quote.id, { currencyAmount: 1 }), 409, 'CONFLICT')
  })

  test('the payer of a bank account that is pulled: the collection settles, whatever its suffix says', async () => {
    for (const suffix of ['789', '002', '003', '004']) {
      const source = await anExternalAccount(ada.api, ada.customer, suffix)
      const quoted = await askQuote(ada.api, from(source), to(accountOf(ada, 'USD')), 900)
      const quote = shown('quote', quoted, 201)
      expectRefusal(await send(quote.id, { currencyCode: 'EUR' }), 400, 'INVALID_CURRENCY')
      expectRefusal(await send(quote.id, { currencyAmount: 899 }), 400, 'INVALID_AMOUNT')
      const [sent, again] = await Promise.all([send(quote.id), send(quote.id)])
      for (const each of [sent, again])
        expect(shown('send', each, 200).id).toBe(quote.transactionId)
      expect(await untilEnded(ada.api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
      expect(shown('send', await send(quote.id, { currencyAmount: 900 }), 200)).toMatchObject({
        ...{ id: quote.transactionId, status: 'COMPLETED' },
      })
    }
  })

  test('one that was executed by its own call is shown as it is, and an expired one is not pulled', async () => {
    const source = await anExternalAccount(ada.api, ada.customer, '002')
    const aQuote = async (): Promise<Resource> =>
      shown('quote', await askQuote(ada.api, from(source), to(accountOf(ada, 'USD')), 900), 201)
    const executed = await aQuote()
    expect((await call('POST', `/quotes/${executed.id}/execute`)).status).toBe(200)
    expect(shown('send', await send(executed.id), 200).id).toBe(executed.transactionId)
    expect(await untilEnded(ada.api, executed.transactionId)).toMatchObject({
      ...{ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' },
    })
    const late = await aQuote()
    const expire = `update payments set expires_at = service_now() where 'Quote:' || id = $1`
    await rowsOf(service().stack, expire, [late.id])
    expectRefusal(await send(late.id), 400, 'QUOTE_EXPIRED')
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
    const byBoth = await receive({ receiverUmaAddress: ada.customer.umaAddress })
    await untilEnded(ada.api, shown('receive', byBoth, 200).id)
  })

  test('nobody, two receivers, a currency without an account, an amount out of range', async () => {
    const { theirs } = service()
    expectRefusal(await receive({ customerId: `Customer:${randomUUID()}` }), 404, 'USER_NOT_FOUND')
    const foreign = { customerId: undefined, receiverUmaAddress: theirs.customer.umaAddress }
    expectRefusal(await receive(foreign), 404, 'UMA_NOT_FOUND')
    const eve = shown('customer', await call('POST', '/customers', aCustomerBody()), 201)
    const ofTwo = await receive({ receiverUmaAddress: eve.umaAddress })
    expectRefusal(ofTwo, 404, 'UMA_NOT_FOUND')
    expect(fieldsOf(await receive({ customerId: undefined }))).toEqual({
      receiverUmaAddress: 'required',
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
