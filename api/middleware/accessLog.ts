import type { Metrics } from '../metrics.ts'
import type { Context, Middleware } from './state.ts'

/** Paths are truncated, so that a request cannot flood the log. */
const PATH_SHOWN_MAX = 200

/** One line and one measurement a request; never a body, a query or a credential. */
export function accessLog(metrics: Metrics): Middleware {
  return async (context, next) => {
    const startedAt = performance.now()
    try {
      await next()
    } finally {
      const ms = performance.now() - startedAt
      const operation = context.state.operation ?? 'none'
      metrics.duration.observe({ operation, status: context.status }, ms / 1000)
      for (const rule of context.state.trace.deniedBy ?? []) metrics.denied.inc({ rule })
      line(context, operation, ms)
    }
  }
}

function line(context: Context, operation: string, ms: number): void {
  const { log, requestId, platform, trace } = context.state
  const { status } = context
  const quiet = operation === 'probe' ? 'debug' : 'info'
  const level = status === 500 ? 'error' : status > 500 ? 'warn' : quiet
  log[level](
    {
      requestId,
      method: context.method,
      path: shownPath(context.path),
      operation,
      status,
      ms: Math.round(ms * 10) / 10,
      ...(platform && { platformId: platform.id }),
      ...(trace.agentId !== undefined && { agentId: trace.agentId }),
      ...(trace.workflowId !== undefined && { workflowId: trace.workflowId }),
      ...(trace.deniedBy !== undefined && { deniedBy: trace.deniedBy }),
    },
    'request',
  )
}

/** Whatever follows is a device code, or was meant as one. */
const beforeDeviceCodes = /^.*?device-codes\//i

/** A path as the log may show it: without the device code that stands in some. */
function shownPath(path: string): string {
  const [before] = beforeDeviceCodes.exec(decoded(path)) ?? []
  return (before === undefined ? path : `${before}...`).slice(0, PATH_SHOWN_MAX)
}

/** However it is spelled, a code is a code. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
