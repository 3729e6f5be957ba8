/**
 * Answers that are on their way. What a client has not read is held in memory: a connection has one answer at a time,
 * and one that is not read ends with its connection.
 */
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Holder, holderOf } from './connections.ts'
import type { Context } from './middleware/state.ts'
import { isBelowPace, type Pace, type Progress, progressFrom } from './pace.ts'

/** Requests of one connection that wait for their turn; those behind them are not read. */
export const WAITING_MAX = 64

type Turn = { readonly request: IncomingMessage; readonly response: ServerResponse }
type Line = { isBusy: boolean; isFull: boolean; readonly waiting: Turn[] }

/**
 * Around the application: requests that come on one connection without waiting for their answers (pipelining) are
 * handled one after the other, each once the answer before it has been sent whole.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>()
  const begin = (line: Line, { request, response }: Turn): void => {
    line.isBusy = true
    // So the client learns that those behind it were not handled.
    if (line.isFull && line.waiting.length === 0) response.shouldKeepAlive = false
    response.once('close', () => {
      line.isBusy = false
      const next = line.waiting.shift()
      if (request.socket.destroyed) return
      if (next === undefined) request.socket.resume()
      else begin(line, next)
    })
    listener(request, response)
  }
  return (request, response) => {
    const { socket } = request
    const line = lines.get(socket) ?? { isBusy: false, isFull: false, waiting: [] }
    lines.set(socket, line)
    if (!line.isBusy) return begin(line, { request, response })
    line.isFull ||= line.waiting.length >= WAITING_MAX
    if (!line.isFull) line.waiting.push({ request, response })
    // Later: the end of each message has the server read on.
    process.nextTick(() => {
      if (line.isBusy) socket.pause()
    })
  }
}

const SLICE_BYTES = 65_536

/** Answers with bytes that all answers share. Large ones go in slices: in between, others have their turn. */
export function answerBytes(context: Context, bytes: Buffer): void {
  const isLarge = bytes.length > SLICE_BYTES
  context.body = isLarge ? Readable.from(slicesOf(bytes), { objectMode: false }) : bytes
  context.length = bytes.length
}

async function* slicesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield bytes.subarray(at, at + SLICE_BYTES)
    // The system may take one slice after the other without a pause.
    await nextTurn()
  }
}

/** How much of an answer must be read in each window. */
export const ANSWER_PACE: Pace = { windowMs: 10_000, bytes: 16_384 }
const LOOKED_AT_EVERY_MS = 1_000

/** Unread bytes of one client: of a platform, of an address, of all unauthenticated ones together. */
export const UNREAD_OF_ONE_MAX = 64_000_000
export const UNREAD_OF_ONE_ADDRESS_MAX = 16_000_000
export const UNREAD_UNAUTHENTICATED_MAX = 32_000_000

/** A connection, as far as this is about it. */
export type Reader = Pick<Socket, 'writableLength' | 'resetAndDestroy'> & {
  readonly _handle?: { readonly bytesWritten?: number; readonly writeQueueSize?: number } | null
}

type Unread = Progress & { readonly holder: Holder }

/** Has a server end the connections whose clients do not read their answers. */
export function endUnread(server: Server): void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const look = unreadAnswers(holderOf)
  const timer = setInterval(() => look(sockets, performance.now()), LOOKED_AT_EVERY_MS).unref()
  server.once('close', () => clearInterval(timer))
}

/**
 * Looks for answers that are read too slowly, and for clients that have too much unread; called again and again. Of too
 * much, those of which nothing was read for longest end first.
 */
export function unreadAnswers<One extends Reader>(
  holder: (socket: One) => Holder,
): (sockets: Iterable<One>, at: number) => void {
  const seen = new WeakMap<One, Unread>()
  return (sockets, at) => {
    const unread: [One, Unread][] = []
    for (const socket of sockets) {
      const before = seen.get(socket)
      const sent = { at, bytes: sentOf(socket) }
      if (socket.writableLength === 0) seen.delete(socket)
      else if (before !== undefined && isBelowPace(before, ANSWER_PACE, sent)) end(socket)
      else {
        const now = { ...(before ?? progressFrom(sent)), holder: holder(socket) }
        seen.set(socket, now)
        unread.push([socket, now])
      }
    }
    unread.sort(([, one], [, other]) => one.last.at - other.last.at)
    endTooMany(unread)
  }
}

/** What the system has taken: parts of a large text too, which the socket itself does not count. */
function sentOf({ _handle: handle, writableLength }: Reader): number {
  if (handle?.bytesWritten === undefined) return -writableLength
  return handle.bytesWritten - (handle.writeQueueSize ?? 0)
}

function endTooMany(unread: readonly (readonly [Reader, Unread])[]): void {
  const sums = new Map<string, number>()
  const add = (key: string, bytes: number): void => void sums.set(key, (sums.get(key) ?? 0) + bytes)
  const limits = ({ holder: { key, isKnown } }: Unread): readonly [string, number][] =>
    isKnown
      ? [[key, UNREAD_OF_ONE_MAX]]
      : [
          [key, UNREAD_OF_ONE_ADDRESS_MAX],
          ['', UNREAD_UNAUTHENTICATED_MAX],
        ]
  for (const [socket, one] of unread) {
    for (const [key] of limits(one)) add(key, socket.writableLength)
  }
  for (const [socket, one] of unread) {
    if (limits(one).every(([key, max]) => (sums.get(key) ?? 0) <= max)) continue
    for (const [key] of limits(one)) add(key, -socket.writableLength)
    end(socket)
  }
}

/** Without what is still to be sent: the system would keep that. */
function end(socket: Reader): void {
  socket.resetAndDestroy()
}
