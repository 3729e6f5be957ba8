/** Many payments over two API processes and two workers: all paid, each once, books balanced. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aLoggedInWallet,
  aWebhookReceiver,
  balanceOf,
  type LoggedInWallet,
  ledgerHolds,
  type WebhookReceiver,
  waitUntil,
} from '../builders.ts'
import { aSandboxControl } from '../sandboxControl.ts'
import { isLong } from '../seed.ts'
import { aRunningSet, type TestSet } from '../set.ts'
import { aPayment, atOnce, execute, type Payment, rowsOf } from './payments.ts'

const PAYMENTS = isLong ? 1_000 : 200
const WALLETS = 10
const IN_FLIGHT = 16

let set: TestSet
let receiver: WebhookReceiver

beforeAll(async () => {
  set = await aRunningSet({ apis: 2, workers: 2 })
  receiver = await aWebhookReceiver(set)
})
afterAll(async () => {
  await receiver?.stop()
  await set?.stop()
})

test(`${PAYMENTS} payments, every tenth sent twice: each paid once, all told of`, {
  timeout: 600_000,
}, async () => {
  const wallets: LoggedInWallet[] = []
  for (let turn = 0; turn < WALLETS; turn += 1) wallets.push(await aLoggedInWallet(set))
  const before = await Promise.all(wallets.map(balanceOf))
  const control = aSandboxControl(set)
  const acts = await control.acts()

  const beganAt = performance.now()
  const payments: Payment[] = []
  let next = 0
  const sender = async (): Promise<void> => {
    for (let index = next++; index < PAYMENTS; index = next++) {
      const wallet = wallets[index % WALLETS]
      if (wallet === undefined) throw new Error('no wallet')
      const payment = await aPayment(wallet)
      const answers = await atOnce(set, index % 10 === 0 ? 2 : 1, (api) => execute(api, payment))
      for (const { status, body } of answers) {
        expect([status, body.status], JSON.stringify(body)).toEqual([200, 'PROCESSING'])
      }
      payments.push(payment)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, sender))
  const sentMs = performance.now() - beganAt
  await waitUntil('all are completed', async () => (await openQuotes()) === 0, PAYMENTS * 500)
  const endedMs = performance.now() - beganAt
  const rate = (ms: number): string => ((PAYMENTS * 1_000) / ms).toFixed(1)
  console.log(`${PAYMENTS} payments: executed ${rate(sentMs)}/s, completed ${rate(endedMs)}/s`)

  const now = await control.acts()
  for (const name of ['provider SIGN_RAW_PAYLOAD_V2', 'rail submit']) {
    expect((now[name] ?? 0) - (acts[name] ?? 0), name).toBe(PAYMENTS)
  }
  const after = await Promise.all(wallets.map(balanceOf))
  const perWallet = BigInt(PAYMENTS / WALLETS) * 1_000_000n
  expect(after).toEqual(before.map((balance) => balance - perWallet))
  await ledgerHolds(set)
  await waitUntil(
    'all webhooks have come',
    () => payments.every(({ transactionId }) => receiver.typesOf(transactionId).length === 3),
    PAYMENTS * 500,
  )
  expect(receiver.webhooks.every(({ isSigned }) => isSigned)).toBe(true)
})

async function openQuotes(): Promise<number> {
  const [row] = await rowsOf<{ open: bigint }>(
    set,
    "select count(*) as open from quotes where status <> 'COMPLETED'",
  )
  return Number(row?.open ?? 0)
}
