/** Calls the baseline by update-with-start: it stands where the API stands. */
import { randomUUID } from 'node:crypto'
import { Client, Connection, WithStartWorkflowOperation } from '@temporalio/client'
import { need, parseConfig } from '../../runtime/config.ts'
import { dataConverterOf } from '../../runtime/converter.ts'
import { workflows } from '../../workflows/registry.ts'
import { WORKFLOW_TASK_TIMEOUT_MS } from '../../workflows/starts.ts'
import {
  type BaselineInput,
  baseline,
  baselineAnswer,
  baselineDecision,
  waiting,
} from './baselineWorkflow.ts'
import { serveParent } from './child.ts'

export type BaselineLoad = {
  readonly count: number
  readonly concurrency: number
  readonly activities: BaselineInput['activities']
}
export type BaselineDecisions = {
  readonly workflowIds: readonly string[]
  /** As many pending actions to approve; without them the decisions are empty. */
  readonly actionIds?: readonly string[]
  readonly concurrency: number
}
export type BaselineResult = { readonly wallMs: number; readonly p50Ms: number }

const config = parseConfig(process.env)
const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
const client = new Client({
  connection,
  namespace: config.TEMPORAL_NAMESPACE,
  dataConverter: dataConverterOf(config),
})

/** @returns the workflow's id, once its first task is done */
async function call(
  ...started: readonly [typeof waiting] | readonly [typeof baseline, BaselineInput]
): Promise<string> {
  const [workflow, ...args] = started
  const [platformId, customerId, accountId, transactionId] = [1, 2, 3, 4].map(() => randomUUID())
  // Only for its search attributes: the same number, of the same size.
  const { searchAttributes } = workflows.quoteExecution.start(
    {
      platformId: platformId ?? '',
      paymentId: '',
      outsideTaskQueue: config.OUTSIDE_TASK_QUEUE,
      environment: 'SANDBOX',
    },
    { customerId, accountId, transactionId },
  )
  const workflowId = `Baseline:${randomUUID()}`
  await client.workflow.executeUpdateWithStart(baselineAnswer, {
    updateId: 'attempt:1',
    startWorkflowOperation: new WithStartWorkflowOperation(workflow.name, {
      workflowId,
      taskQueue: config.TASK_QUEUE,
      args,
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
      typedSearchAttributes: searchAttributes,
    }),
  })
  return workflowId
}

/** As many lanes at once, each with the next piece of work. */
async function timed(
  { count, concurrency }: Omit<BaselineLoad, 'activities'>,
  work: (index: number) => Promise<unknown>,
): Promise<BaselineResult> {
  const latenciesMs: number[] = []
  let started = 0
  const startedAt = performance.now()
  const lane = async (): Promise<void> => {
    while (started < count) {
      const index = started++
      const sentAt = performance.now()
      await work(index)
      latenciesMs.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  const wallMs = performance.now() - startedAt
  latenciesMs.sort((a, b) => a - b)
  return { wallMs, p50Ms: latenciesMs[Math.floor(count / 2)] ?? 0 }
}

function run(load: BaselineLoad): Promise<BaselineResult> {
  const input = { activities: load.activities, outsideTaskQueue: config.OUTSIDE_TASK_QUEUE }
  return timed(load, () => call(baseline, input))
}

/** @returns the ids of workflows that wait for their update */
async function open(load: Omit<BaselineLoad, 'activities'>): Promise<string[]> {
  const workflowIds: string[] = []
  await timed(load, async () => {
    workflowIds.push(await call(waiting))
  })
  return workflowIds
}

function decide({
  workflowIds,
  actionIds,
  concurrency,
}: BaselineDecisions): Promise<BaselineResult> {
  return timed({ count: workflowIds.length, concurrency }, async (index) => {
    const handle = client.workflow.getHandle(workflowIds[index] ?? '')
    const args = [{ actionId: actionIds?.[index] }] as [{ actionId?: string }]
    await handle.executeUpdate(baselineDecision, { updateId: 'approve', args })
  })
}

/** How many workflows of a task queue have not closed. */
async function unclosed(taskQueue: string): Promise<number> {
  const query = `ExecutionStatus = 'Running' AND TaskQueue = '${taskQueue}'`
  return (await client.workflow.count(query)).count
}

serveParent({ run, open, decide, unclosed }, () => connection.close())
