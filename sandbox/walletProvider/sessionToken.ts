import type { Work } from './activityKind.ts'
import { addKey } from './apiKeys.ts'
import { compressedKey } from './keys.ts'
import { invalid } from './refusals.ts'

/**
 * A session on the client's own key, and the token that names it: nothing is sealed.
 *
 * @param session.publicKey the client's, either spelling
 * @throws Refusal if that is no key
 */
export async function addOwnKey(
  { tx, organizationId, signers, nowMs }: Work,
  userId: string,
  session: { publicKey: string; seconds: number; name: string; type: string },
): Promise<string> {
  const publicKey = compressedKey(session.publicKey)
  if (publicKey === undefined) throw invalid('publicKey is not a P-256 key')
  await addKey(tx, { organizationId, userId }, { ...session, publicKey })
  return signers.otp.signClaims({
    session_type: 'SESSION_TYPE_READ_WRITE',
    organization_id: organizationId,
    user_id: userId,
    public_key: publicKey,
    exp: Math.floor(nowMs / 1000) + session.seconds,
  })
}
