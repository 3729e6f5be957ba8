/** Whoever is slow or unknown at the operators' listener holds nothing that an operator needs. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CONNECTIONS_ABOVE } from '../../api/connections.ts'
import { operatorRoutes } from '../../api/operators/routes.ts'
import {
  anOperator,
  anOperatorListener,
  OPERATOR_CONNECTIONS_MAX,
  type OperatorListener,
} from '../support/operators.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

const HALF = 'Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a":'

/** Every path that takes a body; a new one is found by itself. */
const paths = [
  ...operatorRoutes
    .filter(({ method }) => method === 'post')
    .map(({ path }) => `/api${path.replaceAll(/:\w+/g, 'none')}`),
  ...['/api/session', '/codec/encode', '/codec/decode'],
]

let server: TestDatabase
let listener: OperatorListener
let token: string
let cookie: string
const sockets: Socket[] = []

beforeAll(async () => {
  server = await aDatabase()
  listener = await anOperatorListener(server.url)
  // An ADMIN: no path refuses the role.
  token = await anOperator(listener.dependencies.database, 'a person', 'ADMIN')
  cookie = String((await login()).headers['set-cookie']).split(';')[0] ?? ''
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(async () => {
  await listener?.stop()
  await server?.drop()
})

const host = (): string => `operators.localhost:${listener.port}`
const ownPage = (): Record<string, string> => ({ origin: `http://${host()}`, 'x-operators': '1' })

function login() {
  return listener.ask('/api/session', { method: 'POST', headers: ownPage(), body: { token } })
}

/** Opens a connection, and sends this much of a request. */
async function begin(text = ''): Promise<Socket> {
  const socket = connect(listener.port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined).resume()
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** A body that never ends, from a page of the listener. */
function half(path: string, authorization = ''): string {
  const page = `Origin: http://${host()}\r\nX-Operators: 1\r\n`
  return `POST ${path} HTTP/1.1\r\nHost: ${host()}\r\n${page}${authorization}${HALF}`
}

/** An operator with a session reads and decides, and another person logs in. */
async function areServed(): Promise<void> {
  const headers = { cookie, ...ownPage() }
  expect((await listener.ask('/api/audit?limit=1', { headers })).status).toBe(200)
  const decision = { method: 'POST', headers, body: {} }
  // There is no such platform, or more is asked for: it has been read and judged.
  for (const path of paths.filter((one) => one.startsWith('/api/') && one !== '/api/session')) {
    expect([400, 404], path).toContain((await listener.ask(path, decision)).status)
  }
  expect((await login()).status).toBe(201)
}

const openOnes = (): number => sockets.filter(({ closed }) => !closed).length

test('bodies that never end, of nobody and of an operator, at every path', async () => {
  expect(paths.length).toBeGreaterThan(5)
  for (const authorization of ['', `Authorization: Bearer ${token}\r\n`]) {
    const all = Array.from({ length: Math.ceil(200 / paths.length) }, () => paths).flat()
    await Promise.all(all.map((path) => begin(half(path, authorization))))
    await areServed()
  }
})

test('sockets that say nothing, or not all of their headers', async () => {
  await Promise.all(Array.from({ length: 200 }, () => begin()))
  await areServed()
  const start = `POST /api/session HTTP/1.1\r\nHost: ${host()}\r\n`
  await Promise.all(Array.from({ length: 200 }, () => begin(start)))
  await areServed()
})

test('more connections than are kept: the oldest unknown ones go, an operator keeps its own', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const readOnOne = async (): Promise<{ status: number | undefined; isReused: boolean }> => {
    const headers = { host: host(), cookie }
    const options = { host: '127.0.0.1', port: listener.port, path: '/api/session', agent, headers }
    const sent = request(options)
    sent.end()
    const [response] = await once(sent, 'response')
    response.resume()
    await once(response, 'end')
    return { status: response.statusCode, isReused: sent.reusedSocket }
  }
  expect(await readOnOne()).toEqual({ status: 200, isReused: false })
  for (let count = 0; count < 300; count += 1) await begin(half('/api/session'))
  await expect.poll(openOnes).toBeLessThanOrEqual(OPERATOR_CONNECTIONS_MAX + CONNECTIONS_ABOVE)
  expect(await readOnOne()).toEqual({ status: 200, isReused: true })
  await areServed()
  agent.destroy()
})

test('a login that stands still ends, with the reason', async () => {
  const socket = (await begin(half('/api/session'))).setEncoding('utf8')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  await once(socket, 'close')
  expect(text).toMatch(/^HTTP\/1\.1 408 /)
  expect(text).toContain('"code":"REQUEST_TIMEOUT"')
  expect(text).toContain('The body came too slowly.')
})
