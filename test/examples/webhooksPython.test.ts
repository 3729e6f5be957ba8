/** The example of a receiver in Python that pays, run by its interpreter and called by the service. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import {
  apiOf,
  balanceOf,
  createCustomer,
  fund,
  listed,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { hasPython } from '../support/python.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { type Example, startExample } from './example.ts'

const WELCOME = 1_000_000n

describe.skipIf(!hasPython())('the receiver', () => {
  let stack: SharedStack
  let folder: string
  let receiver: Example
  let api: ApiClient
  let first: { readonly customer: Resource; readonly wallet: Resource }

  beforeAll(async () => {
    stack = await aSharedStack()
    folder = mkdtempSync(join(tmpdir(), 'payments-receiver-'))
    api = apiOf(stack)
    const [ours] = listed(await api.call('GET', '/platform/internal-accounts?currency=USDB'))
    await fund(api, ours ?? { id: '' }, 100_000_000n)
    await start()
  })
  afterAll(async () => {
    await receiver?.stop()
    rmSync(folder, { recursive: true, force: true })
    await stack?.stop()
  })

  async function start(): Promise<void> {
    receiver = await startExample(stack, 'webhooks-python', { DATA_DIR: folder, HOOKS_PORT: '0' })
    const answer = await api.call('PATCH', '/config', { webhookEndpoint: receiver.url })
    expect(answer.status).toBe(200)
  }

  async function aWelcomedWallet(): Promise<typeof first> {
    const customer = await createCustomer(api)
    const path = `/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`
    const wallet = await waitUntil('the welcome', async () => {
      const [account] = listed(await api.call('GET', path))
      const isPaid = (account?.balance as { amount: number } | undefined)?.amount !== 0
      return isPaid && account
    })
    return { customer, wallet }
  }

  async function redelivered(): Promise<void> {
    const events = '/webhooks/events?type=INTERNAL_ACCOUNT.STATUS_UPDATED&limit=100'
    const all = listed(await api.call('GET', events))
    const found = all.find(({ subject }) => subject === first.wallet.id)
    const sent = await api.call('POST', `/webhooks/events/${found?.id}/redeliver`)
    const { id } = shown('redelivery', sent, 202)
    const deliveries = `/webhooks/deliveries?eventId=${found?.id}&isRedelivery=true`
    await waitUntil('the redelivery', async () =>
      listed(await api.call('GET', deliveries)).some(
        (one) => one.id === id && one.status === 'DELIVERED',
      ),
    )
  }

  const holds = (): Promise<bigint> => balanceOf({ api, ...first })

  test('pays for an event', async () => {
    first = await aWelcomedWallet()
    expect(await holds()).toBe(WELCOME)
  })

  test('pays once for an event that comes twice', async () => {
    await redelivered()
    // Events are worked off in turn: the next one's payment comes after whatever this one led to.
    await aWelcomedWallet()
    expect(await holds()).toBe(WELCOME)
    expect(receiver.lines.filter((line) => line.includes(first.wallet.id))).toHaveLength(1)
  })

  test('pays once where it has lost what it had received', async () => {
    await receiver.stop()
    rmSync(join(folder, 'example-webhooks.sqlite'))
    await start()
    await redelivered()
    const isDone = () => receiver.lines.some((line) => line.includes(first.wallet.id))
    await waitUntil('the payment, asked for again', isDone)
    expect(await holds()).toBe(WELCOME)
  })

  test('believes nothing that is not signed', async () => {
    const body = JSON.stringify({ id: 'Webhook:1', type: 'TEST', timestamp: 't', data: {} })
    const signatures = ['', '{"v":"1","s":"MEUCIQ"}', `{"v":"1","s":"${'A'.repeat(96)}"}`]
    for (const signature of signatures) {
      const headers = { 'X-Service-Signature': signature }
      expect((await fetch(receiver.url, { method: 'POST', headers, body })).status).toBe(401)
    }
  })
})
