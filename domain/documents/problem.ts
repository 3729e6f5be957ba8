/** Whether the content of a file is taken, and why not: the one cause that its sender can do something about. */
import { type ContentType, readContent } from './content.ts'

/** Either the type of the content or its problem. */
export type ContentInspection = {
  readonly type?: ContentType | undefined
  readonly problem?: { readonly constraint: string; readonly message: string }
}

/** Reads the whole file some times: an upload asks once and keeps the answer. */
export function inspectContent(bytes: Uint8Array): ContentInspection {
  if (bytes.length === 0) {
    return { problem: { constraint: 'minLength', message: 'must not be empty' } }
  }
  const { type, problem } = readContent(bytes)
  if (type !== undefined) return { type }
  const cause = causes.map((each) => each(bytes)).find((found) => found !== undefined) ?? problem
  const message = cause ?? 'must be a whole PDF, JPEG or PNG, and nothing else as well'
  return { problem: { constraint: 'contentMediaType', message } }
}

/** In their order: the first that applies, before what reading the file has found. */
const causes: readonly ((bytes: Uint8Array) => string | undefined)[] = [
  heic,
  otherType,
  beforePdf,
  behindPdf,
  cutOff,
]

/** Brands of the ISO base media file format for still pictures. */
const PICTURES = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis)/

function heic(bytes: Uint8Array): string | undefined {
  const box = latin1(bytes.subarray(4, 12))
  if (!box.startsWith('ftyp')) return undefined
  return PICTURES.test(box.slice(4))
    ? 'is a HEIC or AVIF picture: send it as a JPEG'
    : 'is a video or a picture of another type: send a JPEG'
}

/** Of the first bytes, one character a byte. */
const others: readonly (readonly [(start: string) => boolean, string])[] = [
  [(start) => start.startsWith('GIF8'), 'is a GIF: send a JPEG or PNG'],
  [
    (start) => start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP',
    'is a WebP picture: send a JPEG or PNG',
  ],
  [
    (start) => start.startsWith('II*\0') || start.startsWith('MM\0*'),
    'is a TIFF: send a JPEG, PNG or PDF',
  ],
  [(start) => start.startsWith('BM'), 'is a BMP: send a JPEG or PNG'],
  [
    (start) => start.startsWith('PK\x03\x04') || start.startsWith('\xd0\xcf\x11\xe0'),
    'is an archive or a document of an office program: send a PDF',
  ],
]

function otherType(bytes: Uint8Array): string | undefined {
  const start = latin1(bytes.subarray(0, 16))
  return others.find(([isOf]) => isOf(start))?.[1]
}

/** How far into a file readers look for a header. */
const SEARCHED_BYTES = 1_024

function beforePdf(bytes: Uint8Array): string | undefined {
  const at = latin1(bytes.subarray(0, SEARCHED_BYTES)).indexOf('%PDF-')
  if (at <= 0) return undefined
  const mark = at === 3 && bytes[0] === 0xef ? ' (a byte order mark)' : ''
  return `has ${at} bytes${mark} before %PDF-, with which a PDF must begin`
}

function behindPdf(bytes: Uint8Array): string | undefined {
  if (!isPdf(bytes)) return undefined
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf('%%EOF')
  const behind = bytes.length - end - '%%EOF'.length
  return end < 0 || behind <= SEARCHED_BYTES
    ? undefined
    : `has ${behind} bytes behind %%EOF, with which a PDF must end`
}

const JPEG_START = [0xff, 0xd8] as const

function cutOff(bytes: Uint8Array): string | undefined {
  const ends = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isPdf(bytes) && !ends.includes('%%EOF')) return 'is a PDF that is cut off: it has no %%EOF'
  const isJpeg = JPEG_START.every((byte, at) => bytes[at] === byte)
  if (isJpeg && !ends.includes('ffd9', 'hex')) return 'is a JPEG that is cut off'
  if (latin1(bytes.subarray(1, 4)) === 'PNG' && !ends.includes('IEND')) {
    return 'is a PNG that is cut off'
  }
  return undefined
}

function isPdf(bytes: Uint8Array): boolean {
  return latin1(bytes.subarray(0, 5)) === '%PDF-'
}

/** One character a byte. */
function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
