/** How the provider client reads answers that the sandbox would not give of itself. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWalletProvider, type WalletProvider } from '../../providers/walletProvider/index.ts'
import vectors from '../vectors/walletCrypto.json' with { type: 'json' }

type Canned = { status: number; body: string } | 'silence' | 'hang up'
let canned: Canned = 'silence'
const received: { body: string; stamp: string }[] = []
let server: Server
let provider: WalletProvider

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    received.push({
      body: Buffer.concat(chunks).toString(),
      stamp: String(request.headers['x-stamp']),
    })
    if (canned === 'silence') return
    if (canned === 'hang up') request.socket.destroy()
    else response.writeHead(canned.status).end(canned.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider = createWalletProvider({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    organizationId: 'org-parent',
    apiPrivateKey: vectors.keys.session.private,
    timeoutMs: 300,
  })
})
afterAll(async () => {
  server.closeAllConnections()
  await provider.close()
  server.close()
})

const body = '{"type" : "ACTIVITY_TYPE_INIT_OTP_V3", "n": 1.0, "é": "\\u00e9"}'

function error(message: string, details: object[] = []): string {
  return JSON.stringify({ code: 3, message, details })
}

test.each<[string, Canned, object]>([
  ['400', { status: 400, body: error('bad body') }, { kind: 'REFUSED', message: 'bad body' }],
  [
    '401',
    { status: 401, body: error('expired', [{ turnkeyErrorCode: 'API_KEY_EXPIRED' }]) },
    { kind: 'UNAUTHORIZED', providerCode: 'API_KEY_EXPIRED', httpStatus: 401 },
  ],
  ['403', { status: 403, body: error('no') }, { kind: 'UNAUTHORIZED' }],
  ['404', { status: 404, body: error('no') }, { kind: 'NOT_FOUND' }],
  ['409', { status: 409, body: error('duplicate fingerprint') }, { kind: 'DUPLICATE' }],
  ['429, a rate', { status: 429, body: error('rate limit exceeded') }, { kind: 'RATE_LIMITED' }],
  [
    '429, a maximum',
    { status: 429, body: error('maximum number of keys reached') },
    { kind: 'LIMIT_REACHED' },
  ],
  ['500', { status: 500, body: error('internal') }, { kind: 'UNAVAILABLE', httpStatus: 500 }],
  ['502 in HTML', { status: 502, body: '<html>' }, { kind: 'UNAVAILABLE', httpStatus: 502 }],
  ['200 in HTML', { status: 200, body: '<html>' }, { kind: 'UNAVAILABLE' }],
  ['200 without activity', { status: 200, body: '{}' }, { kind: 'UNAVAILABLE' }],
  ['a redirect', { status: 302, body: '' }, { kind: 'UNAVAILABLE' }],
  ['a broken socket', 'hang up', { kind: 'UNAVAILABLE' }],
  ['silence', 'silence', { kind: 'UNAVAILABLE' }],
])('%s', async (_, answer, expected) => {
  canned = answer
  await expect(provider.submit(body, 'parent')).rejects.toMatchObject(expected)
})

test.each([
  ['CREATED', 'PENDING'],
  ['PENDING', 'PENDING'],
  ['COMPLETED', 'COMPLETED'],
  ['FAILED', 'FAILED'],
  ['REJECTED', 'REJECTED'],
  ['CONSENSUS_NEEDED', 'MISCONFIGURED'],
  ['AUTHENTICATORS_NEEDED', 'MISCONFIGURED'],
  ['ON_HOLIDAY', 'UNKNOWN'],
])('status %s is %s', async (wire, status) => {
  const activity = { id: 'a', organizationId: 'o', type: 't', status: `ACTIVITY_STATUS_${wire}` }
  canned = { status: 200, body: JSON.stringify({ activity }) }
  expect(await provider.getActivity('o', 'a')).toMatchObject({ id: 'a', status, result: {} })
})

test('a relayed body and stamp go out byte for byte', async () => {
  canned = { status: 500, body: '' }
  await provider.submit(body, { header: 'X-Stamp', value: 'as-it-came' }).catch(() => {})
  expect(received.at(-1)).toEqual({ body, stamp: 'as-it-came' })
})
