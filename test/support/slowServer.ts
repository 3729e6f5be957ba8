/** Servers that take a request and do not answer it as one expects. */

import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** What the client of such a server gets instead of an answer. */
export const slownesses = {
  'never answers': () => undefined,
  'drips its headers': (socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    drip(socket, 'X-A: aaaa\r\n')
  },
  'drips its body': (socket: Socket) => {
    socket.write(`${HEAD}content-length: ${GIGABYTE}\r\n\r\n`)
    drip(socket, ' ')
  },
  'drips its body in chunks': (socket: Socket) => {
    socket.write(`${HEAD}transfer-encoding: chunked\r\n\r\n`)
    drip(socket, '1\r\n \r\n')
  },
  'sends a gigabyte': (socket: Socket) => {
    socket.write(`${HEAD}content-length: ${GIGABYTE}\r\n\r\n`)
    pour(socket)
  },
} as const satisfies Readonly<Record<string, (socket: Socket) => void>>

export type Slowness = keyof typeof slownesses

const GIGABYTE = 1_000_000_000
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const DRIP_MS = 50

export type SlowServer = {
  readonly port: number
  readonly url: string
  /** Connections that are open now. */
  readonly open: number
  /** Connections that have ever been taken. */
  readonly accepted: number
  /** Bytes that clients have taken. */
  readonly taken: number
  stop(): Promise<void>
}

export async function aSlowServer(slowness: Slowness): Promise<SlowServer> {
  const behave = slownesses[slowness]
  return aServerOf((socket) => void socket.once('data', () => behave(socket)))
}

/** A mail server that greets, and then names what it can do a byte at a time, without an end. */
export function aSlowMailServer(): Promise<SlowServer> {
  return aServerOf((socket) => {
    socket.write('220 mail.example\r\n')
    socket.once('data', () => drip(socket, '250-SIZE\r\n'))
  })
}

async function aServerOf(behave: (socket: Socket) => void): Promise<SlowServer> {
  const sockets = new Set<Socket>()
  let ended = 0
  let accepted = 0
  const server = createServer((socket) => {
    accepted += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      sockets.delete(socket)
      ended += takenOf(socket)
    })
    behave(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    get open() {
      return sockets.size
    },
    get accepted() {
      return accepted
    },
    get taken() {
      return [...sockets].reduce((sum, socket) => sum + takenOf(socket), ended)
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Given to the system: what still waits in this process was not taken by the client. */
function takenOf(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength
}

function drip(socket: Socket, text: string): void {
  let turn = 0
  const timer = setInterval(() => {
    socket.write(text[turn % text.length] ?? '')
    turn += 1
  }, DRIP_MS)
  socket.once('close', () => clearInterval(timer))
}

function pour(socket: Socket): void {
  const part = Buffer.alloc(65_536, ' ')
  let left = GIGABYTE
  const more = (): void => {
    while (left > 0 && !socket.destroyed) {
      const bytes = Math.min(left, part.length)
      left -= bytes
      if (!socket.write(part.subarray(0, bytes))) {
        socket.once('drain', more)
        return
      }
    }
  }
  more()
}
