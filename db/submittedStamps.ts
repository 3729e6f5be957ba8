/**
 * Stamps on their way from a request to the action that it submits. What starts a workflow stays in
 * its history; a stamp must be gone once it is used or refused.
 */
import { randomUUID } from 'node:crypto'
import { stampOf } from '../contract/sealedText.ts'
import type { Queryable } from './database.ts'
import type { Records } from './recordKeys.ts'

/**
 * Stores a stamp for `submit_agent_action`, which takes it away.
 *
 * @param actionId bare uuid
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

/** Once a submission is answered: where another request's stood, nobody has taken this one's stamp. */
export async function forgetStamp(database: Queryable, id: string): Promise<void> {
  await database.query({
    name: 'forget_submitted_stamp',
    text: 'delete from submitted_stamps where id = $1',
    values: [id],
  })
}
