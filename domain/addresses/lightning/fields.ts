/** Fields of Lightning messages: type, length, value (BOLT 1, "Type-Length-Value Format"). */

export type Field = { readonly type: bigint; readonly value: Uint8Array }

export function truncated(): Error {
  return new Error('is cut off')
}

/**
 * Fields in the order in which they stand, which is that of their types; none twice.
 *
 * @throws Error where bytes are missing, out of order, or numbers longer than they need to be
 */
export function readFields(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  const number = (): bigint => {
    const [value, length] = bigSize(bytes.subarray(at))
    at += length
    return value
  }
  while (at < bytes.length) {
    const type = number()
    const length = number()
    if (length > BigInt(bytes.length - at)) throw truncated()
    const end = at + Number(length)
    if (type <= (fields.at(-1)?.type ?? -1n)) throw new Error('out of order')
    fields.push({ type, value: bytes.slice(at, end) })
    at = end
  }
  return fields
}

/** A number of one, three, five or nine bytes, in the shortest form, with its length. */
function bigSize(bytes: Uint8Array): readonly [bigint, number] {
  const first = bytes[0]
  if (first === undefined) throw truncated()
  if (first < 0xfd) return [BigInt(first), 1]
  const length = 1 << (first - 0xfc)
  if (bytes.length <= length) throw truncated()
  const value = bigEndian(bytes.subarray(1, length + 1))
  const min = first === 0xfd ? 0xfdn : 1n << BigInt(length * 4)
  if (value < min) throw new Error('longer than it needs to be')
  return [value, length + 1]
}

function bigEndian(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
}

/** An integer that takes as few bytes as it needs, eight at most; none for zero. */
export function unsigned(bytes: Uint8Array): bigint {
  if (bytes.length > 8 || bytes[0] === 0) throw new Error('longer than it needs to be')
  return bigEndian(bytes)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function utf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
