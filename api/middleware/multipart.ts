/** Reads `multipart/form-data`: fields, and one file whose content is handed on as it arrives. */
import { createHash, type Hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable, Writable } from 'node:stream'
import {
  Busboy,
  type BusboyFileStream,
  type BusboyHeaders,
  type BusboyInstance,
} from '@fastify/busboy'
import { type FieldError, invalidInput, Refusal } from '../../contract/errors.ts'
import type { MultipartRule, UploadedFile } from '../operation.ts'
import { allowUploadTime } from '../requestTime.ts'
import { letPass } from './letPass.ts'
import type { Context } from './state.ts'

export const FILE_FIELD = 'file'

const FIELDS_MAX = 20
const FIELD_BYTES_MAX = 16_384
const FIELD_NAME_BYTES_MAX = 100
const HEADER_BYTES_MAX = 8_192
const HEADERS_MAX = 20
/** Fields, headers of the parts and boundaries. */
const ENVELOPE_BYTES_MAX = FIELDS_MAX * (FIELD_BYTES_MAX + HEADER_BYTES_MAX)
/** How much is parsed before it is asked whether the body is still wanted: a part may be of few bytes. */
const PIECE_BYTES = 8_192

export type MultipartBody = {
  /** The fields as text, and `file` as '' where one was sent: what the schema is checked against. */
  readonly fields: Record<string, unknown>
  readonly file: UploadedFile | undefined
  /** Forgets what has been received, for a request that is refused. */
  discard(): Promise<void>
}

/**
 * Reads the whole body. Nothing of it is kept after a refusal.
 *
 * @param names fields that the operation declares: others are ignored
 * @param receive takes the file's content; its own error is thrown
 * @throws Refusal UNSUPPORTED_MEDIA_TYPE for a body of another type; INVALID_REQUEST_FORMAT for a truncated
 *   one, a second file, a repeated field, too many parts or one without a name; CONTENT_TOO_LARGE for the file or
 *   what is beside it; INVALID_INPUT for a field that is too long
 */
export async function readMultipart(
  context: Context,
  { fileBytesMax, timeLimitMs }: Pick<MultipartRule, 'fileBytesMax' | 'timeLimitMs'>,
  names: readonly string[],
  receive: (content: Readable) => Promise<Received>,
): Promise<MultipartBody> {
  const { req } = context
  if (!context.is('multipart/form-data')) {
    const reason = 'The body must be sent as Content-Type: multipart/form-data.'
    throw refuse(req, new Refusal('UNSUPPORTED_MEDIA_TYPE', { reason }))
  }
  if (Number(context.get('Content-Length')) > fileBytesMax + ENVELOPE_BYTES_MAX) {
    throw refuse(req, tooLarge(fileBytesMax))
  }
  allowUploadTime(req, timeLimitMs)
  const reading = new Reading(names, fileBytesMax, receive)
  const timer = setTimeout(() => {
    reading.fail(unreadable(`The upload took longer than ${timeLimitMs / 1_000} seconds.`))
  }, timeLimitMs)
  try {
    return await reading.run(req)
  } catch (error) {
    throw refuse(req, error)
  } finally {
    clearTimeout(timer)
  }
}

type Received = { readonly content: unknown; discard(): Promise<void> }

/** One body that is being read. The first problem ends it. */
class Reading {
  readonly #names: ReadonlySet<string>
  readonly #fileBytesMax: number
  readonly #receive: (content: Readable) => Promise<Received>
  readonly #fields = new Map<string, string>()
  readonly #problems: FieldError[] = []
  #file:
    | { readonly name: string; readonly received: Promise<Received>; readonly hash: Hash }
    | undefined
  #stream: BusboyFileStream | undefined
  #parsedBytes = 0
  #failure: { readonly error: unknown } | undefined
  #reject: (error: unknown) => void = () => undefined

  constructor(
    names: readonly string[],
    fileBytesMax: number,
    receive: (content: Readable) => Promise<Received>,
  ) {
    this.#names = new Set(names)
    this.#fileBytesMax = fileBytesMax
    this.#receive = receive
  }

