/**
 * Encrypts what passes through workflow history: AES-256-GCM, the key's id in the metadata.
 * Source of the shape: Temporal's payload codec interface.
 */
import type { Payload, PayloadCodec } from '@temporalio/common'
import proto from '@temporalio/proto'
import type { KeyRing } from './keyRing.ts'

const ENCODING = 'binary/encrypted'
const KEY_ID = 'encryption-key-id'
const encodingBytes = Buffer.from(ENCODING)

/** @param ring every payload names its key, so that old and new ones are decrypted alike */
export function createPayloadCodec(ring: KeyRing): PayloadCodec {
  const keyId = Buffer.from(ring.currentId)
  const { Payload: PayloadMessage } = proto.temporal.api.common.v1
  return {
    async encode(payloads) {
      return payloads.map((payload) => ({
        metadata: { encoding: encodingBytes, [KEY_ID]: keyId },
        data: ring.encrypt(PayloadMessage.encode(payload).finish()),
      }))
    },
    async decode(payloads) {
      return payloads.map((payload): Payload => {
        if (textOf(payload, 'encoding') !== ENCODING) return payload
        const plain = ring.decrypt(textOf(payload, KEY_ID), Buffer.from(payload.data ?? []))
        return PayloadMessage.decode(plain)
      })
    },
  }
}

function textOf({ metadata }: Payload, name: string): string {
  return Buffer.from(metadata?.[name] ?? []).toString()
}
