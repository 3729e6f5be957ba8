/** Detects the encoding and format of an import file by its first bytes. */

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Encoding by byte order mark; without one, UTF-16 by the zero bytes of its first letters. */
export function encodingOf(start: Uint8Array): Encoding {
  const [first, second, third, fourth] = start
  // A UTF-32 mark starts like a UTF-16 mark. The bytes pass through unchanged; `formatProblem` reports them.
  if (isUtf32(start)) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be'
  return 'utf-8'
}

/** UTF-32: by its byte order mark, or by the zero bytes of the first letter. */
function isUtf32([first, second, third, fourth]: Uint8Array): boolean {
  const isLittle = first !== 0 && third === 0 && fourth === 0
  const isBig = first === 0 && second === 0 && fourth !== undefined
  return (isLittle && (second === 0 || (first === 0xff && second === 0xfe))) || isBig
}

const START_BYTES = 4

/** Transcodes the content to UTF-8, once, so that all readers use the same byte offsets. */
export async function* asUtf8(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start = Buffer.alloc(0)
  let decode: ((chunk: Buffer) => Buffer) | undefined
  let end = (): Buffer => start
  for await (const chunk of content) {
    if (decode !== undefined) {
      yield decode(chunk)
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < START_BYTES) continue
    const encoding = encodingOf(start)
    if (encoding === 'utf-8') {
      decode = (bytes) => bytes
      end = () => Buffer.alloc(0)
    } else {
      const decoder = new TextDecoder(encoding)
      decode = (bytes) => Buffer.from(decoder.decode(bytes, { stream: true }))
      end = () => Buffer.from(decoder.decode())
    }
    yield decode(start)
  }
  const rest = end()
  if (rest.length > 0) yield rest
}

const signatures: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b], 'a spreadsheet of a program (xlsx) or another archive'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'a spreadsheet of a program (xls)'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x1f, 0x8b], 'compressed (gzip)'],
]

/** Error message for a file that is recognizably not CSV; otherwise undefined. */
export function formatProblem(start: Uint8Array): string | undefined {
  const [, known] =
    signatures.find(([bytes]) => bytes.every((byte, at) => start[at] === byte)) ?? []
  const format = known ?? (isUtf32(start) ? 'in UTF-32' : undefined)
  return format && `The file is ${format}: save it as CSV with commas, in UTF-8.`
}
