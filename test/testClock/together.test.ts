/**
 * Everything that waits, at the same time in one stack, and the clock moved over all of it while one process after the
 * other is killed, servers too: each wait has ended, once, and the money is right.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Given } from '../../api/reference/useCases/given.ts'
import { rowsOf } from '../durability/payments.ts'
import { anOwnStage, type Stage } from '../reference/stage.ts'
import { anAgentQuote, executeQuote } from '../support/agentActions.ts'
import { ledgerHolds, listed, shown, waitUntil } from '../support/builders.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'

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

/** What waits: for its end, for a party, or to be read. */
const waiting = [
  ...['quote', 'dollarQuote', 'fundingQuote', 'quoteToProve', 'quoteToAuthorize', 'agentQuote'],
  ...['session', 'sealedCode', 'passkeyRequest', 'mailedCustomer', 'textedCustomer', 'challenge'],
  ...['challengedBeneficiary', 'passedReset', 'invitation', 'deviceCode', 'lookup', 'document'],
  ...['mint', 'newCard', 'verification', 'job', 'cancellableTransaction', 'incomingTransaction'],
] as readonly Given[]

const statusOf = async (path: string): Promise<unknown> =>
  shown(path, await stage.api.call('GET', path), 200).status

test('all of it ends, once, whoever is killed meanwhile', async () => {
  for (const name of waiting) await stage.text(name)
  const acting = await stage.acting()
  const asked = await executeQuote(acting, await anAgentQuote(acting))
  const action = String(shown('action', asked, 200).id)
  const leaving = await stage.text('leavingCustomer')
  shown('deleted', await stage.api.call('DELETE', `/customers/${leaving}`), 200)
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

  for (const name of ['quote', 'dollarQuote', 'fundingQuote', 'quoteToProve'] as const) {
    expect(await statusOf(`/quotes/${await stage.text(name)}`), name).toBe('EXPIRED')
  }
  expect(await statusOf(`/agents/actions/${action}`)).toBe('FAILED')
  const slow = `/transactions/${await stage.text('cancellableTransaction')}`
  // Its bank refuses it, and the customer is refunded.
  expect(await statusOf(slow)).toBe('FAILED')
  const wallet = await stage.text('wallet')
  expect(listed(await stage.api.call('GET', `/auth/sessions?accountId=${wallet}`))).toEqual([])

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
