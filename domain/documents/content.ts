/**
 * What a file is, by its content. A file that is two things at once (an image that is an archive as
 * well, a PDF behind other bytes) is refused: readers would disagree about it. Nothing is
 * decompressed.
 */
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
  return /^%PDF-[12]\.\d/.test(textOf(bytes.subarray(0, 8))) && end.includes('%%EOF')
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Its chunks from IHDR to IEND, with image data, fill the file. */
function isPng(bytes: Uint8Array): boolean {
  if (!PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return false
  const view = viewOf(bytes)
  let at = PNG_SIGNATURE.length
  let hasData = false
  for (let number = 0; at + 12 <= bytes.length; number += 1) {
    const length = view.getUint32(at)
    const type = textOf(bytes.subarray(at + 4, at + 8))
    if ((number === 0) !== (type === 'IHDR')) return false
    hasData ||= type === 'IDAT'
    at += 12 + length
    if (type === 'IEND') return length === 0 && hasData && at === bytes.length
  }
  return false
}

const JPEG = { start: 0xd8, end: 0xd9, scan: 0xda, temporary: 0x01, restart: [0xd0, 0xd7] } as const

/** Its segments lead to a scan with a frame, and the scans to an end. Cameras add data behind that. */
function isJpeg(bytes: Uint8Array): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== JPEG.start) return false
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
