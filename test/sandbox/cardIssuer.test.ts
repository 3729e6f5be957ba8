/** The sandbox's card issuer against the unmodified client of a real one, over the wire. */
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Lithic, { BadRequestError, ConflictError, UnprocessableEntityError } from 'lithic'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCardIssuer, isSignedMessage } from '../../providers/cardIssuer/index.ts'
import { CARD_PROGRAM, dumpOf, type SandboxProcess, startSandboxProcess } from './sandboxProcess.ts'

type Message = { readonly headers: Record<string, string>; readonly raw: string }
type Asked = { readonly token: string; readonly event_type: string; readonly status: string }
type Transaction = Lithic.Transactions.Transaction

let sandbox: SandboxProcess
let lithic: Lithic
let service: Server
const asked: Message[] = []
const events: Message[] = []
/** What the service answers to live authorizations, and to events. */
let decision: () => { status: number; body: object } | undefined
let eventStatus = 200

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const raw = Buffer.concat(chunks).toString('utf8')
    const message = { headers: request.headers as Record<string, string>, raw }
    if (request.url === '/events') {
      events.push(message)
      response.writeHead(eventStatus).end()
      return
    }
    asked.push(message)
    const answer = decision()
    if (answer === undefined) return
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  sandbox = await startSandboxProcess({
    SANDBOX_CARD_DECISION_URL: `${url}/decisions`,
    SANDBOX_CARD_EVENT_URL: `${url}/events`,
  })
  lithic = new Lithic({
    apiKey: CARD_PROGRAM.apiKey,
    baseURL: sandbox.cardIssuerUrl,
    maxRetries: 0,
  })
})
afterAll(async () => {
  await sandbox?.stop()
  service?.closeAllConnections()
  service?.close()
})
beforeEach(() => {
  decision = () => ({ status: 200, body: { result: 'APPROVED' } })
  eventStatus = 200
})

async function until<T>(what: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const value = await what()
    if (value !== undefined) return value
    await sleep(10)
  }
}

/** A name of a card, as the service gives them. */
const aMemo = (end = 'card'): string => `Card:${randomUUID()} ${end}`
const aCard = async (body: Partial<Lithic.CardCreateParams> = {}) => {
  const { pan = '', ...card } = await lithic.cards.create({ type: 'VIRTUAL', ...body })
  return { ...card, pan }
}
const aPurchase = async (pan: string, amount = 1_000, descriptor = 'COFFEE') => {
  const { token = '' } = await lithic.transactions.simulateAuthorization({
    ...{ amount, descriptor, pan },
  })
  return token
}
/** As the client reads it: status, what is pending and what is settled. */
const sumsOf = async (token: string): Promise<[Transaction['status'], number, number]> => {
  const { status, amounts } = await lithic.transactions.retrieve(token)
  return [status, amounts.hold.amount, amounts.settlement.amount]
}
const declinedToken = async (attempt: Promise<unknown>): Promise<string> => {
  const error = await attempt.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnprocessableEntityError)
  return (error as { error: { token: string } }).error.token
}
const parsed = ({ headers, raw }: Message, secret: string) =>
  lithic.webhooks.parse(raw, { headers, secret }) as unknown as Asked

