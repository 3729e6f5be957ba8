/**
 * Who may keep the server's connections. While all are in use, a new one replaces the oldest idle one of the
 * holder with most of them: a platform, an operator, an outside party, or all unauthenticated clients together, and of these the
 * address with most. One with a request in progress stays.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { addressBucket } from './middleware/failures.ts'

/** Above it the server itself refuses: while none can make room. */
export const CONNECTIONS_ABOVE = 64

/** Whose connection it is: a known client by its id, others by address. */
export type Holder = { readonly key: string; readonly isKnown: boolean }

type Connection = {
  holder: Holder
  /** Requests that are being worked on. */
  atWork: number
  /** Puts it where it belongs among those that may have to go. */
  sort(): void
}

/** Connections of one holder; the idle ones in the order in which they came, or became idle. */
type Share = { readonly isKnown: boolean; readonly all: Set<Socket>; readonly idle: Set<Socket> }

const connections = new WeakMap<Socket, Connection>()

/** Whose connection it is, as far as that is known. */
export function holderOf(socket: Socket): Holder {
  return connections.get(socket)?.holder ?? unknownHolder(socket)
}

function unknownHolder({ remoteAddress = '' }: Socket): Holder {
  return { key: `address ${addressBucket(remoteAddress)}`, isKnown: false }
}

/** @returns what is to be called for each new connection of a server */
export function keepConnections(max: number): (socket: Socket) => void {
  const shares = new Map<string, Share>()
  let count = 0
  const leave = (socket: Socket, { key }: Holder): void => {
    const share = shares.get(key)
    share?.all.delete(socket)
    share?.idle.delete(socket)
    if (share?.all.size === 0) shares.delete(key)
  }
  const join = (socket: Socket, { key, isKnown }: Holder, isIdle: boolean): void => {
    const share = shares.get(key) ?? { isKnown, all: new Set(), idle: new Set() }
    shares.set(key, share)
    share.all.add(socket)
    if (isIdle) share.idle.add(socket)
  }
  return (socket) => {
    count += 1
    if (count > max) {
      const goes = oldestOf(shares)
      if (goes !== undefined) leave(goes, holderOf(goes))
      goes?.destroy()
    }
    let sortedAs = unknownHolder(socket)
    const connection: Connection = {
      holder: sortedAs,
      atWork: 0,
      sort() {
        leave(socket, sortedAs)
        sortedAs = connection.holder
        if (!socket.destroyed) join(socket, sortedAs, connection.atWork === 0)
      },
    }
    connections.set(socket, connection)
    connection.sort()
    socket.once('close', () => {
      count -= 1
      leave(socket, sortedAs)
    })
  }
}

/** The one that makes room; undefined if all are at work. */
function oldestOf(shares: ReadonlyMap<string, Share>): Socket | undefined {
  let unauthenticated = 0
  let [known, unknown]: [Share?, Share?] = []
  for (const share of shares.values()) {
    if (!share.isKnown) unauthenticated += share.all.size
    if (share.idle.size === 0) continue
    if (share.isKnown) known = largerOf(known, share)
    else unknown = largerOf(unknown, share)
  }
  const isOfKnown = unknown === undefined || (known?.all.size ?? 0) > unauthenticated
  const [oldest] = (isOfKnown ? known : unknown)?.idle ?? []
  return oldest
}

function largerOf(one: Share | undefined, other: Share): Share {
  return one === undefined || other.all.size > one.all.size ? other : one
}

/**
 * Who sends this request has shown who it is.
 *
 * @param holder a platform's id for its tokens and its agents; otherwise of what kind it is, and which one
 */
export function becomeKnown({ socket }: Pick<IncomingMessage, 'socket'>, holder: string): void {
  const connection = connections.get(socket)
  if (connection === undefined || connection.holder.key === holder) return
  connection.holder = { key: holder, isKnown: true }
  connection.sort()
}

/** Keeps the connection of a request while the work goes on. */
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
