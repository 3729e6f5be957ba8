import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWebhookSignature } from '../../../../runtime/webhookSignature.ts'
import { type ApiClient, createApiClient } from '../../../../scripts/serviceDriver/apiClient.ts'
import {
  aCustomerBody,
  aPlatform,
  apiOf,
  aWebhookReceiver,
  listed,
  type Resource,
  shown,
  type WebhookReceiver,
  waitUntil,
} from '../../../support/builders.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  leavesNothing,
  service,
} from '../../service.ts'

/** A platform of its own: customers made before it had an endpoint, and one after. */
let api: ApiClient
let receiver: WebhookReceiver
let unsent: Resource[]
let customer: Resource

afterAll(() => receiver?.stop())

const eventsOf = async (query = ''): Promise<Resource[]> =>
  listed(await api.call('GET', `/webhooks/events?limit=100${query}`))
const deliveriesOf = async (query = ''): Promise<Resource[]> =>
  listed(await api.call('GET', `/webhooks/deliveries?limit=100${query}`))
const detailsOf = async (id: unknown): Promise<Resource> =>
  shown('event', await api.call('GET', `/webhooks/events/${id}`), 200)
const idsOf = (all: readonly Resource[]): string[] => all.map(({ id }) => id)

async function aCustomer(): Promise<Resource> {
  const answer = await api.call('POST', '/customers', aCustomerBody())
  const made = shown('customer', answer, 201)
  const events = (): Promise<Resource[]> => eventsOf(`&subject=${made.id}`)
  await waitUntil('the event of the customer exists', async () => (await events()).length > 0)
  return made
}

async function eventOf(subject: string): Promise<Resource> {
  const [event] = await eventsOf(`&subject=${subject}&type=CUSTOMER.KYC_APPROVED`)
  if (event === undefined) throw new Error('no event')
  return event
}

const settled = (id: unknown): Promise<Resource> =>
  waitUntil('nothing of it is under way', async () => {
    const event = await detailsOf(id)
    const deliveries = event.deliveries as { status: string }[]
    return deliveries.every(({ status }) => status !== 'PENDING') && event
  })

describeOperation('listWebhookEvents', () => {
  beforeAll(async () => {
    const { stack } = service()
    const platform = await aPlatform(stack)
    api = apiOf(stack, platform)
    await aCustomer()
    await aCustomer()
    // The wallets' own events come a little later.
    await waitUntil('the events of both wallets exist', async () => (await eventsOf()).length === 4)
    unsent = await eventsOf()
    receiver = await aWebhookReceiver(stack, { platform })
    customer = await aCustomer()
    await waitUntil('all has arrived', async () => {
      const all = await eventsOf()
      return all.length === 7 && all.filter(({ status }) => status === 'DELIVERED').length === 3
    })
  })

  test('newest first, or oldest first, each with what became of it', async () => {
    const all = await eventsOf()
    expect(all.map(({ status }) => status).sort()).toEqual([
      ...Array(3).fill('DELIVERED'),
      ...Array(4).fill('UNSENT'),
    ])
    expect(await eventsOf('&sortOrder=asc')).toEqual([...all].reverse())
    expect(all[0]).not.toHaveProperty('request')
  })

  test('filters by type, subject, status and time, both ends included', async () => {
    expect(idsOf(await eventsOf('&status=UNSENT'))).toEqual(idsOf(unsent))
    expect(await eventsOf('&status=FAILED')).toEqual([])
    expect(await eventsOf('&status=PENDING')).toEqual([])
    expect((await eventsOf('&type=TEST')).length).toBe(1)
    expect((await eventsOf('&type=TEST&type=CUSTOMER.KYC_APPROVED')).length).toBe(4)
    const [about, ...others] = await eventsOf(`&subject=${customer.id}`)
    expect([about?.type, others]).toEqual(['CUSTOMER.KYC_APPROVED', []])
    const at = encodeURIComponent(String(about?.timestamp))
    expect(idsOf(await eventsOf(`&startDate=${at}&endDate=${at}`))).toContain(about?.id)
    expect(await eventsOf('&endDate=2001-01-01T00:00:00Z')).toEqual([])
  })

  test('shows the request that a receiver got, byte for byte, signed by the same key', async () => {
    const [event] = await eventsOf(`&subject=${customer.id}&withRequest=true`)
    const request = event?.request as { headers: Record<string, string>; body: string }
    const arrived = receiver.webhooks.find(({ id }) => id === event?.id)
    const { isSigned, ...body } = arrived ?? { isSigned: false }
    expect(isSigned).toBe(true)
    expect(JSON.parse(request.body)).toEqual(body)
    const config = await api.call('GET', '/config')
    const signature = request.headers['X-Service-Signature'] ?? ''
    const key = String(config.body.webhookPublicKey)
    expect(isWebhookSignature(signature, Buffer.from(request.body), key)).toBe(true)
  })

  test('pages show every event once', async () => {
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 9; page += 1) {
      const answer = await api.call('GET', `/webhooks/events?limit=2${cursor}`)
      seen.push(...idsOf(listed(answer)))
      if (answer.body.hasMore !== true) break
      cursor = `&cursor=${answer.body.nextCursor}`
    }
    expect(seen).toEqual(idsOf(await eventsOf()))
  })

  test('every parameter that is wrong is named in one answer', async () => {
    const query = 'limit=0&status=LOST&type=X&startDate=yesterday&sortOrder=up&withRequest=maybe'
    expect(fieldsOf(await call('GET', `/webhooks/events?${query}`))).toEqual({
      limit: 'minimum',
      status: 'enum',
      'type.0': 'enum',
      startDate: 'format',
      sortOrder: 'enum',
      withRequest: 'type',
    })
    expect(fieldsOf(await call('GET', '/webhooks/events?cursor=x'))).toHaveProperty('cursor')
  })
})

