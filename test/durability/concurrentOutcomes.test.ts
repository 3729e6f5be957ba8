/** Rail notices that arrive while the payment is still open: no money is lost. */
import { Connection } from '@temporalio/client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { need, parseConfig } from '../../runtime/config.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { resolveSignal } from '../../workflows/operatorDecisions.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  balanceOf,
  type LoggedInWallet,
  ledgerHolds,
  waitUntil,
} from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import { anInTestWorker, holdWorkers, type InTestWorker } from './inTestWorker.ts'
import { aPayment, execute, rowsOf, untilTransaction } from './payments.ts'

let stack: TestStack
let wallet: LoggedInWallet
let worker: InTestWorker
/** While it is, no settlement can be booked. */
let isAway = false

beforeAll(async () => {
  stack = await aKeptStack()
  wallet = await aLoggedInWallet(stack)
  await holdWorkers(stack)
})
afterEach(async () => {
  isAway = false
  await worker?.stop()
})
afterAll(async () => {
  await stack?.stop()
})

/** The rail's responses about a payout are lost; its feed of notices works. */
const railDoesNotAnswer = {
  party: 'rail',
  operation: 'find',
  kind: 'errorBefore',
  count: 1_000,
} as const

async function suspense(): Promise<bigint> {
  const [row] = await rowsOf<{ sum: bigint }>(
    stack,
    "select ledger_sum(service_account('SANDBOX', 'SUSPENSE', 'USD')) as sum",
  )
  return BigInt(row?.sum ?? 0)
}

const notices = async (transactionId: string, state: string): Promise<boolean> => {
  const rows = await rowsOf({ databaseUrl: stack.sandboxDatabaseUrl }, noticesText, [
    transactionId,
    state,
  ])
  return rows.length > 0
}
const noticesText = 'select 1 from sandbox.notices where reference = $1 and state = $2'

test('a payout that is returned before its settlement is booked is refunded', async () => {
  isAway = true
  worker = await anInTestWorker(stack, {
    beforeSend(name) {
      if (isAway && name === 'settle_payment') throw new Error('PostgreSQL is away')
    },
  })
  const before = await balanceOf(wallet)
  const account = await anExternalAccount(wallet.api, wallet.customer, '005')
  const payment = await aPayment(wallet, { account })
  expect((await execute(wallet.api, payment)).status).toBe(200)
  await waitUntil('the settlement is tried', () => worker.sent.includes('settle_payment'))
  await waitUntil('the bank has sent it back', () => notices(payment.transactionId, 'RETURNED'))
  await worker.readNotices()
  await waitUntil('the return is tried', () =>
    worker.sent.some((statement) => statement.includes('return_payment')),
  )
  isAway = false
  const transaction = await untilTransaction(
    wallet.api,
    payment.transactionId,
    ({ status }) => status === 'FAILED',
  )
  expect(transaction.refund).toMatchObject({ status: 'COMPLETED' })
  expect(await balanceOf(wallet)).toBe(before)
  await ledgerHolds(stack)
})

test('a payout that settles and is returned while the rail does not respond is booked as both', async () => {
  worker = await anInTestWorker(stack)
  const [before, setAside] = [await balanceOf(wallet), await suspense()]
  const release = await aSandboxControl(stack).order(railDoesNotAnswer)
  const account = await anExternalAccount(wallet.api, wallet.customer, '005')
  const payment = await aPayment(wallet, { account })
  expect((await execute(wallet.api, payment)).status).toBe(200)
  await waitUntil('it has settled', () => notices(payment.transactionId, 'SETTLED'))
  await worker.readNotices()
  await waitUntil('the bank has sent it back', () => notices(payment.transactionId, 'RETURNED'))
  await release()
  await worker.readNotices()
  await untilTransaction(wallet.api, payment.transactionId, ({ status }) => status === 'FAILED')
  expect(await balanceOf(wallet)).toBe(before)
  const events = await rowsOf<{ type: string }>(
    stack,
    'select type from events where subject = $1 order by sequence',
    [payment.transactionId],
  )
  expect(events.map(({ type }) => type.replace('OUTGOING_PAYMENT.', ''))).toEqual([
    'PENDING',
    'PROCESSING',
    'COMPLETED',
    'FAILED',
    'REFUND_PENDING',
    'REFUND_COMPLETED',
  ])
  expect(await suspense()).toBe(setAside)
  await ledgerHolds(stack)
})

test('an operator cannot refund a payout that has settled, whether or not the rail answers', async () => {
  worker = await anInTestWorker(stack)
  const control = aSandboxControl(stack)
  const [before, setAside] = [await balanceOf(wallet), await suspense()]
  const release = await control.order(railDoesNotAnswer)
  const payment = await aPayment(wallet)
  expect((await execute(wallet.api, payment)).status).toBe(200)
  await waitUntil('it has settled', () => notices(payment.transactionId, 'SETTLED'))
  await worker.readNotices()
  const config = parseConfig(stack.env)
  const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  await createClient(connection, config)
    .workflow.getHandle(payment.quote.id)
    .signal(resolveSignal, { decision: 'refund', by: 'Grace Hopper', reason: 'no response' })
  await connection.close()
  await release()
  await untilTransaction(wallet.api, payment.transactionId, ({ status }) => status === 'COMPLETED')
  expect(await balanceOf(wallet)).toBe(before - BigInt(payment.quote.totalSendingAmount as number))
  expect(await suspense()).toBe(setAside)
  await ledgerHolds(stack)
})
