/** A session by id, for the operations on one. */

import type { AuthMethodType } from '../../contract/components/auth.ts'
import { notFound } from '../../contract/notFound.ts'
import type { Shown } from '../../contract/shown.ts'
import type { Call } from '../operation.ts'
import { requireId } from '../requireId.ts'

export type SessionTarget = {
  readonly id: string
  readonly account_id: string
  readonly api_key_id: string
  readonly type: Shown<typeof AuthMethodType>
  readonly live: boolean
}

/** @throws Refusal SESSION_NOT_FOUND: also for another platform's session */
export async function findSession(
  { dependencies, platform }: Pick<Call, 'dependencies' | 'platform'>,
  sessionId: string,
): Promise<SessionTarget> {
  const uuid = requireId('Session', sessionId)
  const [row] = await dependencies.database.query<SessionTarget>({
    name: 'session_target',
    text: `select id, account_id, api_key_id, type,
        ended_at is null and expires_at > service_now() as live
      from sessions where id = $1 and platform_id = $2`,
    values: [uuid, platform.id],
  })
  if (row === undefined) throw notFound('Session')
  return row
}