describe('cards', () => {
  test('a card is made once for its key, read, changed and closed', async () => {
    const key = randomUUID()
    const memo = aMemo()
    const body = { memo, spend_limit: 5_000, spend_limit_duration: 'TRANSACTION' } as const
    const card = await aCard({ ...body, 'Idempotency-Key': key })
    expect(card).toMatchObject({ ...body, ...{ state: 'OPEN', type: 'VIRTUAL', funding: null } })
    expect(card.pan.slice(-4)).toBe(card.last_four)
    expect(card.cvv).toMatch(/^\d{3}$/)
    expect(await aCard({ ...body, 'Idempotency-Key': key })).toEqual(card)
    const other = aCard({ ...body, spend_limit: 1, 'Idempotency-Key': key })
    await expect(other).rejects.toBeInstanceOf(UnprocessableEntityError)

    const { data } = await lithic.cards.list({ memo })
    expect(data).toHaveLength(1)
    expect(JSON.stringify(data)).not.toContain(card.pan)
    expect((await lithic.cards.update(card.token, { state: 'PAUSED' })).state).toBe('PAUSED')
    const late = aCard({ ...body, 'Idempotency-Key': key })
    await expect(late).rejects.toBeInstanceOf(ConflictError)
    await lithic.cards.update(card.token, { state: 'CLOSED' })
    const opened = lithic.cards.update(card.token, { state: 'OPEN' })
    await expect(opened).rejects.toBeInstanceOf(BadRequestError)
    expect((await lithic.cards.retrieve(card.token)).state).toBe('CLOSED')
  })

  test('what its client asks besides: status, limits, events', async () => {
    expect(await lithic.apiStatus()).toEqual({ message: 'OK' })
    const card = await aCard({ spend_limit: 5_000, spend_limit_duration: 'MONTHLY' })
    await aPurchase(card.pan, 1_200)
    expect(await lithic.cards.retrieveSpendLimits(card.token)).toEqual({
      available_spend_limit: { monthly: 3_800 },
      spend_limit: { monthly: 5_000 },
      spend_velocity: { monthly: 1_200 },
    })
    const each = await aCard({ spend_limit: 5_000, spend_limit_duration: 'TRANSACTION' })
    expect(await lithic.cards.retrieveSpendLimits(each.token)).toMatchObject({ spend_limit: {} })
    const { data } = await lithic.events.list({ event_types: ['card_transaction.updated'] })
    const [newest] = data
    expect(newest).toMatchObject({ event_type: 'card_transaction.updated' })
    expect(await lithic.events.retrieve(newest?.token ?? '')).toEqual(newest)
    await expect(lithic.events.retrieve(randomUUID())).rejects.toMatchObject({ status: 404 })
  })

  test('a card is refused, opened late or never where the end of its memo asks for it', async () => {
    const refused = { memo: aMemo('-002'), 'Idempotency-Key': randomUUID() }
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(aCard(refused)).rejects.toBeInstanceOf(UnprocessableEntityError)
    }
    const { data } = await lithic.cards.list({ memo: refused.memo })
    expect(data).toEqual([])

    await sandbox.control('POST', '/cards/behaviour', { lateCardMs: 1_000 })
    const reviewed = { state: 'PAUSED', substatus: 'INTERNAL_REVIEW' }
    const never = await aCard({ memo: aMemo('001') })
    const asked = { memo: aMemo('005'), 'Idempotency-Key': randomUUID() }
    const late = await aCard(asked)
    expect([never, late]).toMatchObject([reviewed, reviewed])
    expect(await aCard(asked)).toEqual(late)
    const opened = await until(async () => {
      const card = await lithic.cards.retrieve(late.token)
      return card.state === 'OPEN' ? card : undefined
    })
    expect(opened.substatus).toBeNull()
    const event = await until(() =>
      events.find(({ raw }) => raw.includes('card.updated') && raw.includes(late.token)),
    )
    expect(JSON.parse(event.raw)).toMatchObject({
      ...{ state: 'OPEN', previous_fields: { state: 'PAUSED' } },
    })
    expect(await lithic.cards.retrieve(never.token)).toMatchObject(reviewed)
    await sandbox.control('POST', '/cards/behaviour', { lateCardMs: 30_000 })
  })

  test('fifty requests under one key make one card', async () => {
    const card = { memo: aMemo(), 'Idempotency-Key': randomUUID() }
    const made = await Promise.all(Array.from({ length: 50 }, () => aCard(card)))
    expect(new Set(made.map(({ token }) => token)).size).toBe(1)
  })

  test('what is missing or unknown is named', async () => {
    await expect(lithic.cards.create({} as never)).rejects.toMatchObject({
      status: 400,
      error: { message: expect.stringContaining('type') },
    })
    const nobody = new Lithic({ apiKey: randomUUID(), baseURL: sandbox.cardIssuerUrl })
    await expect(nobody.cards.list()).rejects.toMatchObject({ status: 401 })
    await expect(lithic.cards.retrieve(randomUUID())).rejects.toMatchObject({ status: 404 })
  })

  test('lists go page by page', async () => {
    const memo = aMemo()
    for (let index = 0; index < 5; index++) await aCard({ memo })
    const seen: string[] = []
    for await (const card of lithic.cards.list({ memo, page_size: 2 })) seen.push(card.token)
    expect(new Set(seen).size).toBe(5)
  })

  test('a holder is enrolled, and found by the id of the service', async () => {
    const external_id = `Customer:${randomUUID()}`
    const individual = {
      ...{ first_name: 'Ada', last_name: 'Lovelace', dob: '1990-12-10', email: 'a@example.com' },
      ...{ phone_number: '+15125550100', government_id: '987-65-4321' },
      address: {
        ...{ address1: 'Main Street 1', city: 'Austin', state: 'TX', postal_code: '78701' },
        country: 'USA',
      },
    }
    const now = new Date().toISOString()
    const body = {
      ...{ workflow: 'KYC_BYO', external_id, individual },
      ...{ kyc_passed_timestamp: now, tos_timestamp: now },
    } as const
    const holder = await lithic.accountHolders.create(body as never)
    expect(holder.status).toBe('ACCEPTED')
    const { data } = await lithic.accountHolders.list({ external_id })
    expect(data.map(({ account_token }) => account_token)).toEqual([holder.account_token])
    expect(await lithic.accountHolders.retrieve(holder.token)).toEqual(data[0])
    const { account_token } = await aCard({ account_token: holder.account_token })
    expect(account_token).toBe(holder.account_token)
    const nameless = { ...body, individual: { ...individual, last_name: undefined } }
    await expect(lithic.accountHolders.create(nameless as never)).rejects.toMatchObject({
      status: 400,
    })
  })

  test('the hosted page shows the card to whoever has its link, until it expires', async () => {
    const { token, pan, cvv } = await aCard()
    const page = await fetch(lithic.cards.getEmbedURL({ token, css: 'https://a.example/b.css' }))
    expect(page.headers.get('cache-control')).toBe('no-store')
    const html = await page.text()
    const shown = html.replaceAll(/<span class="pan-separator"> <\/span>/g, '')
    expect(shown).toContain(`>${pan}<`)
    expect(shown).toContain(`>${cvv}<`)
    expect(html).toContain('href="https://a.example/b.css"')
    expect(await lithic.cards.getEmbedHTML({ token })).toContain('id="cvv"')

    const expiration = new Date(Date.now() - 1_000).toISOString()
    const urls = [
      lithic.cards.getEmbedURL({ token, expiration }),
      lithic.cards.getEmbedURL({ token }).replace(/hmac=[^&]+/, 'hmac=AAAA'),
    ]
    for (const url of urls) expect((await fetch(url)).status).toBe(401)
    const unknown = lithic.cards.getEmbedURL({ token: randomUUID() })
    expect((await fetch(unknown)).status).toBe(404)
  })
})

