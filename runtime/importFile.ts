/**
 * The file of an import in the document store: parts of equal length, each encrypted by itself, so
 * that reading can begin in the middle.
 */
import { openBytes, sealBytes } from './keyRing.ts'

/** Of clear text; the last part is shorter. */
export const PART_BYTES = 4 * 1_024 * 1_024

type PartStore = {
  put(key: string, content: Uint8Array): Promise<void>
  get(key: string): Promise<Buffer | undefined>
}

export type ImportFile = {
  /** Before the number of each part; ends in `/`. */
  readonly prefix: string
  /** 32 bytes. */
  readonly key: Buffer
}

/** A part is missing: its file has been deleted. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

/** Stores a file as it arrives; a part at a time is in memory. @returns its length in bytes */
export async function storeFile(
  store: PartStore,
  { prefix, key }: ImportFile,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let parts = 0
  let size = 0
  const put = async (part: Buffer): Promise<void> => {
    const name = `${prefix}${parts}`
    await store.put(name, sealBytes(key, part, name))
    parts += 1
    size += part.length
  }
  for await (const chunk of content) {
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes < PART_BYTES) continue
    const all = Buffer.concat(waiting)
    await put(all.subarray(0, PART_BYTES))
    waiting = [all.subarray(PART_BYTES)]
    waitingBytes = all.length - PART_BYTES
  }
  if (waitingBytes > 0) await put(Buffer.concat(waiting))
  return size
}

/**
 * The bytes of a stored file from one of them on.
 *
 * @throws PartMissing
 * @throws Error when a part is not what was stored
 */
export async function* readFileFrom(
  store: PartStore,
  { prefix, key }: ImportFile,
  { size, from }: { readonly size: number; readonly from: number },
): AsyncGenerator<Buffer> {
  for (let part = Math.floor(from / PART_BYTES); part * PART_BYTES < size; part += 1) {
    const name = `${prefix}${part}`
    const sealed = await store.get(name)
    if (sealed === undefined) throw new PartMissing(`no part ${name}`)
    const start = Math.max(0, from - part * PART_BYTES)
    yield openBytes(key, sealed, name).subarray(start)
  }
}
