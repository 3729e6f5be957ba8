/**
 * Who may keep the server's connections. While all are in use, a new one replaces the oldest
 * unauthenticated one, and then the oldest idle one of an authenticated client: never one with a request in progress.
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
  const unauthenticated = new Set<Socket>()
  const idle = new Set<Socket>()
  let count = 0
  return (socket) => {
    count += 1
    if (count > max) {
      const [goes] = unauthenticated.size > 0 ? unauthenticated : idle
      if (goes !== undefined) {
        unauthenticated.delete(goes)
        idle.delete(goes)
        goes.destroy()
      }
    }
    const connection: Connection = {
      isKnown: false,
      atWork: 0,
      sort() {
        unauthenticated.delete(socket)
        idle.delete(socket)
        if (connection.atWork > 0 || socket.destroyed) return
        if (connection.isKnown) idle.add(socket)
        else unauthenticated.add(socket)
      },
    }
    connections.set(socket, connection)
    connection.sort()
    socket.once('close', () => {
      count -= 1
      unauthenticated.delete(socket)
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
