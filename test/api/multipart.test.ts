/** Forms with a file: what is read of them, and that nothing is kept of one that is refused. */
import { connect } from 'node:net'
import { Dicer } from '@fastify/busboy'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PASSED_BYTES_MAX } from '../../api/middleware/letPass.ts'
import { operation } from '../../api/operation.ts'
import { Refusal } from '../../contract/errors.ts'
import { type Answer, type Api, secret, startApi } from './framework.ts'

const FILE_BYTES_MAX = 1_000
const TIME_LIMIT_MS = 300

/** What has been received whole and not been discarded, and what has failed on the way. */
const kept = new Set<string>()
let failed: unknown[] = []
/** What the next receipt throws after `after` bytes; 0: before it reads. */
let refusal: { readonly after: number } | undefined

const upload = operation({
  id: 'upload',
  group: 'Forms',
  method: 'post',
  path: '/forms',
  permission: 'MANAGE',
  summary: 'Take a form',
  body: {
    type: 'object',
    required: ['file', 'country'],
    properties: {
      file: { type: 'string', format: 'binary' },
      country: { type: 'string', format: 'country' },
      note: { type: 'string' },
    },
  },
  multipart: {
    fileBytesMax: FILE_BYTES_MAX,
    timeLimitMs: TIME_LIMIT_MS,
    async receive(content) {
      const chunks: Buffer[] = []
      try {
        if (refusal?.after === 0) throw new Refusal('NOT_IMPLEMENTED')
        for await (const chunk of content) {
          chunks.push(chunk)
          if (refusal !== undefined) throw new Refusal('NOT_IMPLEMENTED')
        }
      } catch (error) {
        failed.push(error)
        throw error
      }
      const text = Buffer.concat(chunks).toString('latin1')
      kept.add(text)
      return {
        content: text,
        discard: async () => {
          kept.delete(text)
        },
      }
    },
  },
  status: 201,
  responses: { 201: { type: 'object' } },
  outside: {},
  errors: [],
  handle: async ({ body, file }) => ({ ...body, name: file?.name, content: file?.content }),
})

let api: Api
beforeAll(async () => {
  // Half of them are a platform's at most.
  api = await startApi({ UPLOADS_MAX: '4' }, {}, [upload])
})
afterAll(() => api.drain(100))
beforeEach(() => {
  kept.clear()
  failed = []
  refusal = undefined
})

