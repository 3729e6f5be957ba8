import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { instant } from '../../../../contract/time.ts'
import type { Answer } from '../../../../scripts/serviceDriver/apiClient.ts'
import { payloadOf } from '../../../../scripts/serviceDriver/device.ts'
import { aFundedWallet, anExternalAccount, shown } from '../../../support/builders.ts'
import { sparkAddress } from '../../../support/sandboxNumbers.ts'
import {
  call,
  describeOperation,
  expectRefusal,
  expectReplay,
  fieldsOf,
  leavesNothing,
  QUOTE_LIFETIME_SECONDS,
  service,
} from '../../service.ts'

/** The seeded corridors out of a wallet, written down once more: minor units, basis points. */
const corridors = {
  USD: { perUsd: [1n, 1n], decimals: 2, spread: 0n, fixed: 100_000n, bps: 25n },
  AED: { perUsd: [36_725n, 10_000n], decimals: 2, spread: 15n, fixed: 100_000n, bps: 25n },
  USDB: { perUsd: [1n, 1n], decimals: 6, spread: 0n, fixed: 10_000n, bps: 0n },
  BTC: { perUsd: [1n, 100_000n], decimals: 8, spread: 30n, fixed: 10_000n, bps: 50n },
} as const
type Corridor = keyof typeof corridors

/** What USDB minor units come to: fee half-up on what the fixed one leaves, the rest floored. */
function arrives(sending: bigint, to: Corridor): { fee: bigint; receiving: bigint } {
  const { perUsd, decimals, spread, fixed, bps } = corridors[to]
  const fee = fixed + ((sending - fixed) * bps + 5_000n) / 10_000n
  const scaled = (sending - fee) * perUsd[0] * 10n ** BigInt(decimals) * (10_000n - spread)
  return { fee, receiving: scaled / (perUsd[1] * 10n ** 6n * 10_000n) }
}

let destinations: Record<Corridor, string>
type Fields = Record<string, unknown>
function quote(fields: Fields = {}, key?: string): Promise<Answer> {
  return call('POST', '/quotes', bodyOf(fields), { 'Idempotency-Key': key })
}
function bodyOf({ from, to, ...fields }: Fields): object {
  return {
    source: { sourceType: 'ACCOUNT', accountId: from ?? service().mine.wallet.id },
    destination: { destinationType: 'ACCOUNT', accountId: to ?? destinations.USD },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 5_000_000,
    ...fields,
  }
}