describe('the live decision', () => {
  test('is asked for with a signature that the client accepts', async () => {
    const { pan } = await aCard()
    const token = await aPurchase(pan)
    const message = asked.at(-1) as Message
    expect(parsed(message, CARD_PROGRAM.decisionSecret)).toMatchObject({
      ...{ token, event_type: 'card_authorization.approval_request', status: 'AUTHORIZATION' },
      card: { last_four: pan.slice(-4) },
      amounts: { cardholder: { amount: 1_000, currency: 'USD' } },
    })
    expect(() => parsed(message, CARD_PROGRAM.eventSecret)).toThrow()
    expect(await sumsOf(token)).toEqual(['PENDING', -1_000, 0])
  })

  test.each([
    ['INSUFFICIENT_FUNDS', 'INSUFFICIENT_FUNDS_PRELOAD', 'INSUFFICIENT_FUNDS'],
    ['CARD_PAUSED', 'CARD_PAUSED', 'CARD_PAUSED'],
    ['VELOCITY_EXCEEDED', 'USER_TRANSACTION_LIMIT', 'CARD_SPEND_LIMIT_EXCEEDED'],
    ['CARD_CLOSED', 'DECLINED', 'CUSTOM_ASA_RESULT'],
  ])('%s declines', async (result, shown, detail) => {
    decision = () => ({ status: 200, body: { result } })
    const { pan } = await aCard()
    const token = await declinedToken(aPurchase(pan))
    const { status, events: [event] = [] } = await lithic.transactions.retrieve(token)
    expect([status, event?.result, event?.detailed_results]).toEqual(['DECLINED', shown, [detail]])
  })

  test('is asked once more after a 500, not after a 400', async () => {
    const { pan } = await aCard()
    const before = asked.length
    let left = 1
    decision = () =>
      left-- > 0 ? { status: 503, body: {} } : { status: 200, body: { result: 'APPROVED' } }
    const token = await aPurchase(pan)
    const tokens = asked.slice(before).map(({ raw }) => (JSON.parse(raw) as Asked).token)
    expect(tokens).toEqual([token, token])
    decision = () => ({ status: 400, body: {} })
    await declinedToken(aPurchase(pan))
    expect(asked.length - before).toBe(3)
  })

  test('is awaited for a limited time; some programs then approve by themselves', async () => {
    const { pan } = await aCard()
    decision = () => undefined
    await sandbox.control('POST', '/cards/behaviour', { decisionTimeoutMs: 100 })
    const declined = await declinedToken(aPurchase(pan))
    expect(await sumsOf(declined)).toEqual(['DECLINED', 0, 0])
    await sandbox.control('POST', '/cards/behaviour', { standsIn: true })
    const token = await aPurchase(pan)
    expect(await sumsOf(token)).toEqual(['PENDING', -1_000, 0])
    const { events: all = [] } = await lithic.transactions.retrieve(token)
    expect(all.map(({ type, result }) => [type, result])).toEqual([
      ['AUTHORIZATION', 'UNKNOWN_HOST_TIMEOUT'],
      ['AUTHORIZATION_ADVICE', 'APPROVED'],
    ])
    await sandbox.control('POST', '/cards/behaviour', {
      ...{ decisionTimeoutMs: 6_000, standsIn: false },
    })
  })

  test('is not asked for about a paused card, a limit or a credit', async () => {
    const { pan, token } = await aCard({ spend_limit: 500, spend_limit_duration: 'TRANSACTION' })
    const before = asked.length
    await declinedToken(aPurchase(pan, 501))
    await lithic.cards.update(token, { state: 'PAUSED' })
    await declinedToken(aPurchase(pan, 1))
    const credit = await lithic.transactions.simulateAuthorization({
      ...{ amount: 700, descriptor: 'REFUND', pan, status: 'FINANCIAL_CREDIT_AUTHORIZATION' },
    })
    expect(await sumsOf(credit.token ?? '')).toEqual(['SETTLED', 0, 700])
    expect(asked).toHaveLength(before)
  })
})