const TYPE = 'multipart/form-data; boundary=edge'
const field = (name: string, value: string): string =>
  `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (content: string, name = 'a.pdf', fieldName = 'file'): string =>
  `--edge\r\nContent-Disposition: form-data; name="${fieldName}"; filename="${name}"\r\n` +
  `Content-Type: application/pdf\r\n\r\n${content}\r\n`
const nameless = '--edge\r\nContent-Disposition: form-data\r\n\r\ny\r\n'
const CRLF = Buffer.from('\r\n')
const END = '--edge--\r\n'
const country = field('country', 'GB')

const send = (body: string, type = TYPE): Promise<Answer> =>
  api.ask('/forms', {
    method: 'POST',
    body: Buffer.from(body, 'latin1') as never,
    headers: { 'Content-Type': type },
  })

function expectRefusal(answer: Answer, code: string, status = 400): void {
  expect(answer.body).toMatchObject({ code, status, reason: expect.any(String) })
  expect(answer.status).toBe(status)
  expect(answer.text).not.toMatch(/\.ts:\d|node_modules|\bat .*\(/)
}

describe('a form is taken', () => {
  test.each([
    ['with the fields first', country + file('x') + END],
    ['with the file first', file('x') + country + END],
    ['with fields that nobody asked for', file('x') + country + field('__proto__', 'y') + END],
    ['with an epilogue', `${file('x') + country + END}more`],
    ['with a preamble', `hello\r\n${file('x') + country + END}`],
  ])('%s', async (_, body) => {
    const answer = await send(body)
    expect([answer.status, answer.body]).toEqual([
      201,
      { file: '', country: 'GB', name: 'a.pdf', content: 'x' },
    ])
  })

  test.each([
    ['', ''],
    ['\r\n--edg\r\n', '\r\n--edg\r\n'],
    ['\u0000\u00ff', '\u0000\u00ff'],
    ['x'.repeat(FILE_BYTES_MAX), 'x'.repeat(FILE_BYTES_MAX)],
  ])('with the content %j', async (sent, content) => {
    const answer = await send(file(sent) + country + END)
    expect(answer.body).toMatchObject({ content })
  })
})

describe('a form is refused, and nothing is kept of it,', () => {
  test.each([
    ['without a boundary', file('x') + country + END, 'multipart/form-data'],
    ['with another boundary', file('x') + country + END, 'multipart/form-data; boundary=other'],
    ['that is empty', '', TYPE],
    ['that ends inside a file', file('x').slice(0, -2), TYPE],
    ['that ends inside the headers of a part', file('x').slice(0, 30), TYPE],
    ['that ends without its last boundary', file('x') + country, TYPE],
    ['with two files', file('x') + file('y') + country + END, TYPE],
    ['with a file of another name', file('x', 'a', 'other') + country + END, TYPE],
    ['with the file as a field', field('file', 'x') + country + END, TYPE],
    ['with a field twice', file('x') + country + country + END, TYPE],
    ['with U+0000 in a field', file('x') + country + field('note', 'a\0b') + END, TYPE],
    ['with a part without a name', file('x') + country + nameless + END, TYPE],
    ['with too many parts', file('x') + country + '--edge\r\n\r\n\r\n'.repeat(20) + END, TYPE],
    ['with too many fields', file('x') + field('a', 'b').repeat(21) + country + END, TYPE],
  ])('%s', async (_, body, type) => {
    expectRefusal(await send(body, type), 'INVALID_REQUEST_FORMAT')
    expect([...kept]).toEqual([])
  })

  test('of another type', async () => {
    expectRefusal(await send('{}', 'application/json'), 'UNSUPPORTED_MEDIA_TYPE', 415)
    expect([...kept]).toEqual([])
  })

  test.each([
    ['a field that is too long', file('x') + country + field('note', 'y'.repeat(16_385)) + END],
    ['a field that is wrong', file('x') + field('country', 'Narnia') + END],
    ['a field that is missing', file('x') + END],
    ['no file', country + END],
  ])('for %s', async (_, body) => {
    expectRefusal(await send(body), 'INVALID_INPUT')
    expect([...kept]).toEqual([])
  })

  test.each([
    ['one byte too long', file('x'.repeat(FILE_BYTES_MAX + 1)) + country + END],
    ['far too long', file('x'.repeat(5_000_000)) + country + END],
  ])('for a file that is %s', async (_, body) => {
    expectRefusal(await send(body), 'CONTENT_TOO_LARGE', 413)
    expect([...kept]).toEqual([])
  })

  test.each([0, 1])('by whoever takes its content, after %i chunks', async (after) => {
    refusal = { after }
    const answers = await Promise.all(
      [file('x') + country + END, file('x'.repeat(900))].map((body) => send(body)),
    )
    expect(answers.map(({ status }) => status)).toEqual([501, 501])
    refusal = undefined
    expect((await send(file('x') + country + END)).status).toBe(201)
  })

  test('by a connection that ends', async () => {
    const { port } = api
    const lines = [
      'POST /2025-10-13/forms HTTP/1.1',
      'Host: localhost',
      `Authorization: Basic ${btoa(`manager:${secret}`)}`,
      `Content-Type: ${TYPE}`,
      'Content-Length: 900',
    ]
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`${lines.join('\r\n')}\r\n\r\n${country}${file('begun').slice(0, -2)}`)
        setTimeout(() => socket.destroy(), 50)
      })
      socket.on('close', () => resolve())
    })
    await expect.poll(() => failed.length).toBe(1)
    expect([...kept]).toEqual([])
  })

  test('by a body that takes too long; meanwhile one of them makes room for an upload that comes', async () => {
    const slow = (): Promise<Answer> => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(Buffer.from(file('begun'))),
      })
      const headers = { 'Content-Type': TYPE }
      return api.ask('/forms', { method: 'POST', headers, body, duplex: 'half' } as never)
    }
    const [one, two] = [slow(), slow()]
    const sent = async (): Promise<number> => (await send(file('x') + country + END)).status
    // While both of the platform's make progress no third one is read.
    await expect.poll(sent).toBe(503)
    for (const answer of await Promise.all([one, two])) {
      expectRefusal(answer, 'INVALID_REQUEST_FORMAT')
    }
    expect((await send(file('x') + country + END)).status).toBe(201)
  })
})

describe('a form that is refused costs what its first parts cost', () => {
  /** As many as the bytes have that are parsed before it is noticed, and a few; all of them are thirty times as many. */
  const PARTS_MAX = 1_500
  const KILOBYTES = 450

  test.each([
    ['without a header', '--edge\r\n--edge\r\n'],
    ['without a name', '--edge\r\na:b\r\n\r\n\r\n'],
    ['that are empty', '--edge\r\n\r\n\r\n'],
    ['with a name', field('note', '')],
  ])('of parts %s', async (_, unit) => {
    const parts = vi.spyOn(Dicer.prototype, 'emit')
    const body = unit.repeat((KILOBYTES * 1_000) / unit.length)
    expectRefusal(await send(body + file('x') + country + END), 'INVALID_REQUEST_FORMAT')
    const counted = parts.mock.calls.filter(([event]) => event === 'part').length
    parts.mockRestore()
    expect(counted).toBeGreaterThan(20)
    expect(counted).toBeLessThan(PARTS_MAX)
  })

  test.each([
    ['before its parts', (much: string) => `${much}\r\n${file('x')}${country}`],
    ['in a field', (much: string) => file('x') + country + field('other', much)],
    ['in the head of a part', (much: string) => file('x', much) + country],
  ])('of many bytes %s, without a Content-Length', async (_, formOf) => {
    const body = new Blob([formOf('y'.repeat(2_000_000)) + END]).stream()
    const headers = { 'Content-Type': TYPE }
    const options = { method: 'POST', headers, body, duplex: 'half' } as never
    expectRefusal(await api.ask('/forms', options), 'CONTENT_TOO_LARGE', 413)
    expect([...kept]).toEqual([])
  })
})

test.each([
  ['form', TYPE],
  ['body of another type', 'text/plain'],
])('a %s without an end is answered, and cut off', async (_, type) => {
  const lines = [
    'POST /2025-10-13/forms HTTP/1.1',
    'Host: localhost',
    `Authorization: Basic ${btoa(`manager:${secret}`)}`,
    `Content-Type: ${type}`,
    'Transfer-Encoding: chunked',
  ]
  const piece = Buffer.alloc(1_000_000, 'y')
  const socket = connect(api.port, '127.0.0.1')
  let [sent, answer] = [0, '']
  socket.on('data', (chunk) => {
    answer += chunk
  })
  const sendOn = (error?: Error | null): void => {
    if (error) return
    if (sent > 3 * PASSED_BYTES_MAX) socket.destroy()
    if (socket.destroyed) return
    sent += piece.length
    socket.write(
      Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, CRLF]),
      sendOn,
    )
  }
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, () => sendOn())
  await new Promise<void>((resolve) => {
    socket.on('error', () => undefined).on('close', () => resolve())
  })
  expect(answer).toMatch(/^HTTP\/1.1 4/)
  expect(sent).toBeLessThan(2 * PASSED_BYTES_MAX)
})

test('the document says what the form is', async () => {
  const { body } = await api.ask('//openapi.json')
  const { paths } = body as { paths: Record<string, Record<string, { requestBody: object }>> }
  expect(paths['/forms']?.post?.requestBody).toEqual({
    required: true,
    content: { 'multipart/form-data': { schema: expect.objectContaining({ type: 'object' }) } },
  })
})
