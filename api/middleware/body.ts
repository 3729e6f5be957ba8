import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateSync, type ZlibOptions } from 'node:zlib'
import type { Context as AnyContext } from 'koa'
import { type FieldError, Refusal } from '../../contract/errors.ts'
import { excessIn, LEVELS_MAX, VALUES_MAX } from '../../contract/jsonText.ts'
import { DEPTH_MAX, isBrokenText, shownName, unstorableIn } from '../../contract/storable.ts'
import { once } from '../once.ts'
import type { MultipartRule, UploadedFile } from '../operation.ts'
import { letPass } from './letPass.ts'
import { readMultipart } from './multipart.ts'
import type { Context } from './state.ts'

type KoaBody = ReturnType<typeof import('koa-body').koaBody>

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

/** Of an unauthenticated request: many may be in flight at a time, and larger ones would need too much memory. */
export const UNAUTHENTICATED_BODY_BYTES_MAX = 65_536

/** More than text that is no attack is compressed by: reading it costs by its length, sending it nearly nothing. */
const INFLATED_TIMES_MAX = 50
/** A decompressed body may always be this long, however short the compressed one was. */
const INFLATED_BYTES_FREE = 65_536

type Parsers = {
  readonly ofKnown: KoaBody
  readonly ofUnauthenticated: KoaBody
  /** Of a compressed body, which is inflated up to that length. */
  readonly upTo: (bytesMax: number) => KoaBody
}

/** Loads them: before a process listens. */
export const bodyParsers: () => Promise<Parsers> = once(async () => {
  const { koaBody } = await import('koa-body')
  const parserOf = (textLimit: number): KoaBody => koaBody({ ...asText, textLimit })
  const asText = {
    includeUnparsed: true,
    // As text: how many values it has is counted before any of them is made.
    textTypes: ['application/json', 'application/*+json'],
    json: false,
    urlencoded: false,
    multipart: false,
    patchNode: false,
  }
  return {
    ofKnown: parserOf(BODY_BYTES_MAX),
    ofUnauthenticated: parserOf(UNAUTHENTICATED_BODY_BYTES_MAX),
    upTo: parserOf,
  }
})
const nothing = async (): Promise<void> => {}

/**
 * Reads a JSON object from a request.
 *
 * @param isKnown whether it is known who sends it: others may send less
 * @throws Refusal UNSUPPORTED_MEDIA_TYPE for any other type or an unknown encoding, CONTENT_TOO_LARGE for
 *   more than 1 MB or what is compressed too well, INVALID_REQUEST_FORMAT for bad JSON, bytes that are no UTF-8, more than 32 levels, and
 *   text that PostgreSQL cannot store
 */
export async function readBody(context: Context, isKnown = true): Promise<Body> {
  const text = await readText(context, isKnown)
  return text.trim() === '' ? { parsed: undefined, raw: '' } : { parsed: objectIn(text), raw: text }
}

/** The text of a JSON body, unparsed; '' without one. Throws as `readBody` does. */
export async function readText(context: Context, isKnown = true): Promise<string> {
  if (context.method === 'GET' || context.method === 'HEAD' || context.method === 'DELETE') {
    return ''
  }
  if (!hasBody(context)) return ''
  if (!context.is('json', '+json')) {
    letPass(context.req)
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', {
      reason: 'The body must be JSON, sent as Content-Type: application/json.',
    })
  }
  // Loaded before anything is read: the parser and `bytesOf` must both get every chunk.
  const parsers = await bodyParsers()
  namePlainCoding(context)
  const bytesMax = isKnown ? BODY_BYTES_MAX : UNAUTHENTICATED_BODY_BYTES_MAX
  const inflatedMax = inflatedBytesMax(context)
  const isShort = inflatedMax < bytesMax
  const ofAny = isKnown ? parsers.ofKnown : parsers.ofUnauthenticated
  const parse = isShort ? parsers.upTo(inflatedMax) : ofAny
  const bytes = bytesOf(context)
  try {
    await parse(context as AnyContext, nothing)
  } catch (error) {
    letPass(context.req)
    throw refusalOfBody(
      error,
      isShort ? COMPRESSED_TOO_WELL : `The body is larger than ${bytesMax} bytes.`,
    )
  }
  const { body: rawBody } = context.request as unknown as { body: string }
  // What stands for bytes that are no text may have been sent as such.
  if (rawBody.includes('\ufffd') && !isText(bytes, context.get('Content-Encoding'))) {
    throw unreadable('The body is not valid UTF-8.')
  }
  return rawBody
}

