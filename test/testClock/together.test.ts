/**
 * Everything that waits, at the same time in one stack, and the clock moved over all of it while one process after the
 * other is killed, servers too: each wait has ended, once, and the money is right.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Given } from '../../api/reference/useCases/given.ts'
import { rowsOf } from '../durability/payments.ts'
import { anOwnStage, type Stage } from '../reference/stage.ts'
import { ledgerHolds, shown, waitUntil } from '../support/builders.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { drivers, type Waiting } from './drivers/index.ts'
import { instantsAhead } from './instantsAhead.ts'

const DAY_MS = 86_400_000

let stack: TestStack
let stage: Stage
beforeAll(async () => {
  stack = await aRunningStack({ own: true, env: { TEST_CLOCK: 'true' } })
  // With a receiver of webhooks.
  stage = await anOwnStage('sendTestWebhook', stack)
})
afterAll(async () => {
  await stage?.stop()
  await stack?.stop()
})

/** Besides the waits that have a driver: more of their kinds, and what parties do meanwhile. */
const besides = [
  ...['quote', 'fundingQuote', 'quoteToProve', 'agentQuote', 'passkeyRequest', 'mailedCustomer'],
  ...['textedCustomer', 'challengedBeneficiary', 'document', 'mint', 'newCard', 'verification'],
  ...['job', 'cancellableTransaction', 'leavingCustomer'],
] as readonly Given[]

const statusOf = async (path: string): Promise<unknown> =>
  shown(path, await stage.api.call('GET', path), 200).status

test('all of it ends, once, whoever is killed meanwhile', async () => {
  const waiting = new Map<string, Waiting>()
  for (const { name, arrange } of drivers) waiting.set(name, await arrange(stage))
  for (const name of besides) await stage.text(name)
  const leaving = await stage.text('leavingCustomer')
  shown('deleted', await stage.api.call('DELETE', `/customers/${leaving}`), 200)
  for (const { name, instant } of drivers) {
    // A card is opened after half a minute.
    const isAhead = instant === 'CARD_OPENING' || (await instantsAhead(stack, instant)).length > 0
    expect([name, isAhead]).toEqual([name, true])
  }
  const { now } = shown('clock', await stage.api.call('GET', '/sandbox/clock'), 200)
  const to = new Date(Date.parse(String(now)) + 400 * DAY_MS).toISOString()
  const moved = waitUntil(
    'it is moved',
    async () => {
      const answer = await stage.api.call('POST', '/sandbox/clock', { to }).catch(() => undefined)
      return answer?.status === 200
    },
    400_000,
  )
  for (const role of ['worker', 'temporal', 'postgres', 'sandbox', 'api'] as const) {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    await stack.kill(role)
    await stack.waitReady()
  }
  await moved

  for (const name of ['quote', 'fundingQuote', 'quoteToProve'] as const) {
    expect(await statusOf(`/quotes/${await stage.text(name)}`), name).toBe('EXPIRED')
  }
  const slow = `/transactions/${await stage.text('cancellableTransaction')}`
  // Its bank refuses it, and the customer is refunded.
  expect(await statusOf(slow)).toBe('FAILED')
  const left = await rowsOf(stack, 'select what, object, at from clock_waits() where at <= $1', [
    to,
  ])
  expect(left).toEqual([])
  // What is over is read as over, and nothing that has an end is open after it.
  const open = await rowsOf(
    stack,
    `select 'payment' as what, id, status from payments where status in ('PENDING', 'PENDING_AUTHORIZATION') and expires_at <= service_now()
     union all select 'reset', id, status from sca_resets r where is_unfinished(r) and expires_at <= service_now()
     union all select 'coin', id, status from stablecoin_operations where status = 'PENDING_FUNDING' and expires_at <= service_now()
     union all select 'action', id, status from agent_actions a where is_unfinished(a) and payment_id in (
       select id from payments where expires_at <= service_now())
     union all select 'webhook', id, status from webhook_deliveries where status = 'PENDING'`,
  )
  expect(open).toEqual([])
  const twice = await rowsOf(
    stack,
    `select type, subject from events where type ~ '(COMPLETED|EXPIRED|FAILED)$' group by 1, 2 having count(*) > 1`,
  )
  expect(twice).toEqual([])
  expect(await ledgerHolds(stack)).toMatchObject({ ok: true, findings: [] })
  for (const [name, { isOver }] of waiting) await waitUntil(`${name} is over`, isOver, 60_000)
  // After it: a wallet, its login and a payment, as on the first day.
  const fresh = await anOwnStage('moveSandboxClock', stack)
  const transaction = await fresh.text('transaction')
  await waitUntil(
    'it is paid',
    async () =>
      (await fresh.api.call('GET', `/transactions/${transaction}`)).body.status === 'COMPLETED',
    60_000,
  )
  await fresh.stop()
}, 600_000)
