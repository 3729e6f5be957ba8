/** The data converter of every client and worker: payloads are encrypted. */
import { fileURLToPath } from 'node:url'
import type { DataConverter } from '@temporalio/common'
import type { Config } from './config.ts'
import { codecKeys } from './keyRing.ts'
import { createPayloadCodec } from './payloadCodec.ts'

export const failureConverterPath = fileURLToPath(
  new URL('../workflows/failureConverter.ts', import.meta.url),
)

/** @throws ConfigError without CODEC_KEYS */
export function dataConverterOf(config: Config): DataConverter {
  return { payloadCodecs: [createPayloadCodec(codecKeys(config))], failureConverterPath }
}
