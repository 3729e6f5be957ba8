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

/** An id, or what may be a device code wherever it stands. */
const idOrCode =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![0-9a-z])[0-9a-z]{4}([\s_-]*)[0-9a-z]{4}([\s_-]*)[0-9a-z]{4}(?![0-9a-z])/gi

/** A path as the log may show it: without the device code that stands in some. */
function shownPath(path: string): string {
  const plain = decoded(path)
  const [before] = beforeDeviceCodes.exec(plain) ?? []
  if (before !== undefined) return `${before}...`.slice(0, PATH_SHOWN_MAX)
  const masked = plain.replaceAll(idOrCode, (text, first?: string, second?: string) =>
    isCode(text, first, second) ? '...' : text,
  )
  return (masked === plain ? path : masked).slice(0, PATH_SHOWN_MAX)
}

/** Not an id, nor a plain word of twelve letters as `transactions` is. */
function isCode(text: string, first: string | undefined, second: string | undefined): boolean {
  if (first === undefined) return false
  return (first !== '' && second !== '') || /\d/.test(text)
}

/** However often it is encoded. */
const DECODED_MAX = 3

/** However it is spelled, a code is a code. */
function decoded(path: string): string {
  let text = path
  for (let turn = 0; turn < DECODED_MAX; turn += 1)
    text = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, decodedRun)
  return text
}

function decodedRun(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
