import { invalidInput } from '../../contract/errors.ts'
import { normalizePublicKey, StampError } from '../../domain/wallet/stamp/index.ts'

/**
 * The key as it was sent, once it is known to be a point of P-256. It is never respelled: an
 * identity token's nonce is a hash of this very text.
 */
export function requirePoint(clientPublicKey: string): string {
  try {
    normalizePublicKey(clientPublicKey)
    return clientPublicKey
  } catch (error) {
    if (!(error instanceof StampError)) throw error
    const message = 'must be a point of P-256'
    throw invalidInput([{ field: 'clientPublicKey', constraint: 'format', message }])
  }
}
