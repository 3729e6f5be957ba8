import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Context, Middleware, Next } from './state.ts'

const sane = /^[\w.:@+/=-]{1,128}$/

/**
 * Gives every request an id, the caller's own `X-Request-Id` if it is sane, and answers with it.
 */
export function requestId(log: Logger): Middleware {
  return (context: Context, next: Next): Promise<unknown> => {
    const given = context.get('X-Request-Id')
    const id = sane.test(given) ? given : randomUUID()
    context.state.requestId = id
    context.state.log = log
    context.state.trace = {}
    const { res } = context
    res.setHeader('X-Request-Id', id)
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res.setHeader('Cache-Control', 'no-store')
    return next()
  }
}
