import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16

/** Keeps secrets at rest: AES-256-GCM, bound to what they are for. */
export type Vault = {
  /** @param purpose names the place, so that a sealed value can't be moved to another one */
  seal(purpose: string, secret: Uint8Array | string): Buffer
  open(purpose: string, sealed: Uint8Array): Buffer
}

/** @param keyHex 32 bytes as 64 hex digits */
export function openVault(keyHex: string): Vault {
  const key = Buffer.from(keyHex, 'hex')
  return {
    seal(purpose, secret) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(Buffer.from(secret)), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      return Buffer.concat([
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)),
        decipher.final(),
      ])
    },
  }
}
