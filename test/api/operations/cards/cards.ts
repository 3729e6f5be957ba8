/** Cards: issued, read, changed, revealed. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPlatform } from '../../../../db/platforms.ts'
import type { Answer, ApiClient } from '../../../../scripts/serviceDriver/apiClient.ts'
import {
  aFundedWallet,
  apiOf,
  type FundedWallet,
  listed,
  type Resource,
  waitUntil,
} from '../../../support/builders.ts'
import { aCard, aCardBody } from '../../../support/cards.ts'
import { aSandboxControl } from '../../../support/sandboxControl.ts'
import { aScaCustomer, logIn } from '../../../support/sca.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  fieldsOf,
  sampled,
  service,
} from '../../service.ts'

const owner = (): FundedWallet => service().mine

const unknown = `Card:${randomUUID()}`
const create = (fields: Readonly<Record<string, unknown>> = {}) =>
  call('POST', '/cards', aCardBody(owner(), fields))
const patch = (card: { id: string }, body: object) => call('PATCH', `/cards/${card.id}`, body)
const stateOf = async ({ id }: { id: string }): Promise<unknown> =>
  (await call('GET', `/cards/${id}`)).body.status
const eventsOf = async ({ id }: { id: string }): Promise<string[]> => {
  const rows = await service().database.query<{ type: string }>({
    text: 'select type from events where subject = $1 order by created_at, id',
    values: [id],
  })
  return rows.map(({ type }) => type)
}
async function platformOf(options: object): Promise<{ api: ApiClient; owner: FundedWallet }> {
  const { stack } = service()
  const name = `cards ${randomUUID()}`
  const platform = await createPlatform(stack.databaseUrl, { name, ...options })
  return { api: apiOf(stack, platform), owner: await aFundedWallet(stack, { platform }) }
}

function expectIneligible(answer: Answer): void {
  expectRefusal(answer, 400, 'FUNDING_SOURCE_INELIGIBLE')
  expect(answer.body.details).toMatchObject({ errors: [{ field: 'fundingSource' }] })
}

describeOperation('createCard', () => {
  test('is active at once, and the issuer has it', async () => {
    const platformCardId = `${randomUUID()}-x`
    const card = await aCard(service().api, owner(), {
      ...{ platformCardId, maxSpendPerTransaction: 5_000 },
      ...{ maxSpendPerDay: 20_000, maxTransactionsPerDay: 7 },
    })
    expect(card).toEqual({
      ...{ id: expect.stringMatching(/^Card:/), platformCardId },
      ...{ customerId: owner().customer.id, cardholderId: owner().customer.id },
      ...{ status: 'ACTIVE', fundingSource: owner().wallet.id },
      ...{ state: 'ACTIVE', brand: 'VISA', form: 'VIRTUAL', currency: 'USD' },
      ...{ last4: expect.stringMatching(/^\d{4}$/), fundingSources: [owner().wallet.id] },
      ...{ expMonth: expect.any(Number), expYear: expect.any(Number) },
      ...{ processorRef: expect.any(String), issuerRef: expect.any(String) },
      maxSpendPerTransaction: 5_000,
      ...{ maxSpendPerDay: 20_000, maxTransactionsPerDay: 7 },
      cardCapabilities: {
        ...{ supportsSpendLimits: true, supportsSpendLimitsAtIssuance: true },
        ...{ supportsTransactionCountLimit: true, supports3dSecurePassword: false },
        ...{ supportsPanReveal: true, supportsDigitalWalletTokenization: true },
      },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    })
    const password = { threeDSecurePassword: 'correct horse' }
    const refused = await call('POST', '/cards', aCardBody(owner(), password))
    expect(fieldsOf(refused)).toEqual({ threeDSecurePassword: 'not' })
    expect(await aSandboxControl(service().stack).acts(card.id)).toEqual({ 'cards card': 1 })
    expect(await eventsOf(card)).toEqual(['CARD.STATUS_CHANGE'])
    expect((await call('GET', `/cards/${card.id}`)).body).toEqual(card)
  })

  test('without an id of the platform’s gets one, and a key of another request is a conflict', async () => {
    const { platformCardId: _sent, ...body } = aCardBody(owner())
    const key = { 'Idempotency-Key': randomUUID() }
    const made = await call('POST', '/cards', body, key)
    expect(made.body).toMatchObject({ platformCardId: String(made.body.id).slice(5) })
    const path = `/cards?platformCardId=${String(made.body.platformCardId)}`
    expect(listed(await call('GET', path)).map(({ id }) => id)).toEqual([made.body.id])
    const other = { ...body, maxSpendPerDay: 1 }
    expectRefusal(await call('POST', '/cards', other, key), 409, 'CONFLICT')
    expect((await call('POST', '/cards', body, key)).body.id).toBe(made.body.id)
  })

  test('is refused, late or never made where a suffix says so', async () => {
    const [never, refused, late] = await Promise.all(
      ['001', '002', '005'].map((suffix) =>
        aCard(service().api, owner(), { platformCardId: `card-${suffix}` }),
      ),
    )
    expect(never?.status).toBe('PROCESSING')
    expect(refused).toMatchObject({ status: 'CLOSED', statusReason: 'ISSUER_REJECTED' })
    expect(refused).not.toHaveProperty('fundingSource')
    expect(late).toMatchObject({ status: 'PROCESSING', maxSpendPerTransaction: null })
    expectRefusal(
      await patch(never as Resource, { status: 'FROZEN' }),
      409,
      'INVALID_STATE_TRANSITION',
    )
    expectRefusal(await patch(never as Resource, { maxSpendPerTransaction: null }), 409, 'CONFLICT')
    expectRefusal(await call('POST', `/cards/${never?.id}/reveal`), 403, 'FORBIDDEN')
  })

  test('names everything that is wrong at once', async () => {
    expect(fieldsOf(await call('POST', '/cards', {}))).toEqual({
      ...{ customerId: 'required', form: 'required', fundingSource: 'required' },
    })
    const wrong = { form: 'PHYSICAL', fundingSource: 'x', maxSpendPerTransaction: 0 }
    expect(fieldsOf(await create(wrong))).toEqual({
      ...{ form: 'enum', fundingSource: 'pattern', maxSpendPerTransaction: 'minimum' },
    })
    const accounts = listed(
      await call('GET', `/internal-accounts?customerId=${owner().customer.id}`),
    )
    const fiat = accounts.find(({ type }) => type !== 'EMBEDDED_WALLET')
    const ineligible = owner().wallet.id.replace(/...$/, '002')
    const { theirs } = service()
    for (const source of [fiat?.id, ineligible, theirs.wallet.id]) {
      expectIneligible(await create({ fundingSource: source }))
    }
    expectIneligible(await create({ fundingSources: [owner().wallet.id, fiat?.id] }))
    const most = Number.MAX_SAFE_INTEGER
    const huge = { maxSpendPerTransaction: most + 1, maxSpendPerDay: most + 1 }
    expect(fieldsOf(await create({ ...huge, maxTransactionsPerDay: 2_147_483_648 }))).toEqual({
      ...{ maxSpendPerTransaction: 'maximum', maxSpendPerDay: 'maximum' },
      maxTransactionsPerDay: 'maximum',
    })
    const largest = { maxSpendPerTransaction: most, maxSpendPerDay: most }
    const made = await create({ ...largest, maxTransactionsPerDay: 2_147_483_647 })
    expect(made.body).toMatchObject({ status: 'ACTIVE', ...largest })
  })

  test('reads the names of August, and refuses two values of one member', async () => {
    const { customer, wallet } = owner()
    const august = { cardholderId: customer.id, form: 'VIRTUAL', fundingSources: [wallet.id] }
    const card = await call('POST', '/cards', august)
    expect(card.status).toBe(201)
    expect(card.body).toMatchObject({ customerId: customer.id, fundingSource: wallet.id })
    const september = { customerId: customer.id, fundingSource: wallet.id }
    const both = await call('POST', '/cards', { ...august, ...september })
    expect(both.body).toMatchObject({ ...september, fundingSources: [wallet.id] })
    const other = `Customer:${randomUUID()}`
    const source = service().theirs.wallet.id
    const clash = { ...august, customerId: other, fundingSource: source }
    expect(fieldsOf(await call('POST', '/cards', clash))).toEqual({
      ...{ cardholderId: 'const', fundingSources: 'const' },
    })
    const text = { ...august, fundingSources: wallet.id }
    expect(fieldsOf(await call('POST', '/cards', text))).toEqual({
      ...{ fundingSources: 'type', fundingSource: 'required' },
    })
  })

  test('is of an approved customer that exists', async () => {
    for (const id of [`Customer:${randomUUID()}`, service().theirs.customer.id]) {
      expectRefusal(await create({ customerId: id }), 404, 'USER_NOT_FOUND')
    }
    const { stack, database } = service()
    const pending = await aFundedWallet(stack)
    await database.query({
      text: "update customers set kyc_status = 'PENDING' where id = $1",
      values: [pending.customer.id.slice(9)],
    })
    const answer = await call('POST', '/cards', aCardBody(pending))
    expectRefusal(answer, 400, 'CARDHOLDER_KYC_NOT_APPROVED')
  })

  sampled('of a customer under strong authentication needs a login', async () => {
    const customer = await aScaCustomer(service().api)
    const wallet = await waitUntil('the wallet is active', async () => {
      const path = `/internal-accounts?customerId=${customer.customer.id}&type=EMBEDDED_WALLET`
      const [account] = listed(await call('GET', path))
      return account?.status === 'ACTIVE' ? account : undefined
    })
    const body = aCardBody({ customer: customer.customer, wallet })
    expectRefusal(await call('POST', '/cards', body), 409, 'SCA_SESSION_REQUIRED')
    await logIn(customer)
    expect((await call('POST', '/cards', body)).body.status).toBe('ACTIVE')
  })

  sampled('every card that is not closed counts for the limit, also in a race', async () => {
    const limited = await platformOf({ maxCards: 3 })
    const attempts = await Promise.all(
      Array.from({ length: 10 }, () =>
        limited.api.call('POST', '/cards', aCardBody(limited.owner)),
      ),
    )
    const made = attempts.filter(({ status }) => status === 201)
    expect(made).toHaveLength(3)
    for (const answer of attempts.filter(({ status }) => status !== 201)) {
      expectRefusal(answer, 409, 'CARD_LIMIT_REACHED')
    }
    const path = `/cards/${String(made[0]?.body.id)}`
    expect((await limited.api.call('PATCH', path, { status: 'CLOSED' })).status).toBe(200)
    await aCard(limited.api, limited.owner)

    const single = await platformOf({ oneCardPerCardholder: true })
    const both = await Promise.all(
      [1, 2].map(() => single.api.call('POST', '/cards', aCardBody(single.owner))),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })
})

describeOperation('getCardById', () => {
  test('is not found by an id of nothing', async () => {
    for (const id of [unknown, owner().customer.id, 'x']) {
      expectRefusal(await call('GET', `/cards/${id}`), 404, 'REFERENCE_NOT_FOUND')
    }
  })
})

describeOperation('listCards', () => {
  test('filters by holder, account, own id and state, in both orders', async () => {
    const holder = await aFundedWallet(service().stack)
    const { api } = service()
    const first = await aCard(api, holder)
    const second = await aCard(api, holder, { platformCardId: `named ${randomUUID()}` })
    await patch(first, { status: 'FROZEN' })
    const ids = async (query: string): Promise<string[]> => {
      const ours = new Set([first.id, second.id])
      return listed(await call('GET', `/cards?limit=100${query}`))
        .map(({ id }) => id)
        .filter((id) => ours.has(id))
    }
    const both = [second.id, first.id]
    for (const whose of [
      '',
      `&customerId=${holder.customer.id}`,
      `&accountId=${holder.wallet.id}`,
    ]) {
      expect(await ids(whose)).toEqual(both)
      expect(await ids(`${whose}&sortOrder=asc`)).toEqual(both.toReversed())
      expect(await ids(`${whose}&status=FROZEN`)).toEqual([first.id])
      expect(await ids(`${whose}&status=ACTIVE`)).toEqual([second.id])
      expect(await ids(`${whose}&platformCardId=${second.platformCardId}`)).toEqual([second.id])
      expect(await ids(`${whose}&platformCardId=${second.platformCardId}&status=FROZEN`)).toEqual(
        [],
      )
    }
    for (const none of [`&customerId=x`, `&accountId=x`, `&accountId=${owner().wallet.id}`]) {
      expect(await ids(none)).toEqual([])
    }
    expect(fieldsOf(await call('GET', '/cards?status=OPEN&limit=0'))).toEqual({
      ...{ status: 'enum', limit: 'minimum' },
    })
    const august = `&cardholderId=${holder.customer.id}&state=FROZEN`
    expect(await ids(august)).toEqual([first.id])
    expect(await ids(`${august}&status=FROZEN`)).toEqual([first.id])
    expect(fieldsOf(await call('GET', '/cards?state=FROZEN&status=ACTIVE'))).toEqual({
      state: 'const',
    })
    const page = await call('GET', `/cards?customerId=${holder.customer.id}&limit=1`)
    expect(page.body).toMatchObject({ hasMore: true, totalCount: 2 })
  })
})

describeOperation('updateCardById', () => {
  test('freezes, unfreezes and closes; the issuer is notified', async () => {
    const card = await aCard(service().api, owner())
    expect((await patch(card, { status: 'FROZEN' })).body.status).toBe('FROZEN')
    expectRefusal(await patch(card, { status: 'FROZEN' }), 409, 'INVALID_STATE_TRANSITION')
    expect((await patch(card, { status: 'ACTIVE' })).body.status).toBe('ACTIVE')
    expectRefusal(await patch(card, { status: 'ACTIVE' }), 409, 'INVALID_STATE_TRANSITION')
    const closed = await patch(card, { status: 'CLOSED' })
    expect(closed.body).toMatchObject({
      ...{ status: 'CLOSED', statusReason: 'CLOSED_BY_PLATFORM', fundingSources: [] },
    })
    expectRefusal(await patch(card, { status: 'CLOSED' }), 409, 'CARD_ALREADY_CLOSED')
    expectRefusal(await patch(card, { status: 'ACTIVE' }), 409, 'CARD_NOT_MUTABLE')
    expectRefusal(await patch(card, { maxSpendPerTransaction: null }), 409, 'CARD_NOT_MUTABLE')
    expectRefusal(await patch(card, { fundingSource: owner().wallet.id }), 409, 'CARD_NOT_MUTABLE')
    expectRefusal(await call('POST', `/cards/${card.id}/reveal`), 403, 'FORBIDDEN')
    expect(await eventsOf(card)).toEqual(Array(4).fill('CARD.STATUS_CHANGE'))
    await waitUntil(
      'the issuer has closed it',
      async () => (await issuerStateOf(card)) === 'CLOSED',
    )
  })

  test('sets, changes and removes the limits, and replaces the source', async () => {
    const card = await aCard(service().api, owner())
    const limited = await patch(card, { maxSpendPerTransaction: 10_000 })
    expect(limited.body.maxSpendPerTransaction).toBe(10_000)
    const both = { maxSpendPerTransaction: null, fundingSource: owner().wallet.id }
    expect((await patch(card, both)).body.maxSpendPerTransaction).toBeNull()
    expect(await eventsOf(card)).toEqual(['CARD.STATUS_CHANGE'])
    // In cents: one that is no multiple of what funds the card is a limit as well.
    expect((await patch(card, { maxSpendPerTransaction: 1 })).body.maxSpendPerTransaction).toBe(1)
    const day = { maxSpendPerDay: 700, maxTransactionsPerDay: 3 }
    expect((await patch(card, day)).body).toMatchObject({ ...day, maxSpendPerTransaction: 1 })
    expect((await patch(card, { maxSpendPerDay: null })).body).toMatchObject({
      ...{ maxSpendPerDay: null, maxTransactionsPerDay: 3 },
    })
    expect(fieldsOf(await patch(card, { status: 'CLOSED', ...day }))).toEqual({
      ...{ maxSpendPerDay: 'not', maxTransactionsPerDay: 'not' },
    })
    expectIneligible(await patch(card, { fundingSource: service().theirs.wallet.id }))
    expect(fieldsOf(await patch(card, { status: 'CLOSED', ...both }))).toEqual({
      ...{ fundingSource: 'not', maxSpendPerTransaction: 'not' },
    })
    expect((await patch(card, {})).status).toBe(400)
    expectRefusal(await patch({ id: unknown }, { status: 'CLOSED' }), 404, 'REFERENCE_NOT_FOUND')
  })

  test('reads the names of August, and refuses two values of one member', async () => {
    const card = await aCard(service().api, owner())
    const august = { state: 'FROZEN', fundingSources: [owner().wallet.id] }
    expect((await patch(card, august)).body).toMatchObject({ status: 'FROZEN', ...august })
    expect((await patch(card, { state: 'ACTIVE', status: 'ACTIVE' })).body.status).toBe('ACTIVE')
    const clash = { state: 'ACTIVE', status: 'FROZEN', fundingSources: [] }
    expect(fieldsOf(await patch(card, { ...clash, fundingSource: owner().wallet.id }))).toEqual({
      ...{ state: 'const', fundingSources: 'minItems' },
    })
    expect((await call('GET', `/cards/${card.id}`)).body.status).toBe('ACTIVE')
  })

  test('a card that the issuer has closed by itself is closed', async () => {
    const card = await aCard(service().api, owner())
    await onIssuer('PATCH', card, { state: 'CLOSED' })
    await patch(card, { status: 'FROZEN' })
    await waitUntil('it is closed', async () => (await stateOf(card)) === 'CLOSED')
    expect((await call('GET', `/cards/${card.id}`)).body.statusReason).toBe('CLOSED_BY_SERVICE')
  })
})

describeOperation('revealCard', () => {
  test('answers a page of the issuer that shows the card, and keeps who asked', async () => {
    const card = await aCard(service().api, owner())
    const answer = await call('POST', `/cards/${card.id}/reveal`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const { panEmbedUrl, expiresAt } = answer.body as { panEmbedUrl: string; expiresAt: string }
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(3)
    expect(minutes).toBeLessThan(6)
    const page = await fetch(panEmbedUrl)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(String(card.last4))
    await patch(card, { status: 'FROZEN' })
    expect((await call('POST', `/cards/${card.id}/reveal`)).status).toBe(200)
    const rows = await service().database.query({
      text: 'select 1 from card_reveals where card_id = $1 and token_id is not null',
      values: [card.id.slice(5)],
    })
    expect(rows).toHaveLength(2)
    expectRefusal(await call('POST', `/cards/${unknown}/reveal`), 404, 'REFERENCE_NOT_FOUND')
  })
})

describeOperation('tokenizeCard', () => {
  const google = {
    ...{ wallet: 'GOOGLE_PAY', walletAccountId: 'account', serverSessionId: randomUUID() },
  }
  const apple = {
    wallet: 'APPLE_PAY',
    certificate: 'Y2VydA==',
    nonce: 'bm9uY2U=',
    nonceSignature: 'c2ln',
  }
  const samsung = { wallet: 'SAMSUNG_PAY', walletAccountId: 'account', deviceId: 'device' }
  const unread = (text: unknown): unknown => JSON.parse(atob(String(text)))

  test('answers what each wallet takes, marked as the sandbox’s, and keeps who asked', async () => {
    const card = await aCard(service().api, owner())
    const path = `/cards/${card.id}/tokenize`
    for (const body of [google, samsung]) {
      const answer = await call('POST', path, body)
      expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
      expect(answer.body).toEqual({ wallet: body.wallet, provisioningPayload: expect.any(String) })
      expect(unread(answer.body.provisioningPayload)).toMatchObject({ isUsable: false })
    }
    const { body } = await call('POST', path, apple)
    expect(body).toEqual({
      wallet: 'APPLE_PAY',
      applePay: {
        activationData: expect.any(String),
        encryptedPassData: expect.any(String),
        ephemeralPublicKey: expect.any(String),
      },
    })
    const rows = await service().database.query<{ wallet: string }>({
      text: 'select wallet from card_reveals where card_id = $1 and token_id is not null order by wallet',
      values: [card.id.slice(5)],
    })
    expect(rows.map(({ wallet }) => wallet)).toEqual(['APPLE_PAY', 'GOOGLE_PAY', 'SAMSUNG_PAY'])
  })

  test('refuses members of another wallet, and a card that is not ACTIVE', async () => {
    const card = await aCard(service().api, owner())
    const path = `/cards/${card.id}/tokenize`
    for (const body of [
      { ...google, nonce: 'bm9uY2U=' },
      { ...samsung, serverSessionId: randomUUID() },
      { ...apple, deviceId: 'x' },
      { wallet: 'OTHER_PAY' },
    ]) {
      expectRefusal(await call('POST', path, body), 400, 'INVALID_INPUT')
    }
    await patch(card, { status: 'FROZEN' })
    expectRefusal(await call('POST', path, google), 409, 'CONFLICT')
    await patch(card, { status: 'CLOSED' })
    expectRefusal(await call('POST', path, google), 409, 'CARD_NOT_MUTABLE')
    expectRefusal(
      await call('POST', `/cards/${unknown}/tokenize`, google),
      404,
      'REFERENCE_NOT_FOUND',
    )
  })
})

async function onIssuer(method: string, card: Resource, body?: object): Promise<Resource> {
  const { SANDBOX_CARD_ISSUER_URL: url, SANDBOX_CARD_API_KEY: key = '' } = service().stack.env
  const answer = await fetch(`${url}/v1/cards/${card.issuerRef}`, {
    method,
    headers: { authorization: key },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Resource
}

async function issuerStateOf(card: Resource): Promise<unknown> {
  return (await onIssuer('GET', card)).state
}
