/** What a file is taken for, by its content alone. */
import { describe, expect, test } from 'vitest'
import { fileNameOf } from '../../api/documents/fileName.ts'
import { inspectContent } from '../../domain/documents/problem.ts'
import { aJpeg, aPdf, aPng, archiveEnd, pngChunk } from '../support/documentFiles.ts'

/** A PNG whose header says so. */
function aPngOf(width: number, height: number): Buffer {
  const png = aPng()
  const header = Buffer.from(png.subarray(16, 29))
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', header), png.subarray(33)])
}

/** With other bytes in the place of some. */
function patched(file: Buffer, at: number, bytes: readonly number[]): Buffer {
  const copy = Buffer.from(file)
  copy.set(bytes, at)
  return copy
}

const emptyChunks = (count: number): Buffer[] =>
  Array.from({ length: count }, () => pngChunk('IDAT', Buffer.alloc(0)))
const jpegFrameAt = (): number => aJpeg().indexOf(Buffer.from('ffc0', 'hex'))
const encrypted = aPdf('trailer << /Size 9 /Encrypt 8 0 R >>')

describe('is taken', () => {
  test.each([
    ['a PDF', aPdf(), 'application/pdf'],
    ['a PDF with a huge compressed stream', aPdf('stream'.repeat(100_000)), 'application/pdf'],
    [
      'a PDF without a table of its objects',
      Buffer.from('%PDF-1.4\n1 0 obj << >> endobj\n%%EOF\n'),
      'application/pdf',
    ],
    ['a PDF that has the word in a text', aPdf('(/Encrypted /Encrypt)'), 'application/pdf'],
    ['a JPEG', aJpeg(), 'image/jpeg'],
    ['a JPEG with what a camera adds', Buffer.concat([aJpeg(), aJpeg()]), 'image/jpeg'],
    ['a PNG', aPng(), 'image/png'],
    [
      'a PNG with an end of a line behind it',
      Buffer.concat([aPng(), Buffer.from('\r\n')]),
      'image/png',
    ],
    ['a PNG that is filled up with zeros', Buffer.concat([aPng(), Buffer.alloc(500)]), 'image/png'],
    ['a large PNG', aPngOf(15_000, 15_000), 'image/png'],
    ['a PNG with text', aPng(pngChunk('tEXt', Buffer.from('a\0b'))), 'image/png'],
    ['a PNG of many chunks', aPng(...emptyChunks(9_000)), 'image/png'],
    ['an archive inside, not at the end', aPdf(`${archiveEnd()} more`), 'application/pdf'],
  ])('%s', (_, bytes, type) => {
    expect(inspectContent(bytes)).toEqual({ type })
  })
})

describe('is refused', () => {
  const cut = (bytes: Buffer): Buffer => bytes.subarray(0, -3)
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from('%')],
    ['text', Buffer.from('hello')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', Buffer.from('GIF89a')],
    ['an archive', archiveEnd()],
    ['the beginning of a PDF alone', Buffer.from('%PDF-1.4\nhello')],
    ['a PDF behind other bytes', Buffer.concat([Buffer.from('#!/bin/sh\n'), aPdf()])],
    ['a PDF that is cut off', aPdf().subarray(0, -10)],
    ['a PDF that is an archive', Buffer.concat([aPdf(), archiveEnd()])],
    ['a PDF in the comment of an archive', Buffer.concat([aPdf(), archiveEnd('%%EOF startxref')])],
    ['a PDF that begins as a page', aPdf('<html><script>alert(1)</script>')],
    ['a JPEG that is cut off', cut(aJpeg())],
    ['a JPEG whose segments lead nowhere', Buffer.concat([aJpeg().subarray(0, 4), aPdf()])],
    ['a JPEG that is a PDF', aJpeg('%PDF-1.4')],
    ['a JPEG that is a page', aJpeg('<html><script>alert(1)</script>')],
    ['a JPEG that is an archive', Buffer.concat([aJpeg(), archiveEnd()])],
    ['a PNG that is cut off', cut(aPng())],
    ['a PNG with bytes behind it', Buffer.concat([aPng(), Buffer.from('x')])],
    ['a PNG that is an archive', Buffer.concat([aPng(), archiveEnd()])],
    ['a PNG that is a page', aPng(pngChunk('tEXt', Buffer.from('a\0<script>alert(1)</script>')))],
    ['a PNG that is a PDF', aPng(pngChunk('tEXt', aPdf()))],
    ['a PNG without image data', Buffer.concat([aPng().subarray(0, 33), aPng().subarray(-12)])],
  ])('%s', (_, bytes) => {
    expect(inspectContent(bytes).type).toBeUndefined()
  })

  test('every beginning of a whole file, without an error', () => {
    for (const whole of [aPdf(), aJpeg(), aPng()]) {
      for (let length = 0; length < whole.length - 8; length += 1) {
        expect(inspectContent(whole.subarray(0, length)).type).toBeUndefined()
      }
    }
  })
})

