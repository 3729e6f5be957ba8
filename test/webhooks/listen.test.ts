/** `npm run webhooks:listen`: a platform's events on a laptop, its own endpoint undisturbed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlatformCredentials } from '../../db/platforms.ts'
import { isWebhookSignature } from '../../runtime/webhookSignature.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import {
  aPlatform,
  apiOf,
  aWebhookReceiver,
  listed,
  shown,
  type WebhookReceiver,
  waitUntil,
} from '../support/builders.ts'
import { argumentsOf } from '../support/programs.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { aReceiver, type Receiver } from './receiver.ts'

let stack: SharedStack
let platform: PlatformCredentials
let api: ApiClient
let endpoint: WebhookReceiver
let laptop: Receiver
let listener: Listener | undefined

type Listener = { readonly child: ChildProcess; readonly lines: string[] }

beforeAll(async () => {
  stack = await aSharedStack()
  return () => stack.stop()
})
beforeEach(async () => {
  platform = await aPlatform(stack)
  api = apiOf(stack, platform)
  endpoint = await aWebhookReceiver(stack, { platform })
  laptop = await aReceiver()
  await waitUntil('the TEST of the endpoint', () => endpoint.webhooks.length === 1)
})
afterEach(async () => {
  if (listener?.child.exitCode === null) listener.child.kill('SIGKILL')
  listener = undefined
  await Promise.all([endpoint.stop(), laptop.stop()])
})

async function listen(...more: string[]): Promise<Listener> {
  const child = spawn(
    process.execPath,
    [...argumentsOf('scripts/webhooksListen'), '--forward-to', laptop.url, ...more],
    {
      env: {
        ...process.env,
        API_URL: stack.apiUrls[0],
        CLIENT_ID: platform.clientId,
        CLIENT_SECRET: platform.clientSecret,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const started = { child, lines: [] as string[] }
  child.stdout?.on('data', (data: Buffer) => started.lines.push(...String(data).split('\n')))
  listener = started
  await waitUntil('it says how it is signed', () =>
    started.lines.some((line) => line.includes('END PUBLIC KEY')),
  )
  return started
}

async function aCustomer(): Promise<string> {
  const answer = await api.call('POST', '/customers', { customerType: 'INDIVIDUAL' })
  return shown('customer', answer, 201).id
}

const aboutOf = (id: string) => laptop.received.find(({ body }) => body.data.id === id)

test('what happens arrives at both, with the same body and headers; Ctrl-C ends it well', async () => {
  const { child, lines } = await listen()
  const customer = await aCustomer()
  const received = await waitUntil('it arrives', () => aboutOf(customer))
  const own = await waitUntil('it arrives at home', () =>
    endpoint.webhooks.find(({ data }) => data.id === customer),
  )
  const { isSigned, ...body } = own
  expect([isSigned, received.body]).toEqual([true, body])
  const config = await api.call('GET', '/config')
  const header = String(received.headers['x-service-signature'])
  expect(isWebhookSignature(header, received.raw, String(config.body.webhookPublicKey))).toBe(true)
  expect(received.headers['content-type']).toBe('application/json')
  expect(received.headers['user-agent']).toMatch(/^embedded-wallet-payments-webhooks/)
  await waitUntil('a line about it', () =>
    lines.some((line) => line.includes(customer) && line.includes('-> 200')),
  )
  // The endpoint's TEST was before its time; nothing comes twice.
  expect(laptop.received.map(({ body: { id } }) => id)).not.toContain(endpoint.webhooks[0]?.id)
  expect(new Set(laptop.received.map(({ body: { id } }) => id)).size).toBe(laptop.received.length)
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect([code, lines.at(-2)]).toEqual([0, `${laptop.received.length} forwarded.`])
  expect(JSON.stringify(await api.call('GET', '/config'))).toContain(endpoint.url)
})

test('of the past, of some types, and what is sent again', async () => {
  const customer = await aCustomer()
  await waitUntil('the event', async () => (await events(customer)).length > 0)
  await listen('--since', '1h', '--types', 'CUSTOMER.KYC_APPROVED', '--redeliveries')
  await waitUntil('it arrives', () => aboutOf(customer))
  const [event] = await events(customer)
  await api.call('POST', `/webhooks/events/${event?.id}/redeliver`)
  await waitUntil('it arrives again', () => laptop.received.length === 2)
  expect(laptop.received.map(({ body: { id } }) => id)).toEqual([event?.id, event?.id])
  expect(new Set(laptop.received.map(({ raw }) => raw.toString())).size).toBe(1)
})

test('a laptop that refuses is a line, not the end', async () => {
  laptop.behave(500)
  const { lines } = await listen()
  await aCustomer()
  await waitUntil('a line', () => lines.some((line) => line.includes('-> 500')))
  await laptop.stop()
  await aCustomer()
  await waitUntil('a line', () => lines.some((line) => line.includes('-> ECONNREFUSED')))
})

test.each([
  ['usage: npm run webhooks:listen', '--forward-to', 'nowhere'],
  ['--since yesterday: neither', '--since', 'yesterday', '--forward-to', 'http://127.0.0.1:1/'],
])('bad arguments end in one line: %s', async (said, ...given) => {
  const child = spawn(process.execPath, [...argumentsOf('scripts/webhooksListen'), ...given])
  let errors = ''
  child.stderr?.on('data', (data: Buffer) => {
    errors += data
  })
  const [code] = await once(child, 'exit')
  expect([code, errors.trim().split('\n').length]).toEqual([1, 1])
  expect(errors).toContain(said)
})

const events = async (subject: string) =>
  listed(await api.call('GET', `/webhooks/events?subject=${subject}`))
