import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { webhookSchema, webhookTypes } from '../../contract/webhooks.ts'
import { isWebhookSignature } from '../../runtime/webhookSignature.ts'
import { oldestUndeliveredWebhookSeconds } from '../../worker/jobs/index.ts'
import { retryDelayMs, webhookPolicy } from '../../worker/webhooks/policy.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import {
  aPlatform,
  aWebhookFixture,
  type Delivery,
  keyOf,
  quickPolicy,
  type TestPlatform,
  type WebhookFixture,
} from './platforms.ts'
import { aReceiver, type Receiver, until } from './receiver.ts'

let database: TestDatabase
let fixture: WebhookFixture
let receiver: Receiver

beforeAll(async () => {
  database = await aDatabase()
  fixture = aWebhookFixture(database.url)
  await fixture.runner()
})
afterAll(async () => {
  await fixture.close()
  await database.drop()
})
beforeEach(async () => {
  receiver = await aReceiver()
})
afterEach(() => receiver.stop())

async function settled(platform: TestPlatform, status: string): Promise<Delivery> {
  let last: Delivery | undefined
  await until(
    async () => {
      last = (await platform.deliveries())[0]
      return last?.status === status
    },
    10_000,
    () => JSON.stringify(last),
  )
  return last as Delivery
}

