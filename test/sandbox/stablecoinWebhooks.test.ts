/** Webhooks of the sandbox's stablecoin provider, as a client of the real one uses them. */
import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dumpOf, type SandboxProcess, startSandboxProcess } from './sandboxProcess.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of many calls
type Answer = { readonly status: number; readonly body: any }
type Received = {
  readonly path: string
  readonly signature: string
  readonly raw: string
  readonly id: string
  readonly type: string
}

const LATE_MS = 800

let sandbox: SandboxProcess
let receiver: Server
let receiverUrl: string
const received: Received[] = []
/** What the receiver answers at a path that is not in it: 200. */
const answers = new Map<string, number>()

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const raw = Buffer.concat(chunks).toString('utf8')
    const { id, type } = JSON.parse(raw)
    const path = request.url ?? ''
    const signature = String(request.headers['x-request-signature-sha-256'])
    received.push({ path, signature, raw, id, type })
    response.writeHead(answers.get(path) ?? 200).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  sandbox = await startSandboxProcess()
  await sandbox.control('POST', '/stablecoins/behaviour', {
    ...{ arrivalMs: 100, stepMs: 50, returnMs: 200 },
    ...{ lateEventMs: LATE_MS, eventDelaysMs: [50] },
  })
})
afterAll(async () => {
  await sandbox?.stop()
  receiver?.closeAllConnections()
  receiver?.close()
})

type Client = {
  readonly accountId: string
  readonly ask: (method: string, path: string, body?: unknown, key?: string) => Promise<Answer>
  /** The same of `webhooks` of the account. */
  readonly webhooks: Client['ask']
}

/** A client with a token of these scopes: without any it may do everything. */
async function aClient(scope?: string, clientId = `c-${randomUUID()}-abc`): Promise<Client> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) })
  const granted = await fetch(`${sandbox.stablecoinProviderUrl}/oauth2/token`, {
    ...{ method: 'POST', body: form },
    headers: { authorization: `Basic ${btoa(`${clientId}:s`)}` },
  })
  const token = (await granted.json()) as { access_token: string; scope: string }
  expect(token.scope).toBe(scope ?? '')
  const ask: Client['ask'] = async (method, path, body, key = randomUUID()) => {
    const answer = await fetch(`${sandbox.stablecoinProviderUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token.access_token}`, 'idempotency-key': key },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
  }
  const { body } = await ask('GET', '/accounts')
  const accountId = body.accounts?.[0]?.id ?? ''
  const at = (path: string) => `/accounts/${accountId}/webhooks${path}`
  return { accountId, ask, webhooks: (method, path, ...rest) => ask(method, at(path), ...rest) }
}

/** A receiver of its own, with what has come to it. */
function aReceiver(status = 200): { url: string; came: () => Received[] } {
  const path = `/${randomUUID()}`
  answers.set(path, status)
  return { url: receiverUrl + path, came: () => received.filter((one) => one.path === path) }
}

async function subscribe({ webhooks }: Client, url: string, events = ['transfer.*']) {
  const { status, body } = await webhooks('POST', '', { url, events })
  expect([status, body]).toEqual([
    201,
    { ...{ id: body.id, url, events, status: 'active' }, sharedSecret: expect.any(String) },
  ])
  return body as { id: string; sharedSecret: string }
}

/** As the provider documents it: the secret's bytes over the bytes that have come. */
function isSigned({ raw, signature }: Received, secret: string): boolean {
  const key = Buffer.from(secret, 'base64url')
  return signature === createHmac('sha256', key).update(raw, 'utf8').digest('hex')
}

/** A mint by wire, to a wallet outside. @returns its id */
async function mint({ ask, accountId }: Client, value: string): Promise<string> {
  const wallet = { name: 'x', address: `spark1${randomUUID()}`, transfer_types: ['spark'] }
  const address = await ask('POST', `/accounts/${accountId}/addresses/external`, wallet)
  const { status, body } = await ask('POST', `/accounts/${accountId}/transfers`, {
    amount: { value, currency: 'USD' },
    source: { value_type: 'USD', transfer_type: 'wire' },
    destination: { address_id: address.body.id, value_type: 'SBC', transfer_type: 'spark' },
  })
  expect(status).toBe(201)
  return body.id
}

