/** What several tests of the device's package hold against it. */

import type { Bytes } from '../../client/device/encoding.ts'
import type { Held, Use } from '../../client/device/held.ts'
import type { Keyring } from '../../client/device/keyring.ts'
import { memoryKeyring } from '../../client/device/memoryKeyring.ts'
import { heldInSoftware } from '../../client/device/software.ts'
import { type SecureStore, storeKeyring } from '../../client/device/storeKeyring.ts'
import { adoptedByWebCrypto } from '../../client/device/webCrypto.ts'

/** A secure store, and what stands in it. */
export function aSecureStore(): SecureStore & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: async (name) => texts.get(name) ?? null,
    setItem: async (name, text) => texts.set(name, text),
    removeItem: async (name) => texts.delete(name),
  }
}

type Engine = {
  readonly keyring: () => Keyring
  /** A key whose bytes the test knows; they are its own copy. */
  readonly known: (use: Use, hex: string) => Promise<Held>
}

/** The engine of a browser, and that of React Native. */
export const engines: Readonly<Record<'WebCrypto' | 'software', Engine>> = {
  WebCrypto: {
    keyring: memoryKeyring,
    known: (use, hex) => adoptedByWebCrypto(use, bytes(hex)),
  },
  software: {
    keyring: () => storeKeyring(aSecureStore()),
    known: async (use, hex) => heldInSoftware(use, bytes(hex)),
  },
}

export const engineNames = Object.keys(engines) as (keyof typeof engines)[]

export function bytes(hex: string): Bytes {
  return Uint8Array.from(Buffer.from(hex, 'hex'))
}
