/** The clock of a whole stack is moved: what becomes due is done in order, once, whoever dies meanwhile. */
import { randomUUID } from 'node:crypto'
import { Connection } from '@temporalio/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { PAUSED_BY_MOVE } from '../../api/testClock/runs.ts'
import { parseConfig } from '../../runtime/config.ts'
import { type ApiClient, createApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { createDevice, signed, untilSettled } from '../../scripts/serviceDriver/device.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { anIdToken, nonceOf } from '../auth/actors.ts'
import { rowsOf } from '../durability/payments.ts'
import { anOwnStage, type Stage } from '../reference/stage.ts'
import { anAgentQuote, executeQuote } from '../support/agentActions.ts'
import { listed, shown, waitUntil } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { isLong } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aReceiver, type Receiver } from '../webhooks/receiver.ts'

type Fired = { at: string; what: string; objectId?: string; eventIds: string[] }
type Move = { from: string; now: string; fired: Fired[] }

let stack: TestStack
let stage: Stage
/** Of all the platforms here: events to one that has stopped would be sent again by each move after it. */
let receiver: Receiver

beforeAll(async () => {
  // Limits count the addresses that a proxy of ours reports.
  const env = { TEST_CLOCK: 'true', CHECK_RESPONSES: 'true', TRUSTED_PROXY_HOPS: '1' }
  stack = await aRunningStack({ env })
  receiver = await aReceiver(200)
})
afterAll(async () => {
  await stack?.stop()
  await receiver?.stop()
})
beforeEach(async () => {
  stage = await anOwnStage('moveSandboxClock', stack)
  receiver.behave(200)
  shown('config', await stage.api.call('PATCH', '/config', { webhookEndpoint: receiver.url }), 200)
})
afterEach(async () => {
  await stage?.stop()
})

const move = async (body: object, api: ApiClient = stage.api): Promise<Move> =>
  shown('move', await api.call('POST', '/sandbox/clock', body), 200) as unknown as Move

const time = async (): Promise<number> =>
  Date.parse(String(shown('clock', await stage.api.call('GET', '/sandbox/clock'), 200).now))

const statusOf = async (path: string): Promise<unknown> =>
  shown(path, await stage.api.call('GET', path), 200).status

test('what becomes due is done in the order of its instants, and answered with its events', async () => {
  const quote = await stage.text('quote')
  const acting = await stage.acting()
  const asked = await executeQuote(acting, await anAgentQuote(acting))
  const action = String(shown('action', asked, 200).id)
  const other = await anOwnStage('moveSandboxClock', stack)
  const theirs = await other.text('quote')
  const { fired, from, now } = await move({ advanceBy: 'PT2H' })
  expect(Date.parse(now) - Date.parse(from)).toBeGreaterThanOrEqual(2 * 3_600_000)
  expect(fired.map(({ at }) => at)).toEqual(fired.map(({ at }) => at).sort())
  const found = (what: string, objectId: string): boolean =>
    fired.some((one) => one.what === what && one.objectId === objectId)
  expect(found('QUOTE_EXPIRY', quote), JSON.stringify(fired)).toBe(true)
  expect(found('AGENT_ACTION_EXPIRY', action), JSON.stringify(fired)).toBe(true)
  // All platforms have the one time, and none sees what another's was.
  expect(JSON.stringify(fired)).not.toContain(theirs)
  expect(await statusOf(`/quotes/${quote}`)).toBe('EXPIRED')
  expect(shown('theirs', await other.api.call('GET', `/quotes/${theirs}`), 200).status).toBe(
    'EXPIRED',
  )
  await other.stop()
})

