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
import { invoice } from '../support/sandboxNumbers.ts'
import { aScaCustomer, type ScaCustomer } from '../support/sca.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { done, read, undriven } from './instants.ts'

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
  ...['totpSecret', 'sandboxFault'],
] as readonly Given[]

/** Has wait what no example does. @returns a customer who is locked out */
async function letOthersWait(): Promise<{ locked: ScaCustomer }> {
  const { api } = stage
  // Its platform has its customers prove their wallets.
  const proving = await anOwnStage('challengeExternalAccountOwnership', stack)
  await proving.text('ownWalletSignature')
  shown('shown', await api.call('POST', `/cards/${await stage.text('card')}/reveal`), 200)
  const toInvoice = {
    ...{ customerId: await stage.text('customer'), currency: 'BTC' },
    accountInfo: { accountType: 'LIGHTNING', invoice: invoice() },
  }
  shown('invoice', await api.call('POST', '/customers/external-accounts', toInvoice), 201)
  const person = await stage.text('unknownPerson')
  shown('link', await api.call('POST', `/customers/${person}/kyc-link`), 201)
  const { now } = shown('clock', await api.call('GET', '/sandbox/clock'), 200)
  const invited = {
    inviterUma: await stage.text('umaAddress'),
    expiresAt: new Date(Date.parse(String(now)) + 90 * DAY_MS).toISOString(),
  }
  shown('invitation', await api.call('POST', '/invitations', invited), 201)
  const locked = await aScaCustomer(api)
  const start = await locked.sca('POST', '/login/start', { factor: 'SMS_OTP' })
  const { challengeId } = shown('login', start, 200)
  const wrong = { factor: 'SMS_OTP', code: '000000', endUserIpAddress: '203.0.113.7', challengeId }
  for (let guess = 0; guess < 5; guess += 1) await locked.sca('POST', '/login/complete', wrong)
  // One attempt fails: the next one is due later.
  const receiver = await stage.receiver()
  receiver.behave(500)
  shown('test', await api.call('POST', '/sandbox/webhooks/test'), 200)
  await waitUntil('it has failed', async () =>
    (await instantsAhead()).has('webhook_deliveries.next_attempt_at'),
  )
  receiver.behave(200)
  return { locked }
}

/** Of the instants of rows, those that are still to come. */
async function instantsAhead(): Promise<Set<string>> {
  const ahead = [...read, ...done].map((name) => {
    const [table, column] = name.split('.')
    return `select '${name}' as name where exists (select 1 from ${table}
      where isfinite(${column}) and ${column} > service_now())`
  })
  const rows = await rowsOf<{ name: string }>(stack, ahead.join(' union all '))
  return new Set(rows.map(({ name }) => name))
}

const statusOf = async (path: string): Promise<unknown> =>
  shown(path, await stage.api.call('GET', path), 200).status

test('all of it ends, once, whoever is killed meanwhile', async () => {
  for (const name of waiting) await stage.text(name)
  const acting = await stage.acting()
  const asked = await executeQuote(acting, await anAgentQuote(acting))
  const action = String(shown('action', asked, 200).id)
  const leaving = await stage.text('leavingCustomer')
  shown('deleted', await stage.api.call('DELETE', `/customers/${leaving}`), 200)
  const { locked } = await letOthersWait()
  const ahead = await instantsAhead()
  const missing = [...read, ...done].filter((name) => !ahead.has(name) && !(name in undriven))
  expect(missing).toEqual([])
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

  // A customer that was locked out may try again.
  shown('login', await locked.sca('POST', '/login/start', { factor: 'SMS_OTP' }), 200)
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
