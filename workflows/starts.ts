/**
 * Temporal's options of every start: by the API for a request, the sweep for an open row, a
 * workflow for another one.
 */
import { FIRST_EPOCH } from '../contract/storeEpoch.ts'
import type { Start } from './defineWorkflow.ts'
import { searchAttributes as keys } from './searchAttributes.ts'

/** After this long the task of a killed worker goes to another one; the default is ten seconds. */
export const WORKFLOW_TASK_TIMEOUT_MS = 5_000

/** What a run is started with beside its input. */
export type RunOptions = {
  readonly taskQueue: string
  /** The store's; its first one is not written down. */
  readonly epoch: string
  /** Which ended run it may follow: one that did not complete, or any; without it none. */
  readonly follows?: 'FAILED_RUN' | 'ANY_RUN'
}

/** The memo of a run that says in which epoch of the store it was started. */
export const EPOCH_MEMO = 'storeEpoch'

const REUSE_POLICIES = {
  NONE: 'REJECT_DUPLICATE',
  FAILED_RUN: 'ALLOW_DUPLICATE_FAILED_ONLY',
  ANY_RUN: 'ALLOW_DUPLICATE',
} as const

/** The options of every start: an open run is reused. */
export function startOptionsOf(start: Start, { taskQueue, epoch, follows }: RunOptions) {
  return {
    workflowId: start.workflowId,
    taskQueue,
    // Every start goes through here: no run is without the version of its flow.
    args: [{ ...start.input, flow: start.flow }],
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: REUSE_POLICIES[follows ?? 'NONE'],
    workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
    typedSearchAttributes: start.searchAttributes,
    // The run's activities have it too: a platform with thousands of tasks makes no other one's wait behind them.
    priority: { fairnessKey: start.searchAttributes.get(keys.platform) ?? start.workflowId },
    staticSummary: start.summary,
    ...(epoch !== FIRST_EPOCH && { memo: { [EPOCH_MEMO]: epoch } }),
  } as const
}

export type WithMemo = { readonly memo?: Readonly<Record<string, unknown>> | undefined }

/** The epoch of the store that a run was started in, by its memo. */
export function epochOf({ memo }: WithMemo): string {
  return String(memo?.[EPOCH_MEMO] ?? FIRST_EPOCH)
}
