/**
 * Each environment of a platform has its own key; master keys are changed while webhooks are
 * delivered, and no receiver notices.
 */
import type { JsonWebKey } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { webhookKeyRoutes } from '../../api/webhookKeys.ts'
import { requestOf } from '../../api/webhooks/request.ts'
import {
  SIGNATURE_HEADER,
  verifyWebhook,
  WebhookSignatureError,
} from '../../client/backend/index.ts'
import { ConfigError, parseConfig } from '../../runtime/config.ts'
import type { JobRunner } from '../../worker/jobs/index.ts'
import { startApi } from '../api/framework.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import {
  aPlatform,
  aWebhookFixture,
  masterKey,
  type TestPlatform,
  testConfig,
  type WebhookFixture,
} from './platforms.ts'
import { aReceiver, type Received, type Receiver } from './receiver.ts'

type Settings = Readonly<Record<string, string>>
type Signed = Pick<Received, 'headers' | 'raw'>
type KeySet = { readonly keys: readonly JsonWebKey[] }

const next = '22'.repeat(32)

let database: TestDatabase
let fixture: WebhookFixture
let receiver: Receiver
let platform: TestPlatform

beforeAll(async () => {
  database = await aDatabase()
  fixture = aWebhookFixture(database.url)
  receiver = await aReceiver()
  platform = await aPlatform(fixture, receiver.url)
})
afterAll(async () => {
  await fixture.close()
  await receiver.stop()
  await database.drop()
})

/** What a receiver is given by an API process with these settings. */
async function publishedWith(
  settings: Settings,
  path = `/platforms/PlatformConfig:${platform.id}/webhooks/jwks.json`,
): Promise<KeySet> {
  const config = parseConfig({ WEBHOOK_MASTER_KEYS: masterKey, ...settings })
  const api = await startApi({}, { routes: [webhookKeyRoutes(config, fixture.database)] })
  const { status, headers, body } = await api.ask(`/${path}`, { as: '' })
  await api.drain(0)
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'public, max-age=300'])
  expect(JSON.stringify(body)).not.toContain('"d"')
  return body as KeySet
}

/** As a receiver verifies: any of the keys that it has. */
function isSigned({ headers, raw }: Signed, keys: KeySet): boolean {
  try {
    verifyWebhook(raw, String(headers['x-service-signature']), keys)
    return true
  } catch (error) {
    if (error instanceof WebhookSignatureError) return false
    throw error
  }
}

/** Six deliveries by workers with these settings, one of which may be a step behind. */
async function deliveredBy(...workers: readonly Settings[]): Promise<readonly Received[]> {
  const runners: JobRunner[] = []
  for (const settings of workers) runners.push(await fixture.runner({ settings }))
  const before = receiver.received.length
  await platform.fund(6)
  const all = await receiver.waitFor(before + 6)
  await Promise.all(runners.map((runner) => runner.stop()))
  return all.slice(before)
}

type Step = readonly [name: string, settings: Settings, keysPublished: number]

/** Each step's deliveries verify with the list of that step, and with the one kept from before. */
async function walk(steps: readonly Step[]): Promise<void> {
  let lastList: KeySet | undefined
  let lastSettings: Settings = steps[0]?.[1] ?? {}
  for (const [name, settings, count] of steps) {
    const list = await publishedWith(settings)
    expect([name, list.keys.length]).toEqual([name, count])
    // Processes are restarted one after another: both steps sign at the same time.
    const received = await deliveredBy(lastSettings, settings)
    for (const each of received) {
      expect(isSigned(each, lastList ?? list), `${name}, the list kept from before`).toBe(true)
      if (name !== 'the old one is removed') expect(isSigned(each, list), name).toBe(true)
    }
    lastList = list
    lastSettings = settings
  }
}

test('a rotation of master keys: every delivery verifies, by the list of now and the last one', async () => {
  await walk([
    ['before', {}, 1],
    ['the next one is published', { WEBHOOK_MASTER_KEYS: `${masterKey},${next}` }, 2],
    ['the next one signs', { WEBHOOK_MASTER_KEYS: `${next},${masterKey}` }, 2],
    ['the old one is removed', { WEBHOOK_MASTER_KEYS: next }, 1],
  ])
  const [fresh] = await deliveredBy({ WEBHOOK_MASTER_KEYS: next })
  if (fresh === undefined) throw new Error('nothing came')
  expect(isSigned(fresh, await publishedWith({}))).toBe(false)
})

test('without a master key the start stops, in one line', () => {
  expect(() => webhookKeyRoutes(parseConfig({}), fixture.database)).toThrow(ConfigError)
})

describe('a body signed for one platform', () => {
  test('proves nothing to another one, nor to its own other environment', async () => {
    const sandbox = await aPlatform(fixture, `${receiver.url}?to=sandbox`)
    const stranger = await aPlatform(fixture, `${receiver.url}?to=stranger`)
    const runner = await fixture.runner()
    const before = receiver.received.length
    await sandbox.fund()
    await stranger.fund()
    await receiver.waitFor(before + 2)
    await runner.stop()
    // Nothing reaches this machine for production: its request is the one that the API shows.
    const production = await productionOf(sandbox)
    const bodies: (readonly [to: string, Signed])[] = receiver.received
      .slice(before)
      .map((each) => [new URL(each.path, 'http://receiver').searchParams.get('to') ?? '', each])
    bodies.push(['production', production])
    const verified: string[] = []
    for (const [name, { id }] of Object.entries({ sandbox, stranger, production })) {
      const keys = await publishedWith({}, `/platforms/PlatformConfig:${id}/webhooks/jwks.json`)
      for (const [to, each] of bodies) if (isSigned(each, keys)) verified.push(`${to} by ${name}`)
    }
    const own = ['sandbox by sandbox', 'stranger by stranger', 'production by production']
    expect(verified).toEqual(own)
  })
})

/** The other environment of the same platform, and a webhook that was signed for it. */
async function productionOf(sandbox: TestPlatform): Promise<Signed & { readonly id: string }> {
  const { id } = await aPlatform(fixture, 'https://example.com/', 'PRODUCTION')
  await fixture.database.query({
    text: 'update platforms set name = (select name from platforms where id = $1) where id = $2',
    values: [sandbox.id, id],
  })
  const row = { id, type: 'TEST', snapshot: {}, created_at: '2026-01-01T00:00:00Z' }
  const { headers, body } = requestOf(
    row as Parameters<typeof requestOf>[0],
    { id, environment: 'PRODUCTION' },
    testConfig(),
  )
  const signature = headers[SIGNATURE_HEADER]
  return { id, raw: Buffer.from(body), headers: { 'x-service-signature': signature } }
}
