/** A DNS server on this machine, over UDP, that knows TXT records. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type TestDnsServer = {
  /** `127.0.0.1:port` */
  readonly address: string
  /** How many questions have come. */
  readonly questions: number
  /** The TXT records of a name, each in parts of at most 255 characters; none removes it. */
  publish(name: string, ...records: readonly string[]): void
  /** From now on it takes every question and answers none, or fails; undefined ends it. */
  behave(how: 'SILENT' | 'SERVFAIL' | undefined): void
  stop(): void
}

const HEADER_BYTES = 12
const TXT = 16
const NXDOMAIN = 3
const SERVFAIL = 2

/** Starts one on a free port; it knows no name yet. */
export async function aDnsServer(): Promise<TestDnsServer> {
  const records = new Map<string, readonly string[]>()
  let questions = 0
  let behaviour: 'SILENT' | 'SERVFAIL' | undefined
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    questions += 1
    if (behaviour === 'SILENT') return
    const { name, end } = nameIn(message)
    const found = records.get(name) ?? []
    const code = behaviour === 'SERVFAIL' ? SERVFAIL : found.length > 0 ? 0 : NXDOMAIN
    const answers = code === 0 ? found.map(answerOf) : []
    const header = Buffer.from(message.subarray(0, HEADER_BYTES))
    header.writeUInt16BE(0x8180 | code, 2)
    for (const [index, count] of [1, answers.length, 0, 0].entries()) {
      header.writeUInt16BE(count, 4 + 2 * index)
    }
    const question = message.subarray(HEADER_BYTES, end + 4)
    socket.send(Buffer.concat([header, question, ...answers]), from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    get questions() {
      return questions
    },
    publish: (name, ...texts) => void records.set(name.toLowerCase(), texts),
    behave: (how) => {
      behaviour = how
    },
    stop: () => void socket.close(),
  }
}

function nameIn(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

function answerOf(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? ['']
  const data = Buffer.concat(
    parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]),
  )
  const head = Buffer.alloc(12)
  // The name of the question; type, class IN, no life, length.
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0)
  head.writeUInt16BE(TXT, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
