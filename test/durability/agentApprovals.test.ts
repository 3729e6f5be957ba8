/** Actions that wait: until their quote expires, without their workflow, and for an operator. */
import { randomUUID } from 'node:crypto'
import { Connection } from '@temporalio/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { need, parseConfig } from '../../runtime/config.ts'
import { createClient } from '../../worker/temporalClient.ts'
import {
  type Acting,
  actionOf,
  anActingAgent,
  anAgentQuote,
  askingPolicy,
  decide,
  executeQuote,
  storedValue,
  transferOut,
  untilTransactionIs,
  usageOf,
} from '../support/agentActions.ts'
import { aWebhookReceiver, listed, untilStarted, waitUntil } from '../support/builders.ts'
import { asOperator, withoutAsking } from '../support/paymentsCommand.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { atOnce } from './payments.ts'

let stack: TestStack
let acting: Acting
let connection: Connection
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  stack = await aRunningStack({ apis: 2, workers: 2, env: { SWEEP_SECONDS: '2' } })
  const config = parseConfig(stack.env)
  connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  client = createClient(connection, config)
  acting = await anActingAgent(stack, askingPolicy)
})
afterAll(async () => {
  await connection?.close()
  await stack?.stop()
})

const pending = async (amount = 1_000) => {
  const action = actionOf(await transferOut(acting, amount, randomUUID()), 'PENDING_APPROVAL')
  await untilStarted(client, action.id)
  return action
}
const actionNow = async (id: string) =>
  (await acting.its.call('GET', `/agents/me/actions/${id}`)).body

test('an action ends with its quote, and releases what it reserved', async () => {
  const before = await usageOf(acting)
  const quote = await anAgentQuote(acting)
  const text = `update payments set expires_at = service_now() + interval '2 seconds' where id = $1 returning id`
  await storedValue(stack, text, [quote.id.slice('Quote:'.length)])
  const action = actionOf(await executeQuote(acting, quote), 'PENDING_APPROVAL')
  await untilStarted(client, action.id)
  expect(await client.workflow.getHandle(action.id).result()).toBe('FAILED')
  expect(await actionNow(action.id)).toMatchObject({
    ...{ status: 'FAILED', rejectionReason: 'QUOTE_EXPIRED' },
    quote: { status: 'EXPIRED' },
    transaction: { status: 'EXPIRED' },
  })
  expect(await usageOf(acting)).toEqual(before)
  expect((await decide(acting, action, 'approve')).status).toBe(409)
})

test('fifty approvals at once over two APIs are one payment', async () => {
  const action = await pending()
  const path = `/agents/${acting.agent.id}/actions/${action.id}/approve`
  const answers = await atOnce(stack, 50, (api) => api.call('POST', path))
  const done = answers.filter(({ status }) => status === 200)
  expect(done.length).toBeGreaterThan(0)
  // Equal calls share nothing: each shows the payment as it is by then.
  for (const { body } of done) expect(body).toMatchObject({ id: action.id, status: 'APPROVED' })
  for (const { status } of answers) expect([200, 409]).toContain(status)
  await untilTransactionIs(acting, action, 'COMPLETED')
  const text = `select count(*)::integer from ledger_transfers where id like '%/hold' and reference = $1`
  expect(await storedValue(stack, text, [action.transaction.id])).toBe(1)
})

test('a lost workflow is started again from its row: by the decision, and by the sweep', async () => {
  const [decided, swept] = [await pending(), await pending()]
  for (const { id } of [decided, swept]) await client.workflow.getHandle(id).terminate('lost')
  actionOf(await decide(acting, decided, 'approve'), 'APPROVED')
  await untilTransactionIs(acting, decided, 'COMPLETED')
  await makeQuiet(swept)
  await waitUntil('the sweep has started it again', async () => isRunning(swept))
  actionOf(await decide(acting, swept, 'reject'), 'REJECTED')
})

test('a third run within an hour waits for an operator', async () => {
  const action = await pending()
  const handle = client.workflow.getHandle(action.id)
  await handle.terminate('lost')
  await makeQuiet(action)
  await waitUntil('the sweep has started it again', async () => isRunning(action))
  await handle.terminate('lost again')
  await makeQuiet(action)
  const missing = 'select open_rows_without_workflow()::integer'
  await waitUntil('the alarm counts it', async () => (await storedValue(stack, missing, [])) === 1)
  expect(await isRunning(action)).toBe(false)
  // The decision holds all the same: the signal waits, and the payment has a workflow of its own.
  actionOf(await decide(acting, action, 'approve'), 'APPROVED')
  await untilTransactionIs(acting, action, 'COMPLETED')
})

