/**
 * A warning that repeats itself is written once and then counted: an outage of a minute must not hide
 * everything else. Lines are alike when text, error and all plain fields are, but for those of the one request.
 */
import type { Logger, LoggerOptions } from 'pino'

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>
type Fields = Readonly<Record<string, unknown>>

/** Until then equal lines are counted; what was counted is written at its end. */
export const REPEATED_WINDOW_MS = 60_000
const WARN = 40
/** How many kinds of lines are remembered; further kinds are written as they come. */
const KINDS_MAX = 1_000

/** Differ from one line to the next of one warning. */
const ofOneRequest = new Set(['requestId', 'operation', 'attempt', 'attempts', 'ms', 'err'])

/** The hook of a logger that counts. A request's own line, which has a warning's level too, is written always. */
export function countingRepeated(windowMs = REPEATED_WINDOW_MS): LogMethod {
  const counts = new Map<string, number>()
  return function count(this: Logger, args, method, level) {
    const [fields, text] = args as unknown as [Fields, unknown]
    const isCounted = level === WARN && typeof text === 'string' && text !== 'request'
    if (!isCounted || typeof fields !== 'object' || fields === null) {
      return method.apply(this, args)
    }
    const key = keyOf(fields, text)
    const counted = counts.get(key)
    if (counted !== undefined) {
      counts.set(key, counted + 1)
      return
    }
    if (counts.size < KINDS_MAX) {
      counts.set(key, 0)
      const write = (more: number): void => method.call(this, { ...fields, repeated: more }, text)
      setTimeout(endWindow, windowMs, { counts, key, windowMs, write }).unref()
    }
    method.apply(this, args)
  }
}

type Window = {
  readonly counts: Map<string, number>
  readonly key: string
  readonly windowMs: number
  write(repeated: number): void
}

/** Writes how often it was repeated, and goes on counting as long as it is. */
function endWindow(window: Window): void {
  const { counts, key, windowMs, write } = window
  const counted = counts.get(key) ?? 0
  if (counted === 0) {
    counts.delete(key)
    return
  }
  write(counted)
  counts.set(key, 0)
  setTimeout(endWindow, windowMs, window).unref()
}

function keyOf(fields: Fields, text: string): string {
  const parts = [text]
  for (const [name, value] of Object.entries(fields)) {
    if (!ofOneRequest.has(name) && typeof value !== 'object') parts.push(`${name}=${value}`)
  }
  const { err } = fields
  if (err instanceof Error) parts.push(err.message)
  return parts.join('\n')
}
