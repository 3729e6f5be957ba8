import type { Metrics } from '../metrics.ts'
import type { RequestLog } from './requestLog.ts'
import type { Context, Middleware } from './state.ts'

/** Paths are truncated, so that a request cannot flood the log. */
const PATH_SHOWN_MAX = 200

/** One line and one measurement a request; never a body, a query or a credential. */
export function accessLog(metrics: Metrics, requestLog: RequestLog): Middleware {
  return async (context, next) => {
    const startedAt = performance.now()
    try {
      await next()
    } finally {
      const ms = performance.now() - startedAt
      const operation = context.state.operation ?? 'none'
      metrics.duration.observe({ operation, status: context.status }, ms / 1000)
      for (const rule of context.state.trace.deniedBy ?? []) metrics.denied.inc({ rule })
      line(context, operation, ms, requestLog)
    }
  }
}

function line(context: Context, operation: string, ms: number, requestLog: RequestLog): void {
  const { log, requestId, platform, trace } = context.state
  const { status, method } = context
  const path = (context.state.shownPath ?? shownPath(context.path)).slice(0, PATH_SHOWN_MAX)
  if (isLogged(operation)) {
    const platformId = platform?.id
    requestLog.note({ requestId, platformId, method, path, operation, status, ms })
  }
  log[levelOf(status, operation)](
    {
      ...requestLine({ requestId, method, path, operation, status, ms }),
      ...(platform && { platformId: platform.id }),
      ...(trace.agentId !== undefined && { agentId: trace.agentId }),
      ...(trace.workflowId !== undefined && { workflowId: trace.workflowId }),
      ...(trace.deniedBy !== undefined && { deniedBy: trace.deniedBy }),
    },
    'request',
  )
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
  readonly requestId: string
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

/** Whatever follows is a device code or the token of a link, or was meant as one. */
const beforeSecrets = /^(?:.*?device-codes|\/verify)\//i

/** An id, or what may be a device code wherever it stands. */
const idOrCode =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<![0-9a-z])[0-9a-z]{4}([\s_-]*)[0-9a-z]{4}([\s_-]*)[0-9a-z]{4}(?![0-9a-z])/gi

/** The token of a link, or an invitation's code, wherever it stands: 43 or 22 characters of base64url. */
const tokenOrInvitation = /(?<![\w-])(?:[\w-]{43}|[\w-]{22})(?![\w-])/g

/** A path as the log may show it: without the secret that stands in some. */
function shownPath(path: string): string {
  const plain = decoded(path)
  const [before] = beforeSecrets.exec(plain) ?? []
  if (before !== undefined) return storable(`${before}...`)
  const masked = plain
    .replaceAll(tokenOrInvitation, '...')
    .replaceAll(idOrCode, (text, first?: string, second?: string) =>
      isCode(text, first, second) ? '...' : text,
    )
  return masked === plain ? path : storable(masked)
}

/** Decoded, it may have signs that end a line or that no column holds. */
function storable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, encodeURIComponent)
}

const isId = /^[A-Za-z]+(:|%3A)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The path of a request to an operation with a secret in its path: its parameters only where they
 * are ids.
 *
 * @param pattern of the operation, `/agents/device-codes/:code/redeem`
 * @param path as it was sent, with whatever comes before
 */
export function pathWithoutSecrets(pattern: string, path: string): string {
  const declared = pattern.split('/').slice(1)
  const parts = path.split('/')
  const first = parts.length - declared.length
  return parts
    .map((part, index) =>
      declared[index - first]?.startsWith(':') && !isId.test(part) ? '...' : part,
    )
    .join('/')
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