describeOperation('createQuote', () => {
  beforeAll(async () => {
    const { mine } = service()
    const create = async (currency: string, accountInfo: object): Promise<string> => {
      const body = { customerId: mine.customer.id, currency, accountInfo }
      return shown('account', await call('POST', '/customers/external-accounts', body), 201).id
    }
    const address = sparkAddress()
    const beneficiary = {
      beneficiaryType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      address: { line1: '1', postalCode: '0', country: 'AE' },
    }
    destinations = {
      USD: mine.account.id,
      AED: await create('AED', {
        accountType: 'AED_ACCOUNT',
        iban: 'AE070331234567890123456',
        beneficiary,
      }),
      USDB: await create('USDB', { accountType: 'SPARK_WALLET', address }),
      BTC: await create('BTC', { accountType: 'SPARK_WALLET', address }),
    }
  })

  test('is a price that holds for a while, with a payload that says what it moves', async () => {
    const { mine } = service()
    const { status, body } = await quote({ description: 'rent' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      id: expect.stringMatching(/^Quote:/),
      status: 'PENDING',
      source: { sourceType: 'ACCOUNT', accountId: mine.wallet.id },
      destination: { destinationType: 'ACCOUNT', accountId: mine.account.id },
      sendingCurrency: { code: 'USDB', decimals: 6 },
      receivingCurrency: { code: 'USD', decimals: 2 },
      totalSendingAmount: 5_000_000,
      totalReceivingAmount: 488,
      feesIncluded: 112_250,
      platformFeesIncluded: 0,
      exchangeRate: 1.00158811,
      rateDetails: {
        ...{ counterpartyMultiplier: 1, counterpartyFixedFee: 0, serviceApiMultiplier: 1 },
        ...{ serviceApiFixedFee: 100_000, serviceApiVariableFeeRate: 0.0025 },
        serviceApiVariableFeeAmount: 12_250,
      },
      transactionId: expect.stringMatching(/^Transaction:/),
    })
    const ms = (text: unknown): number => instant(String(text)).getTime()
    const lifeMs = ms(body.expiresAt) - ms(body.createdAt)
    expect(lifeMs).toBeGreaterThan(QUOTE_LIFETIME_SECONDS * 1_000 - 10_000)
    expect(lifeMs).toBeLessThanOrEqual(QUOTE_LIFETIME_SECONDS * 1_000)
    const payload = payloadOf(body)
    expect(payload).toBe(payload.trim())
    expect(JSON.parse(payload)).toMatchObject({ type: expect.stringMatching(/^ACTIVITY_TYPE_/) })
    for (const said of [body.id, mine.wallet.id, mine.account.id, '5000000 USDB', '488 USD']) {
      expect(payload).toContain(said)
    }
    expect((await call('GET', `/quotes/${body.id}`)).body).toEqual(body)
    const transaction = await call('GET', `/transactions/${body.transactionId}`)
    expect(transaction.body).toMatchObject({
      ...{ status: 'PENDING', quoteId: body.id, fees: 112_250, rateDetails: body.rateDetails },
      settlementTimelineSeconds: 86_400,
    })
    expect(transaction.body).not.toHaveProperty('expectedSettlementAt')
  })

  test.each(['USD', 'AED', 'USDB', 'BTC'] as const)('to %s, either side locked', async (to) => {
    const destination = { destinationType: 'ACCOUNT', accountId: destinations[to] }
    for (const amount of [5_000_000, 1_234_567, 999_999_999_999]) {
      const { status, body } = await quote({ destination, lockedCurrencyAmount: amount })
      expect(status).toBe(201)
      const { fee, receiving } = arrives(BigInt(amount), to)
      expect(body.totalSendingAmount).toBe(amount)
      expect(body.feesIncluded).toBe(Number(fee))
      expect(body.totalReceivingAmount).toBe(Number(receiving))
      const sent = (amount - Number(fee)) / 1e6
      const rate = sent / (Number(receiving) / 10 ** corridors[to].decimals)
      expect(Math.abs(Number(body.exchangeRate) - rate)).toBeLessThan(6e-9)
      const { serviceApiMultiplier, counterpartyMultiplier } = body.rateDetails as Record<
        string,
        number
      >
      const units = sent * Number(serviceApiMultiplier) * Number(counterpartyMultiplier)
      expect(Math.floor(units * 10 ** corridors[to].decimals + 1e-6)).toBe(Number(receiving))
    }
    for (const amount of [1_000, 123_457]) {
      const locked = { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: amount }
      const { status, body } = await quote({ destination, ...locked })
      expect(status).toBe(201)
      expect(body.totalReceivingAmount).toBe(amount)
      const sending = BigInt(Number(body.totalSendingAmount))
      expect(body.feesIncluded).toBe(Number(arrives(sending, to).fee))
      expect(arrives(sending, to).receiving).toBeGreaterThanOrEqual(BigInt(amount))
      expect(arrives(sending - 1n, to).receiving).toBeLessThan(BigInt(amount))
    }
  })

  test('no two payloads are the same', async () => {
    const quotes = await Promise.all(Array.from({ length: 8 }, () => quote()))
    expect(new Set(quotes.map(({ body }) => payloadOf(body))).size).toBe(8)
  })

  test('the same key is the same quote; with another body it is a 409', async () => {
    const key = randomUUID()
    const first = await quote({}, key)
    expectReplay(first, await quote({}, key))
    const answers = await Promise.all(Array.from({ length: 5 }, () => quote({}, key)))
    expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([first.body.id]))
    await leavesNothing(async () => {
      const other = await quote({ lockedCurrencyAmount: 5_000_001 }, key)
      expectRefusal(other, 409, 'DUPLICATE_PAY_REQUEST')
      expect(fieldsOf(await quote({}, ''))).toEqual({ 'Idempotency-Key': 'minLength' })
      expect(fieldsOf(await quote({}, 'k'.repeat(256)))).toEqual({ 'Idempotency-Key': 'maxLength' })
    })
    // A key is its platform's own.
    const { api, wallet, account } = service().theirs
    const body = bodyOf({ from: wallet.id, to: account.id })
    const theirs = await api.call('POST', '/quotes', body, { 'Idempotency-Key': key })
    expect([theirs.status, theirs.body.id === first.body.id]).toEqual([201, false])
  })

  test('amounts that are none', async () => {
    const wrong = [0, -1, 0.5, 2 ** 53 + 2, 9_000_000_000_000_001, '5000000', null, [5], {}, 1e300]
    await leavesNothing(async () => {
      for (const lockedCurrencyAmount of wrong) {
        const answer = await quote({ lockedCurrencyAmount })
        expect(fieldsOf(answer)).toHaveProperty('lockedCurrencyAmount')
      }
    })
  })

  test('too little to leave anything, and too much', async () => {
    await leavesNothing(async () => {
      for (const lockedCurrencyAmount of [1, 100_000, 100_001, 110_024]) {
        expectRefusal(await quote({ lockedCurrencyAmount }), 400, 'INVALID_AMOUNT')
      }
      const above = [
        { lockedCurrencyAmount: 1_000_000_000_001 },
        { lockedCurrencyAmount: 9_000_000_000_000_000 },
        { lockedCurrencyAmount: 9_000_000_000_000_000, lockedCurrencySide: 'RECEIVING' },
      ]
      for (const fields of above) {
        expectRefusal(await quote(fields), 400, 'TRANSACTION_SIZE_LIMIT_EXCEEDED')
      }
    })
    expect((await quote({ lockedCurrencyAmount: 1_000_000_000_000 })).status).toBe(201)
  })

  test('the rail must be one of the destination', async () => {
    const at = (accountId: string, paymentRail: unknown): Promise<Answer> =>
      quote({ destination: { destinationType: 'ACCOUNT', accountId, paymentRail } })
    expect((await at(destinations.USD, 'WIRE')).body.destination).toMatchObject({
      paymentRail: 'WIRE',
    })
    for (const [id, rail] of [
      [destinations.USD, 'SEPA'],
      [destinations.AED, 'ACH'],
      [destinations.USDB, 'ACH'],
      [destinations.USD, ''],
      [destinations.USD, 'ach'],
    ] as const) {
      expect(fieldsOf(await at(id, rail))).toHaveProperty(['destination.paymentRail'])
    }
  })

  test('source and destination must be of the platform, and of one customer', async () => {
    const { mine, theirs, stack } = service()
    const sibling = await aFundedWallet(stack, { minor: 0n })
    await leavesNothing(async () => {
      for (const from of [theirs.wallet.id, `InternalAccount:${randomUUID()}`, mine.customer.id]) {
        expectRefusal(await quote({ from }), 404, 'ACCOUNT_NOT_FOUND')
      }
      for (const to of [
        theirs.account.id,
        sibling.account.id,
        `ExternalAccount:${randomUUID()}`,
        theirs.wallet.id,
      ]) {
        expectRefusal(await quote({ to }), 404, 'ACCOUNT_NOT_FOUND')
      }
      for (const customerId of [theirs.customer.id, sibling.customer.id, 'x']) {
        const source = { sourceType: 'ACCOUNT', accountId: mine.wallet.id, customerId }
        const code = customerId === sibling.customer.id ? 'ACCOUNT_NOT_FOUND' : 'USER_NOT_FOUND'
        expectRefusal(await quote({ source }), 404, code)
      }
    })
    const customerId = mine.customer.id
    const source = { sourceType: 'ACCOUNT', accountId: mine.wallet.id, customerId }
    expect((await quote({ source })).status).toBe(201)
  })

  test('a corridor without a rate, and a wallet that is to pay by itself', async () => {
    const { database, mine } = service()
    const { id: to } = await anExternalAccount(mine.api, mine.customer)
    // Every currency of ours has a rate: only one that was given up since has none.
    const inCurrency = (code: string): Promise<unknown> =>
      database.query({
        text: `update external_accounts set currency = $2 where 'ExternalAccount:' || id = $1`,
        values: [to, code],
      })
    await inCurrency('XTS')
    await leavesNothing(async () => {
      expectRefusal(await quote({ to }), 400, 'QUOTE_RATE_UNAVAILABLE')
      expect(fieldsOf(await quote({ immediatelyExecute: true }))).toEqual({
        immediatelyExecute: 'const',
      })
    })
    await inCurrency('USD')
    expect((await quote({ to, immediatelyExecute: false })).status).toBe(201)
  })

  test('a destination or source that is not active is a 409', async () => {
    const { api, customer, wallet } = await aFundedWallet(service().stack, { minor: 0n })
    const account = await anExternalAccount(api, customer)
    const { database } = service()
    const set = (table: string, id: string, status: string): Promise<unknown> =>
      database.query({
        text: `update ${table} set status = $2 where id = $1`,
        values: [id.split(':')[1], status],
      })
    await set('external_accounts', account.id, 'INACTIVE')
    expectRefusal(await quote({ from: wallet.id, to: account.id }), 409, 'CONFLICT')
    await set('external_accounts', account.id, 'ACTIVE')
    await set('internal_accounts', wallet.id, 'FROZEN')
    expectRefusal(await quote({ from: wallet.id, to: account.id }), 409, 'CONFLICT')
  })

  test('every field that is wrong is named in one answer', async () => {
    const answer = await call('POST', '/quotes', {
      source: { sourceType: 'REALTIME', accountId: '' },
      destination: { accountId: 7 },
      lockedCurrencySide: 'BOTH',
      description: 'x'.repeat(1_025),
      immediatelyExecute: 'no',
    })
    expect(fieldsOf(answer)).toEqual({
      'source.sourceType': 'enum',
      'destination.destinationType': 'required',
      lockedCurrencySide: 'enum',
      lockedCurrencyAmount: 'required',
      description: 'maxLength',
      immediatelyExecute: 'type',
    })
  })
})
