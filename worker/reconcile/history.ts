/** What a run was started with, and what its steps have answered: from its history. */
import type { Client } from '@temporalio/client'
import { defaultPayloadConverter, type Payload } from '@temporalio/common'
import type { Config } from '../../runtime/config.ts'
import { dataConverterOf } from '../../runtime/converter.ts'

export type RecordedRun = {
  /** The start input; undefined if there was none. */
  readonly input: unknown
  /** By the activity's type: what the first one of it that has succeeded has answered. */
  readonly answers: ReadonlyMap<string, unknown>
  /** By the activity's type: what the last one of it that has succeeded has answered, in the order of these answers. */
  readonly lastAnswers: ReadonlyMap<string, unknown>
  /** By the signal's name: what the last one of it has carried. */
  readonly signals: ReadonlyMap<string, unknown>
  /** Of a completed run. */
  readonly result: unknown
}

type Payloads = { readonly payloads?: readonly Payload[] | null } | null | undefined

/** As the workflow service names the steps that a worker runs within a workflow task. */
const LOCAL_ACTIVITY = 'core_local_activity'

/** Reads a run that is kept: until the namespace's retention has passed since it closed. */
export async function readRun(
  client: Client,
  config: Config,
  { workflowId, runId }: { readonly workflowId: string; readonly runId: string },
): Promise<RecordedRun> {
  const [codec] = dataConverterOf(config).payloadCodecs ?? []
  const first = async (encoded: Payloads): Promise<unknown> => {
    const [payload] = (await codec?.decode([...(encoded?.payloads ?? [])].slice(0, 1))) ?? []
    return payload && defaultPayloadConverter.fromPayload(payload)
  }
  const answers = new Map<string, unknown>()
  const lastAnswers = new Map<string, unknown>()
  const keep = async (type: string | null | undefined, encoded: Payloads): Promise<void> => {
    if (!type) return
    const answer = await first(encoded)
    if (!answers.has(type)) answers.set(type, answer)
    lastAnswers.delete(type)
    lastAnswers.set(type, answer)
  }
  const signals = new Map<string, unknown>()
  const scheduled = new Map<string, string>()
  let input: unknown
  let result: unknown
  const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory()
  for (const event of events ?? []) {
    const marker = event.markerRecordedEventAttributes
    const done = event.activityTaskCompletedEventAttributes
    const asked = event.activityTaskScheduledEventAttributes
    const signal = event.workflowExecutionSignaledEventAttributes
    if (event.workflowExecutionStartedEventAttributes) {
      input = await first(event.workflowExecutionStartedEventAttributes.input as Payloads)
    } else if (signal) {
      signals.set(signal.signalName ?? '', await first(signal.input as Payloads))
    } else if (asked) {
      scheduled.set(String(event.eventId), asked.activityType?.name ?? '')
    } else if (done) {
      await keep(scheduled.get(String(done.scheduledEventId)), done.result as Payloads)
    } else if (marker?.markerName === LOCAL_ACTIVITY && !marker.failure) {
      const { data, result: answered } = marker.details ?? {}
      const about = (await first(data as Payloads)) as { readonly activity_type?: string }
      await keep(about?.activity_type, answered as Payloads)
    } else if (event.workflowExecutionCompletedEventAttributes) {
      result = await first(event.workflowExecutionCompletedEventAttributes.result as Payloads)
    }
  }
  return { input, answers, lastAnswers, signals, result }
}
