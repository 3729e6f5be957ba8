/** What workflows have in their histories, as those see it who have the codec's keys. */
import { Client, Connection } from '@temporalio/client'
import type { Payload } from '@temporalio/common'
import { need, parseConfig } from '../../runtime/config.ts'
import { dataConverterOf } from '../../runtime/converter.ts'
import { temporalConnectionOptions } from '../../runtime/temporalConnection.ts'
import type { TestStack } from './stack.ts'

export type DecodedHistories = {
  /** Of the workflows that were read. */
  readonly ids: readonly string[]
  /** All payloads in clear, and the plain rest of each event. */
  readonly text: string
}

/** Every workflow of a stack that has a Temporal of its own. */
export async function decodedHistories(stack: Pick<TestStack, 'env'>): Promise<DecodedHistories> {
  const config = parseConfig(stack.env)
  need(config, 'TEMPORAL_ADDRESS')
  const [codec] = dataConverterOf(config).payloadCodecs ?? []
  const connection = await Connection.connect(temporalConnectionOptions(config))
  const client = new Client({ connection, namespace: config.TEMPORAL_NAMESPACE })
  const ids: string[] = []
  const texts: string[] = []
  try {
    for await (const { workflowId, runId } of client.workflow.list()) {
      const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory()
      ids.push(workflowId)
      for (const event of events ?? []) {
        const payloads = payloadsIn(event)
        const clear = (await codec?.decode([...payloads])) ?? []
        texts.push(...clear.map(({ data }) => Buffer.from(data ?? []).toString()))
        texts.push(JSON.stringify(event))
      }
    }
  } finally {
    await connection.close()
  }
  return { ids, text: texts.join('\n') }
}

/** All payloads within an event: inputs, results, details of failures, headers and memos. */
function payloadsIn(value: unknown): Payload[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
  const { data, metadata } = value as Partial<Payload>
  if (ArrayBuffer.isView(data) && typeof metadata === 'object') return [value as Payload]
  return Object.values(value).flatMap(payloadsIn)
}