describeOperation('getWebhookEvent', () => {
  test('shows each delivery and each attempt', async () => {
    const event = await detailsOf((await eventOf(customer.id)).id)
    expect(event).toMatchObject({ status: 'DELIVERED', subject: customer.id })
    expect(event.deliveries).toEqual([
      expect.objectContaining({
        status: 'DELIVERED',
        isRedelivery: false,
        endpoint: receiver.url,
        lastResponseStatus: 200,
        attempts: 1,
        attemptLog: [
          {
            number: 1,
            at: expect.any(String),
            durationMs: expect.any(Number),
            responseStatus: 200,
          },
        ],
      }),
    ])
  })

  test('of one that was never sent there is no delivery', async () => {
    expect(await detailsOf(unsent[0]?.id)).toMatchObject({ status: 'UNSENT', deliveries: [] })
  })

  test('one that does not exist, or of another platform, is a 404', async () => {
    const { id } = await eventOf(customer.id)
    for (const path of [id, `Webhook:${randomUUID()}`, 'x', customer.id]) {
      expectRefusal(await call('GET', `/webhooks/events/${path}`), 404, 'REFERENCE_NOT_FOUND')
    }
  })
})

describeOperation('listWebhookDeliveries', () => {
  test('filters by event, type, subject, status and whether it was asked for', async () => {
    const all = await deliveriesOf()
    expect(all.length).toBe(3)
    const { id } = await eventOf(customer.id)
    const [one] = await deliveriesOf(`&eventId=${id}`)
    expect(one).toMatchObject({ eventId: id, type: 'CUSTOMER.KYC_APPROVED', status: 'DELIVERED' })
    expect(await deliveriesOf(`&subject=${customer.id}`)).toEqual([one])
    expect(idsOf(await deliveriesOf('&type=TEST'))).toHaveLength(1)
    expect(await deliveriesOf('&status=STOPPED')).toEqual([])
    expect(await deliveriesOf('&isRedelivery=true')).toEqual([])
    expect(await deliveriesOf('&eventId=x')).toEqual([])
    expect(await deliveriesOf('&endDate=2001-01-01T00:00:00Z')).toEqual([])
    expect(await deliveriesOf('&sortOrder=asc')).toEqual([...all].reverse())
  })

  test('every parameter that is wrong is named in one answer', async () => {
    const query = 'limit=999&status=LOST&isRedelivery=2&endDate=x'
    expect(fieldsOf(await call('GET', `/webhooks/deliveries?${query}`))).toEqual({
      limit: 'maximum',
      status: 'enum',
      isRedelivery: 'type',
      endDate: 'format',
    })
  })
})

