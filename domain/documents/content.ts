/**
 * What a file is, by its content. A file that is two things at once (an image that is an archive as
 * well, a PDF behind other bytes) is refused: readers would disagree about it. Nothing is
 * decompressed.
 */
import { crc32 } from 'node:zlib'

export type ContentType = 'application/pdf' | 'image/jpeg' | 'image/png'

/** What a file is found to be; the type is missing where it is none of them, is cut off, or is something else as well. */
export type Reading = {
  readonly type?: ContentType | undefined
  /** What keeps everybody from opening a file that begins as one of the types. */
  readonly problem?: string | undefined
}

/** Costs a few passes over the bytes, whatever they are. */
export function readContent({ buffer, byteOffset, byteLength }: Uint8Array): Reading {
  const file = Buffer.from(buffer, byteOffset, byteLength)
  const form = forms.find(({ start }) => file.subarray(0, start.length).equals(start))
  if (form === undefined) return {}
  const { isWhole, problem } = form.read(file)
  const isTaken = isWhole && problem === undefined && !isSomethingElse(file, form.type)
  return isTaken ? { type: form.type } : { problem }
}

function isSomethingElse(file: Buffer, type: ContentType): boolean {
  return isMarkup(file) || isArchive(file) || (type !== 'application/pdf' && isPdfInside(file))
}

type Found = { readonly isWhole: boolean; readonly problem?: string | undefined }

const forms: readonly {
  readonly type: ContentType
  readonly start: Buffer
  readonly read: (file: Buffer) => Found
}[] = [
  { type: 'application/pdf', start: Buffer.from('%PDF-'), read: readPdf },
  { type: 'image/jpeg', start: Buffer.from('ffd8', 'hex'), read: readJpeg },
  { type: 'image/png', start: Buffer.from('89504e470d0a1a0a', 'hex'), read: readPng },
]

/** How far from the end a reader of a PDF looks for its end, and a browser for markup at the start. */
const SNIFFED_BYTES = 1_024

/** Readers repair a table of objects that is missing; a file without its end is cut off. */
function readPdf(file: Buffer): Found {
  const isWhole =
    /^%PDF-[12]\.\d/.test(textOf(file.subarray(0, 8))) &&
    file.subarray(-SNIFFED_BYTES).includes('%%EOF')
  return { isWhole, problem: pdfProblem(file) }
}

function pdfProblem(file: Buffer): string | undefined {
  const hasObject = hasWord(file, ' obj', (before) => /\d+\s+\d+$/.test(before))
  if (!hasObject) return 'is a PDF without an object: there is nothing in it'
  const isEncrypted = hasWord(file, '/Encrypt', (_, after) => /^\s*(\d+\s+\d+\s+R|<<)/.test(after))
  return isEncrypted ? 'is an encrypted PDF: send it without a password' : undefined
}

/** How much of a file is looked at around a word of it. */
const AROUND_BYTES = 32

/** A PDF has its first object within its first lines, and speaks of encryption once or twice. */
const HITS_MAX = 1_000

/** Whether a word is somewhere in a file between texts that fit, among the first places where it is. */
function hasWord(
  file: Buffer,
  word: string,
  fits: (before: string, after: string) => boolean,
): boolean {
  let at = file.indexOf(word)
  for (let hits = 0; at !== -1 && hits < HITS_MAX; hits += 1) {
    const end = at + word.length
    const before = textOf(file.subarray(Math.max(0, at - AROUND_BYTES), at))
    if (fits(before, textOf(file.subarray(end, end + AROUND_BYTES)))) return true
    at = file.indexOf(word, at + 1)
  }
  return false
}

type Chunk = {
  readonly type: string
  readonly content: Buffer
  readonly isSound: boolean
  /** The place behind it. */
  readonly end: number
}

/** Up to IEND or to what is cut off. */
function* chunksOf(file: Buffer): Generator<Chunk> {
  let at = PNG_SIGNATURE_BYTES
  while (at + 12 <= file.length) {
    const end = at + 12 + file.readUInt32BE(at)
    if (end > file.length) return
    const typed = file.subarray(at + 4, end - 4)
    const type = textOf(typed.subarray(0, 4))
    const isSound = crc32(typed) === file.readUInt32BE(end - 4)
    yield { type, content: typed.subarray(4), isSound, end }
    if (type === 'IEND') return
    at = end
  }
}

const PNG_SIGNATURE_BYTES = 8
const IHDR_BYTES = 13

/** Programs write a chunk for some kilobytes: a picture of 10 MB has about a thousand. */
const CHUNKS_MAX = 10_000

