/**
 * Many payments over two API processes and two workers: all paid, each once, books balanced. The
 * sample is 84: out of wallets, signed by their devices, and between accounts. The long suite
 * makes 1,000 of the one and 10,000 of the other, between 1,000 customers; `--count` other numbers.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retryUntilAnswered } from '../model/books.ts'
import {
  aLoggedInWallet,
  aWebhookReceiver,
  balanceOf,
  type LoggedInWallet,
  ledgerHolds,
  type WebhookReceiver,
  waitUntil,
} from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { countOf, isLong } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aPayment, atOnce, execute, openQuotes, type Payment } from './payments.ts'
import { payBetweenAccounts, withinMs } from './volumeBooks.ts'

const OUT_OF_WALLETS = isLong ? 1_000 : 24
const BETWEEN_ACCOUNTS = countOf(60, 10_000)
const CUSTOMERS = isLong ? Math.max(24, Math.floor(BETWEEN_ACCOUNTS / 10)) : 12
const WALLETS = isLong ? 10 : 4
const IN_FLIGHT = 16

let stack: TestStack
let receiver: WebhookReceiver

beforeAll(async () => {
  // Of its own, it shows what PostgreSQL and Temporal cost a payment.
  stack = await aRunningStack({ own: isLong, apis: 2, workers: 2 })
  receiver = await aWebhookReceiver(stack)
})
afterAll(async () => {
  await receiver?.stop()
  await stack?.stop()
})

test(`${OUT_OF_WALLETS} payments out of wallets, every tenth sent twice: each paid once, all events received`, {
  timeout: 600_000,
}, async () => {
  const wallets: LoggedInWallet[] = []
  for (let turn = 0; turn < WALLETS; turn += 1) wallets.push(await aLoggedInWallet(stack))
  const before = await Promise.all(wallets.map(balanceOf))
  const control = aSandboxControl(stack)
  const acts = await control.acts()

  const beganAt = performance.now()
  const payments: Payment[] = []
  let next = 0
  const sender = async (): Promise<void> => {
    for (let index = next++; index < OUT_OF_WALLETS; index = next++) {
      const wallet = wallets[index % WALLETS]
      if (wallet === undefined) throw new Error('no wallet')
      const payment = await aPayment(wallet)
      const answers = await atOnce(stack, index % 10 === 0 ? 2 : 1, (api) =>
        retryUntilAnswered(() => execute(api, payment)),
      )
      for (const { status, body } of answers) {
        expect([status, body.status], JSON.stringify(body)).toEqual([200, 'PROCESSING'])
      }
      payments.push(payment)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, sender))
  const sentMs = performance.now() - beganAt
  await waitUntil(
    'all are completed',
    async () => (await openQuotes(stack)) === 0,
    OUT_OF_WALLETS * 500,
  )
  const endedMs = performance.now() - beganAt
  const rate = (ms: number): string => ((OUT_OF_WALLETS * 1_000) / ms).toFixed(1)
  console.log(
    `${OUT_OF_WALLETS} payments: executed ${rate(sentMs)}/s, completed ${rate(endedMs)}/s`,
  )

  const now = await control.acts()
  for (const name of ['provider SIGN_RAW_PAYLOAD_V2', 'rail submit']) {
    expect((now[name] ?? 0) - (acts[name] ?? 0), name).toBe(OUT_OF_WALLETS)
  }
  const after = await Promise.all(wallets.map(balanceOf))
  const perWallet = BigInt(OUT_OF_WALLETS / WALLETS) * 1_000_000n
  expect(after).toEqual(before.map((balance) => balance - perWallet))
  await ledgerHolds(stack)
  await waitUntil(
    'all webhooks have come',
    () => payments.every(({ transactionId }) => receiver.typesOf(transactionId).length === 3),
    OUT_OF_WALLETS * 500,
  )
  expect(receiver.webhooks.every(({ isSigned }) => isSigned)).toBe(true)
})

test(
  `${BETWEEN_ACCOUNTS} payments of ${CUSTOMERS} customers: nothing lost, nothing twice`,
  {
    timeout: 5 * withinMs(BETWEEN_ACCOUNTS),
  },
  () => payBetweenAccounts({ stack, receiver }, BETWEEN_ACCOUNTS, CUSTOMERS),
)
