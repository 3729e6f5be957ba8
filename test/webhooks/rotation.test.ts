/** The key that signs webhooks is changed while they are delivered; no receiver notices. */
import { createECDH, createPublicKey, type JsonWebKey } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookKeyRoutes } from '../../api/webhookKeys.ts'
import { ConfigError, parseConfig } from '../../runtime/config.ts'
import { isWebhookSignature } from '../../runtime/webhookSignature.ts'
import type { JobRunner } from '../../worker/jobs/index.ts'
import { startApi } from '../api/framework.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import {
  aPlatform,
  aWebhookFixture,
  signingKey,
  type TestPlatform,
  type WebhookFixture,
} from './platforms.ts'
import { aReceiver, type Received, type Receiver } from './receiver.ts'

type Settings = Readonly<Record<string, string>>

const next = '22'.repeat(32)
const publicOf = (key: string): string => {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(key, 'hex')
  return curve.getPublicKey('hex', 'compressed')
}

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
async function publishedWith(settings: Settings): Promise<JsonWebKey[]> {
  const config = parseConfig({ WEBHOOK_SIGNING_KEY: signingKey, ...settings })
  const api = await startApi({}, { routes: [webhookKeyRoutes(config)] })
  const { status, headers, body } = await api.ask('//.well-known/webhook-keys.json', { as: '' })
  await api.drain(0)
  expect([status, headers.get('Cache-Control')]).toEqual([200, 'public, max-age=300'])
  expect(JSON.stringify(body)).not.toContain('"d"')
  return (body as { keys: JsonWebKey[] }).keys
}

/** As a receiver verifies: any of the keys that it has. */
function isSigned({ headers, raw }: Received, keys: readonly JsonWebKey[]): boolean {
  const header = String(headers['x-service-signature'])
  return keys.some((key) =>
    isWebhookSignature(header, raw, createPublicKey({ key, format: 'jwk' })),
  )
}

/** Three deliveries by workers with these settings, one of which may be a step behind. */
async function deliveredBy(...workers: readonly Settings[]): Promise<readonly Received[]> {
  const runners: JobRunner[] = []
  for (const settings of workers) runners.push(await fixture.runner({ settings }))
  const before = receiver.received.length
  await platform.fund(6)
  const all = await receiver.waitFor(before + 6)
  await Promise.all(runners.map((runner) => runner.stop()))
  return all.slice(before)
}

const steps: readonly (readonly [string, Settings])[] = [
  ['before', {}],
  ['the next key is published', { WEBHOOK_VERIFYING_KEYS: publicOf(next) }],
  [
    'the next key signs, the old one stays published',
    { WEBHOOK_SIGNING_KEY: next, WEBHOOK_VERIFYING_KEYS: publicOf(signingKey) },
  ],
  ['the old one is retired', { WEBHOOK_SIGNING_KEY: next }],
]

test('before, during and after: every delivery verifies, by the list of now and the last one', async () => {
  let lastList: JsonWebKey[] | undefined
  let lastSettings: Settings = {}
  const seen: number[] = []
  for (const [name, settings] of steps) {
    const list = await publishedWith(settings)
    // Processes are restarted one after another: both steps sign at the same time.
    const received = await deliveredBy(lastSettings, settings)
    for (const each of received) {
      expect(isSigned(each, lastList ?? list), `${name}, the list kept from before`).toBe(true)
      if (name !== 'the old one is retired') expect(isSigned(each, list), name).toBe(true)
    }
    seen.push(list.length)
    lastList = list
    lastSettings = settings
  }
  expect(seen).toEqual([1, 2, 2, 1])
  const [old] = await publishedWith({})
  const [fresh] = await deliveredBy(lastSettings)
  if (fresh === undefined || old === undefined) throw new Error('nothing came')
  expect(isSigned(fresh, lastList ?? [])).toBe(true)
  expect(isSigned(fresh, [old])).toBe(false)
})

test('a published key that is none stops the start, in one line', () => {
  const config = parseConfig({
    WEBHOOK_SIGNING_KEY: signingKey,
    WEBHOOK_VERIFYING_KEYS: `02${'ff'.repeat(32)}`,
  })
  expect(() => webhookKeyRoutes(config)).toThrow(ConfigError)
})
