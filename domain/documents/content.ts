/**
 * What a file is, by its content. A file that is two things at once (an image that is an archive as
 * well, a PDF behind other bytes) is refused: readers would disagree about it. Nothing is
 * decompressed.
 */
import { crc32 } from 'node:zlib'

export type ContentType = 'application/pdf' | 'image/jpeg' | 'image/png'

/** Undefined for a file that is none of these types, is cut off, or is something else as well. */
export function contentTypeOf(bytes: Uint8Array): ContentType | undefined {
  const found = (Object.keys(readers) as ContentType[]).find((type) => readers[type](bytes))
  if (found === undefined || isMarkup(bytes) || isArchive(bytes)) return undefined
  return found === 'application/pdf' || !isPdfInside(bytes) ? found : undefined
}

const readers: Readonly<Record<ContentType, (bytes: Uint8Array) => boolean>> = {
  'application/pdf': isPdf,
  'image/jpeg': isJpeg,
  'image/png': isPng,
}

/** How far from the end a reader of a PDF looks for its end, and a browser for markup at the start. */
const SNIFFED_BYTES = 1_024

/** Readers repair a table of objects that is missing; a file without its end is cut off. */
function isPdf(bytes: Uint8Array): boolean {
  const end = textOf(bytes.subarray(-SNIFFED_BYTES))
  return (
    /^%PDF-[12]\.\d/.test(textOf(bytes.subarray(0, 8))) &&
    end.includes('%%EOF') &&
    pdfProblem(bytes) === undefined
  )
}

/** How much of a file is looked at around a word of it. */
const AROUND_BYTES = 32

/** What keeps everybody from reading a PDF that is whole; undefined where nothing does. */
export function pdfProblem(bytes: Uint8Array): string | undefined {
  const hasObject = hasWord(bytes, ' obj', (before) => /\d+\s+\d+$/.test(before))
  if (!hasObject) return 'is a PDF without an object: there is nothing in it'
  const isEncrypted = hasWord(bytes, '/Encrypt', (_, after) => /^\s*(\d+\s+\d+\s+R|<<)/.test(after))
  return isEncrypted ? 'is an encrypted PDF: send it without a password' : undefined
}

/** Whether a word is somewhere in a file between texts that fit. */
function hasWord(
  bytes: Uint8Array,
  word: string,
  fits: (before: string, after: string) => boolean,
): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = file.indexOf(word); at !== -1; at = file.indexOf(word, at + 1)) {
    const end = at + word.length
    const before = textOf(file.subarray(Math.max(0, at - AROUND_BYTES), at))
    if (fits(before, textOf(file.subarray(end, end + AROUND_BYTES)))) return true
  }
  return false
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

type Chunk = { readonly type: string; readonly content: Uint8Array; readonly isSound: boolean }

/** Up to IEND or to what is cut off, and the place behind the last. */
function pngChunks(bytes: Uint8Array): { readonly chunks: readonly Chunk[]; readonly end: number } {
  const view = viewOf(bytes)
  const chunks: Chunk[] = []
  let at = PNG_SIGNATURE.length
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at)
    const end = at + 12 + length
    if (end > bytes.length) break
    const typed = bytes.subarray(at + 4, end - 4)
    const type = textOf(typed.subarray(0, 4))
    const isSound = crc32(typed) === view.getUint32(end - 4)
    chunks.push({ type, content: typed.subarray(4), isSound })
    at = end
    if (type === 'IEND') break
  }
  return { chunks, end: at }
}

/** Its chunks from IHDR to IEND, with image data, fill the file, but for zeros or blanks that a program adds. */
function isPng(bytes: Uint8Array): boolean {
  if (!isPngStart(bytes) || pngProblem(bytes) !== undefined) return false
  const { chunks, end } = pngChunks(bytes)
  const [first, last] = [chunks[0], chunks.at(-1)]
  return (
    first?.type === 'IHDR' &&
    chunks.filter(({ type }) => type === 'IHDR').length === 1 &&
    chunks.some(({ type }) => type === 'IDAT') &&
    last?.type === 'IEND' &&
    last.content.length === 0 &&
    bytes.subarray(end).every(isPadding)
  )
}

function isPngStart(bytes: Uint8Array): boolean {
  return PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)
}

/** A zero, a blank, a tab or an end of a line. */
function isPadding(byte: number): boolean {
  return [0x00, 0x09, 0x0a, 0x0d, 0x20].includes(byte)
}