/**
 * The object that a JSON text is.
 *
 * @throws Refusal INVALID_REQUEST_FORMAT for what is none, for more values or levels than any body of ours has,
 *   and for text that PostgreSQL cannot store
 */
export function objectIn(text: string): Record<string, unknown> {
  const excess = excessIn(text)
  if (excess === 'LEVELS') throw unreadable(`More than ${LEVELS_MAX} levels deep.`)
  if (excess === 'VALUES') throw unreadable(`More than ${VALUES_MAX} values.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable('The body is not valid JSON.')
  }
  // Only an escape can stand for such a character: as itself it is no JSON, or no UTF-8.
  if (brokenEscape.test(text)) refuseUnstorable(value)
  // Assigned to an object it would become what that inherits from.
  if (text.includes('__proto__') || text.includes('\\u00')) refusePrototype(value)
  return asObject(value)
}

const brokenEscape = /\\u(0000|[dD][89a-fA-F])/

function refusePrototype(value: unknown): void {
  const inner: unknown[] = [value]
  for (const each of inner) {
    if (typeof each !== 'object' || each === null) continue
    if (Object.hasOwn(each, '__proto__')) throw unreadable('The body is not valid JSON.')
    inner.push(...Object.values(each))
  }
}

const COMPRESSED_TOO_WELL = `The body is more than ${INFLATED_TIMES_MAX} times as long as it is compressed: send it as it is, with its Content-Length.`

/** How many bytes a compressed body may become; few without a `Content-Length`. Infinity: it is not compressed. */
function inflatedBytesMax(context: Context): number {
  const coding = context.get('Content-Encoding')
  if (coding === '' || coding === 'identity') return Infinity
  const length = Number(context.get('Content-Length')) || 0
  return Math.max(INFLATED_BYTES_FREE, INFLATED_TIMES_MAX * length)
}

/** Names of codings are of any case, and `x-gzip` is gzip (RFC 9110, 8.4.1); the parser knows the plain ones. */
function namePlainCoding({ req }: Context): void {
  const given = req.headers['content-encoding']
  if (given === undefined) return
  const name = given.trim().toLowerCase()
  req.headers['content-encoding'] = name === 'x-gzip' ? 'gzip' : name
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

/** Of a part of the parser that could not be loaded: the body may be right. */
const notLoaded: readonly unknown[] = ['MODULE_NOT_FOUND', 'EMFILE', 'ENFILE']

/** @throws the error where it says nothing about the body */
function refusalOfBody(error: unknown, tooLarge: string): Refusal {
  if (error instanceof Error && 'code' in error && notLoaded.includes(error.code)) throw error
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  if (status === 413) {
    return new Refusal('CONTENT_TOO_LARGE', { reason: tooLarge })
  }
  if (status === 415) {
    const reason = 'The Content-Encoding must be gzip, deflate or br, or be left out.'
    return new Refusal('UNSUPPORTED_MEDIA_TYPE', { reason })
  }
  return unreadable('The body is not valid JSON.')
}

/** The chunks of the body, in full once it has been read. */
function bytesOf({ req }: Context): readonly Buffer[] {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  return chunks
}

const inflaters: Readonly<Record<string, (bytes: Buffer, options: ZlibOptions) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** Whether the bytes are UTF-8; the parser has replaced those that are not. */
function isText(chunks: readonly Buffer[], encoding: string): boolean {
  const bytes = Buffer.concat(chunks)
  const inflate = inflaters[encoding]
  return isUtf8(inflate === undefined ? bytes : inflate(bytes, { maxOutputLength: BODY_BYTES_MAX }))
}

function asObject(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Record<string, unknown>
  }
  throw unreadable('The body must be a JSON object.')
}

function refuseUnstorable(body: unknown): void {
  const problem = unstorableIn(body)
  if (problem === 'DEPTH') throw unreadable(`More than ${DEPTH_MAX} levels deep.`)
  if (problem !== undefined) throw brokenText(problem)
}

/**
 * @param field where the text is; without it, the text is itself the name of a parameter
 * @throws Refusal for text with U+0000 or half a surrogate pair: no column can hold it
 */
export function refuseBrokenText(text: string, field = shownName(text)): void {
  if (isBrokenText(text)) throw brokenText([field])
}

function brokenText(fields: readonly string[]): Refusal {
  const message = 'must be valid Unicode without the character U+0000'
  const errors = fields.map((field): FieldError => ({ field, constraint: 'format', message }))
  return unreadable('Text must be valid Unicode without the character U+0000.', { errors })
}

function unreadable(reason: string, details?: { readonly errors: readonly FieldError[] }): Refusal {
  return new Refusal('INVALID_REQUEST_FORMAT', { reason, ...(details && { details }) })
}
