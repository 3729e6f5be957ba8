/** Events of plain records, in the transaction that changes the record. */
import type { Tx } from './database.ts'

export type NewEvent = {
  readonly platformId: string
  readonly type: string
  /** Id of the resource, with its kind. */
  readonly subject: string
  /** The resource's row; the delivery shapes it as its GET would. */
  readonly snapshot?: object
}

/** Writes the event and the job of its delivery. */
export async function emitEvent(
  tx: Tx,
  { platformId, type, subject, snapshot = {} }: NewEvent,
): Promise<void> {
  await tx.call('emit_event', platformId, type, subject, snapshot)
}