const IHDR_BYTES = 13

/** What keeps everybody from drawing a PNG that is whole; undefined where nothing does, or it is none. */
export function pngProblem(bytes: Uint8Array): string | undefined {
  if (!isPngStart(bytes)) return undefined
  const { chunks } = pngChunks(bytes)
  const [header] = chunks
  if (header?.type !== 'IHDR' || header.content.length !== IHDR_BYTES) return undefined
  // A capital letter: a reader has to understand the chunk.
  const broken = chunks.find(({ type, isSound }) => /^[A-Z]/.test(type) && !isSound)
  if (broken !== undefined) return `is a PNG with a wrong checksum of its ${broken.type}`
  const view = viewOf(header.content)
  return sizeProblem('PNG', view.getUint32(0), view.getUint32(4))
}

/** More than any camera makes. Few bytes may claim more, and whoever draws them runs out of memory. */
const PIXELS_MAX = 250_000_000

function sizeProblem(name: string, width: number, height: number): string | undefined {
  if (width > 0 && height > 0 && width * height <= PIXELS_MAX) return undefined
  return `is a ${name} of ${width} by ${height} pixels: it must have 1 to ${PIXELS_MAX}`
}

const JPEG = { start: 0xd8, end: 0xd9, scan: 0xda, temporary: 0x01, restart: [0xd0, 0xd7] } as const

/** Its segments lead to a scan with a frame, and the scans to an end. Cameras add data behind that. */
function isJpeg(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== JPEG.start || jpegProblem(bytes) !== undefined) return false
  const view = viewOf(bytes)
  let at = 2
  let hasFrame = false
  let hasScan = false
  while (at + 2 <= bytes.length) {
    if (bytes[at] !== 0xff) return false
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === JPEG.end) return hasFrame && hasScan
    if (marker === JPEG.temporary || isRestart(marker)) {
      at += 2
      continue
    }
    if (at + 4 > bytes.length || view.getUint16(at + 2) < 2) return false
    hasFrame ||= isFrame(marker)
    at += 2 + view.getUint16(at + 2)
    if (marker === JPEG.scan) {
      hasScan = true
      at = endOfScan(bytes, at)
    }
  }
  return false
}

/** What keeps everybody from drawing a JPEG that is whole; undefined where nothing does, or it is none. */
export function jpegProblem(bytes: Uint8Array): string | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== JPEG.start) return undefined
  const view = viewOf(bytes)
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return sizeProblem('JPEG', view.getUint16(at + 7), view.getUint16(at + 5))
    if (marker === JPEG.scan || marker === JPEG.end) return undefined
    const isAlone = marker === 0xff || marker === JPEG.temporary || isRestart(marker)
    at += isAlone ? (marker === 0xff ? 1 : 2) : 2 + view.getUint16(at + 2)
  }
  return undefined
}

function isRestart(marker: number): boolean {
  return marker >= JPEG.restart[0] && marker <= JPEG.restart[1]
}

/** SOF0 to SOF15 without the tables that are numbered among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** The place of the first marker after compressed data. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== 0 && next !== undefined && next !== 0xff && !isRestart(next)) return at
  }
  return bytes.length
}

/** Old readers of PDF take one that begins within the first bytes of another file. */
function isPdfInside(bytes: Uint8Array): boolean {
  return textOf(bytes.subarray(0, SNIFFED_BYTES)).includes('%PDF-')
}

function isMarkup(bytes: Uint8Array): boolean {
  return /<(!doctype|html|head|body|script|svg|iframe|\?php|\?=)/i.test(
    textOf(bytes.subarray(0, SNIFFED_BYTES)),
  )
}

const ARCHIVE_END_BYTES = 22
const ARCHIVE_COMMENT_BYTES_MAX = 65_535

/** An archive is read from its end: a record whose comment reaches to the end of the file. */
function isArchive(bytes: Uint8Array): boolean {
  const view = viewOf(bytes)
  const last = bytes.length - ARCHIVE_END_BYTES
  for (let at = last; at >= Math.max(0, last - ARCHIVE_COMMENT_BYTES_MAX); at -= 1) {
    if (view.getUint32(at) === 0x504b0506 && at + ARCHIVE_END_BYTES <= bytes.length) {
      if (view.getUint16(at + 20, true) === bytes.length - at - ARCHIVE_END_BYTES) return true
    }
  }
  return false
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/** One character a byte. */
function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