const typesOf = (came: readonly Received[]): string[] => came.map(({ type }) => type)

test('events of a mint are sent signed, twice and out of order', async () => {
  const client = await aClient('accounts:read addresses:write transfers:write webhooks:write')
  const { url, came } = aReceiver()
  const { sharedSecret } = await subscribe(client, url)
  const id = await mint(client, '12.50')
  await expect.poll(() => came().length, { timeout: 10_000 }).toBe(4)
  expect(typesOf(came()).slice(0, 2)).toEqual(['transfer.completed', 'transfer.created'])
  expect(new Set(came().map(({ id }) => id)).size).toBe(2)
  for (const one of came()) {
    expect(isSigned(one, sharedSecret)).toBe(true)
    expect(isSigned({ ...one, raw: `${one.raw} ` }, sharedSecret)).toBe(false)
  }
  const amount = { value: '12.50', currency: 'USD' }
  expect(JSON.parse(came()[0]?.raw ?? '')).toEqual({
    ...{ id: came()[0]?.id, type: 'transfer.completed', created: expect.any(String) },
    data: { id, account_id: client.accountId, status: 'complete', amount, failure: null },
  })
})

test.each([
  ['9.03', 'transfer.failed', 'failed'],
  ['9.04', 'transfer.canceled', 'canceled'],
])('a transfer of %s ends with %s', async (value, type, status) => {
  const client = await aClient()
  const { url, came } = aReceiver()
  await subscribe(client, url, [type])
  const id = await mint(client, value)
  await expect.poll(() => came().length, { timeout: 10_000 }).toBe(2)
  expect(JSON.parse(came()[0]?.raw ?? '')).toMatchObject({ type, data: { id, status } })
})

test('coins that are paid in are a payment; an amount that ends in 909 sends no event', async () => {
  const client = await aClient()
  const { url, came } = aReceiver()
  await subscribe(client, url, ['transfer.*', 'payment.completed'])
  const silent = await mint(client, '9.09')
  const { body } = await client.ask('GET', `/accounts/${client.accountId}/addresses?type=internal`)
  const [{ address }] = body.addresses
  await sandbox.control('POST', '/stablecoins/deposits', { address, valueType: 'SBC', cents: 700 })
  await expect.poll(() => came().length, { timeout: 10_000 }).toBe(2)
  expect(JSON.parse(came()[0]?.raw ?? '')).toMatchObject({
    type: 'payment.completed',
    data: { account_id: client.accountId, amount: { value: '7.00', currency: 'USD' } },
  })
  const read = await client.ask('GET', `/accounts/${client.accountId}/transfers/${silent}`)
  expect(read.body.status).toBe('complete')
  await sleep(2 * LATE_MS)
  expect(new Set(typesOf(came()))).toEqual(new Set(['payment.completed']))
})

test('an event is sent again on request, to the account whose it is', async () => {
  const [client, other] = [await aClient(), await aClient()]
  const { url, came } = aReceiver()
  const { sharedSecret } = await subscribe(client, url, ['transfer.completed'])
  await mint(client, '1.00')
  await expect.poll(() => came().length, { timeout: 10_000 }).toBe(2)
  const resend = `/events/${came()[0]?.id}/resend`
  expect((await other.webhooks('POST', resend)).status).toBe(404)
  const key = randomUUID()
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await client.webhooks('POST', resend, undefined, key)).status).toBe(202)
  }
  await expect.poll(() => came().length, { timeout: 10_000 }).toBe(3)
  await sleep(200)
  expect(new Set(came().map(({ raw }) => raw)).size).toBe(1)
  expect(came().every((one) => isSigned(one, sharedSecret))).toBe(true)
  expect(came()).toHaveLength(3)
})

