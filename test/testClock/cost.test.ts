/** What a step of the clock costs, counted exactly: who is asked, and how often. */
import { loadavg } from 'node:os'
import { type Client, Connection } from '@temporalio/client'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestClock, type TestClock } from '../../api/testClock/index.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { withClient } from '../../scripts/devstack/postgres.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { anOwnStage, type Stage } from '../reference/stage.ts'
import { anAgentQuote, executeQuote } from '../support/agentActions.ts'
import { anExternalAccount, listed, shown, waitUntil } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import {
  aPasskeyFactor,
  aPayerQuote,
  executeQuote as executeAsPayer,
} from '../support/scaPayers.ts'
import { countOf, isLong } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aReceiver, type Receiver } from '../webhooks/receiver.ts'

let stack: TestStack
let stage: Stage
/** Of all the platforms here: events to one that has stopped would be sent again by each move after it. */
let receiver: Receiver
let clock: TestClock
/** The same clock, of calls that move it by one step each. */
let hasty: TestClock
let close: () => Promise<void>
/** What was asked, by whom: a statement's name, a call to the parties, a call to Temporal with the run's id. */
const asked: string[] = []
const times = (what: string | RegExp): number =>
  asked.filter((one) => (typeof what === 'string' ? one === what : what.test(one))).length

const usualFetch = globalThis.fetch

