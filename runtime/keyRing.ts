/**
 * Rings of AES-256 keys: the first key of a ring encrypts, every key of it decrypts. A key is named
 * by its id, which is stored beside what it has encrypted. docs/operating.md, "Rotating keys", has
 * the order in which a key is added, used and dropped.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { type Config, need } from './config.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export type KeyRing = {
  /** Of the key that encrypts: the first 16 hex digits of its SHA-256. */
  readonly currentId: string
  readonly ids: readonly string[]
  /**
   * Nonce, ciphertext and tag of AES-256-GCM under the first key.
   *
   * @param associatedData must be given again, unchanged, to decrypt
   */
  encrypt(plain: Uint8Array, associatedData?: string): Buffer
  /**
   * @throws UnknownKey when the ring lacks the key
   * @throws Error when the bytes or the associated data have been changed
   */
  decrypt(keyId: string, sealed: Uint8Array, associatedData?: string): Buffer
  /**
   * HMAC-SHA256 of a text under a key that is derived for this purpose alone.
   *
   * @throws UnknownKey when the ring lacks the key
   */
  mac(keyId: string, purpose: string, text: string): Buffer
}

/** This process lacks a key. Work that needs it is retried until a process that has it takes it. */
export class UnknownKey extends Error {
  override readonly name = 'UnknownKey'

  constructor(
    readonly setting: 'CODEC_KEYS' | 'RECORD_KEYS',
    readonly keyId: string,
  ) {
    super(`${setting} lacks the key ${keyId}`)
  }
}

/** The keys that encrypt the payloads of workflows. */
export function codecKeys(config: Config): KeyRing {
  return keyRing('CODEC_KEYS', need(config, 'CODEC_KEYS'))
}

/** The keys that encrypt columns. */
export function recordKeys(config: Config): KeyRing {
  return keyRing('RECORD_KEYS', need(config, 'RECORD_KEYS'))
}

/** @param keys 64 hexadecimal digits each, with commas between */
export function keyRing(setting: UnknownKey['setting'], keys: string): KeyRing {
  const all = keys.split(',').map((hex) => Buffer.from(hex, 'hex'))
  const byId = new Map(all.map((key) => [keyIdOf(key), key]))
  const [current] = all
  if (current === undefined) throw new Error(`${setting} holds no key`)
  const keyOf = (keyId: string): Buffer => {
    const key = byId.get(keyId)
    if (key === undefined) throw new UnknownKey(setting, keyId)
    return key
  }
  return {
    currentId: keyIdOf(current),
    ids: [...byId.keys()],
    encrypt: (plain, associatedData = '') => sealBytes(current, plain, associatedData),
    decrypt(keyId, sealed, associatedData = '') {
      return openBytes(keyOf(keyId), sealed, associatedData)
    },
    mac(keyId, purpose, text) {
      const key = Buffer.from(hkdfSync('sha256', keyOf(keyId), '', purpose, 32))
      return createHmac('sha256', key).update(text).digest()
    },
  }
}

/**
 * Nonce, ciphertext and tag of AES-256-GCM.
 *
 * @param key 32 bytes
 * @param associatedData must be given again, unchanged, to decrypt
 */
export function sealBytes(key: Buffer, plain: Uint8Array, associatedData: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(associatedData))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** @throws Error when the key is another, or bytes or associated data have been changed */
export function openBytes(key: Buffer, sealed: Uint8Array, associatedData: string): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new Error('too short for a ciphertext')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
  decipher.setAAD(Buffer.from(associatedData))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
    decipher.final(),
  ])
}

function keyIdOf(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16)
}
