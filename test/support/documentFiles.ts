/** Small files of the types that documents may have, whole by their structure. */
import { crc32, deflateSync } from 'node:zlib'

export function aPdf(inside = ''): Buffer {
  const body = `%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\n${inside}\n`
  return Buffer.from(
    `${body}xref\n0 1\ntrailer << /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

export function aPng(...more: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(1, 0)
  header.writeUInt32BE(1, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    ...more,
    pngChunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export function pngChunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

export function aJpeg(comment = ''): Buffer {
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    jpegSegment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
    ...(comment === '' ? [] : [jpegSegment(0xfe, Buffer.from(comment))]),
    jpegSegment(0xc0, Buffer.from('080001000101011100', 'hex')),
    jpegSegment(0xda, Buffer.from('01010000003f00', 'hex')),
    Buffer.from('00ff00aaffd0bbffd9', 'hex'),
  ])
}

function jpegSegment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** The end of an archive without entries, as it stands at the end of a file. */
export function archiveEnd(comment = ''): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([end, Buffer.from(comment)])
}
