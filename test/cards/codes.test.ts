/** Codes with which devices take cards into their wallets: sent once, under the platform's branding. */
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import {
  aFundedWallet,
  aPlatform,
  apiOf,
  type FundedWallet,
  listed,
  type Resource,
  waitUntil,
} from '../support/builders.ts'
import { sendSigned } from '../support/cardIssuer.ts'
import { aCard } from '../support/cards.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'

let stack: TestStack
let api: ApiClient
let owner: FundedWallet
let card: Resource
let control: SandboxControl
let database: Database

beforeAll(async () => {
  stack = await aKeptStack()
  api = apiOf(stack)
  control = aSandboxControl(stack)
  database = openDatabase(stack.databaseUrl, { poolMax: 4 })
  owner = await aFundedWallet(stack, { minor: 0n })
  card = await aCard(api, owner)
})
afterEach(() => control.clear().catch(() => undefined))
afterAll(async () => {
  await database?.close()
  await stack?.stop()
})

type Message = {
  readonly channel: string
  readonly from: string
  readonly subject?: string
  readonly text: string
}

const anAddress = (): string => `${randomUUID()}@example.com`
const aPhone = (): string => `+1415${randomInt(2_000_000, 9_999_999)}`
const aCode = (): string => String(randomInt(100_000, 1_000_000))
const messagesTo = async (contact: string): Promise<Message[]> =>
  (await control.mails(contact)) as unknown as Message[]

function methodOf(contact: string): object {
  const type = contact.includes('@') ? 'EMAIL_TO_CARDHOLDER_ADDRESS' : 'TEXT_TO_CARDHOLDER_NUMBER'
  return { type, value: contact }
}

/** The event of the issuer, as often as it is called; its answers. */
function anEvent(contact: string, code: string, of: Resource = card) {
  const id = randomUUID()
  const body = JSON.stringify({
    event_type: 'tokenization.two_factor_authentication_code',
    ...{ card_token: of.issuerRef, authentication_code: code, created: new Date().toISOString() },
    ...{ activation_method: methodOf(contact), tokenization_token: randomUUID() },
  })
  const deliver = async (sending = {}): Promise<number> =>
    (await sendSigned(stack, body, { id, ...sending })).status
  return { id, deliver }
}

/** A device asks for the card, at the issuer. */
async function tokenize(contact: string): Promise<void> {
  const { SANDBOX_CARD_ISSUER_URL: url, SANDBOX_CARD_API_KEY: authorization = '' } = stack.env
  const headers = { authorization }
  const read = await fetch(`${url}/v1/cards/${card.issuerRef}`, { headers })
  const { pan, cvv } = (await read.json()) as { pan: string; cvv: string }
  const asked = { pan, cvv, expiration_date: '01/31', activation_method: methodOf(contact) }
  const body = JSON.stringify(asked)
  const answer = await fetch(`${url}/v1/simulate/tokenizations`, { method: 'POST', headers, body })
  expect(answer.status).toBe(201)
}

test('a device asks for a card: its holder is mailed a code, in the name of its platform alone', async () => {
  const contact = anAddress()
  await tokenize(contact)
  const [mail] = await waitUntil('the mail', async () => {
    const all = await messagesTo(contact)
    return all.length > 0 && all
  })
  const { id } = (await api.call('GET', '/config')).body
  const [platform] = await database.query<{ name: string }>({
    text: 'select name from platforms where id = $1',
    values: [String(id).split(':')[1]],
  })
  const name = platform?.name ?? ''
  const [code] = /^\d{6}/.exec(mail?.text ?? '') ?? []
  expect(mail).toMatchObject({
    ...{ channel: 'EMAIL', from: name, subject: `Your code for ${name}` },
    text: expect.stringContaining(
      `${code} is your code for ${name}. It adds your card ending in ${card.last4}`,
    ),
  })
  const shown = async (of: ApiClient): Promise<boolean> =>
    listed(await of.call('GET', '/sandbox/messages')).some(({ to }) => to === contact)
  expect([await shown(api), await shown(apiOf(stack, await aPlatform(stack)))]).toEqual([
    true,
    false,
  ])
})

test('a platform sets how a code is sent, part by part', async () => {
  const set = async (config: object): Promise<unknown> =>
    (await api.call('PATCH', '/config', { cardTokenization2faConfig: config })).body
      .cardTokenization2faConfig
  await set({
    displayName: 'Acme',
    email: {
      ...{ fromName: 'Acme Cards', subject: 'For {{displayName}}' },
      ...{ fromAddress: 'cards@acme.example', replyToAddress: 'help@acme.example' },
    },
  })
  await set({ email: { bodyText: 'Take {{code}}.' }, sms: { bodyText: 'Do not share it.' } })
  expect(await set({ logoUrl: 'https://example.com/logo.png' })).toEqual({
    ...{ displayName: 'Acme', logoUrl: 'https://example.com/logo.png' },
    email: {
      ...{ fromName: 'Acme Cards', subject: 'For {{displayName}}', bodyText: 'Take {{code}}.' },
      ...{ fromAddress: 'cards@acme.example', replyToAddress: 'help@acme.example' },
    },
    sms: { bodyText: 'Do not share it.' },
  })
  const [mail, phone, code] = [anAddress(), aPhone(), aCode()]
  expect(await anEvent(mail, code).deliver()).toBe(200)
  expect(await anEvent(phone, code).deliver()).toBe(200)
  expect(await messagesTo(mail)).toMatchObject([
    {
      ...{ from: 'Acme Cards', subject: 'For Acme', text: `Take ${code}.` },
      ...{ fromAddress: 'cards@acme.example', replyTo: 'help@acme.example' },
      logoUrl: 'https://example.com/logo.png',
    },
  ])
  expect(await messagesTo(phone)).toMatchObject([
    { channel: 'SMS', from: 'Acme', text: `${code} is your code for Acme. Do not share it.` },
  ])
})

