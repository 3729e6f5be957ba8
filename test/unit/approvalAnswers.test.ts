/** The question to a receiver's platform, and an operator who has a payment retried while its answer is outstanding. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ActivityDependencies } from '../../activities/dependencies.ts'
import { createApprovalCalls, createApprovalSteps } from '../../activities/payments/approval.ts'
import type { WebhookReply } from '../../activities/synchronousWebhook.ts'
import type { Database } from '../../db/database.ts'
import {
  executed,
  type LedgerFixture,
  type PlannedPayment,
  useLedgerFixture,
} from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture

useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})

async function offered(): Promise<PlannedPayment> {
  const planned = await executed(fixture, fixture.planned('UMA_NEIGHBOUR', 1_000))
  await database.query({
    text: `update platforms set webhook_endpoint = 'https://platform.example/hooks' where id =
      (select platform_id from incoming_approvals where payment_id = $1)`,
    values: [planned.id],
  })
  return planned
}

/** The steps of a run; the platform answers when `answer` is called. */
function aRun(
  { id: paymentId }: PlannedPayment,
  given: Pick<Database, 'call' | 'query'> = database,
) {
  let sent = 0
  let answer: (reply: WebhookReply) => void = () => undefined
  let isAsked = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  const dependencies = {
    database: given,
    log: { info: () => undefined, warn: () => undefined },
    sendSynchronousWebhook: () => {
      sent += 1
      isAsked()
      return new Promise<WebhookReply>((resolve) => {
        answer = resolve
      })
    },
  } as unknown as ActivityDependencies
  const { requestApproval } = createApprovalCalls(dependencies)
  const { recordApprovalDecision } = createApprovalSteps(dependencies)
  return {
    asked,
    sent: () => sent,
    answer: (status: number, body: object = {}) =>
      answer({ status, error: undefined, body: { ...body } }),
    request: () => requestApproval({ paymentId }),
    /** What the workflow does with the answer that it waits for. */
    async decide(request: ReturnType<typeof requestApproval>) {
      return recordApprovalDecision({ paymentId, ...(await request) })
    },
  }
}

const customer = { receiverCustomerInfo: { FULL_NAME: 'Ada' } }

test.each([
  ['approves', 200, customer, { decision: 'APPROVED', by: 'webhook', ...customer }],
  [
    ...(['rejects', 403, { reason: 'a sanctions list' }] as const),
    {
      ...{ decision: 'REJECTED', by: 'webhook' },
      ...{ failureReason: 'COMPLIANCE_REJECTED', reason: 'a sanctions list' },
    },
  ],
] as const)('a platform that %s it meanwhile is heard', async (_, status, body, recorded) => {
  const run = aRun(await offered())
  // The operator's decision drops this one, which runs on.
  const dropped = run.request()
  await run.asked
  const next = run.decide(run.request())
  run.answer(status, body)
  expect(await next).toEqual(recorded)
  await dropped
  expect(run.sent()).toBe(1)
  // And again, after it has been decided.
  expect(await run.decide(run.request())).toEqual(recorded)
  expect(run.sent()).toBe(1)
})

test('an answer that no process waits for any more is not waited for', async () => {
  const planned = await offered()
  const run = aRun(planned)
  void run.request()
  await run.asked
  await database.query({
    text: `update incoming_approvals set requested_at = requested_at - interval '8 seconds' where payment_id = $1`,
    values: [planned.id],
  })
  expect(await run.request()).toEqual({ decision: 'WAIT' })
})

test('the record of a delivery does not wait for that of the decision', async () => {
  const order: string[] = []
  let isDelivered = (): void => undefined
  const delivered = new Promise<void>((resolve) => {
    isDelivered = resolve
  })
  const call: Database['call'] = async (name, ...args) => {
    if (name === 'record_approval_decision') {
      await Promise.race([delivered, sleep(2_000)])
      order.push(name)
    }
    return database.call(name, ...args)
  }
  const query: Database['query'] = (statement) => {
    order.push('the delivery')
    isDelivered()
    return database.query(statement)
  }
  const run = aRun(await offered(), { call, query })
  const asked = run.request()
  await run.asked
  run.answer(200)
  expect(await asked).toEqual({ decision: 'APPROVED' })
  expect(order).toEqual(['the delivery', 'record_approval_decision'])
})