test.each([
  ['passport.jpg', 'passport.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\id.png', 'id.png'],
  ['a\0b.pdf', 'ab.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['line\nbreak.pdf', 'linebreak.pdf'],
  ['', 'document.pdf'],
  ['..', 'document.pdf'],
  ['folder/', 'document.pdf'],
  ['passport\ud800.pdf', 'passport.pdf'],
  ['Führerschein 👩🏽.jpg', 'Führerschein 👩🏽.jpg'],
  ['x'.repeat(1_000), 'x'.repeat(255)],
])('the file name %j is shown as %j', (name, shown) => {
  expect(fileNameOf(name, 'application/pdf')).toBe(shown)
})

describe('the cause is named, one for a file', () => {
  test.each([
    ['nothing', Buffer.alloc(0), 'must not be empty'],
    ['a HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'HEIC'],
    ['a video', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isom', 'latin1'), 'video'],
    ['a WebP', Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1'), 'WebP'],
    ['an office document', Buffer.from('PK\x03\x04rest'), 'office'],
    ['a mark before a PDF', Buffer.concat([Buffer.from('\ufeff'), aPdf()]), 'byte order mark'],
    [
      'a line before a PDF',
      Buffer.concat([Buffer.from('x\n'), aPdf()]),
      'has 2 bytes before %PDF-',
    ],
    ['zeros behind a PDF', Buffer.concat([aPdf(), Buffer.alloc(2_048)]), 'bytes behind %%EOF'],
    ['a PDF that is cut off', aPdf().subarray(0, -10), 'cut off'],
    ['a JPEG that is cut off', aJpeg().subarray(0, -3), 'cut off'],
    ['text', Buffer.from('hello'), 'must be a whole PDF, JPEG or PNG'],
    ['an encrypted PDF', encrypted, 'is an encrypted PDF'],
    ['a PDF that is encrypted in itself', aPdf('<< /Encrypt<< /V 4 >> >>'), 'encrypted PDF'],
    ['a PDF without an object', Buffer.from('%PDF-1.7\nhello obj\n%%EOF\n'), 'without an object'],
    ['a PNG of nothing', aPngOf(0, 0), 'of 0 by 0 pixels'],
    ['a PNG without a height', aPngOf(10, 0), 'of 10 by 0 pixels'],
    ['a PNG that is too large to draw', aPngOf(100_000, 100_000), 'of 100000 by 100000 pixels'],
    ['a PNG with a wrong checksum', patched(aPng(), 29, [0, 0, 0, 0]), 'checksum of its IHDR'],
    ['a PNG of countless chunks', aPng(...emptyChunks(10_000)), 'of more than 10000 chunks'],
    ['a PNG with wrong data', patched(aPng(), 42, [7, 7]), 'checksum of its IDAT'],
    ['a JPEG of nothing', patched(aJpeg(), jpegFrameAt() + 5, [0, 0, 0, 0]), 'of 0 by 0 pixels'],
    [
      'a JPEG that is too large to draw',
      patched(aJpeg(), jpegFrameAt() + 5, [255, 255, 255, 255]),
      'of 65535 by 65535 pixels',
    ],
  ])('%s', (_, bytes, cause) => {
    const { type, problem } = inspectContent(bytes)
    expect(problem?.message).toContain(cause)
    expect(type).toBeUndefined()
  })

  test('nothing is wrong with whole files', () => {
    for (const whole of [aPdf(), aJpeg(), aPng()])
      expect(inspectContent(whole).problem).toBeUndefined()
  })
})
