/** The shape of a sealed one-time code; only the provider can open it. */
import { normalizePublicKey } from '../../domain/wallet/stamp/index.ts'

const TAG_HEX = 32

/** JSON text with an uncompressed P-256 point `encappedPublic` and a hex `ciphertext`. */
export function isSealedBundle(text: string): boolean {
  try {
    const { encappedPublic, ciphertext } = JSON.parse(text) as Record<string, unknown>
    if (typeof encappedPublic !== 'string' || typeof ciphertext !== 'string') return false
    if (!/^04[0-9a-fA-F]{128}$/.test(encappedPublic)) return false
    normalizePublicKey(encappedPublic)
    return /^([0-9a-fA-F]{2})+$/.test(ciphertext) && ciphertext.length > TAG_HEX
  } catch {
    return false
  }
}