beforeAll(async () => {
  stack = await aRunningStack({ env: { TEST_CLOCK: 'true' } })
  receiver = await aReceiver(200)
  const config = parseConfig(stack.env)
  const database = openDatabase(need(config, 'DATABASE_URL'), { applicationName: 'clock-test' })
  const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  globalThis.fetch = (url, init) => {
    if (!String(url).endsWith('/clock')) return usualFetch(url, init)
    const setting = init?.body && JSON.parse(String(init.body))
    asked.push(`parties ${setting === undefined ? 'look' : setting.isHeld ? 'held' : 'released'}`)
    return usualFetch(url, init)
  }
  const parts = {
    ...{ config, log: pino({ level: 'silent' }) },
    database: counted(database),
    client: countedClient(createClient(connection, config)),
  }
  clock = createTestClock(parts)
  hasty = createTestClock({ ...parts, longestMs: 1 })
  close = async () => {
    clock.close()
    hasty.close()
    await Promise.all([database.close(), connection.close()])
  }
})
afterAll(async () => {
  globalThis.fetch = usualFetch
  await close?.()
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

function counted(database: Database): Database {
  const query: Database['query'] = (statement) => {
    asked.push(statement.name ?? statement.text)
    if (statement.name === 'clock-followers') asked.push(`follow ${statement.values?.[1]}`)
    return database.query(statement)
  }
  return {
    ...database,
    query,
    call: (name, ...args) => {
      asked.push(name)
      return database.call(name, ...args)
    },
  }
}

/** Its calls about one run. */
function countedClient(client: Client): Client {
  const service = Object.create(client.workflowService)
  service.pauseActivity = (request: Parameters<typeof client.workflowService.pauseActivity>[0]) => {
    asked.push(`pause ${request.execution?.workflowId}`)
    return client.workflowService.pauseActivity(request)
  }
  service.describeWorkflowExecution = (request: { execution: { workflowId: string } }) => {
    asked.push(`describe ${request.execution.workflowId}`)
    return client.workflowService.describeWorkflowExecution(request)
  }
  const workflow = Object.create(client.workflow)
  workflow.getHandle = (workflowId: string) => {
    asked.push(`signal ${workflowId}`)
    return client.workflow.getHandle(workflowId)
  }
  return { options: client.options, workflow, workflowService: service } as unknown as Client
}

/** @param calls how many it may take: one has three minutes, and the next one for the same end goes on */
async function advance(hours: number, calls = 1) {
  asked.length = 0
  const to = new Date((await clock.read()).now.getTime() + hours * 3_600_000)
  let move = await clock.move({ to }, 'test')
  for (let made = 1; !move.isDone && made < calls; made += 1)
    move = await clock.move({ to }, 'test')
  const { fired, isDone } = move
  expect(isDone).toBe(true)
  return (what: string) => fired.filter((one) => one.what === what).length
}

test('quotes and approvals that expire cost one move each, and each run is woken once', async () => {
  const acting = await stage.acting()
  const actions: string[] = []
  for (let made = 0; made < 4; made += 1) {
    await anAgentQuote(acting)
    const action = await executeQuote(acting, await anAgentQuote(acting))
    actions.push(String(shown('action', action, 200).id))
  }
  const count = await advance(1)
  expect(count('QUOTE_EXPIRY')).toBe(8)
  expect(count('AGENT_ACTION_EXPIRY')).toBe(4)
  expect(times('move_clock_to')).toBeLessThanOrEqual(8)
  expect(times('move_clock')).toBe(2)
  expect(times(/^signal /)).toBe(4)
  // As the clocks are aligned, as the last instant is reached, and after it.
  expect(times(/^follow .* LOOK/)).toBeGreaterThan(2)
  expect(times(/^follow .* LOOK_AT_ALL$/)).toBe(1)
  for (const action of actions) expect(times(`signal ${action}`)).toBe(1)
})

const ofEachMove = ['move_clock_to', 'clock_state']

test('an attempt of a webhook is one move and one look; the parties and all others are hardly asked', async () => {
  receiver.behave(500)
  await stage.text('customer')
  const pending = async () =>
    listed(await stage.api.call('GET', '/webhooks/deliveries?status=PENDING'))
  await waitUntil('it has failed', async () => (await pending()).length > 0)
  const count = await advance(24)
  const attempts = count('WEBHOOK_ATTEMPT')
  expect(attempts).toBeGreaterThan(60)
  // Those that are due while others are done need none of their own.
  const moves = times('move_clock_to')
  expect(moves).toBeLessThanOrEqual(attempts)
  // Who runs the job says when it has ended. One that takes long is looked for besides.
  expect(times('clock_state')).toBeLessThanOrEqual(1.5 * attempts + 20)
  // As the clocks are aligned, and at the end, everybody follows. In between the parties are held once, and then set at each
  // eighth instant and before they are asked for anything.
  expect(times('move_clock')).toBe(2)
  expect(times('parties held')).toBeLessThanOrEqual(moves / 8 + 6)
  expect(times('parties held')).toBeGreaterThan(moves / 8)
  expect(times('parties released')).toBe(2)
  expect(times(/^(describe|signal) /)).toBe(0)
  const others = asked.filter((one) => !ofEachMove.includes(one))
  expect(others.length, others.join('\n')).toBeLessThan(attempts)
})

test('what a call has no time for is done by the next ones, once, and answered by the last', async () => {
  const acting = await stage.acting()
  for (let made = 0; made < 3; made += 1) await anAgentQuote(acting)
  const to = new Date((await clock.read()).now.getTime() + 3_600_000)
  let move = await hasty.move({ to }, 'test')
  let calls = 1
  for (; !move.isDone; calls += 1) move = await hasty.move({ to }, 'test')
  expect(calls).toBeGreaterThan(1)
  // The last answer has what was done by all of them.
  const expired = move.fired.flatMap(({ what, object }) => (what === 'QUOTE_EXPIRY' ? object : []))
  expect(expired).toHaveLength(3)
  expect(new Set(expired).size).toBe(3)
})

const LANES = 8
const STUCK = countOf(20, 600)
const TO_AUTHORIZE = countOf(12, 400)

async function together(count: number, make: () => Promise<void>): Promise<void> {
  let left = count
  const lane = async (): Promise<void> => {
    for (; left > 0; ) {
      left -= 1
      await make()
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** Payments whose payout is stuck, and others that wait for their payer. @returns the quotes' ids, and what releases */
async function openPayments(stuck: number, toAuthorize: number) {
  const [source, bank] = [await stage.text('dollars'), await stage.text('bank')]
  const order = { party: 'rail', operation: 'submit', kind: 'stuckPending', count: stuck } as const
  const release = await aSandboxControl(stack).order(order)
  const out = { source: { accountId: source }, destination: { accountId: bank }, amount: 100 }
  await together(stuck, async () => {
    shown('out', await stage.api.call('POST', '/transfer-out', out), 201)
  })
  const payer = await stage.payer()
  // No messages, whose number in an hour has a bound.
  await aPasskeyFactor(stack, payer.customer)
  const quotes: string[] = []
  await together(toAuthorize, async () => {
    const quote = await aPayerQuote(payer)
    const executed = await executeAsPayer(payer.api, quote, { scaFactor: 'PASSKEY' })
    expect(shown('executed', executed, 200).status).toBe('PENDING_AUTHORIZATION')
    quotes.push(String(quote.id))
  })
  await waitUntil('each payout is asked for', async () => {
    const acts = await aSandboxControl(stack).acts()
    return (acts['rail submit'] ?? 0) >= stuck
  })
  return { quotes, release }
}

test('unauthorized payments end at their instants, and a run that polls a party looks once', async () => {
  const { quotes, release } = await openPayments(STUCK, TO_AUTHORIZE)
  const [load] = loadavg()
  const began = performance.now()
  const count = await advance(24, countOf(1, 10))
  const ms = Math.round(performance.now() - began)
  const open = STUCK + TO_AUTHORIZE
  const calls = times('begin_clock_move')
  const by = `${calls} calls, ${times(/^describe /)} questions about runs`
  if (isLong)
    console.log(`a day with ${open} open payments in ${ms} ms, ${by}; load before it: ${load}`)
  expect(count('AUTHORIZATION_EXPIRY')).toBe(TO_AUTHORIZE)
  // As the clocks are aligned, and at the end.
  expect(times('move_clock')).toBe(calls + 1)
  for (const id of quotes) expect(times(`signal ${id}`)).toBeLessThanOrEqual(calls)
  // At the beginning; and once more where a party has sent something meanwhile.
  expect(times(/^pause /)).toBeLessThanOrEqual(2 * STUCK * calls)
  // After the end only jobs may be due: no run is asked any more.
  const afterEnd = asked.slice(asked.indexOf('end_clock_move'))
  expect(afterEnd.filter((one) => one.startsWith('describe '))).toEqual([])
  await release()
}, 1_200_000)

const DUE_AT_ONCE = countOf(100, 300)

test('payouts that are due at one instant are paid at it, however long their runs take', async () => {
  const [source, owner] = [await stage.text('dollars'), await stage.owner()]
  // Its bank takes minutes.
  const { id } = await anExternalAccount(owner.api, owner.customer, '003')
  const destination = { destinationType: 'ACCOUNT', accountId: id }
  const before = await aSandboxControl(stack).acts()
  await together(DUE_AT_ONCE, async () => {
    const body = {
      ...{ source: { sourceType: 'ACCOUNT', accountId: source }, destination },
      ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1_000 },
    }
    const quote = shown('quote', await stage.api.call('POST', '/quotes', body), 201)
    shown('executed', await stage.api.call('POST', `/quotes/${quote.id}/execute`), 200)
  })
  await waitUntil('each payout is asked for', async () => {
    const acts = await aSandboxControl(stack).acts()
    return (acts['rail submit'] ?? 0) - (before['rail submit'] ?? 0) >= DUE_AT_ONCE
  })
  const due = await withClient(stack.sandboxDatabaseUrl, async (client) => {
    const { rows } = await client.query<{ due: Date }>(
      `update sandbox.payouts set due_at = sandbox.store_now() + interval '1 hour'
        where due_at > sandbox.store_now() returning due_at as due`,
    )
    return rows.map((row) => row.due)
  })
  expect(due).toHaveLength(DUE_AT_ONCE)
  const { fired } = await clock.move({ byMs: 24 * 3_600_000 }, 'test')
  const paid = fired.filter(({ what }) => what === 'OUTGOING_PAYMENT.COMPLETED')
  expect(paid).toHaveLength(DUE_AT_ONCE)
  const late = paid.filter(({ at }) => at.getTime() > Number(due[0]) + 3_600_000)
  expect(late).toEqual([])
}, 600_000)
