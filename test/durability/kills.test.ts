/**
 * kill -9 of each process at each step between execute and settlement, with payments in flight.
 * The sample kills each process once, at a step that the seed picks; the long suite has them all.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { need, parseConfig } from '../../runtime/config.ts'
import { type Role, roles } from '../../scripts/devstack/runFile.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { searchAttributes } from '../../workflows/searchAttributes.ts'
import {
  aLoggedInWallet,
  type apiOf,
  aWebhookReceiver,
  balanceOf,
  ledgerHolds,
  type WebhookReceiver,
  waitUntil,
} from '../support/builders.ts'
import { openRows } from '../support/openRows.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { chanceOf, isLong } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { type KillPoint, killPoints } from './killPoints.ts'
import {
  aPayment,
  execute,
  expectPaidOnce,
  type Payment,
  rowsOf,
  untilTransaction,
} from './payments.ts'

const IN_FLIGHT = isLong ? 12 : 6
/** An acknowledged payment must be terminal this long after the recovery. */
const RECOVERY_MS = 30_000
const REPEAT_MS = 250

const chance = chanceOf('kills')
const all = roles.flatMap((role) =>
  Object.entries(killPoints).map(([name, killPoint]) => [role, name, killPoint] as const),
)
const runs: readonly (readonly [Role, string, KillPoint])[] = isLong
  ? all
  : roles.map((role) => chance.pick(all.filter(([one]) => one === role)))

let stack: TestStack
let receiver: WebhookReceiver
const paid: Payment[] = []

beforeAll(async () => {
  stack = await aRunningStack({ own: true })
  receiver = await aWebhookReceiver(stack)
})
afterAll(async () => {
  await receiver?.stop()
  await stack?.stop()
})

test.each(runs)(
  'kill -9 of %s while %s: every payment is paid exactly once',
  async (role, name, killPoint) => {
    await stack.waitReady()
    const control = aSandboxControl(stack)
    const wallet = await aLoggedInWallet(stack)
    const before = await balanceOf(wallet)
    const payments: Payment[] = []
    for (let turn = 0; turn < IN_FLIGHT; turn += 1) payments.push(await aPayment(wallet))
    const acknowledgedAt = new Map<Payment, number>()

    const { rest, release } = await killPoint({
      stack,
      control,
      chance,
      payments,
      async send(pauseMs = 0) {
        const sending = payments.map(async (payment, index) => {
          await sleep(index * pauseMs)
          await untilAcknowledged(wallet.api, payment)
          acknowledgedAt.set(payment, performance.now())
        })
        await Promise.all(sending)
      },
      kill: () => stack.kill(role),
    })
    const killedAt = performance.now()
    await stack.waitReady()
    const recoveredAt = performance.now()
    await rest
    await release?.()
    const releasedAt = release === undefined ? 0 : performance.now()

    const waits = await Promise.all(
      payments.map(async (payment) => {
        await untilTransaction(wallet.api, payment.transactionId, ({ status }) => {
          expect(['PENDING', 'PROCESSING', 'COMPLETED']).toContain(status)
          return status === 'COMPLETED'
        })
        const from = Math.max(recoveredAt, releasedAt, acknowledgedAt.get(payment) ?? 0)
        return Math.max(0, performance.now() - from)
      }),
    )
    const longestMs = Math.round(Math.max(...waits))
    const downMs = Math.round(recoveredAt - killedAt)
    console.log(`${role}, ${name}: down ${downMs} ms, then all ended within ${longestMs} ms`)
    expect(longestMs).toBeLessThan(RECOVERY_MS)
    await expectPaidOnce(stack, payments)
    await expectShownCompleted(payments)
    expect(await balanceOf(wallet)).toBe(before - BigInt(IN_FLIGHT) * 1_000_000n)
    await ledgerHolds(stack)
    expect(await rowsOf(stack, `select kind, id from ${openRows()}`)).toEqual([])
    paid.push(...payments)
  },
)

test('no webhook is missing: every step of each payment has one event', async () => {
  const expected = [
    'OUTGOING_PAYMENT.PENDING',
    'OUTGOING_PAYMENT.PROCESSING',
    'OUTGOING_PAYMENT.COMPLETED',
  ].sort()
  const missing = (): string[] =>
    paid
      .map(({ transactionId }) => transactionId)
      .filter((id) => receiver.typesOf(id).length < expected.length)
  const beganAt = performance.now()
  await waitUntil('all webhooks have come', () => missing().length === 0, 90_000).catch(
    () => undefined,
  )
  console.log(`webhooks complete after another ${Math.round(performance.now() - beganAt)} ms`)
  expect(missing()).toEqual([])
  for (const { transactionId } of paid) {
    expect(receiver.typesOf(transactionId).sort(), transactionId).toEqual(expected)
  }
  expect(receiver.webhooks.filter(({ isSigned }) => !isSigned)).toEqual([])
})

/** In Temporal too, where a step whose answer was lost is run again first. */
async function expectShownCompleted(payments: readonly Payment[]): Promise<void> {
  const config = parseConfig(stack.env)
  const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  const { workflow } = createClient(connection, config)
  const shown = payments.map(async ({ quote }) => {
    const handle = workflow.getHandle(quote.id)
    const result = await handle.result()
    const { typedSearchAttributes } = await handle.describe()
    return [result, typedSearchAttributes.get(searchAttributes.status)]
  })
  expect(await Promise.all(shown)).toEqual(payments.map(() => ['COMPLETED', 'COMPLETED']))
  await connection.close()
}

/** Retries like a platform: the same request with the same key until there is a response. */
async function untilAcknowledged(api: ReturnType<typeof apiOf>, payment: Payment): Promise<void> {
  for (;;) {
    const answer = await execute(api, payment).catch(() => undefined)
    if (answer?.status === 200) return
    // No response, or 503: unknown. Anything else would be a final refusal of a valid request.
    if (answer !== undefined && answer.status < 500) {
      throw new Error(`execute: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    await sleep(REPEAT_MS)
  }
}
