/** What an app holds of a key: it can be used, and not be read. */
import { productionSigners, signedData } from './bundle.ts'
import { base64urlOf, bytesOfBase58check, bytesOfHex, hexOf, textOf, utf8Of } from './encoding.ts'
import { DeviceError } from './errors.ts'
import type { Held } from './held.ts'
import { open } from './hpke.ts'
import { compressedHexOf, uncompressedOf } from './points.ts'

/** The key of a session: the device's own, or one that was opened by a SealingKey. */
export type SigningKey = {
  /** Compressed, hex. A login or refresh with this `clientPublicKey` begins a session of this key. */
  readonly publicKey: string
  /**
   * Stamps a text byte for byte as it came from the service.
   *
   * @returns the value of `Service-Wallet-Signature`
   */
  stamp(payload: string): Promise<string>
}

/** A key that the provider seals to: of one export, or of one login or refresh that is answered a sealed key. */
export type SealingKey = {
  /** Uncompressed, hex: to this `clientPublicKey` a session's key is sealed. */
  readonly publicKey: string
  /**
   * The key of the session that a login by passkey or identity token, or the refresh of such a session, has
   * begun. Its bytes are wiped as soon as the engine holds it.
   *
   * @param sealed `encryptedSessionSigningKey`
   * @throws DeviceError `BUNDLE_MALFORMED`, `CANNOT_OPEN`
   */
  openSession(sealed: string): Promise<SigningKey>
  /**
   * The words of an exported wallet. Show them, and keep them nowhere.
   *
   * @param bundle `encryptedWalletCredentials`
   * @throws DeviceError `BUNDLE_MALFORMED`, `SIGNER_MISMATCH`, `ORGANIZATION_MISMATCH`, `CANNOT_OPEN`
   */
  openExport(bundle: string, expected: ExportExpected): Promise<string>
}

export type ExportExpected = {
  /** Of the wallet: `organizationId` of the `payloadToSign` that the customer has stamped for this export. */
  readonly organizationId: string
  /** Public key of the enclave that signs exports; production's without it. */
  readonly signer?: string | undefined
}

/** Beside the objects, not in them: nothing that prints or copies one comes to its key. */
const heldKeys = new WeakMap<object, Held>()

export function signingKey(held: Held): SigningKey {
  const publicKey = compressedHexOf(held.publicKey)
  return withHeld(held, {
    publicKey,
    async stamp(payload: string) {
      const signature = hexOf(await held.sign(utf8Of(payload)))
      const scheme = 'SIGNATURE_SCHEME_TK_API_P256'
      return base64urlOf(utf8Of(JSON.stringify({ publicKey, scheme, signature })))
    },
  })
}

const ENC_BYTES = 33
const SESSION_KEY_BYTES = 32
const TAG_BYTES = 16

export function sealingKey(held: Held): SealingKey {
  return withHeld(held, {
    publicKey: hexOf(held.publicKey),
    async openSession(sealed: string) {
      const bytes = bytesOfBase58check(sealed)
      if (bytes.length !== ENC_BYTES + SESSION_KEY_BYTES + TAG_BYTES) {
        throw new DeviceError('BUNDLE_MALFORMED')
      }
      const enc = pointIn(bytes.subarray(0, ENC_BYTES))
      const secret = await open(held, { enc, ciphertext: bytes.subarray(ENC_BYTES) })
      return signingKey(await held.adopt(secret))
    },
    async openExport(
      bundle: string,
      { organizationId, signer = productionSigners.export }: ExportExpected,
    ) {
      const { encappedPublic, ciphertext } = signedData(bundle, { signer, organizationId })
      const words = await open(held, {
        enc: pointIn(bytesOfHex(encappedPublic, 'BUNDLE_MALFORMED')),
        ciphertext: bytesOfHex(ciphertext, 'BUNDLE_MALFORMED'),
      })
      try {
        return textOf(words)
      } finally {
        words.fill(0)
      }
    },
  })
}

/** The private side of a key of this package, for a store. @throws DeviceError `KEY_NOT_STORABLE` */
export function heldOf(key: SigningKey | SealingKey): Held {
  const held = heldKeys.get(key)
  if (held === undefined) throw new DeviceError('KEY_NOT_STORABLE')
  return held
}

function withHeld<Key extends object>(held: Held, key: Key): Key {
  heldKeys.set(key, held)
  return Object.freeze(key)
}

function pointIn(bytes: Uint8Array): Uint8Array {
  try {
    return uncompressedOf(bytes)
  } catch {
    throw new DeviceError('BUNDLE_MALFORMED')
  }
}
