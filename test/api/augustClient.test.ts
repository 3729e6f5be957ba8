/**
 * A client of the interface of August: it knows the published facts and nothing else. Its requests are valid by them, and
 * whatever it cannot read of an answer or an event is one of the values that are September's alone.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type WebhookEvent, webhookBody } from '../../contract/webhooks.ts'
import { withClient } from '../../scripts/devstack/postgres.ts'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { createDevice } from '../../scripts/serviceDriver/device.ts'
import {
  aLoggedInWallet,
  aPlatform,
  type LoggedInWallet,
  listed,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aDelegatedKey } from '../support/delegatedKeys.ts'
import { differenceOf } from '../support/published/differences.ts'
import { type Published, readPublished } from '../support/published/publishedSchemas.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'

const folder = process.env.PUBLIC_INTERFACE_DIR

/** Kinds of events that August does not know. */
const newEvents = [
  /^CARD\.STATUS_CHANGE$/,
  /^CARD_TRANSACTION\.(DECLINED|VOIDED)$/,
  /^INCOMING_PAYMENT\.PROCESSING$/,
  /^WALLET_OPERATION\.(COMPLETED|FAILED)$/,
]

describe.skipIf(folder === undefined)('a client of August', () => {
  let stack: SharedStack
  let published: Published
  let owner: LoggedInWallet
  let card: Resource
  const unread: string[] = []

  beforeAll(async () => {
    published = readPublished(folder ?? '')
    stack = await aSharedStack()
    owner = await aLoggedInWallet(stack, { platform: await aPlatform(stack) })
    card = (await aDelegatedKey(owner)).card
  })
  afterAll(() => stack?.stop())

  /** As a generated client: the body is checked before it is sent, and the answer when it comes. */
  async function send(method: string, path: string, body?: object): Promise<Answer> {
    const [url = ''] = path.split('?')
    const schema = published.schemaOfRequest(method, url)
    expect(schema === undefined, `${method} ${url} takes a body`).toBe(body === undefined)
    if (schema !== undefined) expect(published.problemsOf(schema, body)).toEqual([])
    const answer = await owner.api.call(method, path, body)
    const kind = published.kindOfAnswer(method, path, answer.status, answer.body)
    if (kind.schema === undefined) throw new Error(`${kind.name} is not of August`)
    const problems = published.problemsOf(kind.schema, answer.body)
    unread.push(...problems.map((problem) => `${kind.name}: ${problem}`))
    return answer
  }

  const simulate = async (what: string, body: object): Promise<unknown> => {
    const answer = await send('POST', `/sandbox/cards/${card.id}/simulate/${what}`, body)
    return shown(what, answer, 202).issuerTransactionToken
  }

  const purchase = (amount: number): object => ({
    ...{
      amount,
      currency: { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 },
    },
    merchant: { descriptor: 'BLUE BOTTLE COFFEE', mcc: '5814', country: 'US' },
  })

  /** The id as August writes it. */
  async function known(token: unknown, statuses: readonly string[]): Promise<string> {
    const id = await waitUntil('the card transaction is listed', async () => {
      const path = `/transactions?customerId=${owner.customer.id}&type=CARD&limit=100`
      const all = listed(await send('GET', path))
      const found = all.find((one) => one.issuerTransactionToken === token)
      return found !== undefined && statuses.includes(String(found.status)) ? found.id : undefined
    })
    return id.replace('Transaction:', 'CardTransaction:')
  }

  test('reads, funds and changes internal accounts', async () => {
    const { customer, wallet } = owner
    const path = `/customers/internal-accounts?customerId=${customer.id}&type=EMBEDDED_WALLET`
    expect(listed(await send('GET', path)).map(({ id }) => id)).toEqual([wallet.id])
    shown('platform', await send('GET', '/platform/internal-accounts?currency=USD'), 200)
    shown(
      'fund',
      await send('POST', `/sandbox/internal-accounts/${wallet.id}/fund`, { amount: 7 }),
      200,
    )
    const hidden = { privateEnabled: true }
    shown('privacy', await send('PATCH', `/internal-accounts/${wallet.id}`, hidden), 202)
    const clientPublicKey = createDevice().publicKeyUncompressed
    shown(
      'export',
      await send('POST', `/internal-accounts/${wallet.id}/export`, { clientPublicKey }),
      202,
    )
    expect((await send('GET', '/customers/internal-accounts?limit=0')).status).toBe(400)
  })

  test('makes, finds, limits, freezes, reveals and closes cards', async () => {
    const platformCardId = `${randomUUID()}-card`
    const body = {
      ...{ cardholderId: owner.customer.id, form: 'VIRTUAL', fundingSources: [owner.wallet.id] },
      ...{ platformCardId, maxSpendPerTransaction: 5_000 },
    }
    const made = shown('card', await send('POST', '/cards', body), 201)
    expect(made).toMatchObject(body)
    const path = `/cards/${made.id}`
    await waitUntil(
      'the card is active',
      async () => (await send('GET', path)).body.state === 'ACTIVE',
    )
    const query = `cardholderId=${owner.customer.id}&accountId=${owner.wallet.id}&state=ACTIVE`
    const found = listed(await send('GET', `/cards?${query}&platformCardId=${platformCardId}`))
    expect(found.map(({ id }) => id)).toEqual([made.id])
    const changes: [object, object][] = [
      [{ state: 'FROZEN' }, { state: 'FROZEN' }],
      [{ state: 'ACTIVE' }, { state: 'ACTIVE' }],
      [{ maxSpendPerTransaction: 7_000 }, { maxSpendPerTransaction: 7_000 }],
      [{ maxSpendPerTransaction: null }, { maxSpendPerTransaction: null }],
      [{ fundingSources: [owner.wallet.id] }, { fundingSources: [owner.wallet.id] }],
    ]
    for (const [change, expected] of changes) {
      expect(shown('change', await send('PATCH', path, change), 200)).toMatchObject(expected)
    }
    shown('reveal', await send('POST', `${path}/reveal`), 200)
    expect(shown('close', await send('PATCH', path, { state: 'CLOSED' }), 200)).toMatchObject({
      ...{ state: 'CLOSED', stateReason: 'CLOSED_BY_PLATFORM' },
    })
    expect((await send('PATCH', path, { state: 'CLOSED' })).body.code).toBe('CARD_ALREADY_CLOSED')
    expect((await send('PATCH', path, { state: 'ACTIVE' })).body.code).toBe('CARD_NOT_MUTABLE')
    expect((await send('GET', `/cards/Card:${randomUUID()}`)).status).toBe(404)
    // No card has a password of its own since September: the one request of August that is refused.
    const secured = {
      ...body,
      platformCardId: `${randomUUID()}-card`,
      threeDSecurePassword: 'a password',
    }
    expect((await send('POST', '/cards', secured)).body.code).toBe('INVALID_INPUT')
  })

  test('plays purchases and returns, under the ids of August', async () => {
    const bought = await known(await simulate('authorization', purchase(900)), ['AUTHORIZED'])
    await simulate('authorization_advice', { cardTransactionId: bought, amount: 800 })
    const token = await simulate('clearing', { cardTransactionId: bought, amount: 800 })
    await known(token, ['SETTLED'])
    shown('one', await send('GET', `/transactions/${bought}`), 200)
    await simulate('return', { cardTransactionId: bought, amount: 300 })
    await waitUntil('the return is shown', async () => {
      const { refundedAmount } = (await send('GET', `/transactions/${bought}`)).body
      return (refundedAmount as { amount?: number } | undefined)?.amount === 300
    })
    await simulate('return_reversal', { cardTransactionId: bought })
    await simulate('balance_inquiry', { merchant: { descriptor: 'ATM', country: 'US' } })
    for (const what of [
      'financial_authorization',
      'credit_authorization',
      'financial_credit_authorization',
      'credit_authorization_advice',
    ]) {
      await known(await simulate(what, purchase(50)), ['AUTHORIZED', 'SETTLED'])
    }
    // An amount of 0 still means that it has expired.
    const expired = await known(await simulate('authorization', purchase(60)), ['AUTHORIZED'])
    await simulate('clearing', { cardTransactionId: expired, amount: 0 })
    await waitUntil('it is over', async () => {
      const { status } = (await send('GET', `/transactions/${expired}`)).body
      return status === 'VOIDED'
    })
    const declined = { ...purchase(70), merchant: { descriptor: 'DECLINED 002', country: 'US' } }
    await simulate('authorization', declined)
  })

  test('reads events', async () => {
    shown('test', await send('POST', '/sandbox/webhooks/test'), 400)
    const events = await withClient(stack.databaseUrl, async (client) => {
      const { rows } = await client.query<{ event: WebhookEvent }>(
        `select jsonb_build_object('id', e.id, 'type', e.type, 'snapshot', e.snapshot, 'createdAt', e.created_at) as event
          from events e join customers c on c.platform_id = e.platform_id where c.id = $1`,
        [owner.customer.id.slice('Customer:'.length)],
      )
      return rows.map(({ event }) => event)
    })
    expect(events.length).toBeGreaterThan(10)
    for (const event of events) {
      const { name, schema } = published.kindOfEvent(event.type)
      if (schema === undefined) {
        if (!newEvents.some((kind) => kind.test(name))) unread.push(name)
        continue
      }
      const body = JSON.parse(webhookBody(event)) as object
      unread.push(...published.problemsOf(schema, body).map((problem) => `${name}: ${problem}`))
    }
  })

  test('what it cannot read is September’s alone', () => {
    expect(unread.length).toBeGreaterThan(0)
    expect([...new Set(unread)].filter((problem) => differenceOf(problem) === undefined)).toEqual(
      [],
    )
  })
})
