/** What a file of customers is, by its first bytes: text in UTF-8 or UTF-16, or no text at all. */

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Of a file that begins so; without a mark UTF-16 is recognized by the zeros of the letters that begin it. */
export function encodingOf(start: Uint8Array): Encoding {
  const [first, second, third, fourth] = start
  // Its mark begins as that of UTF-16 does. The bytes stay as they are, and whoever reads them says so.
  if (isUtf32(start)) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be'
  return 'utf-8'
}

/** Four bytes a letter: by its mark, or by the zeros of a letter that begins it. */
function isUtf32([first, second, third, fourth]: Uint8Array): boolean {
  const isLittle = first !== 0 && third === 0 && fourth === 0
  const isBig = first === 0 && second === 0 && fourth !== undefined
  return (isLittle && (second === 0 || (first === 0xff && second === 0xfe))) || isBig
}

const START_BYTES = 4

/** The content as UTF-8: it is decoded here once, and whoever reads it later counts the same bytes. */
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

const starts: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b], 'a spreadsheet of a program (xlsx) or another archive'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'a spreadsheet of a program (xls)'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x1f, 0x8b], 'compressed (gzip)'],
]

/** Why a file that begins so is no text with commas, as a sentence; undefined where it may be. */
export function formatProblem(start: Uint8Array): string | undefined {
  const [, known] = starts.find(([bytes]) => bytes.every((byte, at) => start[at] === byte)) ?? []
  const what = known ?? (isUtf32(start) ? 'in UTF-32' : undefined)
  return what && `The file is ${what}: save it as CSV with commas, in UTF-8.`
}