describeOperation('redeliverWebhookEvent', () => {
  test('sends what was never sent, and again what was, under the same id', async () => {
    const never = unsent[0]?.id
    const again = (await eventOf(customer.id)).id
    for (const id of [never, again]) {
      const answer = await api.call('POST', `/webhooks/events/${id}/redeliver`)
      expect(shown('redeliver', answer, 202)).toMatchObject({ eventId: id, isRedelivery: true })
      expect((await settled(id)).status).toBe('DELIVERED')
    }
    const arrived = receiver.webhooks.map(({ id }) => id)
    expect(arrived.filter((id) => id === never)).toHaveLength(1)
    expect(arrived.filter((id) => id === again)).toHaveLength(2)
  })

  test('asked fifty times at once it is sent once', async () => {
    const { id } = await eventOf(customer.id)
    const before = receiver.webhooks.length
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    receiver.behave((response) => void held.then(() => response.writeHead(200).end()))
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api.call('POST', `/webhooks/events/${id}/redeliver`)),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
    release()
    receiver.behave(200)
    await settled(id)
    expect(receiver.webhooks.length).toBe(before + 1)
  })

  test('fails once and for all: no retries follow', async () => {
    const { id } = await eventOf(customer.id)
    receiver.behave((response) => response.writeHead(500).end('not today'))
    await api.call('POST', `/webhooks/events/${id}/redeliver`)
    const { deliveries } = await settled(id)
    expect((deliveries as object[]).at(-1)).toMatchObject({
      status: 'STOPPED',
      attempts: 1,
      lastError: 'answered 500',
      lastResponseBody: 'not today',
    })
    receiver.behave(200)
  })

  test('refuses what is none, of another platform, or has nowhere to go', async () => {
    const { id } = await eventOf(customer.id)
    await leavesNothing(async () => {
      for (const path of [id, `Webhook:${randomUUID()}`, 'x']) {
        const answer = await call('POST', `/webhooks/events/${path}/redeliver`)
        expectRefusal(answer, 404, 'REFERENCE_NOT_FOUND')
      }
    })
    const [own] = listed(await call('GET', '/webhooks/events?limit=1'))
    const answer = await call('POST', `/webhooks/events/${own?.id}/redeliver`)
    expectRefusal(answer, 400, 'WEBHOOK_ENDPOINT_NOT_SET')
  })
})

describeOperation('redeliverWebhooks', () => {
  test('redelivers a range in parts, each event once, undelivered ones only', async () => {
    const accepted: number[] = []
    let cursor: unknown
    for (let part = 0; part < 9; part += 1) {
      const answer = await api.call('POST', '/webhooks/redeliver', { limit: 2, cursor })
      const { body } = answer
      expect(answer.status).toBe(202)
      accepted.push(Number(body.accepted))
      if (body.hasMore !== true) break
      cursor = body.nextCursor
    }
    // One of the four that had nowhere to go was sent by hand before.
    expect(accepted).toEqual([2, 1])
    await waitUntil('nothing is unsent', async () =>
      (await eventsOf()).every(({ status }) => status === 'DELIVERED'),
    )
    const arrived = receiver.webhooks.map(({ id }) => id)
    for (const { id } of unsent) expect(arrived.filter((each) => each === id)).toHaveLength(1)
    const again = await api.call('POST', '/webhooks/redeliver', {})
    expect(again.body).toEqual({ accepted: 0, hasMore: false })
  })

  test('by time and type, also what has been delivered', async () => {
    const before = receiver.webhooks.length
    const { timestamp } = await eventOf(customer.id)
    const range = { startDate: timestamp, endDate: timestamp, failedOnly: false }
    const types = ['CUSTOMER.KYC_APPROVED']
    const none = await api.call('POST', '/webhooks/redeliver', { ...range, types: ['TEST'] })
    expect(none.body.accepted).toBe(0)
    const one = await api.call('POST', '/webhooks/redeliver', { ...range, types })
    expect(one.body).toEqual({ accepted: 1, hasMore: false })
    await waitUntil('it came again', () => receiver.webhooks.length === before + 1)
  })

  test('refuses an invalid range, and a platform without endpoint', async () => {
    const wrong = { startDate: 'x', types: ['Y'], failedOnly: 'no', limit: 1001, cursor: '' }
    expect(fieldsOf(await api.call('POST', '/webhooks/redeliver', wrong))).toEqual({
      startDate: 'format',
      'types.0': 'enum',
      failedOnly: 'type',
      limit: 'maximum',
      cursor: 'minLength',
    })
    const bad = await api.call('POST', '/webhooks/redeliver', { cursor: 'x' })
    expect(fieldsOf(bad)).toHaveProperty('cursor')
    const nowhere = await call('POST', '/webhooks/redeliver', {})
    expectRefusal(nowhere, 400, 'WEBHOOK_ENDPOINT_NOT_SET')
  })
})

