import { idOf } from '../../contract/ids.ts'
import type { Metrics } from '../metrics.ts'
import { CLIENT_HEADER, type RequestLog } from './requestLog.ts'
import type { ShowPath } from './shownPath.ts'
import type { Context, Middleware } from './state.ts'

/** One line and one measurement a request; never a body, a query or a credential. */
export function accessLog(
  metrics: Metrics,
  requestLog: RequestLog,
  showPath: ShowPath,
): Middleware {
  return async (context, next) => {
    const startedAt = performance.now()
    try {
      await next()
    } finally {
      const ms = performance.now() - startedAt
      const operation = context.state.operation ?? 'none'
      metrics.duration.observe({ operation, status: context.status }, ms / 1000)
      for (const rule of context.state.trace.deniedBy ?? []) metrics.denied.inc({ rule })
      line(context, operation, { ms, path: showPath(context.path) }, requestLog)
    }
  }
}

function line(
  context: Context,
  operation: string,
  { ms, path }: Pick<RequestLine, 'ms' | 'path'>,
  requestLog: RequestLog,
): void {
  const { log, requestId, ownRequestId, platform, trace } = context.state
  const { status, method } = context
  if (isLogged(operation)) {
    const platformId = platform?.id
    requestLog.note({
      ...{ requestId, platformId, method, path, operation, status, ms },
      caller: callerOf(context),
      ignoredFields: trace.ignoredFields,
      client: context.get(CLIENT_HEADER) === 'dashboard' ? 'DASHBOARD' : 'API',
    })
  }
  log[levelOf(status, operation)](
    {
      ...requestLine({ requestId, ownRequestId, method, path, operation, status, ms }),
      ...(platform && { platformId: platform.id }),
      ...(trace.agentId !== undefined && { agentId: trace.agentId }),
      ...(trace.workflowId !== undefined && { workflowId: trace.workflowId }),
      ...(trace.deniedBy !== undefined && { deniedBy: trace.deniedBy }),
    },
    'request',
  )
}

/** The token or agent whose credentials were sent; undefined where they were not valid. */
function callerOf({ state: { platform, trace } }: Context): string | undefined {
  if (platform === undefined) return undefined
  return trace.agentId === undefined
    ? idOf('Token', platform.tokenId)
    : idOf('Agent', trace.agentId)
}

/** Probes, scrapes and pages' files say nothing of what happened. */
function isLogged(operation: string): boolean {
  return !['probe', 'metrics', 'docs', 'console', 'operator:page'].includes(operation)
}

/** How loud a request's line is. */
export function levelOf(status: number, operation: string): 'debug' | 'info' | 'warn' | 'error' {
  const quiet = operation === 'probe' ? 'debug' : 'info'
  return status === 500 ? 'error' : status > 500 ? 'warn' : quiet
}

export type RequestLine = {
  /** The caller's, where it has sent one. */
  readonly requestId: string
  readonly ownRequestId: string
  readonly method: string
  /** As the log may show it. */
  readonly path: string
  readonly operation: string
  readonly status: number
  readonly ms: number
}

/** What every request's line has. */
export function requestLine(line: RequestLine): RequestLine {
  return { ...line, ms: Math.round(line.ms * 10) / 10 }
}
