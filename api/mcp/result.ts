/** The result of a tool, made of the operation's answer. */
import type { CallToolResult } from '@modelcontextprotocol/server'
import { amountsOf } from './amounts.ts'
import type { ApiAnswer } from './request.ts'
import { writtenByOthers } from './writtenByOthers.ts'

type Fields = Readonly<Record<string, unknown>>

/** @param guidance what a model should do next */
export function resultOf(answer: ApiAnswer, guidance?: (result: Fields) => string): CallToolResult {
  if (answer.status >= 400) return errorOf(answer)
  const { body, isReplay } = answer
  const next = body === undefined ? '' : (guidance?.(body as Fields) ?? '')
  const structuredContent = {
    ...(body !== undefined && { result: body }),
    amounts: amountsOf(body),
    writtenByOthers: [...writtenByOthers(body)],
    ...(next !== '' && { guidance: next }),
    ...(isReplay && { replayed: true }),
  }
  return {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
  }
}

type Envelope = {
  readonly code?: string
  readonly reason?: string
  readonly details?: { readonly errors?: readonly { field: string; message: string }[] }
}

/** Our code, what is wrong, and whether the same call can succeed later. */
function errorOf({ status, body }: ApiAnswer): CallToolResult {
  const { code = 'SERVICE_UNAVAILABLE', reason = '', details } = (body ?? {}) as Envelope
  const fields = (details?.errors ?? []).map(({ field, message }) => `${field} ${message}`)
  const isBusy = status === 429 || status === 503
  const text = [
    `${code}: ${reason}`,
    ...fields,
    ...(isBusy ? ['Wait a little, then make the same call again: it is not done twice.'] : []),
    ...(status === 403 ? ['The same call is refused again: tell the person you work for.'] : []),
  ]
  return { isError: true, content: [{ type: 'text', text: text.join('\n') }] }
}

/**
 * For a new or open quote.
 *
 * @param before an equal quote that this one follows
 */
export function quoteGuidance(quote: Fields, before?: Fields): string {
  const { id, expiresAt, agentActionId } = quote
  const next =
    agentActionId === undefined
      ? `Nothing is paid yet. To pay, call execute_quote with quoteId ${id} before ${expiresAt}.`
      : depositGuidance(quote)
  if (before === undefined) return next
  return (
    `An equal quote of yours, ${before.id}, is ${before.status}: pay this one only if another, ` +
    `equal payment is meant. ${next}`
  )
}

/** For a quote that a deposit pays: where the money is to be sent is shown once nobody has to decide any more. */
function depositGuidance({
  id,
  status,
  expiresAt,
  agentActionId,
  paymentInstructions,
}: Fields): string {
  if (paymentInstructions !== undefined) {
    return (
      'Nothing is paid yet. The payment starts by itself when the money has arrived: give whoever sends it ' +
      `paymentInstructions, with the reference, before ${expiresAt}.`
    )
  }
  if (status === 'PENDING_AUTHORIZATION') {
    return `The customer must authorize this first. get_quote with quoteId ${id} then shows paymentInstructions.`
  }
  return (
    `A person must approve this first. Call wait_for_decision with actionId ${agentActionId}; once it is ` +
    `APPROVED, get_quote with quoteId ${id} shows where the money is to be sent.`
  )
}

/** For an action: pending ones wait for a person, whatever a model does. */
export function actionGuidance(action: Fields): string {
  const { id, status, transaction } = action as Fields & { transaction?: Fields }
  switch (status) {
    case 'PENDING_APPROVAL':
      return (
        'A person must approve this first; no money has moved. Do not submit it again: that does ' +
        `not help. Call wait_for_decision with actionId ${id}, or say that it waits for approval.`
      )
    case 'APPROVED':
      return approvedGuidance(transaction?.status)
    case 'REJECTED':
      return 'A person rejected this; no money has moved. Do not try again unless you are asked to.'
    default:
      return 'This failed; no money has moved. rejectionReason says why.'
  }
}

function approvedGuidance(status: unknown): string {
  if (status === 'COMPLETED') return 'The payment has arrived. Do not submit it again.'
  if (status === 'FAILED') {
    return 'The payment was accepted and has failed. get_transaction says why, and what was refunded.'
  }
  return (
    `The payment was accepted and is ${status ?? 'in progress'}. Do not submit it again. It has ` +
    'arrived when get_transaction shows COMPLETED.'
  )
}
