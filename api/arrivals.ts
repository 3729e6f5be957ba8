/**
 * Bodies that are on their way. Nothing is held for them but memory: a request takes its place once its body is there
 * (`middleware/inFlight.ts`). Who is slow, or has more on the way than others, makes room for who comes.
 */
import type { IncomingMessage } from 'node:http'
import { Refusal } from '../contract/errors.ts'
import type { Metrics } from './metrics.ts'
import { answerUnread } from './onerror.ts'
import { isBelowPace, type Pace, type Progress, progressFrom } from './pace.ts'

/** Who sends it: a token by its id; others by address where that is known, the rest together. */
export type Sender = {
  readonly key: string
  readonly isKnown: boolean
  /** Of a token: a platform may have any number of them. */
  readonly platformId?: string
}

export const JSON_PACE: Pace = { windowMs: 5_000, bytes: 4_096 }
export const FILE_PACE: Pace = { windowMs: 5_000, bytes: 65_536 }

export const UNAUTHENTICATED_MAX = 256
export const OF_ONE_ADDRESS_MAX = 32
export const OF_ONE_TOKEN_MAX = 64
/** Of all unauthenticated senders together. */
export const UNAUTHENTICATED_BYTES_MAX = 32_000_000
const LOOKED_AT_EVERY_MS = 1_000
/** An upload that has received nothing for this time makes room for another. */
const STALLED_MS = 1_000

type Arrival = Progress & {
  readonly request: IncomingMessage
  readonly sender: Sender
  readonly pace: Pace
  readonly begunAt: number
  readonly bytesBefore: number
}

export type Arrivals = {
  /** Reads a body; one that comes too slowly, or is the oldest of too many, ends with its connection. */
  read<Result>(
    request: IncomingMessage,
    sender: Sender,
    work: () => Promise<Result>,
  ): Promise<Result>
  /**
   * Like `read`, for a file: its reading and its work hold a slot. One platform has half of them at most. A stalled
   * upload loses its slot to the next; so does the slowest upload of the platform that has most, to one that has fewer.
   *
   * @throws Refusal SERVICE_UNAVAILABLE where all others make progress
   */
  upload<Result>(
    request: IncomingMessage,
    sender: Sender,
    work: () => Promise<Result>,
  ): Promise<Result>
}

/**
 * @param uploadsMax 0: of a listener that takes none
 * @param metrics undefined: of another listener than the one that is measured
 * @param now milliseconds of a clock that only goes forward
 */