test('one event is one message, however often it is delivered', async () => {
  const contact = anAddress()
  const { deliver } = anEvent(contact, aCode())
  const answers = await Promise.all(Array.from({ length: 5 }, () => deliver()))
  expect(answers).toContain(200)
  expect(answers.filter((status) => ![200, 503].includes(status))).toEqual([])
  // What is sent now would fail.
  await control.order({ party: 'messages', operation: 'mail', kind: 'errorBefore', match: contact })
  expect(await deliver()).toBe(200)
  expect(await messagesTo(contact)).toHaveLength(1)
})

test('one process at a time sends a code, and another one once that has ended', async () => {
  const event = { environment: 'SANDBOX' as const, eventToken: randomUUID() }
  const begin = async (): Promise<string> =>
    (await database.call('begin_card_code', { ...event, cardToken: String(card.issuerRef) }))
      .outcome
  const begun = await Promise.all(Array.from({ length: 4 }, begin))
  expect(begun.sort()).toEqual(['BUSY', 'BUSY', 'BUSY', 'SEND'])
  await database.call('end_card_code', event.environment, event.eventToken, false)
  expect(await begin()).toBe('SEND')
  // As if the process had died.
  await database.query({
    text: 'update card_codes set claimed_until = service_now() where event_token = $1',
    values: [event.eventToken],
  })
  expect(await begin()).toBe('SEND')
  await database.call('end_card_code', event.environment, event.eventToken, true)
  expect(await begin()).toBe('SENT')
})

test('killed while a code is sent: the event comes again, and the message is the same one', async () => {
  const contact = anAddress()
  const open = (): Promise<object[]> =>
    database.query({ text: 'select 1 as one from card_codes where sent_at is null', values: [] })
  const begun = async (): Promise<number> =>
    (await database.query({ text: 'select 1 as one from card_codes', values: [] })).length
  const before = await begun()
  const fault = { party: 'messages', operation: 'mail', match: contact } as const
  await control.order({ ...fault, kind: 'delay', delayMs: 1_000 })
  await tokenize(contact)
  await waitUntil('it is being sent', async () => (await begun()) > before)
  await stack.kill('api')
  await stack.waitReady()
  // As if the claim had run out.
  await database.query({
    text: 'update card_codes set claimed_until = service_now() where sent_at is null',
    values: [],
  })
  await waitUntil('it is sent', async () => {
    await fetch(`${stack.env.SANDBOX_CONTROL_URL}/cards/events`, { method: 'POST', body: '{}' })
    return (await open()).length === 0
  })
  expect(await messagesTo(contact)).toHaveLength(1)
})

test.each(['mail', 'message'] as const)(
  'a %s that was not taken is sent again',
  async (operation) => {
    const contact = operation === 'mail' ? anAddress() : aPhone()
    for (const kind of ['errorBefore', 'errorAfter'] as const) {
      await control.order({ party: 'messages', operation, kind, match: contact })
      const { deliver } = anEvent(contact, aCode())
      expect([kind, await deliver(), await deliver()]).toEqual([kind, 503, 200])
    }
    expect(await messagesTo(contact)).toHaveLength(2)
  },
)

test('what is not signed, of no card or of a closed one is not sent; what cannot be sent does not come again', async () => {
  const contact = anAddress()
  const closed = await aCard(api, owner)
  const { deliver } = anEvent(contact, aCode())
  expect(await deliver({ secret: `whsec_${randomUUID()}` })).toBe(401)
  expect(await deliver({ secret: stack.env.SANDBOX_CARD_DECISION_SECRETS })).toBe(401)
  expect(await deliver({ at: new Date(Date.now() - 6 * 60_000) })).toBe(401)
  expect(await deliver({ path: '/card-events/production' })).toBe(501)
  expect((await api.call('PATCH', `/cards/${closed.id}`, { state: 'CLOSED' })).status).toBe(200)
  expect(await anEvent(contact, aCode(), closed).deliver()).toBe(200)
  const unknown = { ...card, issuerRef: randomUUID() }
  expect(await anEvent(contact, aCode(), unknown).deliver()).toBe(200)
  expect(await anEvent('nowhere', aCode()).deliver()).toBe(200)
  expect(await anEvent(contact, '12\r\nBcc: x').deliver()).toBe(200)
  expect(await messagesTo(contact)).toEqual([])
  expect(await deliver()).toBe(200)
  expect(await messagesTo(contact)).toHaveLength(1)
})