test('what is not taken comes again, and the deliveries say what was answered', async () => {
  const client = await aClient()
  const { url, came } = aReceiver(500)
  const { id } = await subscribe(client, url, ['transfer.completed'])
  await mint(client, '1.00')
  // Two copies, each with one more attempt; then they are given up.
  await expect.poll(() => came().length, { timeout: 10_000 }).toBe(4)
  const deliveries = async () => (await client.webhooks('GET', '/deliveries')).body.deliveries
  await expect.poll(deliveries).toEqual(
    Array.from({ length: 2 }, () => ({
      ...{ id: expect.any(String), subscription_id: id, event_id: came()[0]?.id },
      ...{ event_type: 'transfer.completed', attempts: 2, http_status: 500 },
      ...{ delivered_at: null, next_attempt_at: null },
    })),
  )
})

test('a subscription is listed and changed without its secret, and an archived one is sent nothing', async () => {
  const [client, other] = [await aClient(), await aClient()]
  const [first, second] = [aReceiver(), aReceiver()]
  const { id, sharedSecret } = await subscribe(client, first.url, ['payment.completed'])
  const change = { url: second.url, events: ['transfer.completed'] }
  const shown = { ...change, id, status: 'active' }
  const one = `/subscriptions/${id}`
  expect((await other.webhooks('PATCH', one, change)).status).toBe(404)
  expect((await other.webhooks('DELETE', one)).status).toBe(404)
  expect(await client.webhooks('PATCH', one, change)).toEqual({ status: 200, body: shown })
  expect((await client.webhooks('GET', '')).body).toEqual({ subscriptions: [shown] })
  expect((await client.webhooks('GET', `/${id}`)).body).toEqual(shown)
  expect((await other.webhooks('GET', '')).body).toEqual({ subscriptions: [] })
  await mint(client, '1.00')
  await expect.poll(() => second.came().length, { timeout: 10_000 }).toBe(2)
  expect(second.came().every((came) => isSigned(came, sharedSecret))).toBe(true)
  await client.webhooks('PATCH', one, { events: ['transfer.*'] })
  // This wire is never sent: its creation is the only event, later than the subscription ends.
  await mint(client, '9.06')
  expect(await client.webhooks('DELETE', one)).toEqual({ status: 204, body: undefined })
  for (const [method, path] of [['GET', `/${id}`] as const, ['DELETE', one] as const]) {
    expect((await client.webhooks(method, path)).status).toBe(404)
  }
  await sleep(3 * LATE_MS)
  expect([first.came().length, second.came().length]).toEqual([0, 2])
  expect((await client.webhooks('GET', '/deliveries')).body.deliveries.length).toBeGreaterThan(1)
})

test('fifty subscriptions at once have a secret each; fifty requests under one key are one', async () => {
  const client = await aClient()
  const receivers = Array.from({ length: 50 }, () => aReceiver())
  const made = await Promise.all(
    receivers.map(({ url }) => subscribe(client, url, ['transfer.completed'])),
  )
  expect(new Set(made.map(({ sharedSecret }) => sharedSecret)).size).toBe(50)
  await mint(client, '1.00')
  await expect
    .poll(() => receivers.every(({ came }) => came().length === 2), { timeout: 20_000 })
    .toBe(true)
  for (const [index, { came }] of receivers.entries()) {
    const secrets = made.filter(({ sharedSecret }) =>
      came().every((o) => isSigned(o, sharedSecret)),
    )
    expect(secrets).toEqual([made[index]])
  }
  const key = randomUUID()
  const body = { url: receiverUrl, events: ['transfer.*'] }
  const same = await Promise.all(receivers.map(() => client.webhooks('POST', '', body, key)))
  expect(new Set(same.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect((await client.webhooks('GET', '')).body.subscriptions).toHaveLength(51)
})

test('a token does what its scopes name, and scopes that are none are refused', async () => {
  const id = `c-${randomUUID()}-abc`
  const [reading, writing, transferring] = (await Promise.all(
    [
      'accounts:read webhooks:read',
      'accounts:read webhooks:write',
      'accounts:read transfers:write',
    ].map((scope) => aClient(scope, id)),
  )) as [Client, Client, Client]
  const body = { url: receiverUrl, events: ['transfer.*'] }
  const statusOf = async (client: Client, method: string, path: string, given?: object) => {
    const { status, body } = await client.webhooks(method, path, given)
    if (status === 403) expect(body.errors[0].code).toBe('insufficient_scope')
    return status
  }
  expect(await statusOf(reading, 'GET', '/event_types')).toBe(200)
  expect(await statusOf(reading, 'POST', '', body)).toBe(403)
  expect(await statusOf(reading, 'PATCH', '/subscriptions/x', body)).toBe(403)
  expect(await statusOf(reading, 'DELETE', '/subscriptions/x')).toBe(403)
  expect(await statusOf(writing, 'POST', '', body)).toBe(201)
  expect(await statusOf(writing, 'GET', '')).toBe(403)
  expect(await statusOf(transferring, 'GET', '/deliveries')).toBe(403)
  expect(await statusOf(transferring, 'POST', '/events/x/resend')).toBe(403)
  const unknown = await fetch(`${sandbox.stablecoinProviderUrl}/oauth2/token`, {
    ...{ method: 'POST', headers: { authorization: `Basic ${btoa(`${id}:s`)}` } },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'webhooks:all' }),
  })
  expect([unknown.status, await unknown.json()]).toMatchObject([400, { error: 'invalid_scope' }])
})