export function createArrivals(
  uploadsMax: number,
  metrics?: Pick<Metrics, 'watch'>,
  now: () => number = () => performance.now(),
): Arrivals {
  const bodies = new Set<Arrival>()
  const uploads = new Set<Arrival>()
  metrics?.watch('http_bodies_arriving', 'Bodies being read', () => bodies.size)
  metrics?.watch('http_uploads_in_flight', 'Uploads being answered', () => uploads.size)
  let timer: NodeJS.Timeout | undefined
  const look = (): void => {
    for (const each of [...bodies, ...uploads]) if (isTooSlow(each, now())) end(each)
    makeRoomForBytes(bodies)
    if (bodies.size + uploads.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  const within = async <Result>(
    all: Set<Arrival>,
    arrival: Arrival,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    all.add(arrival)
    timer ??= setInterval(look, LOOKED_AT_EVERY_MS).unref()
    try {
      return await work()
    } finally {
      all.delete(arrival)
    }
  }
  return {
    async read(request, sender, work) {
      if (request.complete) return work()
      makeRoom(bodies, sender)
      return within(bodies, arrivalOf(request, sender, JSON_PACE, now()), work)
    },
    async upload(request, sender, work) {
      takeSlot(uploads, sender, { max: uploadsMax, at: now() })
      return within(uploads, arrivalOf(request, sender, FILE_PACE, now()), work)
    },
  }
}

function arrivalOf(request: IncomingMessage, sender: Sender, pace: Pace, at: number): Arrival {
  const bytes = bytesOf(request)
  const begun = { begunAt: at, bytesBefore: bytes }
  return { request, sender, pace, ...begun, ...progressFrom({ at, bytes }) }
}

/** What has come over its connection. */
function bytesOf({ socket }: IncomingMessage): number {
  return socket.bytesRead ?? 0
}

/** Whether it is the sender that is waited for. */
function isAwaited({ request }: Arrival): boolean {
  return !request.complete && request.readableLength === 0
}

function isTooSlow(arrival: Arrival, at: number): boolean {
  const now = { at, bytes: bytesOf(arrival.request) }
  return isBelowPace(arrival, arrival.pace, now, () => isAwaited(arrival))
}

/** The oldest body of the sender, or of all unauthenticated senders, is ended. */
function makeRoom(all: Set<Arrival>, sender: Sender): void {
  const ofSender = [...all].filter((one) => one.sender.key === sender.key)
  const limit = sender.isKnown ? OF_ONE_TOKEN_MAX : OF_ONE_ADDRESS_MAX
  // Unauthenticated senders without an address may share a proxy: all of them are one sender.
  if ((sender.isKnown || sender.key !== '') && ofSender.length >= limit) end(ofSender[0], all)
  if (sender.isKnown) return
  const unauthenticated = [...all].filter((one) => !one.sender.isKnown)
  if (unauthenticated.length >= UNAUTHENTICATED_MAX) end(unauthenticated[0], all)
}

function makeRoomForBytes(all: Set<Arrival>): void {
  const unauthenticated = [...all].filter((one) => !one.sender.isKnown)
  let bytes = unauthenticated.reduce((sum, one) => sum + bytesOf(one.request) - one.bytesBefore, 0)
  for (const one of unauthenticated) {
    if (bytes <= UNAUTHENTICATED_BYTES_MAX) return
    bytes -= bytesOf(one.request) - one.bytesBefore
    end(one, all)
  }
}

function takeSlot(
  all: Set<Arrival>,
  sender: Sender,
  { max, at }: { readonly max: number; readonly at: number },
): void {
  const ofSender = [...all].filter((one) => shareOf(one.sender) === shareOf(sender))
  const isOverShare = ofSender.length >= Math.max(1, Math.floor(max / 2))
  if (!isOverShare && all.size < max) return
  const stalled = (isOverShare ? ofSender : [...all]).find((one) => {
    if (bytesOf(one.request) > one.last.bytes) one.last = { at, bytes: bytesOf(one.request) }
    return isAwaited(one) && at - one.last.at >= STALLED_MS
  })
  const loser = stalled ?? (isOverShare ? undefined : slowestOfMost(all, ofSender.length, at))
  if (loser === undefined) throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
  end(loser, all)
}

/**
 * The slowest upload of the platform that has most, which keeps at least as many as the sender then has.
 */
function slowestOfMost(all: Set<Arrival>, ofSender: number, at: number): Arrival | undefined {
  const shares = [...new Set([...all].map(({ sender }) => shareOf(sender)))]
  const [most = []] = shares
    .map((share) => [...all].filter(({ sender }) => shareOf(sender) === share))
    .sort((a, b) => b.length - a.length)
  if (most.length < ofSender + 2) return undefined
  const rateOf = (one: Arrival): number =>
    (bytesOf(one.request) - one.bytesBefore) / Math.max(1, at - one.begunAt)
  const arriving = most.filter(({ request }) => !request.complete)
  return arriving.sort((a, b) => rateOf(a) - rateOf(b))[0]
}

function shareOf({ key, platformId }: Sender): string {
  return platformId ?? key
}

const TOO_SLOW = 'The body came too slowly.'

function end(arrival: Arrival | undefined, all?: Set<Arrival>): void {
  if (arrival === undefined) return
  all?.delete(arrival)
  answerUnread(arrival.request.socket, new Refusal('REQUEST_TIMEOUT', { reason: TOO_SLOW }))
}
