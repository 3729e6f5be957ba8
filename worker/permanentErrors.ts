/** Which errors say something about the one row or notice at hand, and which about all of them. */
import { isGrpcServiceError } from '@temporalio/client'

/** gRPC codes that say something about the request itself. */
const INVALID_ARGUMENT = 3
const FAILED_PRECONDITION = 9

/** Whether a start failed for want of the server: then it would fail for every row. */
export function isOutage(error: unknown): boolean {
  const { cause } = error as { readonly cause?: unknown }
  return isGrpcServiceError(cause) && !isRefused(cause.code)
}

/**
 * Whether PostgreSQL rejected the statement (a malformed value, a constraint, an exception of our own
 * functions) or Temporal the start: a repetition has the same end. Anything else is treated as transient.
 */
export function isPermanent(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown }
  if (isGrpcServiceError(cause)) return isRefused(cause.code)
  return typeof code === 'string' && /^(22|23|LG|P0|PY)...$/.test(code)
}

function isRefused(code: number): boolean {
  return code === INVALID_ARGUMENT || code === FAILED_PRECONDITION
}
