import { createHash } from 'node:crypto'
import { body, type Envelope } from './body.ts'

/** Whose key the new session has, and how long it lives. */
export type SessionKey =
  /** The client's own, compressed: nothing is returned. */
  | { readonly publicKey: string }
  /** The provider makes a key and seals it to this one, as the client spelled it. */
  | { readonly targetPublicKey: string }

type NewSession = SessionKey & {
  /** Life of the session. */
  readonly expirationSeconds: number
}

/**
 * A new session of the stamper: passkey login and refresh. Stamp of the passkey or of the client,
 * sub-organization.
 */
export function sessionBody(parameters: Envelope & NewSession): string {
  const expirationSeconds = String(parameters.expirationSeconds)
  return 'publicKey' in parameters
    ? body('ACTIVITY_TYPE_STAMP_LOGIN', parameters, {
        publicKey: parameters.publicKey,
        expirationSeconds,
      })
    : body('ACTIVITY_TYPE_CREATE_READ_WRITE_SESSION_V2', parameters, {
        targetPublicKey: parameters.targetPublicKey,
        expirationSeconds,
      })
}

/**
 * A session of the user whose OAuth provider the token names. Parent stamp, sub-organization.
 * The text holds a token: it is kept only until the activity's id is known.
 */
export function oauthLoginBody(
  parameters: Envelope & NewSession & { readonly oidcToken: string },
): string {
  const { oidcToken } = parameters
  const expirationSeconds = String(parameters.expirationSeconds)
  return 'publicKey' in parameters
    ? body('ACTIVITY_TYPE_OAUTH_LOGIN', parameters, {
        oidcToken,
        publicKey: parameters.publicKey,
        expirationSeconds,
      })
    : body('ACTIVITY_TYPE_OAUTH', parameters, {
        oidcToken,
        targetPublicKey: parameters.targetPublicKey,
        expirationSeconds,
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
