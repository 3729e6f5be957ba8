/** The data converter of every client and worker: payloads are encrypted. */
import { fileURLToPath } from 'node:url'
import type { DataConverter } from '@temporalio/common'
import { createPayloadCodec } from './payloadCodec.ts'

export const failureConverterPath = fileURLToPath(
  new URL('../workflows/failureConverter.ts', import.meta.url),
)

/** @param codecKey AES-256 key as hex */
export function dataConverterOf(codecKey: string): DataConverter {
  return { payloadCodecs: [createPayloadCodec(codecKey)], failureConverterPath }
}
