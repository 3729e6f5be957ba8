/**
 * Who may keep the server's connections. While all are in use, a new one takes the place of that which has been with a
 * stranger the longest, and then of one that a known caller leaves idle: none of a request that is being worked on.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Above it the server itself refuses: while none can make room. */
export const CONNECTIONS_ABOVE = 64

type Connection = {
  isKnown: boolean
  /** Requests that are being worked on. */
  atWork: number
  /** Puts it where it belongs among those that may have to go. */
  sort(): void
}

const connections = new WeakMap<Socket, Connection>()

/** @returns what is to be called for each new connection of a server */
export function keepConnections(max: number): (socket: Socket) => void {
  // Each in the order in which they came, or became idle.
  const strangers = new Set<Socket>()
  const idle = new Set<Socket>()
  let count = 0
  return (socket) => {
    count += 1
    if (count > max) {
      const [goes] = strangers.size > 0 ? strangers : idle
      if (goes !== undefined) {
        strangers.delete(goes)
        idle.delete(goes)
        goes.destroy()
      }
    }
    const connection: Connection = {
      isKnown: false,
      atWork: 0,
      sort() {
        strangers.delete(socket)
        idle.delete(socket)
        if (connection.atWork > 0 || socket.destroyed) return
        if (connection.isKnown) idle.add(socket)
        else strangers.add(socket)
      },
    }
    connections.set(socket, connection)
    connection.sort()
    socket.once('close', () => {
      count -= 1
      strangers.delete(socket)
      idle.delete(socket)
    })
  }
}

/** Who sends this request has shown who it is. */
export function becomeKnown({ socket }: Pick<IncomingMessage, 'socket'>): void {
  const connection = connections.get(socket)
  if (connection === undefined || connection.isKnown) return
  connection.isKnown = true
  connection.sort()
}

/** Its connection stays while the work goes on. */
export async function whileAtWork<Result>(
  { socket }: Pick<IncomingMessage, 'socket'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const connection = connections.get(socket)
  if (connection === undefined) return work()
  connection.atWork += 1
  connection.sort()
  try {
    return await work()
  } finally {
    connection.atWork -= 1
    connection.sort()
  }
}