describe("a transaction's life", () => {
  const steps = {
    advise: (token: string, amount = 0) =>
      lithic.transactions.simulateAuthorizationAdvice({ token, amount }),
    clear: (token: string, amount?: number) =>
      lithic.transactions.simulateClearing({ token, ...(amount && { amount }) }),
    reverse: (token: string, amount?: number) =>
      lithic.transactions.simulateVoid({ token, ...(amount && { amount }) }),
    expire: (token: string) =>
      lithic.transactions.simulateVoid({ token, type: 'AUTHORIZATION_EXPIRY' }),
    expireRest: (token: string) => lithic.transactions.expireAuthorization(token),
  } as const
  type Step = readonly [keyof typeof steps, number?]

  test.each<[string, number, Step[], [string, number, number]]>([
    ['advice', 1_000, [['advise', 2_000]], ['PENDING', -2_000, 0]],
    ['part of it is reversed', 1_000, [['reverse', 900]], ['PENDING', -100, 0]],
    ['reversed', 1_000, [['reverse']], ['VOIDED', 0, 0]],
    ['reversed by more', 1_000, [['reverse', 5_000]], ['VOIDED', 0, 0]],
    ['expired', 1_000, [['expire']], ['EXPIRED', 0, 0]],
    ['partly cleared', 1_000, [['clear', 600]], ['SETTLED', -400, -600]],
    [
      'cleared twice',
      1_000,
      [
        ['clear', 600],
        ['clear', 300],
      ],
      ['SETTLED', -100, -900],
    ],
    ['cleared by all', 1_000, [['clear']], ['SETTLED', 0, -1_000]],
    ['over-captured', 5_000, [['clear', 7_340]], ['SETTLED', 0, -7_340]],
    [
      'advised after it',
      5_000,
      [
        ['clear', 7_340],
        ['advise', 9_000],
        ['clear', 1_660],
      ],
      ['SETTLED', 0, -9_000],
    ],
    ['the rest expires', 1_000, [['clear', 800], ['expireRest']], ['SETTLED', 0, -800]],
    ['cleared after it expired', 1_000, [['expire'], ['clear', 500]], ['SETTLED', 0, -500]],
  ])('%s', async (_name, amount, played, expected) => {
    const { pan } = await aCard()
    const token = await aPurchase(pan, amount)
    for (const [step, by] of played) await steps[step](token, by)
    expect(await sumsOf(token)).toEqual(expected)
  })

  test('money comes back as a transaction of its own, and is taken back', async () => {
    const { pan, token: card_token } = await aCard()
    const bought = await aPurchase(pan)
    await steps.clear(bought)
    const back = await lithic.transactions.simulateReturn({ amount: 800, descriptor: 'A', pan })
    const token = back.token ?? ''
    expect(await sumsOf(token)).toEqual(['SETTLED', 0, 800])
    await lithic.transactions.simulateReturnReversal({ token })
    expect(await sumsOf(token)).toEqual(['VOIDED', 0, 0])
    const debit = lithic.transactions.simulateReturnReversal({ token: bought })
    await expect(debit).rejects.toBeInstanceOf(BadRequestError)
    const { data } = await lithic.transactions.list({ card_token })
    expect(data.map((one) => one.token)).toEqual([token, bought])
  })

  test('a credit that is advised is cleared as a return', async () => {
    const { pan } = await aCard()
    const advised = { ...{ amount: 1_000, descriptor: 'B', pan } }
    const { token = '' } = await lithic.transactions.simulateCreditAuthorizationAdvice(advised)
    expect(await sumsOf(token)).toEqual(['PENDING', 1_000, 0])
    await steps.clear(token)
    expect(await sumsOf(token)).toEqual(['SETTLED', 0, 1_000])
  })

  test('what is declined or unknown goes no further', async () => {
    decision = () => ({ status: 200, body: { result: 'INSUFFICIENT_FUNDS' } })
    const { pan } = await aCard()
    const token = await declinedToken(aPurchase(pan))
    await expect(steps.clear(token)).rejects.toMatchObject({ status: 422, error: { token } })
    await expect(steps.advise(token, 5)).rejects.toMatchObject({ status: 422 })
    await expect(steps.clear(randomUUID())).rejects.toMatchObject({ status: 404 })
    const long = aPurchase(pan, 1, 'x'.repeat(26))
    await expect(long).rejects.toBeInstanceOf(BadRequestError)
  })
})

