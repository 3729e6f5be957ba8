/** Calls the baseline by update-with-start: it stands where the API stands. */
import { randomUUID } from 'node:crypto'
import { Client, Connection, WithStartWorkflowOperation } from '@temporalio/client'
import { need, parseConfig } from '../../runtime/config.ts'
import { dataConverterOf } from '../../runtime/converter.ts'
import { startQuoteExecution, WORKFLOW_TASK_TIMEOUT_MS } from '../../workflows/starts.ts'
import { type BaselineInput, baseline, baselineAnswer } from './baselineWorkflow.ts'
import { serveParent } from './child.ts'

export type BaselineLoad = {
  readonly count: number
  readonly concurrency: number
  readonly activities: number
}
export type BaselineResult = { readonly wallMs: number; readonly p50Ms: number }

const config = parseConfig(process.env)
const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
const client = new Client({
  connection,
  namespace: config.TEMPORAL_NAMESPACE,
  dataConverter: dataConverterOf(config),
})

async function call(input: BaselineInput): Promise<void> {
  const [platformId, customerId, accountId, transactionId] = [1, 2, 3, 4].map(() => randomUUID())
  // Only for its search attributes: the same number, of the same size.
  const { searchAttributes } = startQuoteExecution(
    {
      attempt: 1,
      platformId: platformId ?? '',
      paymentId: '',
      outsideTaskQueue: config.OUTSIDE_TASK_QUEUE,
    },
    { customerId, accountId, transactionId },
  )
  await client.workflow.executeUpdateWithStart(baselineAnswer, {
    updateId: 'attempt:1',
    startWorkflowOperation: new WithStartWorkflowOperation(baseline, {
      workflowId: `Baseline:${randomUUID()}`,
      taskQueue: config.TASK_QUEUE,
      args: [input],
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT_MS,
      typedSearchAttributes: searchAttributes,
    }),
  })
}

async function run({ count, concurrency, activities }: BaselineLoad): Promise<BaselineResult> {
  const latenciesMs: number[] = []
  let started = 0
  const startedAt = performance.now()
  const lane = async (): Promise<void> => {
    while (started < count) {
      started += 1
      const sentAt = performance.now()
      await call({ activities, outsideTaskQueue: config.OUTSIDE_TASK_QUEUE })
      latenciesMs.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  const wallMs = performance.now() - startedAt
  latenciesMs.sort((a, b) => a - b)
  return { wallMs, p50Ms: latenciesMs[Math.floor(count / 2)] ?? 0 }
}

serveParent({ run }, () => connection.close())
