/**
 * HPKE (RFC 9180) as every bundle uses it: base mode, one message; DHKEM(P-256, HKDF-SHA256), HKDF-SHA256,
 * AES-256-GCM; the additional data is both public keys.
 */
import { gcm } from '@noble/ciphers/aes.js'
import { p256 } from '@noble/curves/nist.js'
import { expand, extract } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, joined, utf8Of } from './encoding.ts'
import { DeviceError } from './errors.ts'
import { newSecret } from './software.ts'

const KEM = joined(utf8Of('KEM'), Uint8Array.of(0x00, 0x10))
const HPKE = joined(utf8Of('HPKE'), Uint8Array.of(0x00, 0x10, 0x00, 0x01, 0x00, 0x02))
const INFO = utf8Of('turnkey_hpke')
const NOTHING = new Uint8Array(0)
const KEY_BYTES = 32
const NONCE_BYTES = 12
const MODE_BASE = 0

export type Sealed = {
  /** Uncompressed. */
  readonly enc: Uint8Array
  readonly ciphertext: Uint8Array
}

/** The holder of the private key that something was sealed to. */
export type Recipient = {
  /** Uncompressed. */
  readonly publicKey: Uint8Array
  /** The x of the point that both sides share. @param other uncompressed */
  agree(other: Bytes): Promise<Bytes>
}

/**
 * @param recipient its public key, uncompressed
 * @param ephemeral the sender's private key, which is wiped: given for test vectors alone
 */
export function seal(
  recipient: Uint8Array,
  plaintext: Uint8Array,
  ephemeral: Uint8Array = newSecret(),
): Sealed {
  const enc = p256.getPublicKey(ephemeral, false)
  const x = p256.getSharedSecret(ephemeral, recipient).subarray(1, 33)
  ephemeral.fill(0)
  const { key, nonce } = schedule(x, enc, recipient)
  return { enc, ciphertext: gcm(key, nonce, joined(enc, recipient)).encrypt(plaintext) }
}

/** @throws DeviceError `CANNOT_OPEN` where it was sealed to another key or was changed */
export async function open(recipient: Recipient, { enc, ciphertext }: Sealed): Promise<Bytes> {
  const x = await recipient.agree(Uint8Array.from(enc))
  const { key, nonce } = schedule(x, enc, recipient.publicKey)
  x.fill(0)
  try {
    return Uint8Array.from(gcm(key, nonce, joined(enc, recipient.publicKey)).decrypt(ciphertext))
  } catch {
    throw new DeviceError('CANNOT_OPEN')
  } finally {
    key.fill(0)
  }
}

function schedule(
  x: Uint8Array,
  enc: Uint8Array,
  recipient: Uint8Array,
): { readonly key: Uint8Array; readonly nonce: Uint8Array } {
  const shared = labeledExpand(
    KEM,
    labeledExtract(KEM, NOTHING, 'eae_prk', x),
    'shared_secret',
    joined(enc, recipient),
    KEY_BYTES,
  )
  const context = joined(
    Uint8Array.of(MODE_BASE),
    labeledExtract(HPKE, NOTHING, 'psk_id_hash', NOTHING),
    labeledExtract(HPKE, NOTHING, 'info_hash', INFO),
  )
  const secret = labeledExtract(HPKE, shared, 'secret', NOTHING)
  return {
    key: labeledExpand(HPKE, secret, 'key', context, KEY_BYTES),
    nonce: labeledExpand(HPKE, secret, 'base_nonce', context, NONCE_BYTES),
  }
}

function labeledExtract(suite: Bytes, salt: Uint8Array, label: string, ikm: Uint8Array): Bytes {
  const labeled = joined(utf8Of('HPKE-v1'), suite, utf8Of(label), ikm)
  return Uint8Array.from(extract(sha256, labeled, salt))
}

function labeledExpand(
  suite: Bytes,
  prk: Uint8Array,
  label: string,
  info: Uint8Array,
  length: number,
): Bytes {
  const size = Uint8Array.of(length >> 8, length & 0xff)
  const labeled = joined(size, utf8Of('HPKE-v1'), suite, utf8Of(label), info)
  return Uint8Array.from(expand(sha256, prk, labeled, length))
}
