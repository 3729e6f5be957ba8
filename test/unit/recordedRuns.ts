/** Events of a run's history, as the Temporal server keeps them: encrypted. */
import { defaultPayloadConverter, type Payload } from '@temporalio/common'
import { systemClock } from '../../contract/time.ts'
import { parseConfig } from '../../runtime/config.ts'
import { dataConverterOf } from '../../runtime/converter.ts'
import type { Finding, Reconciliation } from '../../worker/reconcile/finding.ts'
import { correctionFinding, paymentFinding } from '../../worker/reconcile/payments.ts'

export const config = parseConfig({ CODEC_KEYS: 'ab'.repeat(32) })

export async function encoded(value: unknown): Promise<{ payloads: Payload[] }> {
  const [codec] = dataConverterOf(config).payloadCodecs ?? []
  return { payloads: (await codec?.encode([defaultPayloadConverter.toPayload(value)])) ?? [] }
}

export const recorded = async (type: string, answer: unknown) => ({
  markerRecordedEventAttributes: {
    markerName: 'core_local_activity',
    details: { data: await encoded({ activity_type: type }), result: await encoded(answer) },
  },
})

export const answered = async (name: string, answer: object) => [
  { eventId: 1, activityTaskScheduledEventAttributes: { activityType: { name } } },
  { activityTaskCompletedEventAttributes: { scheduledEventId: 1, result: await encoded(answer) } },
]

export const signalled = async (given?: object, signalName = 'approvalDecided') => ({
  workflowExecutionSignaledEventAttributes: {
    signalName,
    input: given && (await encoded(given)),
  },
})

/**
 * What is found about a payment whose run, or the correction of it that `work` names, has left these events, and which
 * workflows its repair starts.
 */
export async function foundBy(
  context: Pick<Reconciliation, 'database'> & { readonly outside?: object },
  paymentId: string,
  status: string,
  events: readonly object[],
  work?: string,
): Promise<{ readonly finding: Finding | undefined; readonly started: readonly string[] }> {
  const started: string[] = []
  const handle = {
    fetchHistory: async () => ({ events }),
    describe: async () => ({ status: { name: status } }),
  }
  const workflow = {
    getHandle: () => handle,
    list: async function* () {},
    start: async (_: string, { workflowId }: { workflowId: string }) => started.push(workflowId),
  }
  const now = systemClock.now()
  const read = work === undefined ? paymentFinding : correctionFinding
  const workflowId = `Quote:${paymentId}${work === undefined ? '' : `/${work}`}`
  const finding = await read(
    { ...context, config, client: { workflow }, since: now } as unknown as Reconciliation,
    {
      ...{ workflowId, runId: 'a-run', type: 'quoteExecution', status },
      ...{ state: 'BEHIND', startedAt: now, closedAt: now },
    },
  )
  return { finding, started }
}
