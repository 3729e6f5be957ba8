/** One place turns whatever was thrown into the error envelope. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { Refusal, secondsToWait } from '../contract/errors.ts'
import { type Clock, systemClock } from '../contract/time.ts'
import { mayBeDone } from '../db/fencedCalls.ts'
import type { Config } from '../runtime/config.ts'
import type { Context, Middleware, Next } from './middleware/state.ts'
import { outcomeNotKept } from './outcomes.ts'
import { publicOrigin } from './publicOrigin.ts'
import { docUrlOf } from './reference/docUrl.ts'

/** In which a client gets to read why its connection ends. */
const CLOSED_AFTER_MS = 500
/** Seconds after which a client may repeat a request that met an outage. */
const OUTAGE_RETRY_SECONDS = 1

export type Envelope = {
  readonly code: string
  readonly reason: string
  readonly details?: Readonly<Record<string, unknown>>
  /** Repeats the HTTP status and the reason, for clients that expect them here. */
  readonly status: number
  readonly message: string
  /** Of a document that was refused at once. */
  readonly precheckErrors?: readonly string[]
}

/** The body that a refusal is answered with. */
export function envelopeOf(refusal: Refusal): Envelope {
  const { code, details, status, message, precheckErrors } = refusal
  return {
    ...{ code, reason: message, ...(details && { details }), status, message },
    ...(precheckErrors && { precheckErrors }),
  }
}

/** Value of `Retry-After`: whole seconds. */
export function retryAfterOf(seconds: number): string {
  return String(Math.max(1, Math.ceil(seconds)))
}

/** Middleware: maps thrown errors to responses, and logs those that are not refusals. */
export async function onerror(context: Context, next: Next): Promise<void> {
  try {
    await next()
  } catch (error) {
    answer(context, refusalOfError(error, context.state))
  }
}

/** The same for the API: `details` names the request, and where its code is explained. */
export function documentedErrors(config: Config, clock: Clock): Middleware {
  return async (context, next) => {
    try {
      await next()
    } catch (error) {
      const refusal = refusalOfError(error, context.state)
      const origin = publicOrigin(config, context.req)
      const { requestId } = context.state
      answer(context, refusal, { requestId, docUrl: docUrlOf(refusal.code, origin) }, clock)
    }
  }
}

/** The refusal that an error is shown as; faults and outages are logged here, with their cause. */
export function refusalOfError(
  error: unknown,
  {
    log,
    operation,
    requestId,
    lacksKey,
  }: Pick<Context['state'], 'lacksKey' | 'log' | 'operation' | 'requestId'>,
): Refusal {
  if (error instanceof Refusal) return error
  if (isOutage(error)) {
    log.warn({ err: error, requestId, operation }, 'a store is unavailable')
    if (lacksKey && mayBeDone(error)) return outcomeNotKept()
    return new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: OUTAGE_RETRY_SECONDS })
  }
  log.error({ err: error, requestId, operation }, 'unexpected error')
  return new Refusal('INTERNAL_ERROR', { details: { requestId } })
}

/**
 * The one place where refusals of requests are sent.
 *
 * @param more details beside the refusal's own
 */
function answer(
  context: Context,
  refusal: Refusal,
  more: object = {},
  clock: Clock = systemClock,
): void {
  const { response } = context
  if (context.headerSent) return
  for (const name of ['Content-Length', 'ETag', 'Last-Modified']) response.remove(name)
  context.status = refusal.status
  context.type = 'application/json'
  const seconds = secondsToWait(refusal, clock.now())
  if (seconds !== undefined) context.set('Retry-After', retryAfterOf(seconds))
  if (refusal.status === 401) {
    const { security, challenge } = context.state
    const ofPlatform = 'Basic realm="api", charset="UTF-8"'
    context.set(
      'WWW-Authenticate',
      challenge ?? (security === 'AGENT' ? 'Bearer realm="api"' : ofPlatform),
    )
  }
  const { code, reason, details, ...rest } = envelopeOf(refusal)
  const all = { ...details, ...more }
  const isDetailed = Object.keys(all).length > 0
  context.body = JSON.stringify({ code, reason, ...(isDetailed && { details: all }), ...rest })
}

/**
 * SQLSTATEs after which the same request can succeed: connection lost, server going down, out of
 * resources, read-only after a failover, cancelled or disconnected by a time-out, lock or serialization loser, and the
 * statement that came too late (`not_after`).
 */
const outageStates = /^(08...|57P0.|53...|25006|25P03|57014|55P03|40001|40P01|PY003)$/
const outageNames = new Set(['DatabaseBusy', 'DatabaseUnreachable', 'StatementUnanswered'])
const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** The PostgreSQL client gives these no code. */
const outageMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/

/** True for errors that a store being away or overloaded explains, also as a cause of another. */
export function isOutage(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 5) return false
  const { code, parent, errors: members } = error as Error & Record<string, unknown>
  if (typeof code === 'string' && (outageCodes.has(code) || outageStates.test(code))) return true
  if (outageNames.has(error.name) || outageMessages.test(error.message)) return true
  const causes = [error.cause, parent, ...(Array.isArray(members) ? members : [])]
  return causes.some((cause) => isOutage(cause, depth + 1))
}

/**
 * The route of no route: 404, or 405 with the methods that the path does take.
 *
 * @param reasonOf what is wrong with an invalid path, where that is known
 */
export function refuseUnrouted(
  context: Context,
  allowed: readonly string[],
  reasonOf: (path: string) => string | undefined,
): never {
  if (allowed.length === 0) {
    const reason = reasonOf(context.path) ?? 'No such path; /openapi.json and /docs list them.'
    throw new Refusal('NOT_FOUND', { reason })
  }
  const methods = allowed.join(', ')
  context.set('Allow', methods)
  throw new Refusal('METHOD_NOT_ALLOWED', { reason: `The path takes ${methods}.` })
}

/** Ends a connection on which no request can be read, or none has come in time (`clientError` of the server). */
export function answerMalformed(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  answerUnread(socket, new Refusal(isLate ? 'REQUEST_TIMEOUT' : 'INVALID_REQUEST_FORMAT'))
}

/** Ends a connection whose request is not read any further, with the same envelope. */
export function answerUnread(socket: Duplex, refusal: Refusal): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(envelopeOf(refusal))
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${randomUUID()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    // A client that does not close its side holds no connection of ours.
    () => setTimeout(() => socket.destroy(), CLOSED_AFTER_MS).unref(),
  )
}

/** Errors that reach Koa itself after the response: they can only be logged. */
export function logStray(log: Logger): (error: unknown) => void {
  return (error) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE') return
    log.error({ err: error }, 'error after the answer')
  }
}
