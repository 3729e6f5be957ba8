/** Quotes that are well formed and mean nothing. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../../../durability/payments.ts'
import {
  aCustomer,
  accountOf,
  aFundedCustomer,
  askQuote,
  from,
  funding,
  platformAccount,
  to,
  untilEnded,
} from '../../../payments/customers.ts'
import { anExternalAccount, aPlatform, apiOf, fund, shown } from '../../../support/builders.ts'
import { invoice as anInvoice } from '../../../support/sandboxNumbers.ts'
import { call, expectRefusal, expectReplay, fieldsOf, sampled, service } from '../../service.ts'
import { ada, bank, meetAda } from '../payer.ts'

describe('a quote that cannot be meant so', () => {
  beforeAll(meetAda)
  const codeOf = async (source: object, destination: object, more: object = {}) =>
    (await askQuote(ada.api, source, destination, 10_000, { ...more })).body.code

  test('pays the payer itself, another platform’s account, or an unknown customer', async () => {
    const usd = accountOf(ada, 'USD')
    const { theirs } = service()
    expect(await codeOf(from(usd), to(usd))).toBe('SELF_PAYMENT')
    expect(await codeOf(from(usd), to(theirs.wallet))).toBe('ACCOUNT_NOT_FOUND')
    const bob = await aCustomer(service().stack)
    const bobs = await anExternalAccount(bob.api, bob.customer)
    expect(await codeOf(from(usd), to(bobs))).toBe('ACCOUNT_NOT_FOUND')
    expect(await codeOf(from(usd, { customerId: bob.customer.id }), to(bank))).toBe(
      'ACCOUNT_NOT_FOUND',
    )
    const unknownCustomer = { customerId: `Customer:${randomUUID()}` }
    expect(await codeOf(funding('USD', unknownCustomer), to(usd))).toBe('USER_NOT_FOUND')
  })

  test('pays a US bank account that is not validated, or pulls from it', async () => {
    const waiting = await anExternalAccount(ada.api, ada.customer)
    const moveTo = (status: string, reason: string | null = null) =>
      service().database.query({
        text: `update external_accounts set status = $2, status_reason = $3 where id = $1`,
        values: [waiting.id.slice('ExternalAccount:'.length), status, reason],
      })
    const both = async () => [
      await codeOf(from(accountOf(ada, 'USD')), to(waiting)),
      await codeOf(from(waiting), to(accountOf(ada, 'USD'))),
    ]
    await moveTo('PENDING')
    expect(await both()).toEqual(Array(2).fill('BANK_ACCOUNT_VALIDATION_PENDING'))
    await moveTo('INACTIVE', 'R03')
    expect(await both()).toEqual(Array(2).fill('INVALID_BANK_ACCOUNT'))
    await moveTo('UNDER_REVIEW')
    expect(await both()).toEqual(Array(2).fill('CONFLICT'))
  })

  test('pays a UMA address out of the platform’s own account, which has no address', async () => {
    const umaAddress = '$success.usd@sandbox.uma.money'
    const path = `/receiver/uma/${encodeURIComponent(umaAddress)}?customerId=${ada.customer.id}`
    const { lookupId } = shown('lookup', await ada.api.call('GET', path), 200)
    const own = await platformAccount(ada.api, 'USD')
    const receiver = { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'USD' }
    expect(await codeOf(from(own), receiver, { lookupId })).toBe('SENDER_NOT_ACCEPTED')
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
      'platformFeeOverride.platformFixedFee.currency': 'const',
    })
    const onTron = funding('USDC', { cryptoNetwork: 'TRON' })
    expect(fieldsOf(await askQuote(ada.api, onTron, to(usd), 10_000))).toEqual({
      'source.cryptoNetwork': 'enum',
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

  sampled('two immediate payments on one balance: one is paid', async () => {
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

  test('a repeat gets the first answer, whatever has changed since', async () => {
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

  test('a fee that nobody can be credited with: refused, and the key is free', async () => {
    const { stack } = service()
    const other = await aPlatform(stack)
    const api = apiOf(stack, other)
    const eve = await aFundedCustomer(stack, 'USD', 10_000n, { platform: other })
    await rowsOf(
      stack,
      `update internal_accounts a set customer_id = c.id from customers c
        where 'Customer:' || c.id = $1 and a.platform_id = c.platform_id
          and a.currency = 'USD' and a.customer_id is null`,
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
    const made = await call('POST', '/customers/external-accounts', {
      customerId: ada.customer.id,
      currency: 'BTC',
      accountInfo: { accountType: 'LIGHTNING', invoice: anInvoice({ amount: '2500u' }) },
    })
    const account = shown('invoice', made, 201)
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