  async run(request: IncomingMessage): Promise<MultipartBody> {
    try {
      await this.#parse(request)
      const received = await this.#file?.received
      if (this.#problems.length > 0) throw invalidInput(this.#problems)
      return {
        fields: {
          ...Object.fromEntries(this.#fields),
          ...(this.#file && { [FILE_FIELD]: '' }),
        },
        file: this.#file && {
          name: this.#file.name,
          content: received?.content,
          hash: this.#file.hash.digest('hex'),
        },
        discard: async () => received?.discard(),
      }
    } catch (error) {
      // What was received whole before the failure is forgotten; a failed receipt forgets itself.
      await this.#file?.received.then(
        (received) => received.discard(),
        () => undefined,
      )
      throw this.#failure?.error ?? error
    }
  }

  /** Ends the reading: the file's content ends with this error too. */
  fail(error: unknown): void {
    if (this.#failure !== undefined) return
    this.#failure = { error }
    this.#stream?.destroy(error as Error)
    this.#reject(error)
  }

  async #parse(request: IncomingMessage): Promise<void> {
    const parser = parserOf(request, this.#fileBytesMax)
    const lost = (): void => this.fail(unreadable('The body is truncated.'))
    const feeder = feederOf(parser, (bytes) => this.#isWantedAfter(bytes))
    try {
      await new Promise<void>((resolve, reject) => {
        this.#reject = reject
        parser.on('file', (name, stream, fileName) => this.#takeFile(name, stream, fileName))
        parser.on('field', (name, value, _, isCut) => this.#takeField(name, value, isCut))
        parser.on('filesLimit', () => this.fail(unreadable('More than one file.')))
        parser.on('fieldsLimit', () => this.fail(unreadable(`More than ${FIELDS_MAX} fields.`)))
        parser.on('partsLimit', () => this.fail(unreadable('Too many parts.')))
        parser.on('error', lost)
        parser.on('finish', resolve)
        request.on('aborted', lost)
        request.on('error', lost)
        request.pipe(feeder)
      })
    } finally {
      request.unpipe(feeder)
      request.off('aborted', lost)
      request.off('error', lost)
    }
  }

  /** Counts what has been parsed, as it comes: the length of a body may not have been said. */
  #isWantedAfter(bytes: number): boolean {
    this.#parsedBytes += bytes
    if (this.#parsedBytes - (this.#stream?.bytesRead ?? 0) > ENVELOPE_BYTES_MAX) {
      const reason = `The form has more than ${ENVELOPE_BYTES_MAX} bytes beside its file.`
      this.fail(new Refusal('CONTENT_TOO_LARGE', { reason }))
    }
    return this.#failure === undefined
  }

  #takeField(name: string | undefined, value: string, isCut: boolean): void {
    if (name === undefined) this.fail(unreadable('A part without a name.'))
    if (name === undefined || !this.#names.has(name)) return
    if (name === FILE_FIELD) {
      this.fail(unreadable('`file` must be sent as a file.'))
    } else if (this.#fields.has(name)) {
      this.fail(unreadable(`The field ${name} is sent twice.`))
    }
    this.#fields.set(name, value)
    if (!isCut) return
    const message = `must not have more than ${FIELD_BYTES_MAX} bytes`
    this.#problems.push({ field: name, constraint: 'maxLength', message })
  }

  #takeFile(name: string, stream: BusboyFileStream, fileName: string | undefined): void {
    if (this.#failure !== undefined || name !== FILE_FIELD || this.#file !== undefined) {
      stream.on('error', () => undefined)
      stream.resume()
      this.fail(unreadable('The one file of the request is sent in the field `file`.'))
      return
    }
    this.#stream = stream
    stream.on('limit', () => this.fail(tooLarge(this.#fileBytesMax)))
    const hash = createHash('sha256')
    const content = Readable.from(contentOf(stream, hash), { objectMode: false })
    // An error reaches the reader of a stream; after the reader has stopped, it would be unhandled.
    for (const each of [stream, content]) each.on('error', () => undefined)
    const received = this.#receive(content)
    this.#file = { name: fileName ?? '', received, hash }
    // Awaited once the body has ended; one that fails before ends the reading at once.
    received.catch((error) => this.fail(error))
  }
}

function parserOf(request: IncomingMessage, fileSize: number): BusboyInstance {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        fileSize,
        files: 1,
        fields: FIELDS_MAX,
        // Also parts that are neither, which the parser does not report.
        parts: FIELDS_MAX + 1,
        fieldSize: FIELD_BYTES_MAX,
        fieldNameSize: FIELD_NAME_BYTES_MAX,
        headerPairs: HEADERS_MAX,
        headerSize: HEADER_BYTES_MAX,
      },
    })
  } catch {
    throw unreadable('The Content-Type names no boundary.')
  }
}

/** Hands a body to its parser piece by piece, and no further once it is not wanted. */
function feederOf(parser: BusboyInstance, isWantedAfter: (bytes: number) => boolean): Writable {
  return new Writable({
    write(chunk: Buffer, _, done) {
      const handOn = (from: number): void => {
        const piece = chunk.subarray(from, from + PIECE_BYTES)
        const next = from + PIECE_BYTES
        parser.write(piece, (error) => {
          if (error || !isWantedAfter(piece.length)) return
          if (next < chunk.length) handOn(next)
          else done()
        })
      }
      handOn(0)
    },
    final(done) {
      parser.end()
      done()
    },
  })
}

/** A stream of its own, so that a handler which stops reading it early does not end the parser's. */
async function* contentOf(stream: BusboyFileStream, hash: Hash): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) {
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    throw error instanceof Refusal ? error : unreadable('The body is truncated.')
  }
}

function refuse(request: IncomingMessage, error: unknown): unknown {
  letPass(request)
  return error
}

function tooLarge(bytesMax: number): Refusal {
  return new Refusal('CONTENT_TOO_LARGE', { reason: `The file has more than ${bytesMax} bytes.` })
}

function unreadable(reason: string): Refusal {
  return new Refusal('INVALID_REQUEST_FORMAT', { reason })
}