test('a webhook that nobody takes is sent for seven days, then given up', async () => {
  receiver.behave(500)
  shown('test', await stage.api.call('POST', '/sandbox/webhooks/test'), 200)
  await stage.text('customer')
  const pending = async () =>
    listed(await stage.api.call('GET', '/webhooks/deliveries?status=PENDING'))
  await waitUntil('it has failed', async () => (await pending()).length > 0)
  const before = receiver.received.length
  // A sample: each attempt of seven days takes its moment.
  const began = performance.now()
  const { fired } = await move({ advanceBy: isLong ? 'P8D' : 'PT6H' })
  const attempts = fired.filter(({ what }) => what === 'WEBHOOK_ATTEMPT')
  expect(attempts.length).toBeGreaterThan(isLong ? 100 : 8)
  if (isLong)
    console.log(`${attempts.length} attempts in ${Math.round(performance.now() - began)} ms`)
  expect(receiver.received.length - before).toBeGreaterThanOrEqual(attempts.length)
  const [first, last] = [attempts[0], attempts.at(-1)].map((one) => Date.parse(one?.at ?? ''))
  const hours = ((last ?? 0) - (first ?? 0)) / 3_600_000
  expect(hours).toBeGreaterThan(isLong ? 6 * 24 : 4)
  if (isLong) expect(await pending()).toEqual([])
})

test('by nothing, and by seconds one after the other', async () => {
  for (const advanceBy of ['PT0S', 'PT1S', 'PT1S', 'PT1S', 'PT0S']) await move({ advanceBy })
})

test('it is moved while others use the stack', async () => {
  const others = await anOwnStage('moveSandboxClock', stack)
  const dollars = await others.text('dollars')
  const bank = await others.text('bank')
  const work = { isOver: false, quotes: 0 }
  const working = (async () => {
    while (!work.isOver) {
      const quote = {
        source: { sourceType: 'ACCOUNT', accountId: dollars },
        destination: { destinationType: 'ACCOUNT', accountId: bank },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 100,
      }
      if ((await others.api.call('POST', '/quotes', quote)).status === 201) work.quotes += 1
    }
  })()
  const began = performance.now()
  await move({ advanceBy: 'PT1S' })
  expect(performance.now() - began).toBeLessThan(30_000)
  expect(work.quotes).toBeGreaterThan(10)
  work.isOver = true
  await working
  await others.stop()
})

test('limits of a minute end with it, also where a process has remembered them', async () => {
  const guess = async (): Promise<number> =>
    (await createApiClient(stack.apiUrls[0] ?? '', stranger).call('GET', '/config')).status
  const stranger = { clientId: randomUUID(), clientSecret: 'no secret' }
  const redeem = async (): Promise<number> =>
    (await stage.api.call('POST', '/agents/device-codes/AAAA-AAAA-AAAA/redeem')).status
  for (let count = 0; count < 12; count += 1) await Promise.all([guess(), redeem()])
  expect([await guess(), await redeem()]).toEqual([429, 429])
  await move({ advanceBy: 'PT61S' })
  expect([await guess(), await redeem()]).toEqual([401, 404])
})

test('identity tokens are of the machine, as their issuers are', async () => {
  await move({ advanceBy: 'P2D' })
  const { api, device, wallet } = await stage.owner()
  const body = { type: 'OAUTH', accountId: wallet.id, oidcToken: anIdToken() }
  const { id } = shown('added', await signed(api, device, 'POST', '/auth/credentials', body), 201)
  const client = createDevice()
  const clientPublicKey = client.publicKeyUncompressed
  const login = { type: 'OAUTH', clientPublicKey }
  const path = `/auth/credentials/${id}/verify`
  const oidcToken = anIdToken({ nonce: nonceOf(clientPublicKey) })
  const call = () => api.call('POST', path, { ...login, oidcToken })
  shown('login', await untilSettled(call), 200)
  const now = Math.floor((await time()) / 1_000)
  const moved = anIdToken({ nonce: nonceOf(clientPublicKey), iat: now, exp: now + 300 })
  expect((await api.call('POST', path, { ...login, oidcToken: moved })).status).toBe(401)
})

test('one at a time, never back, not too far', async () => {
  const both = await Promise.all(
    [1, 2, 3].map(() => stage.api.call('POST', '/sandbox/clock', { advanceBy: 'PT1M' })),
  )
  const statuses = both.map(({ status }) => status).sort()
  expect(statuses[0]).toBe(200)
  expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
  const refuse = async (body: object, status: number) =>
    expect((await stage.api.call('POST', '/sandbox/clock', body)).status).toBe(status)
  await refuse({ to: '2020-01-01T00:00:00Z' }, 409)
  await refuse({ advanceBy: 'P401D' }, 400)
  await refuse({}, 400)
  await refuse({ advanceBy: 'P1D', to: '2030-01-01T00:00:00Z' }, 400)
})

