import { Refusal } from '../contract/errors.ts'
import type { Context } from './middleware/state.ts'

/**
 * The bytes of an outside party's message: its signature is made over them. By events: an async iterator costs
 * a live authorization a tenth of its CPU.
 *
 * @throws Refusal INVALID_INPUT for a body that is too large; ERR_STREAM_PREMATURE_CLOSE, ECONNRESET
 */
export function readNoticeBody({ req }: Pick<Context, 'req'>, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= bytesMax) {
        chunks.push(chunk)
        return
      }
      // What still comes is read after the answer, and kept nowhere.
      req.pause()
      reject(new Refusal('INVALID_INPUT', { reason: 'too large' }))
    })
    req.once('end', () =>
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)),
    )
    req.once('error', reject)
    req.once('close', () => {
      if (req.complete) return
      const code = 'ERR_STREAM_PREMATURE_CLOSE'
      reject(Object.assign(new Error('the request was closed before its end'), { code }))
    })
  })
}

/**
 * What such a body says.
 *
 * @param parse undefined for JSON of another shape; it gets undefined for a body that is no JSON
 * @param reason of the refusal
 * @throws Refusal INVALID_INPUT
 */
export function parsedNotice<Parsed>(
  raw: Buffer,
  parse: (body: unknown) => Parsed | undefined,
  reason: string,
): Parsed {
  const parsed = parse(jsonIn(raw))
  if (parsed === undefined) throw new Refusal('INVALID_INPUT', { reason })
  return parsed
}

function jsonIn(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return undefined
  }
}