describeOperation('listWebhookEndpoints', () => {
  test('counts what waits for the present endpoint; there is none without one', async () => {
    const { body } = await api.call('GET', '/webhooks/endpoints')
    expect(body).toEqual({ endpoints: [{ endpoint: receiver.url, isPresent: true, waiting: 0 }] })
    expect((await call('GET', '/webhooks/endpoints')).body).toEqual({ endpoints: [] })
  })
})

describeOperation('endWaitingWebhooks', () => {
  test('changes nothing where nothing waits', async () => {
    const order = { from: 'https://former.example.com/hooks', action: 'MOVE' }
    const none = await api.call('POST', '/webhooks/endpoints/waiting', order)
    expect(none).toMatchObject({ status: 200, body: { changed: 0, hasMore: false } })
  })

  test('refuses the present endpoint, unknown actions, and a platform without endpoint', async () => {
    const move = (from: string) => ({ from, action: 'MOVE' })
    const same = await api.call('POST', '/webhooks/endpoints/waiting', move(receiver.url))
    expect(fieldsOf(same)).toEqual({ from: 'not' })
    const wrong = await api.call('POST', '/webhooks/endpoints/waiting', { action: 'KEEP' })
    expect(fieldsOf(wrong)).toEqual({ from: 'required', action: 'enum' })
    const nowhere = await call(
      'POST',
      '/webhooks/endpoints/waiting',
      move('https://a.example.com/'),
    )
    expectRefusal(nowhere, 400, 'WEBHOOK_ENDPOINT_NOT_SET')
    const dropped = await call('POST', '/webhooks/endpoints/waiting', {
      ...move('https://a.example.com/'),
      action: 'DROP',
    })
    expect(dropped).toMatchObject({ status: 200, body: { changed: 0, hasMore: false } })
  })
})

describeOperation('sendTestWebhook', () => {
  test("shows the endpoint's answer, whatever it is", async () => {
    receiver.behave((response) => response.writeHead(418).end('I am a teapot\0'))
    const { status, body } = await api.call('POST', '/sandbox/webhooks/test')
    expect(status).toBe(200)
    expect(body).toEqual({
      url: receiver.url,
      response_status: 418,
      response_body: 'I am a teapot\uFFFD',
    })
    receiver.behave(200)
    expect((await api.call('POST', '/sandbox/webhooks/test')).body).toEqual({
      url: receiver.url,
      response_status: 200,
      response_body: '',
    })
    expect(receiver.webhooks.at(-1)).toMatchObject({ type: 'TEST', data: {}, isSigned: true })
  })

  test('without an endpoint, and without an answer', async () => {
    const none = await call('POST', '/sandbox/webhooks/test')
    expectRefusal(none, 400, 'WEBHOOK_ENDPOINT_NOT_SET')
    receiver.behave((response) => response.destroy())
    const lost = await api.call('POST', '/sandbox/webhooks/test')
    expectRefusal(lost, 400, 'WEBHOOK_DELIVERY_ERROR')
    receiver.behave(200)
  })

  test('five wait for the endpoint at a time: no more of them hold a place of the others', async () => {
    const held: (() => void)[] = []
    receiver.behave((response) => void held.push(() => response.writeHead(200).end()))
    const calls = Array.from({ length: 20 }, () => api.call('POST', '/sandbox/webhooks/test'))
    const refused: unknown[] = []
    for (const sent of calls) void sent.then(({ status }) => status === 429 && refused.push(status))
    await expect.poll(() => refused.length, { timeout: 60_000 }).toBe(15)
    receiver.behave(200)
    for (const answer of held) answer()
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 429)).toEqual([200, 200, 200, 200, 200])
  })

  test('is for the sandbox', async () => {
    const { stack, production } = service()
    const live = createApiClient(stack.apiUrls[0] ?? '', production)
    expectRefusal(await live.call('POST', '/sandbox/webhooks/test'), 403, 'FORBIDDEN')
  })
})
