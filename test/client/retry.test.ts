/** When the client sends a request again: each answer is one that the service could give. */
import { describe, expect, test } from 'vitest'
import { ApiError, type Client, createClient } from '../../client/backend/index.ts'

type Answer = Response | Error

/** A client whose service answers these in turn; what was sent, and how long it waited. */
function aClient(...answers: (() => Answer)[]): {
  client: Client
  sent: Request[]
  waitsMs: number[]
} {
  const [sent, waitsMs]: [Request[], number[]] = [[], []]
  const client = createClient({
    baseUrl: 'http://127.0.0.1:9/2025-10-13',
    clientId: 'id',
    clientSecret: 'secret',
    processingMax: 5,
    async fetch(request) {
      sent.push(request)
      const answer = answers[Math.min(sent.length, answers.length) - 1]?.()
      if (answer instanceof Response) return answer
      throw answer
    },
    async sleep(ms) {
      waitsMs.push(ms)
    },
  })
  return { client, sent, waitsMs }
}

const busy = (status: number, retryAfter?: string) => (): Answer =>
  Response.json(
    { code: status === 429 ? 'RATE_LIMITED' : 'SERVICE_UNAVAILABLE', reason: 'later' },
    { status, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } },
  )
const lost = (): Answer => new TypeError('fetch failed')
const processing = (): Answer => Response.json({ status: 'PROCESSING', message: 'ask again' })
const created = (): Answer => Response.json({ id: 'Customer:1' }, { status: 201 })
const newCustomer = { body: { customerType: 'INDIVIDUAL' as const } }
const path = { id: 'InternalAccount:1' }

describe('a request', () => {
  test('is sent again after 503 and 429, with the same key and the wait that was asked for', async () => {
    const { client, sent, waitsMs } = aClient(busy(503, '1'), busy(429), created)
    const { data } = await client.api.POST('/customers', newCustomer)
    expect(data?.id).toBe('Customer:1')
    const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'))
    expect(keys.length).toBe(3)
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(await Promise.all(sent.map((request) => request.text()))).toEqual(
      Array(3).fill('{"customerType":"INDIVIDUAL"}'),
    )
    expect(waitsMs[0]).toBe(1_000)
    expect(waitsMs[1]).toBeGreaterThanOrEqual(250)
    expect(waitsMs[1]).toBeLessThanOrEqual(500)
  })

  test('is given up after two more times', async () => {
    const { client, sent } = aClient(busy(503))
    const refused = client.api.POST('/customers', newCustomer)
    await expect(refused).rejects.toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
    expect(sent.length).toBe(3)
  })

  test('without a key is sent again after 503 only where the response asks for it', async () => {
    const send = ({ api }: Client) => api.DELETE('/auth/sessions/{id}', { params: { path } })
    const once = aClient(busy(503))
    await expect(send(once.client)).rejects.toMatchObject({ status: 503 })
    expect(once.sent.length).toBe(1)
    const again = aClient(busy(503, '1'), () => new Response(null, { status: 204 }))
    await send(again.client)
    expect(again.sent.length).toBe(2)
  })

  test('whose response has an integer that JavaScript would round is an error', async () => {
    const answer = (balance: string) => () =>
      new Response(`{"id":"x","note":"9007199254740993","balance":${balance}}`, {
        headers: { 'Content-Type': 'application/json' },
      })
    const { client } = aClient(answer('9007199254740993'))
    await expect(client.api.GET('/config')).rejects.toThrow(RangeError)
    const { data } = await aClient(answer('9007199254740991')).client.api.GET('/config')
    expect(data).toMatchObject({ balance: Number.MAX_SAFE_INTEGER })
  })

  test('does not wait for minutes: the caller is shown how long', async () => {
    const { client, sent, waitsMs } = aClient(busy(429, '600'))
    const refused = await client.api.GET('/config').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 600 })
    expect([sent.length, waitsMs.length]).toEqual([1, 0])
  })

  test('is not sent again after other refusals', async () => {
    const { client, sent } = aClient(() => Response.json({ code: 'CONFLICT' }, { status: 409 }))
    await expect(client.api.GET('/config')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(sent.length).toBe(1)
  })

  test("keeps the caller's own key", async () => {
    const { client, sent } = aClient(created)
    const header = { 'Idempotency-Key': 'order-4711' }
    await client.api.POST('/customers', { ...newCustomer, params: { header } })
    expect(sent[0]?.headers.get('Idempotency-Key')).toBe('order-4711')
  })

  test('of an operation that takes no key has none', async () => {
    const { client, sent } = aClient(() => new Response(null, { status: 204 }))
    await client.api.DELETE('/auth/sessions/{id}', { params: { path } })
    expect(sent[0]?.headers.has('Idempotency-Key')).toBe(false)
  })
})

describe('a lost connection', () => {
  test('repeats what cannot happen twice: reads, keyed requests, signed retries', async () => {
    const signed = { 'Request-Id': 'Request:1', 'Service-Wallet-Signature': 'stamp' }
    for (const ask of [
      (client: Client) => client.api.GET('/config'),
      (client: Client) => client.api.POST('/customers', newCustomer),
      (client: Client) =>
        client.api.DELETE('/auth/sessions/{id}', { params: { path, header: signed } }),
    ]) {
      const { client, sent } = aClient(lost, lost, () => Response.json({ id: 'x' }))
      await ask(client)
      expect(sent.length).toBe(3)
      const never = aClient(lost)
      await expect(ask(never.client)).rejects.toThrow('fetch failed')
      expect(never.sent.length).toBe(3)
    }
  })

  test('ends all else: nobody knows what happened', async () => {
    const { client, sent } = aClient(lost)
    const refused = client.api.POST('/auth/credentials/{id}/challenge', { params: { path } })
    await expect(refused).rejects.toThrow('fetch failed')
    expect(sent.length).toBe(1)
  })

  test('is not mended after the caller has aborted', async () => {
    const { client, sent } = aClient(lost)
    const signal = AbortSignal.abort()
    await expect(client.api.GET('/config', { signal })).rejects.toThrow()
    expect(sent.length).toBeLessThanOrEqual(1)
  })
})

describe('PROCESSING', () => {
  const ask = ({ api }: Client) =>
    api.POST('/auth/credentials/{id}/challenge', { params: { path } })

  test('is asked again until it is over', async () => {
    const { client, sent, waitsMs } = aClient(processing, processing, () =>
      Response.json({ id: 'AuthMethod:1' }),
    )
    expect((await ask(client)).data).toEqual({ id: 'AuthMethod:1' })
    expect(sent.length).toBe(3)
    expect(waitsMs[1]).toBeGreaterThan(waitsMs[0] ?? 0)
  })

  test('is answered as it is when it does not end', async () => {
    const { client, sent } = aClient(processing)
    expect((await ask(client)).data).toMatchObject({ status: 'PROCESSING' })
    expect(sent.length).toBe(6)
  })

  test('of a quote is its state, and final', async () => {
    const { client, sent } = aClient(() => Response.json({ id: 'Quote:1', status: 'PROCESSING' }))
    const quote = { params: { path: { quoteId: 'Quote:1' } } }
    expect((await client.api.GET('/quotes/{quoteId}', quote)).data?.status).toBe('PROCESSING')
    expect(sent.length).toBe(1)
  })
})

test('an answer that is not the service’s own is still an ApiError', async () => {
  const { client } = aClient(() => new Response('<html>bad gateway</html>', { status: 502 }))
  const error = await client.api.GET('/config').catch((refused: unknown) => refused)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 502, code: undefined, fields: [] })
})
