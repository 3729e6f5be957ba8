/** The session that an operation has made, as the terminal answer shows it. */

import type { AuthSession } from '../../contract/components/auth.ts'
import { Refusal } from '../../contract/errors.ts'
import { presentSession, type SessionRow } from '../../contract/present/auth.ts'
import type { Shown } from '../../contract/shown.ts'
import { credentialBundleOf } from '../../providers/walletProvider/index.ts'
import { type Reply, reply } from '../operation.ts'
import { type Processing, processing } from '../outcomes.ts'
import { fetchSealed } from './sealed.ts'
import type { AnyCall, RequestRow, Result } from './signedRetry.ts'

/** A session, or that its making goes on. */
export type SessionAnswer = Reply<Shown<typeof AuthSession>> | Processing

/**
 * The session of a login or a refresh: as it is, where its key is the client's own, else with the
 * key that the provider made and sealed to the client.
 *
 * @returns `PROCESSING` while the provider does not answer: the same request finds it
 */
export async function showSession(
  call: AnyCall,
  request: RequestRow,
  result: Result,
  status = 200,
): Promise<SessionAnswer> {
  if (!request.key_is_sealed) return reply(status, await presentedSession(call, result))
  try {
    const sealed = await fetchSealed(
      call,
      request,
      (activity) => credentialBundleOf(activity).credentialBundle,
    )
    if (sealed === undefined) return processing({ party: 'WALLET_PROVIDER' })
    const session = await presentedSession(call, result)
    return reply(status, { ...session, encryptedSessionSigningKey: sealed })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'CONFLICT') {
      // The key of this session can no longer be delivered.
      await call.dependencies.database.query({
        text: 'update sessions set ended_at = service_now() where id = $1 and ended_at is null',
        values: [result.sessionId],
      })
    }
    throw error
  }
}

async function presentedSession(
  { dependencies }: AnyCall,
  result: Result,
): Promise<Shown<typeof AuthSession>> {
  const found = await dependencies.database.one<{ row: SessionRow }>({
    name: 'session',
    text: 'select to_jsonb(s) as row from sessions s where id = $1',
    values: [result.sessionId],
  })
  return presentSession(found.row)
}