/** A payment whose payout is stuck, until the function is called; and its activity that waits is paused. */
async function aPausedPayout(
  reason: string,
): Promise<{ id: string; release: () => Promise<unknown> }> {
  const dollars = await stage.text('dollars')
  const bank = await stage.text('bank')
  const order = { party: 'rail', operation: 'submit', kind: 'stuckPending' } as const
  const release = await aSandboxControl(stack).order(order)
  const body = { source: { accountId: dollars }, destination: { accountId: bank }, amount: 1_000 }
  const { id } = shown('out', await stage.api.call('POST', '/transfer-out', body), 201)
  const config = parseConfig(stack.env)
  const connection = await Connection.connect({ address: config.TEMPORAL_ADDRESS ?? '' })
  const { workflowService } = createClient(connection, config)
  const [payment] = await rowsOf<{ id: string }>(
    stack,
    `select id from payments where 'Transaction:' || transaction_id = $1`,
    [id],
  )
  const run = {
    namespace: config.TEMPORAL_NAMESPACE,
    execution: { workflowId: `Quote:${payment?.id}` },
  }
  const activityId = await waitUntil('its payout waits for the next attempt', async () => {
    const { pendingActivities } = await workflowService
      .describeWorkflowExecution(run)
      .catch(() => ({ pendingActivities: [] }))
    return pendingActivities?.find(({ attempt }) => Number(attempt) > 1)?.activityId
  })
  await workflowService.pauseActivity({ ...run, id: activityId, reason })
  await connection.close()
  return { id, release }
}

test('an activity that a killed process has paused goes on, by the next move or without one', async () => {
  const left = await aPausedPayout(PAUSED_BY_MOVE)
  await left.release()
  await move({ advanceBy: 'PT1M' })
  expect(await statusOf(`/transactions/${left.id}`)).toBe('COMPLETED')
  const other = await aPausedPayout(PAUSED_BY_MOVE)
  await other.release()
  await rowsOf(
    stack,
    `insert into clock_moves (moved_by, from_at, to_at, last_event) values ('test', service_now(), service_now(), 0)`,
  )
  await stack.kill('api')
  await stack.waitReady()
  await waitUntil(
    'it is paid',
    async () => (await statusOf(`/transactions/${other.id}`)) === 'COMPLETED',
  )
})

test('an activity that a person has paused stays so, and stops no move', async () => {
  const held = await aPausedPayout('to be looked at')
  await held.release()
  await move({ advanceBy: 'P1D' })
  expect(await statusOf(`/transactions/${held.id}`)).toBe('PROCESSING')
})

const roles = ['worker', 'api', 'sandbox'] as const
test.each(roles)(
  '%s is killed while it is moved: the same instant goes on, and nothing is done twice',
  async (role) => {
    const others: Stage[] = []
    for (let count = 0; count < 3; count += 1) {
      const own = await anOwnStage('moveSandboxClock', stack)
      await own.text('quote')
      others.push(own)
    }
    const to = new Date((await time()) + 86_400_000).toISOString()
    const moving = stage.api.call('POST', '/sandbox/clock', { to }).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await stack.kill(role)
    await stack.waitReady()
    await moving
    // Also where only its answer was lost.
    await waitUntil(
      'it goes on',
      async () => {
        const answer = await stage.api.call('POST', '/sandbox/clock', { to }).catch(() => undefined)
        return answer?.status === 200
      },
      120_000,
    )
    expect(await time()).toBeGreaterThanOrEqual(Date.parse(to))
    for (const own of others) {
      const events = listed(await own.api.call('GET', '/webhooks/events'))
      expect(events.filter(({ type }) => type === 'OUTGOING_PAYMENT.EXPIRED')).toHaveLength(1)
      await own.stop()
    }
    // A payment after it: the service, its workers and the parties have one time again.
    const transaction = await stage.text('transaction')
    await waitUntil(
      'it is paid',
      async () => (await statusOf(`/transactions/${transaction}`)) === 'COMPLETED',
      60_000,
    )
  },
)