/** The sweep looks at what has not changed for a while. */
async function makeQuiet({ id }: { readonly id: string }): Promise<void> {
  const text = `update agent_actions set updated_at = service_now() - interval '1 hour' where id = $1 returning id`
  await storedValue(stack, text, [id.slice('AgentAction:'.length)])
}

async function isRunning({ id }: { readonly id: string }): Promise<boolean> {
  return (await client.workflow.getHandle(id).describe()).status.name === 'RUNNING'
}

test('a decision is a signal to its workflow, which closes with it; the payment has its own', async () => {
  const [approved, rejected] = [await pending(), await pending()]
  for (const [action, decision, status] of [
    [approved, 'approve', 'APPROVED'],
    [rejected, 'reject', 'REJECTED'],
  ] as const) {
    const handle = client.workflow.getHandle(action.id)
    expect((await handle.describe()).status.name).toBe('RUNNING')
    await decide(acting, action, decision)
    expect(await handle.result()).toBe(status)
    const { events } = await handle.fetchHistory()
    const signals = (events ?? []).flatMap(
      (event) => event.workflowExecutionSignaledEventAttributes ?? [],
    )
    expect(signals.map(({ signalName }) => signalName)).toEqual(['decided'])
    const started = (events ?? []).filter(
      (event) => event.startChildWorkflowExecutionInitiatedEventAttributes,
    )
    expect(started).toEqual([])
  }
  await untilTransactionIs(acting, approved, 'COMPLETED')
})

test('operators find it by agent, customer, platform and transaction, and who must decide', async () => {
  const action = await pending()
  const query = (attribute: string, value: string): string =>
    `${attribute} = '${value}' and OperationKind = 'AGENT_ACTION' and ExecutionStatus = 'Running'`
  for (const [attribute, value] of [
    ['Agent', acting.agent.id],
    ['Customer', acting.customer.id],
    ['TransactionId', action.transaction.id],
  ] as const) {
    await waitUntil(`${attribute} finds it`, async () => {
      for await (const { workflowId } of client.workflow.list({ query: query(attribute, value) })) {
        if (workflowId === action.id) return true
      }
      return undefined
    })
  }
  const { staticSummary } = await client.workflow.getHandle(action.id).describe()
  expect(await staticSummary()).toContain('waits for its platform')
  const rows = await acting.api.call('GET', `/transactions/${action.transaction.id}/timeline`)
  expect(listed(rows).at(-1)).toMatchObject({ nextActor: 'platform' })
  await decide(acting, action, 'reject')
})

test('the platform is notified of each that waits', async () => {
  const receiver = await aWebhookReceiver(stack)
  const action = await pending()
  await waitUntil('the webhook has come', () => receiver.typesOf(action.id).length > 0)
  expect(receiver.typesOf(action.id)).toEqual(['AGENT_ACTION.PENDING_APPROVAL'])
  await receiver.stop()
  await decide(acting, action, 'reject')
})

test('operators list what waits, and decide it by a command', async () => {
  const [first, second] = [await pending(1_234), await pending(1_235)]
  const command = (...given: string[]): Promise<string> => asOperator(stack, 'agent', ...given)
  // As a name could be before control characters were refused: it forges no line.
  const name = 'x"\n\u009b2JAgentAction:\u202e0'
  const uuid = acting.agent.id.slice('Agent:'.length)
  await storedValue(stack, 'update agents set name = $2 where id = $1', [uuid, name])
  const line = (await command('list')).split('\n').find((one) => one.startsWith(first.id))
  expect(line).toContain('12.34 USD')
  expect(line).toContain(' x"\\u000a\\u009b2JAgentAction:\\u202e0 ')
  // What it would book is booked by the preview alone, and rolled back.
  expect(await command('show', first.id)).toContain('approve')
  expect(await actionNow(first.id)).toMatchObject({ status: 'PENDING_APPROVAL' })
  expect(await command('approve', first.id, ...withoutAsking)).toBe('It is APPROVED.\n')
  expect(await command('reject', second.id, ...withoutAsking)).toBe('It is REJECTED.\n')
  expect(await actionNow(second.id)).toMatchObject({ rejectionReason: withoutAsking[2] })
  await untilTransactionIs(acting, first, 'COMPLETED')
  const refused = command('approve', first.id, ...withoutAsking)
  await expect(refused).rejects.toThrow('does not wait for approval')
  expect(await command('list')).not.toContain(first.id)
})
