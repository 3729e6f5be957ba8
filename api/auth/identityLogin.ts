/** A login by identity token: one token makes one session, however often it is sent. */

import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { SESSION_SECONDS } from '../../contract/sessions.ts'
import { deriveUuid, hashOf } from '../../domain/derivedIds.ts'
import { oauthLoginBody } from '../../providers/walletProvider/index.ts'
import type { Reply } from '../operation.ts'
import type { Processing } from '../outcomes.ts'
import { sessionIntentOf, sessionKeyOf } from './clientPublicKey.ts'
import { requireIdToken } from './identities.ts'
import type { OtpCredential } from './otpCredential.ts'
import { type SessionAnswer, showSession } from './shownSession.ts'
import {
  type AnyCall,
  claimAndRespond,
  findRequest,
  openRequest,
  type RequestRow,
} from './signedRetry.ts'
import { findWallet } from './wallet.ts'

export async function verifyIdentity(
  call: AnyCall,
  credential: OtpCredential,
  body: { readonly oidcToken: string; readonly clientPublicKey: string },
): Promise<SessionAnswer | Reply<Processing>> {
  const { clientPublicKey } = body
  const key = sessionKeyOf(clientPublicKey, credential.type)
  const target = {
    operation: 'OAUTH_LOGIN',
    accountId: credential.account_id,
    credentialId: credential.id,
  } as const
  // A retry sends the same token for the same key.
  const proofHash = hashOf('token', body.oidcToken, clientPublicKey)
  const id = deriveUuid('identity', call.platform.id, credential.id, body.oidcToken)
  const known = await knownRequest(call, id)
  // Freshness is checked at the claim only: a retry may come after the token's sixty seconds.
  if (!known?.claimed) {
    await requireIdToken(call, body.oidcToken, {
      identity: {
        issuer: credential.issuer ?? '',
        audience: credential.audience ?? '',
        subject: credential.subject ?? '',
      },
      clientPublicKey,
    })
    const wallet = await findWallet(call, idOf('InternalAccount', credential.account_id))
    const providerBody = oauthLoginBody({
      ...wallet,
      oidcToken: body.oidcToken,
      ...key,
      expirationSeconds: SESSION_SECONDS,
    })
    const opening = { ...target, id, payloadToSign: '', providerBody, proofHash }
    await openRequest(call, { ...opening, ...sessionIntentOf(key) })
  }
  const request: RequestRow = await findRequest(call, idOf('Request', id), target)
  if (request.proof_hash !== proofHash) {
    throw new Refusal('UNAUTHORIZED', { reason: 'The identity token was used' })
  }
  return claimAndRespond(call, target, request, (row, result) => showSession(call, row, result), {
    proofHash,
  })
}

async function knownRequest(
  { dependencies, platform }: AnyCall,
  id: string,
): Promise<{ readonly claimed: boolean } | undefined> {
  const [row] = await dependencies.database.query<{ claimed: boolean }>({
    name: 'known_request',
    text: `select claimed_at is not null as claimed from requests where id = $1 and platform_id = $2`,
    values: [id, platform.id],
  })
  return row
}