describe('events', () => {
  const eventsOf = (token: string): Message[] =>
    events.filter(({ raw }) => raw.includes(`"token":"${token}"`))

  test('are the whole transaction, signed, and repeated until they are taken', async () => {
    await sandbox.control('POST', '/cards/behaviour', { eventDelaysMs: [10, 10, 10] })
    eventStatus = 500
    const { pan } = await aCard()
    const token = await aPurchase(pan)
    await until(() => eventsOf(token)[1])
    eventStatus = 200
    const tried = eventsOf(token).length
    await until(() => eventsOf(token)[tried])
    const all = eventsOf(token)
    expect(new Set(all.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    const [first] = all as [Message]
    expect(parsed(first, CARD_PROGRAM.eventSecret)).toMatchObject({
      ...{ event_type: 'card_transaction.updated', token, status: 'PENDING' },
      events: [{ type: 'AUTHORIZATION', result: 'APPROVED' }],
    })
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = first.headers
    const headers = { id, timestamp, signature: first.headers['webhook-signature'] }
    const now = new Date()
    const secrets = [CARD_PROGRAM.decisionSecret, CARD_PROGRAM.eventSecret]
    const raw = Buffer.from(first.raw)
    expect(isSignedMessage(secrets, headers, raw, now)).toBe(true)
    expect(isSignedMessage(secrets.slice(0, 1), headers, raw, now)).toBe(false)
    expect(isSignedMessage(secrets, headers, Buffer.from(`${raw} `), now)).toBe(false)
    const late = new Date(now.getTime() + 302_000)
    expect(isSignedMessage(secrets, headers, raw, late)).toBe(false)
    expect(isSignedMessage(secrets, { ...headers, signature: undefined }, raw, now)).toBe(false)
  })

  test('that were lost are sent again on demand; a rotated secret signs beside the former', async () => {
    await sandbox.control('POST', '/cards/behaviour', { eventDelaysMs: [] })
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/events`
    const types = ['card.created'] as const
    const subscription = await lithic.events.subscriptions.create({ url, event_types: [...types] })
    const { secret = '' } = await lithic.events.subscriptions.retrieveSecret(subscription.token)
    eventStatus = 500
    const { token } = await aCard()
    const mine = (): Message[] => events.filter(({ raw }) => raw.includes(token))
    await until(() => mine()[1])
    const tried = mine().length
    eventStatus = 200
    await lithic.events.subscriptions.rotateSecret(subscription.token)
    const { secret: fresh = '' } = await lithic.events.subscriptions.retrieveSecret(
      subscription.token,
    )
    await lithic.events.subscriptions.recover(subscription.token)
    const again = await until(() => mine()[tried])
    for (const one of [secret, fresh]) expect(parsed(again, one).event_type).toBe('card.created')
    await lithic.events.subscriptions.replayMissing(subscription.token)
    await lithic.events.subscriptions.delete(subscription.token)
    await sandbox.control('POST', '/cards/behaviour', { eventDelaysMs: [10, 10, 10] })
  })

  test('can be lost, doubled and unsigned', async () => {
    const { pan } = await aCard()
    const token = await aPurchase(pan)
    await until(() => eventsOf(token)[0])
    const clearACent = () => lithic.transactions.simulateClearing({ token, amount: 1 })
    const order = (kind: string) =>
      sandbox.control('POST', '/faults', { party: 'cards', operation: 'event', kind, match: token })
    await order('errorBefore')
    await clearACent()
    await until(async () => {
      const { faults } = await sandbox.control('GET', '/faults')
      return (faults as unknown[]).length === 0 || undefined
    })
    expect(eventsOf(token)).toHaveLength(1)
    await order('twice')
    await clearACent()
    await until(() => eventsOf(token)[2])
    await order('unsigned')
    await clearACent()
    const unsigned = await until(() => eventsOf(token)[3])
    expect(unsigned.headers['webhook-signature']).toBe('')
  })

  test("a wallet's code for the cardholder", async () => {
    const { pan, cvv, token } = await aCard()
    await lithic.post('/v1/simulate/tokenizations', {
      body: { pan, cvv, expiration_date: '12/30', tokenization_source: 'APPLE_PAY' },
    })
    const event = await until(() =>
      events.find(({ raw }) => raw.includes('two_factor') && raw.includes(token)),
    )
    expect(parsed(event, CARD_PROGRAM.eventSecret)).toMatchObject({
      ...{ card_token: token, authentication_code: expect.stringMatching(/^\d{6}$/) },
    })
  })
})

test('disputes are read from the list of events by our client, each as it was', async () => {
  const issuer = createCardIssuer({
    ...{ baseUrl: sandbox.cardIssuerUrl, apiKey: CARD_PROGRAM.apiKey, timeoutMs: 5_000 },
    ...{ brand: 'VISA', enrolsHolders: false },
  })
  const { pan, token: cardToken } = await aCard()
  const transactionToken = await aPurchase(pan, 900)
  await lithic.transactions.simulateClearing({ token: transactionToken, amount: 900 })
  const before = new Date()
  await issuer.simulateDispute({
    type: 'OPEN',
    transactionToken,
    amountCents: 900,
    reason: 'FRAUD',
  })
  await issuer.simulateDispute({ type: 'CREDIT', transactionToken, amountCents: 600 })
  const within = [new Date(before.getTime() - 1_000), new Date(Date.now() + 1_000)] as const
  const { reports, unreadable, next } = await issuer.disputesBetween(...within)
  expect([unreadable, next]).toEqual([[], undefined])
  const ours = reports.filter((one) => one.transactionToken === transactionToken)
  expect(ours.map(({ events: steps }) => steps.map(({ type }) => type))).toEqual([
    ['OPENED', 'CREDITED'],
    ['OPENED'],
  ])
  expect(ours[0]).toMatchObject({ cardToken, reason: 'FRAUD', unknownTypes: [] })
  const [first] = (await lithic.events.list({ event_types: ['dispute_transaction.updated'] })).data
  expect((await issuer.disputesBetween(...within, first?.token)).reports).toHaveLength(1)
  await issuer.close()
})

test('enrolment: where authorizations go, and the secret that signs them', async () => {
  const type = 'AUTH_STREAM_ACCESS' as const
  const { url = '' } = await lithic.responderEndpoints.checkStatus({ type })
  await lithic.responderEndpoints.delete({ type })
  expect((await lithic.responderEndpoints.checkStatus({ type })).enrolled).toBe(false)
  const { pan } = await aCard()
  const before = asked.length
  await aPurchase(pan)
  expect(asked).toHaveLength(before)
  await lithic.responderEndpoints.create({ type, url: url ?? '' })
  const { secret = '' } = await lithic.authStreamEnrollment.retrieveSecret()
  expect(secret).toBe(CARD_PROGRAM.decisionSecret)
  await lithic.authStreamEnrollment.rotateSecret()
  await aPurchase(pan)
  const { secret: fresh = '' } = await lithic.authStreamEnrollment.retrieveSecret()
  for (const one of [secret, fresh]) {
    expect(parsed(asked.at(-1) as Message, one).status).toBe('AUTHORIZATION')
  }
})

test('cards outlive a crash, and their numbers are nowhere in the store', async () => {
  const { pan, cvv = '', token } = await aCard({ memo: 'control' })
  await sandbox.crash()
  expect(await lithic.cards.retrieve(token)).toMatchObject({ pan, cvv })
  const dump = await dumpOf(sandbox.databaseUrl)
  expect(dump).toContain('control')
  expect(dump).not.toContain(pan)
})
