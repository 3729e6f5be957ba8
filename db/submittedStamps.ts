/**
 * Stamps on their way from a request to the action that it submits, or to the payment that waits for
 * its payer's authorization. What starts a workflow stays in its history; a stamp must be gone once it
 * is used or refused.
 */
import { randomUUID } from 'node:crypto'
import { stampOf } from '../contract/sealedText.ts'
import type { Queryable } from './database.ts'
import type { Records } from './recordKeys.ts'

/**
 * Stores a stamp for `submit_agent_action` or `execute_payment`, which takes it away.
 *
 * @param actionId bare uuid of the action, or of the payment where no action waits
 * @returns the id to submit
 */
export async function keepStamp(
  database: Queryable,
  records: Records,
  actionId: string,
  stamp: string,
): Promise<string> {
  const id = randomUUID()
  await database.query({
    name: 'keep_submitted_stamp',
    text: 'insert into submitted_stamps (id, action_id, stamp) values ($1, $2, $3)',
    values: [id, actionId, await records.seal(stamp, stampOf(actionId))],
  })
  return id
}

/** After a submission has been answered: deletes its stamp unless the submission has used it. */
export async function forgetStamp(database: Queryable, id: string): Promise<void> {
  await database.query({
    name: 'forget_submitted_stamp',
    text: 'delete from submitted_stamps where id = $1',
    values: [id],
  })
}

/** Once the action is recorded: it has taken one of them, or has been decided. */
export async function forgetStampsOf(database: Queryable, actionId: string): Promise<void> {
  await database.call('forget_submitted_stamps', actionId)
}
