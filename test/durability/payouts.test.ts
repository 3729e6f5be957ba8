/** Payouts that fail, are returned or settle late: the API's view and the ledger's. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TimelineCodes, timelineSentences } from '../../contract/present/timeline.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  aWebhookReceiver,
  balanceOf,
  type LoggedInWallet,
  ledgerHolds,
  type WebhookReceiver,
  waitUntil,
} from '../support/builders.ts'
import { resolvePayment } from '../support/paymentsCommand.ts'
import { oneTestIn } from '../support/sampledTests.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import { aPayment, execute, type Payment, rowsOf, untilTransaction } from './payments.ts'

let stack: TestStack
let receiver: WebhookReceiver
let control: SandboxControl
let wallet: LoggedInWallet

const MINOR = 1_000_000n

beforeAll(async () => {
  stack = await aKeptStack()
  receiver = await aWebhookReceiver(stack)
  control = aSandboxControl(stack)
  wallet = await aLoggedInWallet(stack)
})
afterAll(async () => {
  await receiver?.stop()
  await stack?.stop()
})

type Refund = { readonly status: string; readonly reason: string }
const refundOf = (transaction: Readonly<Record<string, unknown>>): Refund | undefined =>
  transaction.refund as Refund | undefined

/** Executes a payment to an account of that suffix. */
async function aPaymentTo(suffix: string): Promise<Payment> {
  const account = await anExternalAccount(wallet.api, wallet.customer, suffix)
  const payment = await aPayment(wallet, { account, minor: MINOR })
  const answer = await execute(wallet.api, payment)
  expect([answer.status, answer.body.status]).toEqual([200, 'PROCESSING'])
  return payment
}

/** The payment's events in the order in which they were emitted. */
async function eventsOf({ transactionId }: Payment, count: number): Promise<string[]> {
  await waitUntil(
    `${count} events of ${transactionId}`,
    () => receiver.typesOf(transactionId).length >= count,
  )
  const rows = await rowsOf<{ type: string }>(
    stack,
    'select type from events where subject = $1 order by sequence',
    [transactionId],
  )
  const types = rows.map(({ type }) => type)
  // All were delivered; the order of delivery is not guaranteed.
  expect(receiver.typesOf(transactionId).sort()).toEqual([...types].sort())
  return types.map((type) => type.replace('OUTGOING_PAYMENT.', ''))
}

/** The suspense balance of a currency; negative when a payout settled after its refund. */
async function suspense(currency: string): Promise<bigint> {
  const [row] = await rowsOf<{ sum: bigint }>(
    stack,
    "select ledger_sum(id) as sum from ledger_accounts where kind = 'SUSPENSE' and currency = $1",
    [currency],
  )
  return BigInt(row?.sum ?? 0)
}

async function timelineOf({ transactionId }: Payment): Promise<string[]> {
  const rows = await rowsOf<TimelineCodes>(
    stack,
    'select code, parameters, waiting_party, waiting_reason from timeline where subject = $1 order by id',
    [transactionId],
  )
  return rows.map((row) => timelineSentences(row).what)
}

const scenario = oneTestIn(2)

