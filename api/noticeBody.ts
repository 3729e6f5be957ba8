import { Refusal } from '../contract/errors.ts'
import type { Context } from './middleware/state.ts'

/**
 * The bytes of an outside party's message: its signature is made over them.
 *
 * @throws Refusal INVALID_INPUT for a body that is too large
 */
export async function readNoticeBody(
  context: Pick<Context, 'req'>,
  bytesMax: number,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of context.req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bytesMax) throw new Refusal('INVALID_INPUT', { reason: 'too large' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
