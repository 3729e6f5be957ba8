/** The client of the card issuer against a server that answers in the issuer's shapes and records. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AccountHolderCreateParams } from 'lithic/resources/account-holders/account-holders'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CardIssuer, createCardIssuer } from '../../providers/cardIssuer/index.ts'

type Recorded = {
  readonly call: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
}

const PAN = '4111111289144142'
const wireCard = {
  token: '7ef7d65c-9023-4da3-b113-3b8583fd7951',
  account_token: 'f3f4918c-dee9-464d-a819-4aa42901d624',
  card_program_token: '5e9483eb-8103-4e16-9794-2106111b2eca',
  ...{ created: '2026-06-28T22:53:15Z', funding: null, last_four: '4142', pin_status: 'OK' },
  ...{ spend_limit: 1_000, spend_limit_duration: 'TRANSACTION', state: 'OPEN', type: 'VIRTUAL' },
  ...{ exp_month: '06', exp_year: '2031', pan: PAN, cvv: '776', memo: 'Card:1 card' },
}
const wireTransaction = {
  ...{ token: 'b68b7424-aa69-4cbc-a946-30d90181b621', card_token: wireCard.token },
  ...{ created: '2026-06-27T18:42:13Z', status: 'SETTLED', result: 'APPROVED' },
  merchant: { descriptor: 'COFFEE', acceptor_id: 'A1', mcc: '5812', country: 'USA', city: 'X' },
  events: [
    {
      ...{ token: 'e1', type: 'CLEARING', result: 'APPROVED', effective_polarity: 'DEBIT' },
      ...{ created: '2026-06-27T18:43:13Z', amount: -500, detailed_results: ['APPROVED'] },
      amounts: { cardholder: { amount: 500, conversion_rate: '1.0', currency: 'USD' } },
    },
  ],
}

let server: Server
let issuer: CardIssuer
const recorded: Recorded[] = []
let answer: { status: number; body: unknown }

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { method, url, headers } = request
    recorded.push({ call: `${method} ${url}`, headers, body: text && JSON.parse(text) })
    const isRead = method === 'GET' && /^\/v1\/cards\/[^/]+$/.test(url ?? '')
    const { status, body } =
      isRead && answer.status === 422 ? { status: 200, body: wireCard } : answer
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}/`
  issuer = createCardIssuer({
    ...{ baseUrl, apiKey: 'the-key', brand: 'VISA', enrolsHolders: true, timeoutMs: 2_000 },
  })
})
afterAll(async () => {
  await issuer?.close()
  server?.close()
})
beforeEach(() => {
  recorded.length = 0
  answer = { status: 200, body: wireCard }
})

const key = '65a9566e-cd06-4d3a-a9b8-3f3b6d3d3f0a'
const issued = {
  ...{ token: wireCard.token, accountToken: wireCard.account_token, state: 'OPEN' },
  ...{ last4: '4142', expMonth: 6, expYear: 2031 },
}

const address = { line1: '1 Main Street', city: 'Austin', state: 'TX', postalCode: '78701' }
const wireAddress = {
  ...{ address1: '1 Main Street', city: 'Austin', state: 'TX', postal_code: '78701' },
  country: 'USA',
}
const person = {
  ...{ firstName: 'Grace', lastName: 'Hopper', birthDate: '1980-12-09', email: 'g@example.com' },
  ...{ governmentId: '987-65-4321', address },
}
const wirePerson = {
  ...{ first_name: 'Grace', last_name: 'Hopper', dob: '1980-12-09', email: 'g@example.com' },
  ...{ government_id: '987-65-4321', address: wireAddress },
}
const holder = {
  ...{ customerId: 'Customer:1', approvedAt: '2026-01-02T00:00:00.000Z' },
  termsAcceptedAt: '2026-01-01T00:00:00.000Z',
}

test('a person is enrolled as one that we have verified', async () => {
  answer = { status: 200, body: { token: 'h', account_token: 'a', status: 'ACCEPTED' } }
  const made = await issuer.createHolder({
    ...{ ...holder, person: { ...person, phoneNumber: '+15125550100' } },
  })
  expect(made).toEqual({ accountToken: 'a', isRejected: false })
  const body: AccountHolderCreateParams.KYC = {
    ...{ workflow: 'KYC_BYO', external_id: 'Customer:1', tos_timestamp: holder.termsAcceptedAt },
    kyc_passed_timestamp: holder.approvedAt,
    individual: { ...wirePerson, phone_number: '+15125550100' },
  }
  expect(recorded).toMatchObject([{ call: 'POST /v1/account_holders', body }])
  expect(recorded[0]?.body).toEqual(body)
})

test('a business is enrolled with those who run and own it', async () => {
  answer = { status: 200, body: { token: 'h', account_token: 'a', status: 'REJECTED' } }
  const business = {
    ...{ legalName: 'Analytical Engines Ltd', doingBusinessAs: 'Engines', nature: 'retail trade' },
    ...{ governmentId: '12-3456789', phoneNumber: '+15125550101', address },
    ...{ controlPerson: person, owners: [person] },
  }
  const made = await issuer.createHolder({ ...holder, business })
  expect(made).toEqual({ accountToken: 'a', isRejected: true })
  const body: AccountHolderCreateParams.KYB = {
    ...{ workflow: 'KYB_BYO', external_id: 'Customer:1', tos_timestamp: holder.termsAcceptedAt },
    kyb_passed_timestamp: holder.approvedAt,
    business_entity: {
      ...{ legal_business_name: 'Analytical Engines Ltd', dba_business_name: 'Engines' },
      ...{ government_id: '12-3456789', phone_numbers: ['+15125550101'], address: wireAddress },
    },
    nature_of_business: 'retail trade',
    ...{ control_person: wirePerson, beneficial_owner_individuals: [wirePerson] },
  }
  expect(recorded[0]?.body).toEqual(body)
})

test('a card is asked for under its key, and its number is not taken over', async () => {
  const card = await issuer.createCard({ memo: 'Card:1 card', key, limitCents: 1_000 })
  expect(card).toEqual(issued)
  expect(recorded).toHaveLength(1)
  const { call, headers, body } = recorded[0] as Recorded
  expect(call).toBe('POST /v1/cards')
  expect(headers).toMatchObject({ authorization: 'the-key', 'idempotency-key': key })
  expect(body).toEqual({
    ...{ type: 'VIRTUAL', memo: 'Card:1 card', state: 'OPEN' },
    ...{ spend_limit: 1_000, spend_limit_duration: 'TRANSACTION' },
  })
})

test('changes name what is changed; a limit that is removed is 0', async () => {
  await issuer.updateCard(wireCard.token, { state: 'PAUSED' })
  await issuer.updateCard(wireCard.token, { limitCents: null })
  expect(recorded.map(({ call, body }) => [call, body])).toEqual([
    [`PATCH /v1/cards/${wireCard.token}`, { state: 'PAUSED' }],
    [`PATCH /v1/cards/${wireCard.token}`, { spend_limit: 0, spend_limit_duration: 'TRANSACTION' }],
  ])
})

test('a transaction is its events', async () => {
  answer = { status: 200, body: { data: [wireTransaction], has_more: true } }
  const [begin, end] = [new Date('2026-06-01T00:00:00Z'), new Date('2026-06-01T01:00:00Z')]
  const { reports, next, unreadable } = await issuer.transactionsBetween(begin, end, 'after')
  expect([next, unreadable]).toEqual([wireTransaction.token, []])
  expect(recorded.at(-1)?.call).toBe(
    'GET /v1/transactions?begin=2026-06-01T00%3A00%3A00.000Z&end=2026-06-01T01%3A00%3A00.000Z&page_size=100&starting_after=after',
  )
  expect(reports).toEqual([
    {
      ...{ token: wireTransaction.token, cardToken: wireCard.token, acceptorId: 'A1' },
      ...{ createdAt: '2026-06-27T18:42:13Z', unknownTypes: [] },
      merchant: { descriptor: 'COFFEE', mcc: '5812', city: 'X', country: 'US' },
      events: [
        {
          ...{ token: 'e1', type: 'CLEARING', isApproved: true, polarity: 'DEBIT' },
          ...{ amountCents: 500, createdAt: '2026-06-27T18:43:13Z' },
        },
      ],
    },
  ])
  answer = { status: 404, body: { message: 'not found' } }
  expect(await issuer.transactionOf('unknown')).toBeUndefined()
  expect(await issuer.cardOf('unknown')).toBeUndefined()
})

test.each<[string, object]>([
  ['another currency', { amounts: { cardholder: { amount: 500, currency: 'EUR' } } }],
  ['an amount beyond all', { amounts: { cardholder: { amount: 1e12 + 1, currency: 'USD' } } }],
  ['a clearing that credits', { effective_polarity: 'CREDIT' }],
  ['no time', { created: 'infinity' }],
])('%s: the transaction is not read, and the others of its page are', async (_, fields) => {
  const [event] = wireTransaction.events
  const other = { ...wireTransaction, token: 'other', events: [{ ...event, ...fields }] }
  answer = { status: 200, body: { data: [other, wireTransaction], has_more: false } }
  const page = await issuer.transactionsBetween(new Date(0), new Date(1))
  expect(page.reports.map(({ token }) => token)).toEqual([wireTransaction.token])
  expect([page.unreadable, page.next]).toEqual([['other'], undefined])
})

test('a step of a type that we do not know is left out and named', async () => {
  const [step] = wireTransaction.events
  const events = [{ ...step, token: 'e0', type: 'UNHEARD_OF' }, step]
  answer = { status: 200, body: { ...wireTransaction, events } }
  const report = await issuer.transactionOf(wireTransaction.token)
  expect(report?.unknownTypes).toEqual(['UNHEARD_OF'])
  expect(report?.events.map(({ token }) => token)).toEqual(['e1'])
})

test('a purchase reads the number for itself; a declined one has its token in the error', async () => {
  answer = { status: 422, body: { message: 'declined', token: 'declined-token' } }
  const token = await issuer.simulatePurchase({
    ...{ cardToken: wireCard.token, type: 'AUTHORIZATION', amountCents: 1_250 },
    merchant: { descriptor: 'COFFEE', mcc: '5812' },
  })
  expect(token).toBe('declined-token')
  expect(recorded.map(({ call, body }) => [call, body])).toEqual([
    [`GET /v1/cards/${wireCard.token}`, ''],
    [
      'POST /v1/simulate/authorize',
      { amount: 1_250, descriptor: 'COFFEE', mcc: '5812', status: 'AUTHORIZATION', pan: PAN },
    ],
  ])
})

test.each([
  [400, 'REFUSED'],
  [404, 'REFUSED'],
  [409, 'CONFLICT'],
  [422, 'REFUSED'],
  [401, 'UNAVAILABLE'],
  [429, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
])('%i is %s', async (status, kind) => {
  answer = { status, body: { message: 'no', debugging_request_id: 'x' } }
  const card = issuer.createCard({ memo: 'Card:1 card', key, limitCents: null })
  await expect(card).rejects.toMatchObject({ kind, httpStatus: status })
})

test.each(['OPEN', 'PAUSED', 'CLOSED', 'PENDING_FULFILLMENT', 'PENDING_ACTIVATION'])(
  'a card that is %s is found by its memo',
  async (state) => {
    answer = { status: 200, body: { data: [{ ...wireCard, state }], has_more: false } }
    expect(await issuer.findCard('Card:1 card')).toEqual({ ...issued, state })
    expect(recorded).toMatchObject([{ call: 'GET /v1/cards?memo=Card%3A1%20card' }])
  },
)

test('nonsense with 200 leaves the outcome open', async () => {
  for (const body of [{}, [], 'text', { ...wireCard, state: 'UNHEARD_OF' }]) {
    answer = { status: 200, body }
    const card = issuer.createCard({ memo: 'Card:1 card', key, limitCents: null })
    await expect(card).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
  }
})

test('the link that reveals a card is made without a call', () => {
  const url = new URL(issuer.revealUrl({ cardToken: 'x', expiresAt: '2026-01-01T00:00:00.000Z' }))
  const request = Buffer.from(url.searchParams.get('embed_request') ?? '', 'base64').toString()
  expect(JSON.parse(request)).toEqual({ token: 'x', expiration: '2026-01-01T00:00:00.000Z' })
  expect(recorded).toEqual([])
})
