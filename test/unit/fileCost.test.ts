/** What it costs to judge a file: some passes over its bytes, whatever they are, and once for an upload. */
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { DOCUMENT_BYTES_MAX, documentForm, documentProblems } from '../../api/documents/upload.ts'
import { inspectContent } from '../../domain/documents/problem.ts'
import { leastCpuOf } from '../support/cpu.ts'
import { aJpeg, aPdf, aPng, pngChunk } from '../support/documentFiles.ts'

/** A file as large as it may be, with one unit again and again inside. */
function filled(start: Buffer, unit: Buffer | string, end: Buffer): Buffer {
  const size = DOCUMENT_BYTES_MAX - start.length - end.length
  return Buffer.concat([start, Buffer.alloc(size - (size % unit.length), unit), end])
}

const [pdf, png, jpeg] = [aPdf(), aPng(), aJpeg()]
const [pdfStart, pdfEnd] = [pdf.subarray(0, 9), pdf.subarray(-8)]
const pdfOf = (unit: string): Buffer => filled(pdfStart, unit, pdfEnd)
const pngOf = (type: string, content = ''): Buffer =>
  filled(png.subarray(0, 33), pngChunk(type, Buffer.from(content)), png.subarray(33))
const jpegOf = (at: number, unit: string): Buffer =>
  filled(jpeg.subarray(0, at), Buffer.from(unit, 'hex'), jpeg.subarray(at))

const worst: Readonly<Record<string, Buffer>> = {
  ...Object.fromEntries(
    [' obj', '1 0x obj', '1             11x obj', `${'1'.repeat(32)} obj`, ' ', '%', '%%EO'].map(
      (unit) => [`a PDF of ${JSON.stringify(unit)}`, pdfOf(unit)],
    ),
  ),
  ...Object.fromEntries(
    ['/Encrypt', '/Encrypt 1 0 X', `/Encrypt${' '.repeat(32)}`, '/'].map((unit) => [
      `a PDF with an object and ${JSON.stringify(unit)}`,
      filled(pdf.subarray(0, 40), unit, pdfEnd),
    ]),
  ),
  'a PDF that is cut off': filled(pdfStart, '%', Buffer.alloc(0)),
  'a PNG of empty data': pngOf('IDAT'),
  'a PNG of headers': pngOf('IHDR', '0'.repeat(13)),
  'a PNG of texts': pngOf('tEXt', 'a\0b'),
  'a PNG with zeros behind it': filled(png, '\0', Buffer.alloc(0)),
  'a PNG that is cut off': filled(png.subarray(0, 33), 'I', Buffer.alloc(0)),
  'a JPEG of fill bytes': jpegOf(2, 'ff'),
  'a JPEG of restarts': jpegOf(2, 'ffd0'),
  'a JPEG of empty segments': jpegOf(2, 'fffe0002'),
  'a JPEG of scans': jpegOf(jpeg.length - 2, 'ffda000200'),
  'a JPEG of escaped data': jpegOf(jpeg.length - 2, 'ff00'),
  'a JPEG that is cut off': filled(jpeg.subarray(0, -2), Buffer.from('ff'), Buffer.alloc(0)),
  'an archive of ends': filled(pdf, 'PK\x05\x06', pdfEnd),
}

/** As `inspectContent` reads them, once and with nothing else. */
function onePass(bytes: Buffer): number {
  let blanks = 0
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0x20) blanks += 1
  return blanks
}

/** A search for a word that is never there, and begins everywhere, takes about four passes. */
const PASSES_MAX = 30

test.each(Object.entries(worst))('%s takes some passes over its bytes', (_, bytes) => {
  // Once, then more often: only what seems to take too many is measured again.
  for (const times of [1, 5]) {
    const passes =
      leastCpuOf(() => inspectContent(bytes), times) / leastCpuOf(() => onePass(bytes), 5)
    if (passes < PASSES_MAX) break
    if (times > 1) expect.unreachable(`takes as long as ${passes.toFixed(0)} passes`)
  }
})

test('an upload keeps its judgement: whoever asks again reads no byte', async () => {
  const { content } = await documentForm.receive(
    Readable.from([Buffer.from('hello')]),
    undefined as never,
  )
  const file = { name: 'a.pdf', content: { ...(content as object), bytes: undefined }, hash: '' }
  const asked = { body: { documentType: 'PROOF_OF_ADDRESS' }, file } as unknown
  expect(documentProblems(asked as Parameters<typeof documentProblems>[0])).toEqual([
    expect.objectContaining({ field: 'file', constraint: 'contentMediaType' }),
  ])
})
