import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Context, Middleware, Next } from './state.ts'

const validId = /^[\w.:@+/=-]{1,128}$/

/** The caller's own `X-Request-Id` if it is valid, a new one otherwise. */
export function requestIdOf(given: string): string {
  return validId.test(given) ? given : randomUUID()
}

/** What every answer says of itself, beside its request's id. */
export const answerHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
} as const

/** The header with our own id of a request: a caller may send the same id of its own with many. */
export const OWN_ID_HEADER = 'Service-Request-Id'

/**
 * Gives every request an id, the caller's own `X-Request-Id` if it is valid, and one that is ours alone; answers with
 * both.
 */
export function requestId(log: Logger): Middleware {
  return (context: Context, next: Next): Promise<unknown> => {
    const id = requestIdOf(context.get('X-Request-Id'))
    context.state.requestId = id
    context.state.ownRequestId = randomUUID()
    context.state.log = log
    context.state.trace = {}
    const { res } = context
    res.setHeader('X-Request-Id', id)
    res.setHeader(OWN_ID_HEADER, context.state.ownRequestId)
    for (const [name, value] of Object.entries(answerHeaders)) res.setHeader(name, value)
    return next()
  }
}
