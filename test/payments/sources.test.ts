/** The sources of a payment: internal accounts, deposits, collections. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { executeQuote } from '../../scripts/serviceDriver/device.ts'
import { rowsOf } from '../durability/payments.ts'
import {
  aLoggedInWallet,
  aPlatform,
  fund,
  ledgerHolds,
  listed,
  type Resource,
  shown,
} from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import {
  aCustomer,
  accountOf,
  aFundedCustomer,
  amountsOf,
  anExternalAccount,
  askQuote,
  bookedSteps,
  eventsAbout,
  from,
  funding,
  platformAccount,
  type TestCustomer,
  timelineOf,
  to,
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

describe('from an internal account', () => {
  test('a conversion into the own wallet', async () => {
    const { api } = ada
    const wallet = accountOf(ada, 'USDB')
    const before = await amountsOf(api, wallet)
    const answer = await askQuote(api, from(accountOf(ada, 'USD')), to(wallet), 10_000)
    const quote = shown('quote', answer, 201)
    const key = randomUUID()
    const executed = await api.call('POST', `/quotes/${quote.id}/execute`, undefined, {
      'Idempotency-Key': key,
    })
    expectStatus('execute', executed, 200)
    const transaction = await untilEnded(api, quote.transactionId)
    expect(transaction).toMatchObject({ status: 'COMPLETED', type: 'OUTGOING' })
    const after = await amountsOf(api, wallet)
    expect(after.spendable - before.spendable).toBe(quote.totalReceivingAmount)
    expect(await bookedSteps(stack, quote.transactionId)).toEqual([
      'credit',
      'hold',
      'post',
      'service-fee',
    ])
    expect(await eventsAbout(stack, wallet.id)).toContain('INTERNAL_ACCOUNT.BALANCE_UPDATED')
  })

  test('a conversion into the own wallet is two transactions, of each side one', async () => {
    const platform = await aPlatform(stack)
    const cy = await aFundedCustomer(stack, 'USD', 10_000n, { platform })
    const { api } = cy
    const [dollars, wallet] = [accountOf(cy, 'USD'), accountOf(cy, 'USDB')]
    const started = Date.now()
    const answer = await askQuote(api, from(dollars), to(wallet), 4_000, {
      immediatelyExecute: true,
      description: 'savings',
    })
    const quote = shown('quote', answer, 201)
    await untilEnded(api, quote.transactionId)
    const all = listed(await api.call('GET', `/transactions?customerId=${cy.customer.id}`))
    const [incoming, outgoing] = all.filter(({ quoteId }) => quoteId === quote.id)
    expect(outgoing).toMatchObject({
      ...{ id: quote.transactionId, type: 'OUTGOING', direction: 'DEBIT', status: 'COMPLETED' },
      sentAmount: { amount: 4_000 },
    })
    expect(incoming).toMatchObject({
      ...{ type: 'INCOMING', direction: 'CREDIT', status: 'COMPLETED', description: 'savings' },
      source: { sourceType: 'ACCOUNT', accountId: dollars.id },
      destination: { destinationType: 'ACCOUNT', accountId: wallet.id },
      receivedAmount: { amount: quote.totalReceivingAmount },
    })
    expect(await eventsAbout(stack, incoming?.id)).toEqual(['INCOMING_PAYMENT.COMPLETED'])
    expect(await eventsAbout(stack, outgoing?.id)).toEqual([
      'OUTGOING_PAYMENT.PENDING',
      'OUTGOING_PAYMENT.PROCESSING',
      'OUTGOING_PAYMENT.COMPLETED',
    ])
    // What funded it is of the dollars.
    const funded = all.filter(({ quoteId }) => quoteId === undefined)
    const ids = async (query: string): Promise<string[]> =>
      listed(await api.call('GET', `/transactions?${query}`)).map(({ id }) => id)
    const of = (account: Resource): Promise<string[]> => ids(`accountIdentifier=${account.id}`)
    expect(await of(dollars)).toEqual([outgoing?.id, ...funded.map(({ id }) => id)])
    expect(await of(wallet)).toEqual([incoming?.id])
    const both = `senderAccountIdentifier=${dollars.id}&receiverAccountIdentifier=${wallet.id}`
    expect(await ids(both)).toEqual([incoming?.id, outgoing?.id])
    expect(await ids(`customerId=${cy.customer.id}&type=OUTGOING`)).toEqual([outgoing?.id])
    const entries = async (one: Resource | undefined): Promise<Resource[]> =>
      listed(await api.call('GET', `/transactions/${one?.id}/ledger-entries`))
    expect(await entries(outgoing)).toHaveLength(4)
    expect(await entries(incoming)).toEqual(await entries(outgoing))
    const [sums] = await rowsOf<{ sent: string; received: string; credited: string }>(
      stack,
      `select coalesce(sum(amount) filter (where type = 'OUTGOING'), 0)::text as sent,
        coalesce(sum(amount) filter (where type = 'INCOMING' and currency = 'USDB'), 0)::text as received,
        (select count(*) from ledger_transfers where reference = $2 and id like '%/credit')::text as credited
      from transaction_volume((select platform_id from customers where id = $1), $3, service_now(), 1)`,
      [cy.customer.id.replace('Customer:', ''), quote.transactionId, new Date(started)],
    )
    expect(sums).toEqual({
      sent: '4000',
      received: String(quote.totalReceivingAmount),
      credited: '1',
    })
  })

  test('a wallet signs a payment to another customer, who gets an incoming one', async () => {
    const payer = await aLoggedInWallet(stack)
    const bob = await aCustomer(stack)
    const wallet = accountOf(bob, 'USDB')
    const answer = await askQuote(payer.api, from(payer.wallet), to(wallet), 1_000_000)
    const quote = shown('quote', answer, 201)
    expect(quote.feesIncluded).toBe(0)
    const executed = await executeQuote(payer.api, payer.device, quote, randomUUID())
    expectStatus('execute', executed, 200)
    await untilEnded(payer.api, quote.transactionId)
    expect((await amountsOf(payer.api, wallet)).spendable).toBe(1_000_000)
    const list = await bob.api.call('GET', `/transactions?customerId=${bob.customer.id}`)
    expect(list.body.data).toMatchObject([
      {
        type: 'INCOMING',
        direction: 'CREDIT',
        status: 'COMPLETED',
        receivedAmount: { amount: 1_000_000 },
      },
    ])
    expect(await bookedSteps(stack, quote.transactionId)).toEqual(['credit', 'hold', 'post'])
  })

  test('the platform pays a customer, and immediately', async () => {
    const { api } = ada
    const treasury = await platformAccount(api, 'USD')
    await fund(api, treasury, 50_000n)
    const before = await amountsOf(api, accountOf(ada, 'USD'))
    const key = randomUUID()
    const ask = () =>
      askQuote(
        api,
        from(treasury),
        to(accountOf(ada, 'USD')),
        5_000,
        { immediatelyExecute: true },
        key,
      )
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const [first] = answers
    expect(first?.body).toMatchObject({ status: 'PROCESSING', feesIncluded: 0 })
    await untilEnded(api, first?.body.transactionId)
    expect((await amountsOf(api, accountOf(ada, 'USD'))).spendable - before.spendable).toBe(5_000)
    const other = await askQuote(
      api,
      from(treasury),
      to(accountOf(ada, 'USD')),
      5_001,
      { immediatelyExecute: true },
      key,
    )
    expect([other.status, other.body.code]).toEqual([409, 'DUPLICATE_PAY_REQUEST'])
  })

  test('insufficient funds, immediately: nothing remains, and the key is released', async () => {
    const { api } = ada
    const poor = await aCustomer(stack)
    const key = randomUUID()
    const ask = () =>
      askQuote(
        api,
        from(accountOf(poor, 'USD')),
        to(accountOf(ada, 'USD')),
        100,
        { immediatelyExecute: true },
        key,
      )
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([400, 'INSUFFICIENT_FUNDS'])
    await fund(api, accountOf(poor, 'USD'), 100n)
    const paid = expectStatus('again', await ask(), 201)
    expect(paid.headers.get('Idempotent-Replayed')).toBeNull()
    await untilEnded(api, paid.body.transactionId)
  })

  test('platform fees are credited at settlement and reversed by a return', async () => {
    const { api } = ada
    const treasury = await platformAccount(api, 'USD')
    const account = await anExternalAccount(api, ada.customer, '005')
    const before = await amountsOf(api, treasury)
    const override = {
      platformFixedFee: { amount: 50, currency: 'USD' },
      platformVariableFeeBps: 30,
    }
    const answer = await askQuote(api, from(accountOf(ada, 'USD')), to(account), 1_000, {
      platformFeeOverride: override,
      immediatelyExecute: true,
    })
    const quote = shown('quote', answer, 201)
    // (1000 - 50 - 10) x 30 bps rounds to 3; the ten are the service's own fixed fee.
    expect(quote).toMatchObject({ platformFeesIncluded: 53, feesIncluded: 63 })
    const failed = await untilEnded(api, quote.transactionId).then(async (first) =>
      first.status === 'COMPLETED'
        ? (await import('../durability/payments.ts')).untilTransaction(
            api,
            String(quote.transactionId),
            ({ status }) => status === 'FAILED',
          )
        : first,
    )
    expect(failed).toMatchObject({
      failureReason: 'PAYOUT_RETURNED',
      refund: { status: 'COMPLETED' },
    })
    expect(await amountsOf(api, treasury)).toEqual(before)
  })
})

describe('from a deposit', () => {
  test('instructions, deposit, conversion into the wallet', async () => {
    const { api } = ada
    const wallet = accountOf(ada, 'USDB')
    const before = await amountsOf(api, wallet)
    const answer = await askQuote(api, funding('USD'), to(wallet), 20_000)
    const quote = shown('quote', answer, 201)
    const [instruction] = quote.paymentInstructions as { accountOrWalletInfo: object }[]
    expect(instruction?.accountOrWalletInfo).toMatchObject({
      accountType: 'USD_ACCOUNT',
      routingNumber: expect.stringMatching(/^\d{9}$/),
      reference: expect.stringMatching(/^P[0-9A-F]{15}$/),
    })
    const early = await api.call('POST', `/quotes/${quote.id}/execute`)
    expect([early.status, early.body.code]).toEqual([409, 'CONFLICT'])
    const body = { quoteId: quote.id, currencyCode: 'USD' }
    const sent = await Promise.all(
      Array.from({ length: 10 }, () => api.call('POST', '/sandbox/send', body)),
    )
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))
    expect(sent[0]?.body).toMatchObject({ id: quote.transactionId, type: 'INCOMING' })
    const end = await untilEnded(api, quote.transactionId)
    expect(end).toMatchObject({
      ...{ status: 'COMPLETED', type: 'INCOMING', direction: 'CREDIT', quoteId: quote.id },
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' },
      receivedAmount: { amount: quote.totalReceivingAmount, currency: { code: 'USDB' } },
    })
    expect(end).not.toHaveProperty('sentAmount')
    expect(await eventsAbout(stack, quote.transactionId)).toEqual([
      'INCOMING_PAYMENT.PROCESSING',
      'INCOMING_PAYMENT.COMPLETED',
    ])
    const all = listed(await api.call('GET', `/transactions?customerId=${ada.customer.id}`))
    const mine = all.filter(({ quoteId }) => quoteId === quote.id)
    expect(mine.map(({ id }) => id)).toEqual([quote.transactionId])
    const after = await amountsOf(api, wallet)
    expect(after.spendable - before.spendable).toBe(quote.totalReceivingAmount)
    expect(await bookedSteps(stack, quote.transactionId)).toEqual([
      'credit',
      'funding',
      'service-fee',
    ])
  })

  test('a deposit of another amount is refunded over the rail', async () => {
    const { api } = ada
    const quote = shown(
      'quote',
      await askQuote(api, funding('EUR'), to(accountOf(ada, 'USDB')), 20_000),
      201,
    )
    const body = { quoteId: quote.id, currencyCode: 'EUR', currencyAmount: 19_999 }
    expectStatus('send', await api.call('POST', '/sandbox/send', body), 200)
    const end = await untilEnded(api, quote.transactionId)
    expect(end).toMatchObject({
      ...{ status: 'FAILED', type: 'INCOMING', failureReason: 'QUOTE_EXECUTION_FAILED' },
      refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' },
    })
    expect((await timelineOf(api, quote.transactionId)).join()).toContain('FUNDING_AMOUNT_MISMATCH')
    expect(await bookedSteps(stack, quote.transactionId)).toEqual(['funding', 'refund'])
    expect(await eventsAbout(stack, quote.transactionId)).toEqual([
      'INCOMING_PAYMENT.PROCESSING',
      'INCOMING_PAYMENT.FAILED',
      'INCOMING_PAYMENT.REFUND_PENDING',
      'INCOMING_PAYMENT.REFUND_COMPLETED',
    ])
    expect(await aSandboxControl(stack).acts(`${quote.transactionId}/refund`)).toEqual({
      'rail submit': 1,
    })
  })

  test('crypto of the wrong amount stays with the customer, on an account of its own', async () => {
    const { api } = ada
    const source = funding('USDC', { cryptoNetwork: 'BASE', customerId: ada.customer.id })
    const quote = shown(
      'quote',
      await askQuote(api, source, to(accountOf(ada, 'USDB')), 9_000_000),
      201,
    )
    const [instruction] = quote.paymentInstructions as { accountOrWalletInfo: object }[]
    expect(instruction?.accountOrWalletInfo).toMatchObject({
      accountType: 'BASE_WALLET',
      address: expect.stringMatching(/^0x[0-9a-f]{40}$/),
      assetType: 'USDC',
    })
    const body = { quoteId: quote.id, currencyCode: 'USDC', currencyAmount: 8_000_000 }
    expectStatus('send', await api.call('POST', '/sandbox/send', body), 200)
    expect(await untilEnded(api, quote.transactionId)).toMatchObject({
      status: 'FAILED',
      refund: { status: 'COMPLETED' },
    })
    expect((await amountsOf(api, accountOf(ada, 'USDC'))).spendable).toBe(8_000_000)
  })

  test('what comes and leaves over chains names both of their transactions', async () => {
    const { api } = ada
    const account = await api.call('POST', '/customers/external-accounts', {
      ...{ customerId: ada.customer.id, currency: 'USDC' },
      accountInfo: { accountType: 'BASE_WALLET', address: `0x${randomBytes(20).toString('hex')}` },
    })
    const wallet = shown('wallet', account, 201)
    const source = funding('USDC', { cryptoNetwork: 'BASE', customerId: ada.customer.id })
    const quote = shown('quote', await askQuote(api, source, to(wallet), 5_000_000), 201)
    const [payment] = await rowsOf<{ reference: string }>(
      stack,
      `select funding_reference as reference from payments where 'Quote:' || id = $1`,
      [quote.id],
    )
    const money = { amountMinor: '5000000', currency: 'USDC', network: 'BASE' }
    await aSandboxControl(stack).arrive({ ...money, reference: payment?.reference ?? '' })
    const end = await untilEnded(api, quote.transactionId)
    const onChain = (side: unknown): unknown => (side as Resource).onChainTransaction
    const over = { network: 'BASE', transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) }
    expect([end.status, onChain(end.source), onChain(end.destination)]).toEqual([
      ...['COMPLETED', over, over],
    ])
    expect(onChain(end.source)).not.toEqual(onChain(end.destination))
    const { transactionHash } = onChain(end.source) as Resource
    expect(end.reconciliationInstructions).toMatchObject({ transactionHash })
    const events = await rowsOf<{ type: string; snapshot: Resource }>(
      stack,
      'select type, snapshot from events where subject = $1',
      [quote.transactionId],
    )
    const completed = events.find(({ type }) => type === 'OUTGOING_PAYMENT.COMPLETED')
    expect(onChain(completed?.snapshot.destination)).toEqual(onChain(end.destination))
    const withSource = events.filter(({ snapshot }) => onChain(snapshot.source) !== undefined)
    expect(withSource.length).toBeGreaterThanOrEqual(2)
  })

  test('a deposit for a payment to a bank is OUTGOING as before, of another amount as well', async () => {
    const { api } = ada
    const account = await anExternalAccount(api, ada.customer)
    const quote = shown('quote', await askQuote(api, funding('EUR'), to(account), 10_000), 201)
    const body = { quoteId: quote.id, currencyCode: 'EUR', currencyAmount: 9_999 }
    expectStatus('send', await api.call('POST', '/sandbox/send', body), 200)
    expect(await untilEnded(api, quote.transactionId)).toMatchObject({
      ...{ type: 'OUTGOING', status: 'FAILED', failureReason: 'FUNDING_AMOUNT_MISMATCH' },
    })
    expect(await eventsAbout(stack, quote.transactionId)).toContain('OUTGOING_PAYMENT.PENDING')
  })

  test('a deposit of one customer for the account of another is a transaction of each', async () => {
    const { api } = ada
    const bob = await aCustomer(stack)
    const source = funding('USD', { customerId: ada.customer.id })
    const answer = await askQuote(api, source, to(accountOf(bob, 'USD')), 3_000)
    const quote = shown('quote', answer, 201)
    const body = { quoteId: quote.id, currencyCode: 'USD' }
    expectStatus('send', await api.call('POST', '/sandbox/send', body), 200)
    expect(await untilEnded(api, quote.transactionId)).toMatchObject({ type: 'OUTGOING' })
    const of = async ({ customer }: TestCustomer): Promise<Resource[]> =>
      listed(await api.call('GET', `/transactions?customerId=${customer.id}`))
    expect(await of(bob)).toMatchObject([{ type: 'INCOMING', quoteId: quote.id }])
    const his = (await of(ada)).filter(({ quoteId }) => quoteId === quote.id)
    expect(his).toMatchObject([{ id: quote.transactionId }])
  })

  test('a payout that fails after the deposit is refunded to the deposit’s origin', async () => {
    const { api } = ada
    const account = await anExternalAccount(api, ada.customer, '004')
    const quote = shown('quote', await askQuote(api, funding('EUR'), to(account), 10_000), 201)
    const body = { quoteId: quote.id, currencyCode: 'EUR' }
    expectStatus('send', await api.call('POST', '/sandbox/send', body), 200)
    expect(await untilEnded(api, quote.transactionId)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_CANNOT_RECEIVE',
      refund: { status: 'COMPLETED' },
    })
  })
})

describe('from a collection', () => {
  test('into the wallet; and a collection that fails moves nothing', async () => {
    const { api } = ada
    const wallet = accountOf(ada, 'USDB')
    const before = await amountsOf(api, wallet)
    const good = await anExternalAccount(api, ada.customer)
    const ask = (account: { id: string }) =>
      askQuote(api, from(account), to(wallet), 10_000, { immediatelyExecute: true })
    const quote = shown('quote', await ask(good), 201)
    expect(await untilEnded(api, quote.transactionId)).toMatchObject({ status: 'COMPLETED' })
    const after = await amountsOf(api, wallet)
    expect(after.spendable - before.spendable).toBe(quote.totalReceivingAmount)
    const all = listed(await api.call('GET', `/transactions?customerId=${ada.customer.id}`))
    const mine = all.filter(({ quoteId }) => quoteId === quote.id)
    expect(mine.map(({ type }) => type)).toEqual(['INCOMING', 'OUTGOING'])
    const bad = await anExternalAccount(api, ada.customer, '002')
    const refused = shown('quote', await ask(bad), 201)
    const end = await untilEnded(api, refused.transactionId)
    expect(end).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' })
    expect(end.refund).toBeUndefined()
    expect(await bookedSteps(stack, refused.transactionId)).toEqual([])
  })

  test('transfers in and out, each once for a key', async () => {
    const { api } = ada
    const usd = accountOf(ada, 'USD')
    const bank = await anExternalAccount(api, ada.customer)
    const before = await amountsOf(api, usd)
    const key = randomUUID()
    const call = () =>
      api.call(
        'POST',
        '/transfer-in',
        { source: { accountId: bank.id }, destination: { accountId: usd.id }, amount: 7_000 },
        { 'Idempotency-Key': key },
      )
    const answers = await Promise.all(Array.from({ length: 10 }, call))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const [first] = answers
    expect(first?.body).toMatchObject({ type: 'INCOMING', direction: 'DEBIT' })
    expect(await untilEnded(api, first?.body.id)).toMatchObject({ status: 'COMPLETED' })
    expect((await amountsOf(api, usd)).spendable - before.spendable).toBe(7_000)
    const replay = await call()
    expect(replay.headers.get('Idempotent-Replayed')).toBe('true')
    expect(replay.body).toMatchObject({ id: first?.body.id, status: 'PROCESSING' })
    const out = await api.call('POST', '/transfer-out', {
      source: { accountId: usd.id },
      destination: { accountId: bank.id, paymentRail: 'WIRE' },
      amount: 2_000,
      remittanceInformation: 'rent',
    })
    expectStatus('transfer-out', out, 201)
    expect(out.body).toMatchObject({
      type: 'OUTGOING',
      paymentRail: 'WIRE',
      railSelectionMode: 'MANUAL',
      description: 'rent',
    })
    expect(await untilEnded(api, out.body.id)).toMatchObject({ status: 'COMPLETED' })
    const closed = await anExternalAccount(api, ada.customer, '003')
    const lost = await api.call('POST', '/transfer-out', {
      source: { accountId: usd.id },
      destination: { accountId: closed.id },
      amount: 2_000,
    })
    expect(await untilEnded(api, expectStatus('transfer-out', lost, 201).body.id)).toMatchObject({
      status: 'FAILED',
      failureReason: 'ACCOUNT_INVALID',
      refund: { status: 'COMPLETED' },
    })
  })

  test('a transfer is cancelled while the rail can still stop it', async () => {
    const { api } = ada
    const usd = accountOf(ada, 'USD')
    const before = await amountsOf(api, usd)
    const slow = await anExternalAccount(api, ada.customer, '005')
    const out = await api.call('POST', '/transfer-out', {
      source: { accountId: usd.id },
      destination: { accountId: slow.id, paymentRail: 'ACH' },
      amount: 3_000,
    })
    const cancel = () => api.call('POST', `/transactions/${out.body.id}/cancel`, { reason: 'typo' })
    expectStatus('cancel', await cancel(), 200)
    expect(await untilEnded(api, out.body.id)).toMatchObject({
      status: 'FAILED',
      refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
    })
    expect(await amountsOf(api, usd)).toEqual(before)
    const late = await cancel()
    expect([late.status, late.body.code]).toEqual([409, 'TRANSACTION_NOT_CANCELLABLE'])
  })
})
