/** Running workflows whose workflow task fails again and again, as all workers have found them. */
import type { Queryable } from './database.ts'

export type FailingWorkflows = {
  list(): Promise<readonly string[]>
  put(workflowId: string, attempts: number): Promise<void>
  remove(workflowId: string): Promise<void>
}

export function failingWorkflows(database: Queryable): FailingWorkflows {
  return {
    async list() {
      const rows = await database.query<{ workflow_id: string }>({
        name: 'failing_workflows',
        text: 'select workflow_id from failing_workflow_tasks order by workflow_id',
      })
      return rows.map((row) => row.workflow_id)
    },
    async put(workflowId, attempts) {
      await database.query({
        name: 'put_failing_workflow',
        text: `insert into failing_workflow_tasks (workflow_id, attempts) values ($1, $2)
          on conflict (workflow_id) do update set attempts = excluded.attempts, seen_at = service_now()`,
        values: [workflowId, attempts],
      })
    },
    async remove(workflowId) {
      await database.query({
        name: 'remove_failing_workflow',
        text: 'delete from failing_workflow_tasks where workflow_id = $1',
        values: [workflowId],
      })
    },
  }
}
