/** Whether the runs are at rest is asked of those that were not, and of no more of them than it takes. */
import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import { expect, test } from 'vitest'
import { runsOf } from '../../api/testClock/runs.ts'

const RUNS = 100

/** Temporal, by the ids of what is not at rest, or not there. */
function aTemporal(busy: ReadonlySet<string>, gone: ReadonlySet<string> = new Set()) {
  const asked: string[] = []
  const workflowService = {
    async describeWorkflowExecution({ execution }: { execution: { workflowId: string } }) {
      const { workflowId } = execution
      asked.push(workflowId)
      if (gone.has(workflowId)) throw new WorkflowNotFoundError('gone', workflowId, undefined)
      return { pendingActivities: [], pendingWorkflowTask: busy.has(workflowId) ? {} : null }
    },
  }
  const client = { options: { namespace: 'default' }, workflowService } as unknown as Client
  return { runs: runsOf(client, { TASK_QUEUE: 'payments' }), asked }
}

test('of many runs that are busy, one is asked at a time; each that is at rest is asked once more', async () => {
  const ids = new Set(Array.from({ length: RUNS }, (_, number) => `Quote:${number}`))
  const busy = new Set(ids)
  const { runs, asked } = aTemporal(busy, new Set(['Quote:7']))
  for (let look = 0; look < 10; look += 1) expect(await runs.areBusy(ids)).toBe(true)
  expect(asked).toHaveLength(10)
  expect(ids.size).toBe(RUNS)
  busy.clear()
  expect(await runs.areBusy(ids)).toBe(false)
  expect(asked).toHaveLength(10 + RUNS)
  expect(ids.size).toBe(0)
  expect(await runs.areBusy(ids)).toBe(false)
  expect(asked).toHaveLength(10 + RUNS)
})
