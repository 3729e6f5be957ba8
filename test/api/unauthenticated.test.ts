/**
 * Whoever is slow or unknown holds nothing that others need: every path of the API is sent bodies that never end, and
 * somebody else is served meanwhile.
 */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { WAITING_MAX } from '../../api/answers.ts'
import { createArrivals, OF_ONE_TOKEN_MAX, UNAUTHENTICATED_MAX } from '../../api/arrivals.ts'
import { cardEventPath } from '../../api/cardEvents.ts'
import { operation } from '../../api/operation.ts'
import { operations } from '../../api/operations.ts'
import { noticePath } from '../../api/verificationNotices.ts'
import { environments } from '../../contract/outsideParties.ts'
import { recordCode } from '../support/published/recording.ts'
import { type Api, secret, startApi } from './framework.ts'

const HALF = 'Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a":'
const FORM = `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx`

/** Served meanwhile: one without credentials, one with, and an upload. */
const served = [
  operation({
    ...{ id: 'openOne', group: 'x', method: 'post', path: '/open-one', security: 'OPEN' },
    ...{ summary: 'x', status: 200, responses: { 200: { type: 'object' } }, errors: [] },
    handle: async () => ({ ok: true }),
  }),
  operation({
    ...{ id: 'closedOne', group: 'x', method: 'post', path: '/closed-one', permission: 'MANAGE' },
    ...{ summary: 'x', status: 200, responses: { 200: { type: 'object' } }, errors: [] },
    handle: async () => ({ ok: true }),
  }),
  operation({
    ...{ id: 'uploadOne', group: 'x', method: 'post', path: '/upload-one', permission: 'MANAGE' },
    summary: 'x',
    body: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
    multipart: {
      ...{ fileBytesMax: 1_000, timeLimitMs: 60_000 },
      async receive(content) {
        for await (const _ of content);
        return { content: 'x', discard: async () => undefined }
      },
    },
    ...{ status: 200, responses: { 200: { type: 'object' } }, errors: [] },
    handle: async () => ({ ok: true }),
  }),
] as const

const party = {
  SANDBOX_CARD_ISSUER_URL: 'http://127.0.0.1:1',
  SANDBOX_CARD_API_KEY: 'key',
  SANDBOX_CARD_DECISION_SECRETS: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  SANDBOX_CARD_EVENT_SECRETS: `whsec_${Buffer.alloc(32, 2).toString('base64')}`,
}

/** Every path that takes a body; a new one is found by itself. */
const paths = [
  ...[...operations, ...served].flatMap(({ method, path, multipart }) =>
    method === 'get'
      ? []
      : [
          {
            method: method.toUpperCase(),
            path: `/2025-10-13${path.replaceAll(/:\w+/g, 'AAAA-AAAA')}`,
            rest: multipart ? FORM : HALF,
          },
        ],
  ),
  ...environments.flatMap((one) =>
    [cardEventPath(one), noticePath(one)].map((path) => ({ method: 'POST', path, rest: HALF })),
  ),
  { method: 'POST', path: '/mcp', rest: HALF },
]

const sockets: Socket[] = []
let api: Api
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await api?.drain(100)
})

/** A connection that says nothing. */
async function open(): Promise<Socket> {
  const socket = connect(api.port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined).resume()
  await once(socket, 'connect')
  return socket
}