/** A whole PNG: chunks from IHDR to IEND, with image data, fill the file, but for zeros or blanks that a program adds. */
function readPng(file: Buffer): Found {
  let [count, headers, hasData, isEnded] = [0, 0, false, false]
  let size: string | undefined
  for (const { type, content, isSound, end } of chunksOf(file)) {
    count += 1
    const isHeader = type === 'IHDR' && content.length === IHDR_BYTES
    if (count === 1 && !isHeader) return { isWhole: false }
    if (count > CHUNKS_MAX) {
      return { isWhole: false, problem: `is a PNG of more than ${CHUNKS_MAX} chunks` }
    }
    // A capital letter: a reader has to understand the chunk.
    if (!isSound && /^[A-Z]/.test(type)) {
      return { isWhole: false, problem: `is a PNG with a wrong checksum of its ${type}` }
    }
    if (count === 1) size = sizeProblem('PNG', content.readUInt32BE(0), content.readUInt32BE(4))
    if (type === 'IHDR') headers += 1
    hasData ||= type === 'IDAT'
    isEnded = type === 'IEND' && content.length === 0 && isPadding(file, end)
  }
  return { isWhole: headers === 1 && hasData && isEnded, problem: size }
}

/** Whether there are zeros, blanks, tabs and ends of lines alone from there to the end. */
function isPadding(file: Buffer, from: number): boolean {
  for (let at = from; at < file.length; at += 1) {
    const byte = file[at]
    const isBlank = byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
    if (byte !== 0x00 && !isBlank) return false
  }
  return true
}

/** More than any camera makes. Few bytes may claim more, and a program that draws them runs out of memory. */
const PIXELS_MAX = 250_000_000

function sizeProblem(name: string, width: number, height: number): string | undefined {
  if (width > 0 && height > 0 && width * height <= PIXELS_MAX) return undefined
  return `is a ${name} of ${width} by ${height} pixels: it must have 1 to ${PIXELS_MAX}`
}

const JPEG = { end: 0xd9, scan: 0xda, temporary: 0x01, restart: [0xd0, 0xd7] } as const

/** A whole JPEG: its segments lead to a scan with a frame, and the scans to an end. Cameras add data behind that. */
function readJpeg(file: Buffer): Found {
  const cutOff = (): Found => ({ isWhole: false, problem })
  let problem: string | undefined
  let [at, hasFrame, hasScan] = [2, false, false]
  while (at + 2 <= file.length) {
    if (file[at] !== 0xff) return cutOff()
    const marker = file[at + 1] ?? 0
    if (marker === JPEG.end) return { isWhole: hasFrame && hasScan, problem }
    if (marker === 0xff || marker === JPEG.temporary || isRestart(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (at + 4 > file.length || file.readUInt16BE(at + 2) < 2) return cutOff()
    if (isFrame(marker) && !hasFrame && at + 9 <= file.length) {
      problem = sizeProblem('JPEG', file.readUInt16BE(at + 7), file.readUInt16BE(at + 5))
    }
    hasFrame ||= isFrame(marker)
    at += 2 + file.readUInt16BE(at + 2)
    if (marker === JPEG.scan) {
      hasScan = true
      at = endOfScan(file, at)
    }
  }
  return cutOff()
}

function isRestart(marker: number): boolean {
  return marker >= JPEG.restart[0] && marker <= JPEG.restart[1]
}

/** SOF0 to SOF15 without the tables that are numbered among them. */
function isFrame(marker: number): boolean {
  const isTable = marker === 0xc4 || marker === 0xc8 || marker === 0xcc
  return marker >= 0xc0 && marker <= 0xcf && !isTable
}

/** The place of the first marker after compressed data: byte by byte, since each second one may look like it. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = from; at + 1 < file.length; at += 1) {
    if (file[at] !== 0xff) continue
    const next = file[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  return file.length
}

/** Old readers of PDF take one that begins within the first bytes of another file. */
function isPdfInside(file: Buffer): boolean {
  return file.subarray(0, SNIFFED_BYTES).includes('%PDF-')
}

function isMarkup(file: Buffer): boolean {
  return /<(!doctype|html|head|body|script|svg|iframe|\?php|\?=)/i.test(
    textOf(file.subarray(0, SNIFFED_BYTES)),
  )
}

const ARCHIVE_END_BYTES = 22
const ARCHIVE_COMMENT_BYTES_MAX = 65_535

/** An archive is read from its end: a record whose comment reaches to the end of the file. */
function isArchive(file: Buffer): boolean {
  const last = file.length - ARCHIVE_END_BYTES
  for (let at = last; at >= Math.max(0, last - ARCHIVE_COMMENT_BYTES_MAX); at -= 1) {
    if (file.readUInt32BE(at) === 0x504b0506) {
      if (file.readUInt16LE(at + 20) === file.length - at - ARCHIVE_END_BYTES) return true
    }
  }
  return false
}

/** One character a byte. */
function textOf(bytes: Buffer): string {
  return bytes.toString('latin1')
}
