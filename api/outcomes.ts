/** Refusals that operations share, and those of workflows as HTTP errors. */
import { type ErrorCode, isErrorCode, Refusal } from '../contract/errors.ts'
import { type Progress, waitSentence } from '../contract/progress.ts'
import type { Dependencies } from './dependencies.ts'

/** The Refusal of a refusal that a workflow or a row has recorded. */
export function refusalOf(no: {
  readonly code: string
  readonly reason?: string | null
  readonly retryAfterSeconds?: number
  readonly details?: Readonly<Record<string, unknown>>
}): Refusal {
  if (!isErrorCode(no.code)) return new Refusal('INTERNAL_ERROR')
  return new Refusal(no.code, {
    ...(no.reason && { reason: no.reason }),
    ...(no.details && { details: no.details }),
    ...(no.retryAfterSeconds !== undefined && { retryAfterSeconds: no.retryAfterSeconds }),
  })
}

const RETRY_AFTER_SECONDS = 2

/** The outcome is not known yet: retrying the same request is safe and returns it. */
export function outcomeUnknown(): Refusal {
  return new Refusal('SERVICE_UNAVAILABLE', {
    reason: 'The outcome is not known yet; repeat the same request.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

/**
 * The outcome is not known yet, and the same request would be a new one: without `Retry-After`.
 *
 * @param id of what the request may have created, as the API shows it, where that is known
 */
export function outcomeNotKept(id?: string): Refusal {
  return new Refusal('SERVICE_UNAVAILABLE', {
    reason: `The outcome is not known: look for ${id ?? 'it in the list'} before you send the request again.`,
    ...(id !== undefined && { details: { id } }),
  })
}

type Declaring = { readonly errors: readonly ErrorCode[] }

/** What an operation that pays nothing says of its keys: it does not declare DUPLICATE_PAY_REQUEST. */
function keyCode(operation: Declaring | undefined): 'DUPLICATE_PAY_REQUEST' | 'CONFLICT' {
  const isPay = operation === undefined || operation.errors.includes('DUPLICATE_PAY_REQUEST')
  return isPay ? 'DUPLICATE_PAY_REQUEST' : 'CONFLICT'
}

/** The key is of another request. */
export function keyOfAnother(operation: Declaring): Refusal {
  const code = keyCode(operation)
  if (code === 'DUPLICATE_PAY_REQUEST') return new Refusal(code)
  return new Refusal(code, { reason: 'The Idempotency-Key was used for another request.' })
}

/** The request has used its key before, and the record of the key has been deleted since. */
export function keyRetentionOver(operation?: Declaring): Refusal {
  return new Refusal(keyCode(operation), {
    reason:
      'The Idempotency-Key was used for this request before, and its answer is not kept any more.',
  })
}

/** The body of `200` while an operation has no result. @param progress what is known of it */
export function processing(progress?: Pick<Progress, 'party'>): Processing {
  return { status: 'PROCESSING', message: `${waitSentence(progress)}; repeat the same request.` }
}

export type Processing = { readonly status: 'PROCESSING'; readonly message: string }

export function isProcessing(body: object | undefined): body is Processing {
  return body !== undefined && 'status' in body && body.status === 'PROCESSING'
}

/** Like `processing`, with what the workflow says that it waits for, if it does so in time. */
export async function processingOf(
  { temporal }: Pick<Dependencies, 'temporal'>,
  workflowId: string,
): Promise<Processing> {
  return processing(await temporal.progressOf(workflowId))
}
