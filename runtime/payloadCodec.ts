/**
 * Encrypts what passes through workflow history: AES-256-GCM, the key's id in the metadata.
 * Source of the shape: Temporal's payload codec interface.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Payload, PayloadCodec } from '@temporalio/common'
import proto from '@temporalio/proto'

const ENCODING = 'binary/encrypted'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const encodingBytes = Buffer.from(ENCODING)

/** @param keyHex 32 bytes as hex */
export function createPayloadCodec(keyHex: string): PayloadCodec {
  const key = Buffer.from(keyHex, 'hex')
  const keyId = Buffer.from(createHash('sha256').update(key).digest('hex').slice(0, 16))
  const { Payload: PayloadMessage } = proto.temporal.api.common.v1
  return {
    async encode(payloads) {
      return payloads.map((payload) => {
        const nonce = randomBytes(NONCE_BYTES)
        const cipher = createCipheriv('aes-256-gcm', key, nonce)
        const plain = PayloadMessage.encode(payload).finish()
        const sealed = Buffer.concat([
          nonce,
          cipher.update(plain),
          cipher.final(),
          cipher.getAuthTag(),
        ])
        return { metadata: { encoding: encodingBytes, 'encryption-key-id': keyId }, data: sealed }
      })
    },
    async decode(payloads) {
      return payloads.map((payload): Payload => {
        if (Buffer.from(payload.metadata?.encoding ?? []).toString() !== ENCODING) return payload
        const data = Buffer.from(payload.data ?? [])
        const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, NONCE_BYTES))
        decipher.setAuthTag(data.subarray(-TAG_BYTES))
        const plain = Buffer.concat([
          decipher.update(data.subarray(NONCE_BYTES, -TAG_BYTES)),
          decipher.final(),
        ])
        return PayloadMessage.decode(plain)
      })
    },
  }
}
