/**
 * Replays the histories of all open workflows with a bundle, before a deploy: a run that this bundle
 * cannot continue is named while the release that started it still runs.
 */
import { createHash } from 'node:crypto'
import type { Client } from '@temporalio/client'
import type { HistoryAndWorkflowId } from '@temporalio/common'
import type { History } from '@temporalio/common/lib/proto-utils.js'
import proto from '@temporalio/proto'
import { DefaultLogger, Worker, type WorkflowBundle } from '@temporalio/worker'
import type { Config } from '../runtime/config.ts'
import { dataConverterOf } from '../runtime/converter.ts'

/** Histories that are fetched at a time, and at most held in memory beside the one replayed. */
const FETCHED_AT_ONCE = 8

export type ReplayFailure = {
  readonly workflowId: string
  readonly runId: string
  readonly message: string
}

export type ReplayReport = {
  readonly open: number
  readonly replayed: number
  readonly failed: number
}

export type ReplayOptions = {
  readonly client: Client
  readonly config: Config
  /** Of `bundleForReplay`: the messages of failures are read. */
  readonly bundle: WorkflowBundle
  /** How many runs with the same steps so far are replayed at most; all without it. */
  readonly limit?: number | undefined
  readonly onFailure: (failure: ReplayFailure) => void
}

/** Streams: memory does not grow with the number of open workflows. */
export async function replayOpen(options: ReplayOptions): Promise<ReplayReport> {
  const { client, config, bundle, limit, onFailure } = options
  const report = { open: 0, replayed: 0, failed: 0 }
  const seen = new Map<string, number>()

  async function* histories(): AsyncGenerator<HistoryAndWorkflowId> {
    const running = client.workflow.list({ query: openWorkflowsOf(config) })
    const fetched = running.intoHistories({
      concurrency: FETCHED_AT_ONCE,
      bufferLimit: FETCHED_AT_ONCE,
    })
    for await (const one of fetched) {
      report.open += 1
      if (limit !== undefined) {
        const steps = stepsOf(one.history as History)
        const count = (seen.get(steps) ?? 0) + 1
        seen.set(steps, count)
        if (count > limit) continue
      }
      yield one
    }
  }

  const replaying = {
    workflowBundle: bundle,
    dataConverter: dataConverterOf(config),
    // Each failure is reported below, in one line.
    logger: new DefaultLogger('ERROR', () => undefined),
  }
  for await (const result of Worker.runReplayHistories(replaying, histories())) {
    report.replayed += 1
    if (result.error === undefined) continue
    report.failed += 1
    const { workflowId, runId, error } = result
    onFailure({ workflowId, runId, message: messageOf(error) })
  }
  return report
}

/** What the workflow has thrown in a failed task; the SDK shows it inside its own failure. */
function messageOf({ name, message }: Error): string {
  const [, thrown] = /Failure { message: "((?:[^"\\]|\\.)*)"/.exec(message) ?? []
  return `${name}: ${thrown ?? message.split('\n')[0]}`
}

/** The visibility query of the open workflows that this release's workers take. */
export function openWorkflowsOf({ TASK_QUEUE: queue }: Pick<Config, 'TASK_QUEUE'>): string {
  return `ExecutionStatus = 'Running' AND TaskQueue = '${queue}'`
}

/**
 * The workflow's type and what has happened in it, without ids, times, data, and how its tasks were
 * handed to workers.
 */
function stepsOf({ events }: History): string {
  const hash = createHash('sha256')
  for (const event of events ?? []) {
    if (taskEvents.has(String(event.eventType))) continue
    const started = event.workflowExecutionStartedEventAttributes?.workflowType?.name ?? ''
    const activity = event.activityTaskScheduledEventAttributes?.activityType?.name ?? ''
    hash.update(`${event.eventType} ${started} ${activity} ${localActivityOf(event)}\n`)
  }
  return hash.digest('hex')
}

const { EventType } = proto.temporal.api.enums.v1
const taskEvents: ReadonlySet<string> = new Set(
  Object.entries(EventType).flatMap(([name, number]) =>
    name.startsWith('EVENT_TYPE_WORKFLOW_TASK_') ? [name, String(number)] : [],
  ),
)

type Event = NonNullable<History['events']>[number]

/** A local activity is a marker, whose details name the activity's type in clear text. */
function localActivityOf(event: Event): string {
  const { markerName, details } = event.markerRecordedEventAttributes ?? {}
  const data = details?.data?.payloads?.[0]?.data
  if (data === undefined || data === null) return markerName ?? ''
  return /"activity_type":"(\w+)"/.exec(Buffer.from(data).toString())?.[1] ?? markerName ?? ''
}
