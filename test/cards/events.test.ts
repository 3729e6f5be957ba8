/** Events of the card issuer: signed ones are taken, once and in any order; all others are refused. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRunFile } from '../../scripts/devstack/runFile.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import {
  aFundedWallet,
  apiOf,
  type FundedWallet,
  type Resource,
  waitUntil,
} from '../support/builders.ts'
import { type Sending, sendSigned } from '../support/cardIssuer.ts'
import { untilTransaction } from '../support/cardPlays.ts'
import { aCard } from '../support/cards.ts'
import { filesBelow } from '../support/secretSearch.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'

let stack: SharedStack
let api: ApiClient
let owner: FundedWallet

beforeAll(async () => {
  stack = await aSharedStack()
  api = apiOf(stack)
  owner = await aFundedWallet(stack)
})
afterAll(() => stack?.stop())

const send = async (body: string, sending: Sending = {}): Promise<number> =>
  (await sendSigned(stack, body, sending)).status

const closing = (card: Resource): string =>
  JSON.stringify({ event_type: 'card.updated', card_token: card.issuerRef, state: 'CLOSED' })
const stateOf = async (card: Resource): Promise<unknown> =>
  (await api.call('GET', `/cards/${card.id}`)).body.state

/** How many unknown types the first API process has counted. */
async function unknown(): Promise<{ event: number; transaction_event: number }> {
  const first = readRunFile(stack.dataDir).find(({ role, index }) => role === 'api' && index === 0)
  const text = await (await fetch(`http://127.0.0.1:${first?.ports?.operators}/metrics`)).text()
  const of = (part: string): number => {
    const line = new RegExp(`^card_events_unknown_total\\{part="${part}"\\} (\\d+)`, 'm')
    return Number(line.exec(text)?.[1] ?? 0)
  }
  return { event: of('event'), transaction_event: of('transaction_event') }
}

test('a card that the issuer closes is closed, with one event of ours', async () => {
  const card = await aCard(api, owner)
  const { SANDBOX_CARD_ISSUER_URL: url, SANDBOX_CARD_API_KEY: authorization = '' } = stack.env
  const body = JSON.stringify({ state: 'CLOSED' })
  await fetch(`${url}/v1/cards/${card.issuerRef}`, {
    ...{ method: 'PATCH', headers: { authorization }, body },
  })
  await waitUntil('the card is closed', async () => (await stateOf(card)) === 'CLOSED')
  const { body: closed } = await api.call('GET', `/cards/${card.id}`)
  expect(closed).toMatchObject({ stateReason: 'CLOSED_BY_SERVICE', fundingSources: [] })
  expect(await send(closing(card))).toBe(200)
  const again = await api.call('GET', `/cards/${card.id}`)
  expect(again.body).toEqual(closed)
})

test('what is not signed by the issuer of this environment changes nothing', async () => {
  const card = await aCard(api, owner)
  const body = closing(card)
  const minutes = (count: number): Date => new Date(Date.now() + count * 60_000)
  expect(await send(body, { secret: `whsec_${randomUUID()}` })).toBe(401)
  expect(await send(body, { secret: stack.env.SANDBOX_CARD_DECISION_SECRETS ?? '' })).toBe(401)
  expect(await send(body, { at: minutes(-6) })).toBe(401)
  expect(await send(body, { at: minutes(6) })).toBe(401)
  expect(await send(body, { path: '/card-events/production' })).toBe(501)
  const { origin } = new URL(stack.apiUrls[0] ?? '')
  const unsigned = await fetch(`${origin}/card-events/sandbox`, { method: 'POST', body })
  expect(unsigned.status).toBe(401)
  for (const nonsense of ['', 'x', '[]', '{}', '{"event_type":7}']) {
    expect(await send(nonsense)).toBe(400)
  }
  expect(await send(`{"event_type":"x","y":"${'z'.repeat(1_000_000)}"}`)).toBe(400)
  // No text of the database can hold it.
  const broken = { event_type: 'card.updated', card_token: 'x\u0000', state: 'CLOSED' }
  expect(await send(JSON.stringify(broken))).toBe(200)
  expect(await stateOf(card)).toBe('ACTIVE')
})

test('a type that we do not know is taken, counted, and logged once; the rest of its transaction is applied', async () => {
  const card = await aCard(api, owner)
  const part = `step.${randomUUID()}`
  const type = `card.${randomUUID()}`
  const before = await unknown()
  for (const known of ['account_holder.updated', 'card.created']) {
    expect(await send(JSON.stringify({ event_type: known }))).toBe(200)
  }
  expect(await unknown()).toEqual(before)
  for (let count = 0; count < 3; count += 1) {
    expect(await send(JSON.stringify({ event_type: type, example: true }))).toBe(200)
  }
  const token = randomUUID()
  const step = (type: string) => ({
    ...{ token: randomUUID(), type, result: 'APPROVED', effective_polarity: 'DEBIT' },
    ...{
      created: new Date().toISOString(),
      amounts: { cardholder: { amount: 100, currency: 'USD' } },
    },
  })
  const transaction = {
    ...{ event_type: 'card_transaction.updated', token, card_token: card.issuerRef },
    ...{ created: new Date().toISOString(), merchant: { descriptor: 'SHOP' } },
    events: [step('AUTHORIZATION'), step(part)],
  }
  expect(await send(JSON.stringify(transaction))).toBe(200)
  await untilTransaction(api, owner.customer, token, 'AUTHORIZED')
  expect(await unknown()).toEqual({
    event: before.event + 3,
    transaction_event: before.transaction_event + 1,
  })
  const logs = filesBelow(stack.dataDir).filter((path) => path.endsWith('.log'))
  const lines = logs.flatMap((path) => readFileSync(path, 'utf8').split('\n'))
  const logged = (text: string) => lines.filter((line) => line.includes(text)).length
  expect([logged(type), logged(part)]).toEqual([1, 1])
})
