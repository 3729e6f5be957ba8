import { decodeJwt } from 'jose'
import { normalizePublicKey } from '../../domain/wallet/stamp/index.ts'

/** What we read from the provider's proof that a code was right. */
export type VerificationToken = {
  readonly id: string
  /** The key that the client sealed beside the code; compressed, lowercase. */
  readonly publicKey: string
  readonly expiresAtMs: number
}

/**
 * Reads the claims of a verification token. It checks no signature: the token came from the
 * provider over our own connection, and goes back to it.
 *
 * @throws Error if it is no such token
 */
export function readVerificationToken(jwt: string): VerificationToken {
  // `exp` is milliseconds in a string, against RFC 7519, so nothing that verifies a JWT takes it.
  const claims: Record<string, unknown> = decodeJwt(jwt)
  const { id, public_key: publicKey, exp } = claims
  if (typeof id !== 'string' || typeof publicKey !== 'string' || typeof exp !== 'string') {
    throw new Error('verification token lacks id, public_key or exp')
  }
  if (!/^\d{1,15}$/.test(exp)) throw new Error('verification token has no exp in milliseconds')
  return { id, publicKey: normalizePublicKey(publicKey), expiresAtMs: Number(exp) }
}

/**
 * The text that the client stamps to log in with a verified code: `payloadToSign` of the OTP
 * verify. Member order is the provider's; the bytes are what it checks the signature over.
 */
export function loginUsageText(login: {
  readonly publicKey: string
  readonly tokenId: string
}): string {
  return JSON.stringify({
    login: { publicKey: login.publicKey },
    tokenId: login.tokenId,
    type: 'USAGE_TYPE_LOGIN',
  })
}