describe('a delivery', () => {
  test('carries the whole resource, signed, as the schema says', async () => {
    const platform = await aPlatform(fixture, receiver.url)
    await platform.fund()
    const [received] = await receiver.waitFor(1)
    if (received === undefined) throw new Error('nothing came')
    const signature = String(received.headers['x-service-signature'])
    expect(isWebhookSignature(signature, received.raw, keyOf(platform.id).publicKeyPem)).toBe(true)
    expect(received.headers['content-type']).toBe('application/json')
    expect(received.headers['user-agent']).toBeTruthy()
    const delivery = await settled(platform, 'DELIVERED')
    expect(received.body.id).toBe(`Webhook:${delivery.event_id}`)
    expect(received.body.type).toBe('INCOMING_PAYMENT.COMPLETED')
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    ajv.addFormat('country', true)
    ajv.addFormat('currency', true)
    const validate = ajv.compile(webhookSchema(received.body.type) ?? false)
    expect(validate(received.body), JSON.stringify(validate.errors)).toBe(true)
    expect(delivery).toMatchObject({ attempts: 1, last_status: 200, last_error: null })
  })

  test('is tried again with the same id and the same bytes, at growing distances', async () => {
    receiver.behave(500)
    const platform = await aPlatform(fixture, receiver.url)
    await platform.fund()
    await receiver.waitFor(1)
    await until(async () => (await platform.deliveries())[0]?.last_status === 500)
    const [first] = await platform.deliveries()
    expect(first).toMatchObject({ status: 'PENDING', last_error: 'answered 500' })
    expect(await oldestUndeliveredWebhookSeconds(fixture.database)).toBeGreaterThan(0)
    await receiver.waitFor(3)
    receiver.behave(204)
    const delivery = await settled(platform, 'DELIVERED')
    expect(delivery.last_status).toBe(204)
    expect(delivery.attempts).toBe(receiver.received.length)
    expect(new Set(receiver.received.map(({ raw }) => raw.toString())).size).toBe(1)
    const times = receiver.received.map(({ atMs }) => atMs)
    for (const attempt of [1, 2]) {
      // The receiver counts from before its answer, the delay from after it. The clocks differ a little.
      const distanceMs = (times[attempt] ?? 0) - (times[attempt - 1] ?? 0)
      expect(distanceMs).toBeGreaterThan(0.9 * retryDelayMs(attempt, quickPolicy, 1))
    }
    expect(await oldestUndeliveredWebhookSeconds(fixture.database)).toBe(0)
  })

  test('ends at 409: the receiver has it already', async () => {
    receiver.behave(409)
    const platform = await aPlatform(fixture, receiver.url)
    await platform.fund()
    expect(await settled(platform, 'DELIVERED')).toMatchObject({ attempts: 1, last_status: 409 })
  })

  test('never follows a redirect', async () => {
    const elsewhere = await aReceiver()
    receiver.behave((response) => response.writeHead(307, { location: elsewhere.url }).end())
    const platform = await aPlatform(fixture, receiver.url)
    await platform.fund()
    await receiver.waitFor(2)
    const [delivery] = await platform.deliveries()
    expect(delivery).toMatchObject({
      ...{ status: 'PENDING', last_status: 307 },
      last_error: expect.stringContaining('a redirect, which is not followed'),
    })
    expect(elsewhere.received).toHaveLength(0)
    receiver.behave(200)
    await settled(platform, 'DELIVERED')
    await elsewhere.stop()
  })

  test.each([
    ['seconds', () => ({ 'retry-after': '2' })],
    [
      'an instant, by the clock of who says it',
      () => ({
        date: new Date(1_800_000_000_000).toUTCString(),
        'retry-after': new Date(1_800_000_002_000).toUTCString(),
      }),
    ],
  ])('waits as long as the receiver asks for, in %s', async (_, headers) => {
    receiver.behave((response) => response.writeHead(503, headers()).end())
    const platform = await aPlatform(fixture, receiver.url)
    await platform.fund()
    const received = await receiver.waitFor(2)
    const [first = 0, second = 0] = received.map(({ atMs }) => atMs)
    // Without it 0.1 s; the clocks of the two processes differ a little.
    expect(second - first).toBeGreaterThan(1_900)
    receiver.behave(200)
    await settled(platform, 'DELIVERED')
  })

  test('a receiver that asks for ever is asked again within a day', () => {
    const { retryAskedMaxMs } = webhookPolicy
    expect(retryDelayMs(1, webhookPolicy, 0, 1e15)).toBe(retryAskedMaxMs)
    expect(retryDelayMs(1, webhookPolicy, 0, 1)).toBe(retryDelayMs(1, webhookPolicy, 0))
  })

  test('that gets no answer in time counts as failed, and is tried again', async () => {
    receiver.behave(() => undefined)
    const platform = await aPlatform(fixture, receiver.url)
    await platform.fund()
    await receiver.waitFor(2)
    const [delivery] = await platform.deliveries()
    expect(delivery?.last_error).toBe('no response within 400 ms')
    receiver.behave(200)
    await settled(platform, 'DELIVERED')
  })

  test('is done once the status is known, however the answer goes on', async () => {
    receiver.behave((response) => {
      response.writeHead(200)
      const flood = setInterval(() => response.write(Buffer.alloc(64 * 1024)), 1)
      response.on('close', () => clearInterval(flood))
    })
    const platform = await aPlatform(fixture, receiver.url)
    await platform.fund()
    expect(await settled(platform, 'DELIVERED')).toMatchObject({ attempts: 1 })
  })

  test.each(['TEST', 'INCOMING_PAYMENT.PENDING'])('of %s is tried once', async (type) => {
    receiver.behave(500)
    const platform = await aPlatform(fixture, receiver.url)
    await platform.emit(type)
    const delivery = await settled(platform, 'STOPPED')
    expect(delivery).toMatchObject({ attempts: 1, last_error: 'answered 500' })
  })

  test('of TEST has an empty data', async () => {
    const platform = await aPlatform(fixture, receiver.url)
    await platform.emit('TEST')
    const [received] = await receiver.waitFor(1)
    expect(received?.body).toMatchObject({ type: 'TEST', data: {} })
  })

  test('is given up in the end', async () => {
    receiver.behave(500)
    const platform = await aPlatform(fixture, receiver.url)
    await platform.fund()
    await receiver.waitFor(1)
    await fixture.database.query({
      text: `update webhook_deliveries set created_at = created_at - interval '59.5 seconds'
        where platform_id = $1`,
      values: [platform.id],
    })
    expect((await settled(platform, 'STOPPED')).attempts).toBeGreaterThan(1)
  })

  test('of a production platform never goes to this machine', async () => {
    const platform = await aPlatform(fixture, receiver.url, 'PRODUCTION')
    await platform.fund()
    await until(async () => (await platform.deliveries())[0]?.last_error !== null)
    const [delivery] = await platform.deliveries()
    expect(delivery).toMatchObject({ status: 'PENDING', last_status: null })
    expect(delivery?.last_error).toBe('the endpoint must be an https URL')
    expect(receiver.received).toHaveLength(0)
  })
})

test('every type has a schema', () => {
  expect(webhookTypes.filter((type) => webhookSchema(type) === undefined)).toEqual([])
  expect(webhookSchema('NOBODY.KNOWS')).toBeUndefined()
})
