import type { Context as AnyContext } from 'koa'
import { koaBody } from 'koa-body'
import { Refusal } from '../../contract/errors.ts'
import { DEPTH_MAX, isBrokenText, unstorableIn } from '../../contract/storable.ts'
import type { MultipartRule, UploadedFile } from '../operation.ts'
import { readMultipart } from './multipart.ts'
import type { Context } from './state.ts'

export const BODY_BYTES_MAX = 1_000_000

export type Body = {
  /** The parsed object; undefined when no body was sent. */
  readonly parsed: Record<string, unknown> | undefined
  /** The text as it was sent; '' without a body, and for a form. */
  readonly raw: string
  /** Of a form, with what forgets it when the form is refused. */
  readonly file?: UploadedFile | undefined
  readonly discard?: () => Promise<void>
}

const parse = koaBody({
  includeUnparsed: true,
  jsonLimit: BODY_BYTES_MAX,
  jsonTypes: ['application/json', 'application/*+json'],
  urlencoded: false,
  text: false,
  multipart: false,
  patchNode: false,
})
const nothing = async (): Promise<void> => {}

/**
 * Reads a JSON object from a request.
 *
 * @throws Refusal INVALID_REQUEST_FORMAT for any other type, bad JSON, more than 1 MB, more than
 *   32 levels, and text that PostgreSQL cannot store
 */
export async function readBody(context: Context): Promise<Body> {
  const { request } = context
  if (context.method === 'GET' || context.method === 'HEAD' || context.method === 'DELETE') {
    return { parsed: undefined, raw: '' }
  }
  if (!hasBody(context)) return { parsed: undefined, raw: '' }
  if (!context.is('json', '+json')) {
    drain(context)
    throw unreadable('The body must be JSON, sent as Content-Type: application/json.')
  }
  try {
    await parse(context as AnyContext, nothing)
  } catch (error) {
    drain(context)
    throw unreadable(reasonOf(error))
  }
  const { body, rawBody } = request as unknown as { body: unknown; rawBody: string }
  if (rawBody.trim() === '') return { parsed: undefined, raw: '' }
  refuseUnstorable(body)
  return { parsed: asObject(body), raw: rawBody }
}

/**
 * Reads a form with one file.
 *
 * @throws Refusal INVALID_REQUEST_FORMAT as `readMultipart`, and for text that PostgreSQL cannot
 *   store; INVALID_INPUT for what is too long
 */
export async function readForm(
  context: Context,
  rule: MultipartRule,
  schema: object | undefined,
  given: Parameters<MultipartRule['receive']>[1],
): Promise<Body> {
  const { properties = {} } = (schema ?? {}) as { readonly properties?: object }
  const names = Object.keys(properties)
  const form = await readMultipart(context, rule, names, (content) => rule.receive(content, given))
  try {
    refuseUnstorable(form.fields)
  } catch (error) {
    await form.discard()
    throw error
  }
  return { parsed: form.fields, raw: '', file: form.file, discard: form.discard }
}

function hasBody(context: Context): boolean {
  const length = context.get('Content-Length')
  return context.get('Transfer-Encoding') !== '' || (length !== '' && length !== '0')
}

/** Lets the rest of a refused body pass, so that the client gets to read the answer. */
function drain(context: Context): void {
  context.req.unpipe()
  context.req.resume()
}

function reasonOf(error: unknown): string {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 413) return `The body is larger than ${BODY_BYTES_MAX} bytes.`
  if (status === 415) return 'The Content-Encoding is not supported.'
  return 'The body is not valid JSON.'
}

function asObject(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown>
  }
  throw unreadable('The body must be a JSON object.')
}

function refuseUnstorable(body: unknown): void {
  const problem = unstorableIn(body)
  if (problem === 'TEXT') throw brokenText()
  if (problem === 'DEPTH') throw unreadable(`More than ${DEPTH_MAX} levels deep.`)
}

/** @throws Refusal for text with U+0000 or half a surrogate pair: no column can hold it */
export function refuseBrokenText(text: string): void {
  if (isBrokenText(text)) throw brokenText()
}

function brokenText(): Refusal {
  return unreadable('Text must be valid Unicode without the character U+0000.')
}

function unreadable(reason: string): Refusal {
  return new Refusal('INVALID_REQUEST_FORMAT', { reason })
}
