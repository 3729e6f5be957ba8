import type { Held } from './held.ts'
import { type Keyring, keyringOf } from './keyring.ts'
import { heldInSoftware, newSecret } from './software.ts'
import { hasWebCrypto, newHeldByWebCrypto } from './webCrypto.ts'

/** Keys that end with the page or the program: held by WebCrypto where there is one. */
export function memoryKeyring(): Keyring {
  const kept = new Map<string, Held>()
  return keyringOf(
    async (use) => (hasWebCrypto() ? newHeldByWebCrypto(use) : heldInSoftware(use, newSecret())),
    {
      read: async (name) => kept.get(name),
      write: async (name, held) => {
        kept.set(name, held)
      },
      remove: async (name) => {
        kept.delete(name)
      },
    },
  )
}
