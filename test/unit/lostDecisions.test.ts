/**
 * A store that is set back to when the receiver's platform had been asked and had not decided: it is not asked
 * again, and what it had approved is not rejected.
 */
import { defaultPayloadConverter, type Payload } from '@temporalio/common'
import { expect, test } from 'vitest'
import { createApprovalSteps } from '../../activities/payments/approval.ts'
import { systemClock } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import { parseConfig } from '../../runtime/config.ts'
import { dataConverterOf } from '../../runtime/converter.ts'
import type { Reconciliation } from '../../worker/reconcile/finding.ts'
import { paymentFinding } from '../../worker/reconcile/payments.ts'
import { type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture
useLedgerFixture((given) => {
  ;({ database, fixture } = given)
})

const config = parseConfig({ CODEC_KEYS: 'ab'.repeat(32) })

async function encoded(value: unknown): Promise<{ payloads: Payload[] }> {
  const [codec] = dataConverterOf(config).payloadCodecs ?? []
  return { payloads: (await codec?.encode([defaultPayloadConverter.toPayload(value)])) ?? [] }
}

const recorded = async (type: string, answer: object) => ({
  markerRecordedEventAttributes: {
    markerName: 'core_local_activity',
    details: { data: await encoded({ activity_type: type }), result: await encoded(answer) },
  },
})

const answered = async (name: string, answer: object) => [
  { eventId: 1, activityTaskScheduledEventAttributes: { activityType: { name } } },
  { activityTaskCompletedEventAttributes: { scheduledEventId: 1, result: await encoded(answer) } },
]

const approved = { decision: 'APPROVED', receiverCustomerInfo: { FULL_NAME: 'Ada' } } as const
const rejected = { decision: 'REJECTED', failureReason: 'COMPLIANCE_REJECTED' } as const

test.each([
  ['COMPLETED', 'UMA_BANK', 'APPROVED', approved],
  ['TERMINATED', 'UMA_BANK', 'APPROVED', { decision: 'WAIT' }],
  ['COMPLETED', 'INCOMING_BANK', 'APPROVED', { decision: 'WAIT' }],
  ['TERMINATED', 'UMA_NEIGHBOUR', 'APPROVED', approved],
  ['COMPLETED', 'UMA_BANK', 'REJECTED', rejected],
] as const)(
  'its run was %s: of %s it is recorded that it was %s',
  async (status, shape, decision, told) => {
    const planned = fixture.planned(shape, 1_000)
    await fixture.create(planned)
    expect(await fixture.execute(planned)).toMatchObject({ outcome: 'COMMITTED' })
    await fixture.ask('start_approval_request', planned.id)
    const input = { paymentId: planned.id, platformId: fixture.platformId, attempt: 1 }
    const events = [
      { workflowExecutionStartedEventAttributes: { input: await encoded(input) } },
      ...(await answered('requestApproval', told)),
      await recorded('recordApprovalDecision', { decision }),
    ]
    const started: string[] = []
    const handle = {
      fetchHistory: async () => ({ events }),
      describe: async () => ({ status: { name: status } }),
    }
    const workflow = {
      getHandle: () => handle,
      start: async (_: string, { workflowId }: { workflowId: string }) => started.push(workflowId),
    }
    const now = systemClock.now()
    const workflowId = `Quote:${planned.id}`
    const finding = await paymentFinding(
      { database, config, client: { workflow }, since: now } as unknown as Reconciliation,
      {
        workflowId,
        runId: 'a-run',
        type: 'quoteExecution',
        status,
        startedAt: now,
        closedAt: now,
        state: 'BEHIND',
      },
    )
    if (finding === undefined || !('apply' in finding)) throw new Error('nothing is to be applied')
    for (let time = 0; time < 2; time += 1) await finding.apply()
    expect(started).toEqual([workflowId, workflowId])

    // What its next run is told: it finds the question sent, and hears no answer.
    const { recordApprovalDecision } = createApprovalSteps({ database } as never)
    expect(await recordApprovalDecision({ paymentId: planned.id, decision: 'WAIT' })).toEqual({
      decision,
    })
    const [approval] = await database.query<object>({
      text: `select failure_reason as "failureReason", receiver_customer_info as "receiverCustomerInfo"
      from incoming_approvals where payment_id = $1`,
      values: [planned.id],
    })
    expect(approval).toEqual({
      failureReason: 'failureReason' in told ? told.failureReason : null,
      receiverCustomerInfo: 'receiverCustomerInfo' in told ? told.receiverCustomerInfo : null,
    })
  },
)
