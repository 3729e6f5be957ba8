import { createHash } from 'node:crypto'
import { body, type Envelope } from './body.ts'

type SealedSession = {
  /** To which the new session's private key is sealed, as the client spelled it. */
  readonly targetPublicKey: string
  /** Life of the session. */
  readonly expirationSeconds: number
}

/**
 * A new session whose key is made by the provider and sealed to the client: passkey login and
 * refresh. Stamp of the passkey or of the client, sub-organization.
 *
 * @param parameters.userId absent, it is the stamper's own user
 */
export function sessionBody(
  parameters: Envelope & SealedSession & { readonly userId?: string },
): string {
  const { targetPublicKey, userId, expirationSeconds } = parameters
  return body('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', parameters, {
    targetPublicKey,
    userId,
    expirationSeconds: String(expirationSeconds),
  })
}

/**
 * A session of the user whose OAuth provider the token names. Parent stamp, sub-organization.
 * The text holds a token: it is kept only until the activity's id is known.
 */
export function oauthLoginBody(
  parameters: Envelope & SealedSession & { readonly oidcToken: string },
): string {
  const { oidcToken, targetPublicKey, expirationSeconds } = parameters
  return body('ACTIVITY_TYPE_OAUTH', parameters, {
    oidcToken,
    targetPublicKey,
    expirationSeconds: String(expirationSeconds),
  })
}

/** Ends sessions of a user. Client stamp, sub-organization. */
export function deleteApiKeysBody(
  parameters: Envelope & { readonly userId: string; readonly apiKeyIds: readonly string[] },
): string {
  const { userId, apiKeyIds } = parameters
  return body('ACTIVITY_TYPE_DELETE_API_KEYS', parameters, { apiKeyIds, userId })
}

/**
 * What a passkey signs to stamp a body: 64 lowercase hex digits of its SHA-256. The client takes
 * the UTF-8 bytes of this text for the WebAuthn challenge; it does not decode it.
 *
 * @param bodyText exact text, as stored
 */
export function passkeyChallengeOf(bodyText: string): string {
  return createHash('sha256').update(bodyText).digest('hex')
}
