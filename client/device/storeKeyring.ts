import { bytesOfHex, hexOf } from './encoding.ts'
import { DeviceError } from './errors.ts'
import type { Use } from './held.ts'
import { type Keyring, keyringOf } from './keyring.ts'
import { compressedHexOf } from './points.ts'
import { heldInSoftware, newSecret } from './software.ts'

/** The platform's secure storage: Keychain, Keystore. What is written there is a private key. */
export type SecureStore = {
  getItem(name: string): Promise<string | null | undefined>
  setItem(name: string, text: string): Promise<unknown>
  removeItem(name: string): Promise<unknown>
}

/**
 * Keys of an engine without WebCrypto, kept in a store that the app gives: React Native. While one is
 * used it is in the program's memory.
 *
 * @param store never AsyncStorage, localStorage or a file: they are not encrypted
 */
export function storeKeyring(store: SecureStore): Keyring {
  return keyringOf(async (use) => heldInSoftware(use, newSecret()), {
    async read(name) {
      const text = await store.getItem(name)
      if (text === null || text === undefined) return undefined
      const { use, privateKey } = recordOf(text)
      return heldInSoftware(use, bytesOfHex(privateKey, 'KEY_MALFORMED'))
    },
    async write(name, { use, publicKey: point, secret }) {
      if (!(secret instanceof Uint8Array)) throw new DeviceError('KEY_NOT_STORABLE')
      // The public one is for who looks: what is read is the private one.
      const publicKey = compressedHexOf(point)
      const record = { use, publicKey, privateKey: hexOf(secret) }
      await store.setItem(name, JSON.stringify(record))
    },
    async remove(name) {
      await store.removeItem(name)
    },
  })
}

/** A text that is no record is not shown by the error, as that of `JSON.parse` would. */
function recordOf(text: string): { readonly use: Use; readonly privateKey: unknown } {
  try {
    const { use, privateKey } = JSON.parse(text) as { use?: unknown; privateKey?: unknown }
    if (use === 'SIGN' || use === 'OPEN') return { use, privateKey }
  } catch {
    // The same as a record without its members.
  }
  throw new DeviceError('KEY_MALFORMED')
}
