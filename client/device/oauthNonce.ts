import { sha256 } from '@noble/hashes/sha2.js'
import { hexOf, utf8Of } from './encoding.ts'

/**
 * The `nonce` that the identity provider is asked to put into the token: it binds the login to a key.
 *
 * @param clientPublicKey hex, spelled as it is sent in the body: the other spelling has another nonce
 */
export function oauthNonce(clientPublicKey: string): string {
  return hexOf(sha256(utf8Of(clientPublicKey)))
}