test.each([
  ['nothing', {}, ['/url', '/events']],
  ['no object', [], ['']],
  ['a plain address elsewhere', { url: 'http://example.com/x', events: ['transfer.*'] }, ['/url']],
  ['no address', { url: 'example', events: ['transfer.*'] }, ['/url']],
  ['a private address', { url: 'https://10.0.0.1/x', events: ['transfer.*'] }, ['/url']],
  ['no events', { url: 'https://example.com/x', events: [] }, ['/events']],
  ['an unknown event', { url: 'https://example.com/x', events: ['mint.done'] }, ['/events/0']],
  ['a member too many', { url: 'https://example.com/x', events: ['transfer.*'], a: 1 }, ['/a']],
])('a body with %s is refused, and what is wrong is named', async (_, body, pointers) => {
  const { status, body: answer } = await (await aClient()).webhooks('POST', '', body)
  expect(status).toBe(422)
  expect(answer.errors.map(({ source }: { source: object }) => source)).toEqual(
    pointers.map((pointer) => ({ pointer })),
  )
})

test('a change needs a member that is right, and a creation a key', async () => {
  const client = await aClient()
  const { id } = await subscribe(client, 'https://example.com/webhooks')
  for (const [body, pointer] of [
    [{}, ''],
    [{ url: 'http://example.com' }, '/url'],
  ] as const) {
    const { status, body: answer } = await client.webhooks('PATCH', `/subscriptions/${id}`, body)
    expect([status, answer.errors[0].source]).toEqual([422, { pointer }])
  }
  const unkeyed = await client.webhooks(
    'POST',
    '',
    { url: receiverUrl, events: ['transfer.*'] },
    '',
  )
  expect([unkeyed.status, unkeyed.body.errors[0].code]).toEqual([400, 'invalid_idempotency_key'])
})

test('event types are those that are sent', async () => {
  const { body } = await (await aClient()).webhooks('GET', '/event_types')
  expect(body.event_types.map((one: { event_type: string }) => one.event_type)).toEqual([
    ...['transfer.created', 'transfer.completed', 'transfer.failed', 'transfer.canceled'],
    'payment.completed',
  ])
})

test('survives a kill, and keeps no secret in clear', async () => {
  const client = await aClient()
  const { url, came } = aReceiver()
  const { sharedSecret } = await subscribe(client, url, ['transfer.*'])
  await mint(client, '1.00')
  await sandbox.crash()
  await expect.poll(() => new Set(typesOf(came())).size, { timeout: 10_000 }).toBe(2)
  expect(came().every((one) => isSigned(one, sharedSecret))).toBe(true)
  const dump = await dumpOf(sandbox.databaseUrl)
  expect(dump).toContain(url)
  expect(dump).not.toContain(sharedSecret)
})