test.each([
  ['002', 'QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED'],
  ['004', 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED'],
  ['006', 'QUOTE_EXECUTION_FAILED', 'USER_CANCELLATION'],
])('a payout to %s fails and is refunded in full, once', async (suffix, reason, cause) => {
  const before = await balanceOf(wallet)
  const payment = await aPaymentTo(suffix)
  const transaction = await untilTransaction(
    wallet.api,
    payment.transactionId,
    ({ status }) => status === 'FAILED',
  )
  expect(transaction.failureReason).toBe(reason)
  expect(refundOf(transaction)).toMatchObject({ status: 'COMPLETED', reason: cause })
  expect(await balanceOf(wallet)).toBe(before)
  expect(await eventsOf(payment, 5)).toEqual([
    'PENDING',
    'PROCESSING',
    'FAILED',
    'REFUND_PENDING',
    'REFUND_COMPLETED',
  ])
  // Each as it was delivered: what the transaction was at its event.
  for (const [type, refund] of [
    ['OUTGOING_PAYMENT.FAILED', undefined],
    ['OUTGOING_PAYMENT.REFUND_PENDING', 'PENDING'],
    ['OUTGOING_PAYMENT.REFUND_COMPLETED', 'COMPLETED'],
  ] as const) {
    const sent = receiver.webhooks.filter(
      (one) => one.type === type && one.data.id === payment.transactionId,
    )
    expect(new Set(sent.map(({ id }) => id)).size, type).toBe(1)
    expect(sent[0]?.isSigned).toBe(true)
    expect(sent[0]?.data).toMatchObject({ status: 'FAILED', failureReason: reason })
    expect(refundOf(sent[0]?.data ?? {})?.status).toBe(refund)
  }
  expect(await control.acts(payment.transactionId)).toEqual({ 'rail submit': 1 })
  const quote = await wallet.api.call('GET', `/quotes/${payment.quote.id}`)
  expect(quote.body.status).toBe('FAILED')
  await ledgerHolds(stack)
})

scenario(
  'a payout to 005 completes, is returned by the bank, and is refunded in full',
  async () => {
    const before = await balanceOf(wallet)
    const payment = await aPaymentTo('005')
    const transaction = await untilTransaction(
      wallet.api,
      payment.transactionId,
      ({ status }) => status === 'FAILED',
    )
    expect(refundOf(transaction)).toMatchObject({ status: 'COMPLETED' })
    expect(await balanceOf(wallet)).toBe(before)
    expect(await eventsOf(payment, 6)).toEqual([
      'PENDING',
      'PROCESSING',
      'COMPLETED',
      'FAILED',
      'REFUND_PENDING',
      'REFUND_COMPLETED',
    ])
    await ledgerHolds(stack)
  },
)

scenario(
  'a payout to 007 fails, its refund too; an operator refunds it from suspense',
  async () => {
    const before = await balanceOf(wallet)
    const setAside = await suspense('USDB')
    const payment = await aPaymentTo('007')
    const failed = await untilTransaction(
      wallet.api,
      payment.transactionId,
      ({ status }) => status === 'FAILED',
    )
    expect(refundOf(failed)).toMatchObject({ status: 'FAILED' })
    expect(await balanceOf(wallet)).toBe(before - MINOR)
    expect(await suspense('USDB')).toBe(setAside + MINOR)
    expect(await eventsOf(payment, 5)).toEqual([
      'PENDING',
      'PROCESSING',
      'FAILED',
      'REFUND_PENDING',
      'REFUND_FAILED',
    ])
    await ledgerHolds(stack)

    // Twice: an operator's second attempt must not pay twice.
    await resolvePayment(stack, payment.transactionId, 'refund')
    await untilTransaction(
      wallet.api,
      payment.transactionId,
      (transaction) => refundOf(transaction)?.status === 'COMPLETED',
    )
    await resolvePayment(stack, payment.transactionId, 'refund')
    expect(await balanceOf(wallet)).toBe(before)
    expect(await suspense('USDB')).toBe(setAside)
    expect(await timelineOf(payment)).toContain(
      'decided by Grace Hopper: refund (the bank confirmed by telephone)',
    )
    await ledgerHolds(stack)
  },
)

/** A payout that the rail has accepted and does not report on. */
async function aStuckPayment(): Promise<{ payment: Payment; release: () => Promise<unknown> }> {
  const release = await control.order({
    party: 'rail',
    operation: 'submit',
    kind: 'stuckPending',
    count: 100,
  })
  const payment = await aPaymentTo('789')
  await waitUntil('the rail has the payout', async () => {
    return (await control.acts(payment.transactionId))['rail submit'] === 1
  })
  return { payment, release }
}

scenario('an operator records a stuck payout as paid: the payment completes, once', async () => {
  const before = await balanceOf(wallet)
  const { payment, release } = await aStuckPayment()
  await resolvePayment(stack, payment.transactionId, 'paid')
  await untilTransaction(wallet.api, payment.transactionId, ({ status }) => status === 'COMPLETED')
  await release()
  expect(await balanceOf(wallet)).toBe(before - MINOR)
  expect(await timelineOf(payment)).toContain(
    'decided by Grace Hopper: paid (the bank confirmed by telephone)',
  )
  await ledgerHolds(stack)
})

scenario('an operator has a stuck payout retried: one payout, settled', async () => {
  const { payment, release } = await aStuckPayment()
  await resolvePayment(stack, payment.transactionId, 'retry')
  await waitUntil('the decision is on the timeline', async () =>
    (await timelineOf(payment)).some((what) => what.includes('retry')),
  )
  await release()
  await untilTransaction(wallet.api, payment.transactionId, ({ status }) => status === 'COMPLETED')
  expect(await control.acts(payment.transactionId)).toEqual({ 'rail submit': 1 })
  await ledgerHolds(stack)
})

scenario(
  'a payout that settles after its refund goes to suspense, and the customer keeps the refund',
  async () => {
    const before = await balanceOf(wallet)
    const landed = await suspense('USD')
    const { payment, release } = await aStuckPayment()
    await resolvePayment(stack, payment.transactionId, 'refund')
    await untilTransaction(wallet.api, payment.transactionId, ({ status }) => status === 'FAILED')
    expect(await balanceOf(wallet)).toBe(before)
    await control.force(payment.transactionId, 'settle')
    await release()
    await waitUntil('the late payout is in suspense', async () => {
      return (await suspense('USD')) !== landed
    })
    const received = BigInt(payment.quote.totalReceivingAmount as number)
    expect(await suspense('USD')).toBe(landed - received)
    expect(await balanceOf(wallet)).toBe(before)
    expect(await timelineOf(payment)).toContain('payout settled after its refund')
    await ledgerHolds(stack)
  },
)

scenario(
  'a payout that settles after the rail reported a failure: suspense, and no second refund',
  async () => {
    const before = await balanceOf(wallet)
    const landed = await suspense('USD')
    const payment = await aPaymentTo('004')
    await untilTransaction(wallet.api, payment.transactionId, ({ status }) => status === 'FAILED')
    await control.force(payment.transactionId, 'settle')
    await waitUntil('the late payout is in suspense', async () => {
      return (await suspense('USD')) !== landed
    })
    expect(await balanceOf(wallet)).toBe(before)
    await ledgerHolds(stack)
  },
)
