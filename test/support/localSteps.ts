import type { Client } from '@temporalio/client'

/** How many local activities a run has recorded: its decision, and the settlement where that is one. */
export async function localStepsOf(client: Client, workflowId: string): Promise<number> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory()
  return (events ?? []).filter((event) => event.markerRecordedEventAttributes).length
}
