/**
 * Concurrent duplicates and concurrent conflicting requests, over two API processes and two
 * workers.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import {
  aCustomerBody,
  aFundedWallet,
  aLoggedInWallet,
  anExternalAccount,
  apiOf,
  aQuote,
  balanceOf,
  fund,
  type LoggedInWallet,
  ledgerHolds,
  quoteBody,
} from '../support/builders.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import {
  aPayment,
  atOnce,
  execute,
  executeHeaders,
  expectNotPaid,
  expectPaidOnce,
  rowsOf,
  untilCompleted,
} from './payments.ts'

let stack: SharedStack
let wallet: LoggedInWallet

beforeAll(async () => {
  stack = await aSharedStack()
  wallet = await aLoggedInWallet(stack)
})
afterAll(async () => {
  await stack?.stop()
})

const statusesOf = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).sort((a, b) => a - b)
const codesOf = (answers: readonly Answer[], status: number): unknown[] =>
  answers.filter((answer) => answer.status === status).map(({ body }) => body.code)

test('50 identical concurrent executes are one payment and 50 equal responses', async () => {
  const payment = await aPayment(wallet)
  const before = await balanceOf(wallet)
  const answers = await atOnce(stack, 50, (api) => execute(api, payment))
  expect(statusesOf(answers)).toEqual(Array(50).fill(200))
  expect(answers[0]?.body.status).toBe('PROCESSING')
  for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
  await untilCompleted(wallet.api, payment)
  await expectPaidOnce(stack, [payment])
  expect(await balanceOf(wallet)).toBe(before - 1_000_000n)
  await ledgerHolds(stack)
})

test('50 concurrent executes without a key are one payment; the others get 200 or 409', async () => {
  const payment = await aPayment(wallet, { executeKey: null })
  const answers = await atOnce(stack, 50, (api) => execute(api, payment))
  expect(statusesOf(answers)[0]).toBe(200)
  for (const { status, body } of answers) {
    if (status === 200) expect(body.status).toBe('PROCESSING')
    else expect({ status, code: body.code }).toEqual({ status: 409, code: 'CONFLICT' })
  }
  await untilCompleted(wallet.api, payment)
  await expectPaidOnce(stack, [payment])
  await ledgerHolds(stack)
})

test('two keys on one quote concurrently: one payment, one 409', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const payment = await aPayment(wallet)
    const rival = { ...payment.headers, 'Idempotency-Key': randomUUID() }
    const answers = await atOnce(stack, 2, (api, index) =>
      execute(api, index === 0 ? payment : { ...payment, headers: rival }),
    )
    expect(statusesOf(answers)).toEqual([200, 409])
    expect(codesOf(answers, 409)).toEqual(['CONFLICT'])
    await untilCompleted(wallet.api, payment)
    await expectPaidOnce(stack, [payment])
  }
  await ledgerHolds(stack)
})

test('two concurrent quotes on a balance that covers one: one paid, one INSUFFICIENT_FUNDS', async () => {
  const poor = await aLoggedInWallet(stack, { minor: 0n })
  for (let turn = 0; turn < 3; turn += 1) {
    await fund(poor.api, poor.wallet, 1_000_000n)
    const payments = [await aPayment(poor), await aPayment(poor)] as const
    const answers = await atOnce(stack, 2, (api, index) =>
      execute(api, payments[index === 0 ? 0 : 1]),
    )
    expect(statusesOf(answers)).toEqual([200, 400])
    expect(codesOf(answers, 400)).toEqual(['INSUFFICIENT_FUNDS'])
    const [paid, refused] =
      answers[0]?.status === 200 ? payments : ([payments[1], payments[0]] as const)
    await untilCompleted(poor.api, paid)
    await expectPaidOnce(stack, [paid])
    await expectNotPaid(stack, [refused])
    expect(await balanceOf(poor)).toBe(0n)
  }
  await ledgerHolds(stack)
})

test('an execute refused for insufficient funds, then funded, then retried pays once', async () => {
  const poor = await aLoggedInWallet(stack, { minor: 1_000_000n })
  // The loser of the race reached its workflow: its refusal is recorded there too.
  const payments = [await aPayment(poor), await aPayment(poor)] as const
  const answers = await atOnce(stack, 2, (api, index) =>
    execute(api, payments[index === 0 ? 0 : 1]),
  )
  const loser = answers[0]?.status === 400 ? payments[0] : payments[1]
  expect(statusesOf(answers)).toEqual([200, 400])
  const early = await execute(poor.api, loser)
  expect([early.status, early.body.code]).toEqual([400, 'INSUFFICIENT_FUNDS'])
  await fund(poor.api, poor.wallet, 1_000_000n)
  const repeats = await atOnce(stack, 10, (api) => execute(api, loser))
  expect(statusesOf(repeats)).toEqual(Array(10).fill(200))
  for (const { body } of repeats) expect(body).toEqual(repeats[0]?.body)
  for (const payment of payments) await untilCompleted(poor.api, payment)
  await expectPaidOnce(stack, payments)
  expect(await balanceOf(poor)).toBe(0n)
  await ledgerHolds(stack)
})

test('a key that paid answers 409 to another quote or another body, and pays nothing', async () => {
  const key = randomUUID()
  const payment = await aPayment(wallet, { executeKey: key })
  expect((await execute(wallet.api, payment)).status).toBe(200)
  const other = await aPayment(wallet, { executeKey: key })
  const otherQuote = await execute(wallet.api, other)
  const path = `/quotes/${payment.quote.id}/execute`
  const otherBody = await wallet.api.call('POST', path, { scaFactor: 'SMS_OTP' }, payment.headers)
  for (const { status, body } of [otherQuote, otherBody]) {
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'DUPLICATE_PAY_REQUEST' })
  }
  await untilCompleted(wallet.api, payment)
  await expectPaidOnce(stack, [payment])
  await expectNotPaid(stack, [other])
})

test('one key on two quotes concurrently pays one of them', async () => {
  const key = randomUUID()
  const payments = [
    await aPayment(wallet, { executeKey: key }),
    await aPayment(wallet, { executeKey: key }),
  ] as const
  const answers = await atOnce(stack, 2, (api, index) =>
    execute(api, payments[index === 0 ? 0 : 1]),
  )
  expect(statusesOf(answers)).toEqual([200, 409])
  expect(codesOf(answers, 409)).toEqual(['DUPLICATE_PAY_REQUEST'])
  const [paid, refused] =
    answers[0]?.status === 200 ? payments : ([payments[1], payments[0]] as const)
  await untilCompleted(wallet.api, paid)
  await expectPaidOnce(stack, [paid])
  await expectNotPaid(stack, [refused])
  // A refusal releases its key: with a key of its own the refused quote can still be paid.
  const headers = await executeHeaders(wallet.device, refused.quote, randomUUID())
  expect((await execute(wallet.api, { ...refused, headers })).status).toBe(200)
  await untilCompleted(wallet.api, refused)
})

test('a quote created 20 times concurrently with one key is one quote', async () => {
  const key = randomUUID()
  const body = quoteBody(wallet.wallet, wallet.account)
  const answers = await atOnce(stack, 20, (api) =>
    api.call('POST', '/quotes', body, { 'Idempotency-Key': key }),
  )
  expect(statusesOf(answers)).toEqual(Array(20).fill(201))
  for (const { body: quote } of answers) expect(quote).toEqual(answers[0]?.body)
  const other = quoteBody(wallet.wallet, wallet.account, 2_000_000n)
  const refused = await wallet.api.call('POST', '/quotes', other, { 'Idempotency-Key': key })
  expect([refused.status, refused.body.code]).toEqual([409, 'DUPLICATE_PAY_REQUEST'])
})

test('two customers with one platformCustomerId at one instant: one 201, one 409', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const platformCustomerId = `twin-${randomUUID()}`
    const answers = await atOnce(stack, 2, (api) =>
      api.call('POST', '/customers', aCustomerBody({ platformCustomerId })),
    )
    expect(statusesOf(answers)).toEqual([201, 409])
    const rows = await rowsOf(stack, 'select 1 from customers where platform_customer_id = $1', [
      platformCustomerId,
    ])
    expect(rows).toHaveLength(1)
  }
})

test('a retried execute gets the original response, from any process', async () => {
  const account = await anExternalAccount(wallet.api, wallet.customer)
  const payment = await aPayment(wallet, { account })
  const first = await execute(wallet.api, payment)
  expect(first.status).toBe(200)
  await untilCompleted(wallet.api, payment)
  const again = await execute(apiOf(stack, stack.platform, 1), payment)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  expect(again.body).toEqual(first.body)
  // A key of its own finds the quote executed.
  const headers = await executeHeaders(wallet.device, payment.quote, randomUUID())
  expect((await execute(wallet.api, { ...payment, headers })).status).toBe(409)
  await expectPaidOnce(stack, [payment])
})

test('a fund, a quote and a payment of two customers never mix', async () => {
  const other = await aFundedWallet(stack, { minor: 5_000_000n })
  const before = await balanceOf(other)
  const payment = await aPayment(wallet)
  await execute(wallet.api, payment)
  await untilCompleted(wallet.api, payment)
  expect(await balanceOf(other)).toBe(before)
  const foreign = await aQuote(other)
  const headers = await executeHeaders(wallet.device, foreign, randomUUID())
  const answer = await execute(wallet.api, { quote: foreign, headers })
  expect([answer.status, answer.body.code]).toEqual([401, 'WALLET_SIGNATURE_INVALID'])
})