async function begin(
  { method, path, rest }: (typeof paths)[number],
  authorization = '',
): Promise<Socket> {
  const socket = await open()
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${authorization}${rest}`)
  return socket
}

async function upload(as: string): Promise<number> {
  const [head, file] = FORM.split('\r\n\r\n--b')
  const headers = { 'Content-Type': head?.split(/: |\r\n/)[1] ?? '' }
  return (
    await api.ask('/upload-one', { method: 'POST', headers, as, body: `--b${file}\r\n--b--\r\n` })
  ).status
}

async function areServed(): Promise<void> {
  const post = { method: 'POST', body: '{"a":1}' }
  expect((await api.ask('/open-one', { ...post, as: '' })).status).toBe(200)
  expect((await api.ask('/closed-one', post)).status).toBe(200)
  expect(await upload('producer')).toBe(200)
}

const KNOWN = `Authorization: Basic ${btoa(`manager:${secret}`)}\r\n`

test('600 unauthenticated bodies that never end take no place at any path', async () => {
  const env = { REQUESTS_MAX: '4', UPLOADS_MAX: '2', CONNECTIONS_MAX: '1000', ...party }
  api = await startApi(env, {}, [...operations, ...served])
  expect(paths.length).toBeGreaterThan(90)
  const all = Array.from({ length: Math.ceil(600 / paths.length) }, () => paths).flat()
  await Promise.all(all.map((path) => begin(path)))
  await areServed()
})

test('bodies of a token that never end take no place, and no slot for longer than a moment', async () => {
  const env = { REQUESTS_MAX: '4', UPLOADS_MAX: '4', CONNECTIONS_MAX: '1000', ...party }
  api = await startApi(env, {}, [...operations, ...served])
  await Promise.all(paths.map((path) => begin(path, KNOWN)))
  await areServed()
  // The token's own: those that stand still make room for one that moves.
  await expect.poll(() => upload('manager'), { timeout: 10_000 }).toBe(200)
})

test('more connections than the server keeps: unauthenticated ones are closed', async () => {
  api = await startApi({ CONNECTIONS_MAX: '50' }, {}, [...served])
  const openOne = paths.find(({ path }) => path.endsWith('/open-one'))
  if (openOne === undefined) throw new Error('no such path')
  for (let count = 0; count < 600; count += 1) await begin(openOne)
  await areServed()
  // Those that say nothing, too.
  for (let count = 0; count < 100; count += 1) await open()
  await areServed()
})

test('of too many bodies of one sender the oldest ends', async () => {
  api = await startApi({ CONNECTIONS_MAX: '2000' }, {}, [...served])
  const [openOne, closed] = ['/open-one', '/closed-one'].map((end) => {
    const found = paths.find(({ path }) => path.endsWith(end))
    if (found === undefined) throw new Error('no such path')
    return found
  }) as [(typeof paths)[number], (typeof paths)[number]]
  const isClosed = async (socket: Socket): Promise<boolean> => {
    await delay(20)
    return socket.closed
  }
  const first = await begin(closed, KNOWN)
  for (let count = 0; count < OF_ONE_TOKEN_MAX; count += 1) await begin(closed, KNOWN)
  await expect.poll(() => isClosed(first), { timeout: 10_000 }).toBe(true)
  const stranger = await begin(openOne)
  for (let count = 0; count < UNAUTHENTICATED_MAX; count += 1) await begin(openOne)
  await expect.poll(() => isClosed(stranger), { timeout: 10_000 }).toBe(true)
  await areServed()
})

test('a body that stands still ends, with the reason', async () => {
  api = await startApi({}, {}, [...served])
  const openOne = paths.find(({ path }) => path.endsWith('/open-one'))
  if (openOne === undefined) throw new Error('no such path')
  const socket = connect(api.port, '127.0.0.1').setEncoding('utf8')
  sockets.push(socket)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write(`${openOne.method} ${openOne.path} HTTP/1.1\r\nHost: x\r\n${HALF}`)
  await once(socket, 'close')
  expect(text).toMatch(/^HTTP\/1\.1 408 /)
  expect(text).toContain('"code":"REQUEST_TIMEOUT"')
  recordCode(`${openOne.method} ${openOne.path} 408`, 408, 'REQUEST_TIMEOUT')
  expect(text).toContain('The body came too slowly.')
})

test('two tokens of one platform have half of the slots for files together', async () => {
  const { upload } = createArrivals(4)
  const request = { socket: { bytesRead: 0 }, complete: true, readableLength: 0 }
  const never = (token: string, platformId: string): Promise<unknown> =>
    upload(
      request as unknown as IncomingMessage,
      { key: token, isKnown: true, platformId },
      () => new Promise(() => undefined),
    )
  void never('one', 'p1')
  void never('two', 'p1')
  await expect(never('three', 'p1')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  void never('four', 'p2')
})

/** Requests that come together, on a connection whose client reads nothing until it is asked to. */
function pipelined(path: string, times: number): Socket {
  const socket = connect(api.port, '127.0.0.1').setEncoding('latin1')
  sockets.push(socket)
  socket.on('error', () => undefined).pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times))
  return socket
}

const answered = (): number => api.lines.filter((line) => line.includes('"request"')).length

test('of requests that come together each is handled once the answer before it is read', async () => {
  api = await startApi({}, {}, operations)
  const socket = pipelined('/openapi.json', 40)
  await expect.poll(answered, { timeout: 10_000 }).toBeGreaterThan(0)
  await delay(500)
  // As many as the system's own buffers hold.
  expect(answered()).toBeLessThan(20)
  socket.resume()
  await expect.poll(answered, { timeout: 20_000 }).toBe(40)
})

test('of more requests than may wait on a connection the last answer says that it closes', async () => {
  api = await startApi({}, {}, [...served])
  const socket = pipelined('/healthz', 3 * WAITING_MAX)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.resume()
  await once(socket, 'close')
  expect(text.split('HTTP/1.1 200').length - 1).toBe(WAITING_MAX + 1)
  expect(text.match(/connection: close/gi)?.length).toBe(1)
})

test('a connection whose client does not read its answer ends', async () => {
  api = await startApi({}, {}, operations)
  pipelined('/openapi.json', 40)
  const count = (): Promise<number> =>
    new Promise((resolve) => api.server.getConnections((_, number) => resolve(number)))
  await expect.poll(count).toBe(1)
  await expect.poll(count, { timeout: 20_000, interval: 500 }).toBe(0)
}, 30_000)

test('idle connections of one platform leave room for those that come', async () => {
  api = await startApi({ CONNECTIONS_MAX: '20' }, {}, [...served])
  const closed = paths.find(({ path }) => path.endsWith('/closed-one'))
  if (closed === undefined) throw new Error('no such path')
  const known = async (token: string): Promise<Socket> => {
    const authorization = `Authorization: Basic ${btoa(`${token}:${secret}`)}\r\n`
    const socket = await begin({ ...closed, rest: 'Content-Length: 0\r\n\r\n' }, authorization)
    await once(socket, 'data')
    return socket
  }
  const own = await known('producer')
  for (let count = 0; count < 30; count += 1) await known('manager')
  // Each sends its request a while after it has connected, as clients at a distance do.
  const late: Socket[] = []
  for (let count = 0; count < 5; count += 1) {
    late.push(await open())
  }
  await delay(300)
  expect([own, ...late].map((socket) => socket.closed)).toEqual(Array(6).fill(false))
})
