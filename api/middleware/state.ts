/** What the middleware of one request leave for each other. */
import type { DefaultContext, ParameterizedContext } from 'koa'
import type { Logger } from 'pino'
import type { Platform, RequestTrace, Security } from '../operation.ts'

export type RequestState = {
  /** `X-Request-Id` of this HTTP request. */
  requestId: string
  /** Ours alone, whatever the caller sends. */
  ownRequestId: string
  log: Logger
  /** Set by the route that matched. */
  operation?: string
  /** The request creates something and has no Idempotency-Key: sent again, it is another one. */
  lacksKey?: boolean
  /** Of the operation, where it is not Basic. */
  security?: Security
  /** `WWW-Authenticate` of a 401, where it is not that of a platform or an agent. */
  challenge?: string
  platform?: Platform
  trace: RequestTrace
}

export type Context = ParameterizedContext<RequestState, DefaultContext>
export type Next = () => Promise<unknown>
export type Middleware = (context: Context, next: Next) => Promise<unknown> | unknown
