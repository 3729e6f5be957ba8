import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { instant } from '../../../../contract/time.ts'
import { executeQuote } from '../../../../scripts/serviceDriver/device.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  aPlatform,
  aQuote,
  balanceOf,
  fund,
  type LoggedInWallet,
  listed,
  type Resource,
  shown,
  waitUntil,
} from '../../../support/builders.ts'
import { call, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'

/**
 * A customer of a platform of its own: three credits, a payment, one that failed, an open quote.
 */
let wallet: LoggedInWallet
let paid: Resource
let failed: Resource
let open: Resource

async function pay(account: Resource): Promise<Resource> {
  const quote = await aQuote(wallet, { account })
  const answer = await executeQuote(wallet.api, wallet.device, quote, randomUUID())
  shown('execute', answer, 200)
  return waitUntil('the payment ends', async () => {
    const { body } = await wallet.api.call('GET', `/transactions/${quote.transactionId}`)
    const refund = body.refund as { status: string } | undefined
    const isOver = body.status === 'COMPLETED' || refund?.status === 'COMPLETED'
    return isOver ? (body as Resource) : undefined
  })
}

const list = async (query = ''): Promise<Resource[]> =>
  listed(await wallet.api.call('GET', `/transactions?limit=100${query}`))

describeOperation('listTransactions', () => {
  beforeAll(async () => {
    const { stack } = service()
    wallet = await aLoggedInWallet(stack, { platform: await aPlatform(stack) })
    await fund(wallet.api, wallet.wallet, 11n)
    await fund(wallet.api, wallet.wallet, 12n)
    paid = await pay(wallet.account)
    failed = await pay(await anExternalAccount(wallet.api, wallet.customer, '002'))
    const quote = await aQuote(wallet)
    open = shown('open', await wallet.api.call('GET', `/transactions/${quote.transactionId}`), 200)
  })

  test('newest first, or oldest first', async () => {
    const all = await list()
    expect(all.length).toBe(6)
    expect(all.slice(0, 3).map(({ id }) => id)).toEqual([open.id, failed.id, paid.id])
    const times = all.map(({ createdAt }) => instant(String(createdAt)).getTime())
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(await list('&sortOrder=asc')).toEqual([...all].reverse())
  })

  test('filters by customer, status, type and time, both ends included', async () => {
    const ids = async (query: string): Promise<string[]> => (await list(query)).map(({ id }) => id)
    const { customer } = wallet
    expect((await ids(`&customerId=${customer.id}`)).length).toBe(6)
    expect((await ids(`&platformCustomerId=${customer.platformCustomerId}`)).length).toBe(6)
    expect(await ids('&platformCustomerId=nobody')).toEqual([])
    expect(await ids('&status=FAILED')).toEqual([failed.id])
    expect(await ids('&status=PENDING')).toEqual([open.id])
    expect(await ids('&status=COMPLETED&type=OUTGOING')).toEqual([paid.id])
    expect((await ids('&type=INCOMING')).length).toBe(3)
    expect(await ids('&type=CARD')).toEqual([])
    const at = encodeURIComponent(String(paid.createdAt))
    expect(await ids(`&startDate=${at}`)).toEqual([open.id, failed.id, paid.id])
    expect(await ids(`&startDate=${at}&endDate=${at}`)).toEqual([paid.id])
    expect(await ids('&endDate=2001-01-01T00:00:00Z')).toEqual([])
    expect(await ids('&startDate=2001-01-01T00:00:00%2B14:00')).toHaveLength(6)
  })

  test('by the time of settlement, both ends included: what has not settled is left out', async () => {
    const ids = async (query: string): Promise<string[]> => (await list(query)).map(({ id }) => id)
    const settled = (await list()).filter(({ settledAt }) => typeof settledAt === 'string')
    expect(settled.length).toBeGreaterThan(2)
    expect(settled.length).toBeLessThan(6)
    const all = settled.map(({ id }) => id)
    const at = encodeURIComponent(String(paid.settledAt))
    expect(await ids('&settlementStartDate=2001-01-01T00:00:00Z')).toEqual(all)
    expect(await ids(`&settlementStartDate=${at}&settlementEndDate=${at}`)).toEqual([paid.id])
    expect(await ids(`&settlementEndDate=${at}&sortOrder=asc`)).toEqual(
      settled
        .filter(({ settledAt }) => String(settledAt) <= String(paid.settledAt))
        .map(({ id }) => id)
        .reverse(),
    )
    expect(await ids('&settlementEndDate=2001-01-01T00:00:00Z')).toEqual([])
    // It was there before that end, and has settled after it.
    const late = settled.at(-1)?.id ?? ''
    await service().database.query({
      text: "update transactions set settled_at = settled_at + interval '1 hour' where id = $1",
      values: [late.split(':')[1]],
    })
    expect(await ids(`&settlementEndDate=${at}`)).not.toContain(late)
    expect(await ids(`&settlementStartDate=${at}`)).toContain(late)
    const mine = `&customerId=${wallet.customer.id}&settlementStartDate=${at}`
    expect(await ids(`${mine}&type=OUTGOING&status=COMPLETED`)).toEqual([paid.id])
    expect(await ids(`${mine}&status=FAILED`)).toEqual([])
    const wrong = await wallet.api.call('GET', '/transactions?settlementEndDate=today')
    expect(Object.keys(fieldsOf(wrong))).toEqual(['settlementEndDate'])
  })

  test('a status is refused with the type CARD', async () => {
    const answer = await wallet.api.call('GET', '/transactions?type=CARD&status=COMPLETED')
    expectRefusal(answer, 400, 'INVALID_INPUT')
    expect(fieldsOf(answer)).toEqual({ status: 'not' })
  })

  test('finds an exact amount, sent or received, of a currency', async () => {
    const ids = async (query: string): Promise<string[]> => (await list(query)).map(({ id }) => id)
    const sent = paid.sentAmount as { amount: number }
    const received = paid.receivedAmount as { amount: number }
    const all = [open.id, failed.id, paid.id]
    expect(await ids(`&amount=${sent.amount}&currency=USDB`)).toEqual(all)
    expect(await ids(`&amount=${received.amount}&currency=USD`)).toEqual(all)
    expect(await ids(`&amount=${sent.amount}&currency=USDB&status=FAILED`)).toEqual([failed.id])
    expect(await ids(`&amount=11&currency=USDB`)).toHaveLength(1)
    expect(await ids(`&amount=11&currency=USD`)).toEqual([])
    const account = `&accountIdentifier=${wallet.account.id}`
    expect(await ids(`&amount=${sent.amount}&currency=USDB${account}`)).toEqual([open.id, paid.id])
    for (const [query, field] of [
      ['amount=11', 'currency'],
      ['currency=USDB', 'amount'],
      ['amount=-1&currency=USDB', 'amount'],
      ['amount=11&currency=dollars', 'currency'],
    ]) {
      const answer = await wallet.api.call('GET', `/transactions?${query}`)
      expectRefusal(answer, 400, 'INVALID_INPUT')
      expect(Object.keys(fieldsOf(answer))).toEqual([field])
    }
  })

  test('filters by the accounts of either side, by reference, and by whose it is', async () => {
    const ids = async (query: string): Promise<string[]> => (await list(query)).map(({ id }) => id)
    const credits = await ids('&type=INCOMING')
    const out = [open.id, failed.id, paid.id]
    const { id: walletId } = wallet.wallet
    expect(await ids(`&senderAccountIdentifier=${walletId}`)).toEqual(out)
    expect(await ids(`&receiverAccountIdentifier=${walletId}`)).toEqual(credits)
    expect(await ids(`&accountIdentifier=${walletId}`)).toEqual([...out, ...credits])
    expect(await ids(`&accountIdentifier=${wallet.account.id}&status=COMPLETED`)).toEqual([paid.id])
    const both = `&senderAccountIdentifier=${walletId}&receiverAccountIdentifier=`
    expect(await ids(both + wallet.account.id)).toEqual([open.id, paid.id])
    expect(await ids(both + walletId)).toEqual([])
    expect(await ids(`&accountIdentifier=${walletId}&type=INCOMING&sortOrder=asc`)).toEqual(
      [...credits].reverse(),
    )
    await service().database.query({
      text: "update transactions set reference = 'invoice 4711' where id = $1",
      values: [paid.id.split(':')[1]],
    })
    expect(await ids('&reference=invoice%204711')).toEqual([paid.id])
    expect(await ids('&reference=invoice%204711&status=FAILED')).toEqual([])
    expect(await ids('&reference=invoice')).toEqual([])
    const [shownOne] = await list('&reference=invoice%204711')
    expect(shownOne).toMatchObject({ reconciliationInstructions: { reference: 'invoice 4711' } })
    const { body } = await wallet.api.call('GET', '/config')
    expect(await ids(`&customerId=${body.id}`)).toEqual([])
    expect(await ids(`&customerId=${wallet.customer.id}&status=FAILED&type=OUTGOING`)).toEqual([
      failed.id,
    ])
  })

  test('those of one card: none here, and an id of another kind is named', async () => {
    expect(await list(`&cardId=Card:${randomUUID()}`)).toEqual([])
    expect(await list(`&cardId=${randomUUID()}`)).toEqual([])
    const wrong = await wallet.api.call('GET', `/transactions?cardId=${wallet.customer.id}`)
    expectRefusal(wrong, 400, 'INVALID_INPUT')
    expect(fieldsOf(wrong)).toEqual({ cardId: 'pattern' })
  })

  test("the platform's own transactions are found by its id", async () => {
    const { database } = service()
    const { body } = await wallet.api.call('GET', '/config')
    const own = await wallet.api.call('GET', '/platform/internal-accounts?currency=USDB')
    await fund(wallet.api, listed(own)[0] as Resource, 5n)
    const mine = await list(`&customerId=${body.id}`)
    expect(mine).toEqual([expect.objectContaining({ customerId: body.id, status: 'COMPLETED' })])
    expect((await list(`&customerId=${body.id}&status=COMPLETED`)).length).toBe(1)
    expect(await list(`&customerId=${body.id}&status=FAILED`)).toEqual([])
    expect(await list(`&customerId=${body.id}&platformCustomerId=nobody`)).toEqual([])
    const id = mine[0]?.id.split(':')[1]
    await database.query({ text: 'delete from transactions where id = $1', values: [id] })
  })

  test("another platform's, unknown or misspelt customers have none", async () => {
    for (const id of [service().mine.customer.id, `Customer:${randomUUID()}`, 'x']) {
      expect(await list(`&customerId=${id}`)).toEqual([])
    }
  })

  test('pages show every transaction once', async () => {
    for (const sortOrder of ['asc', 'desc']) {
      const seen: string[] = []
      let cursor = ''
      for (let page = 0; page < 4; page += 1) {
        const query = `limit=2&sortOrder=${sortOrder}${cursor}`
        const answer = await wallet.api.call('GET', `/transactions?${query}`)
        seen.push(...listed(answer).map(({ id }) => id))
        if (answer.body.hasMore !== true) break
        cursor = `&cursor=${answer.body.nextCursor}`
      }
      expect(seen).toEqual((await list(`&sortOrder=${sortOrder}`)).map(({ id }) => id))
    }
  })

  test('every parameter that is wrong is named in one answer', async () => {
    const query =
      'limit=0&status=DONE&type=ALL&startDate=yesterday&endDate=2026-02-30T00:00:00Z&sortOrder=up'
    expect(fieldsOf(await call('GET', `/transactions?${query}`))).toEqual({
      limit: 'minimum',
      status: 'enum',
      type: 'enum',
      startDate: 'format',
      endDate: 'format',
      sortOrder: 'enum',
    })
    expect(fieldsOf(await call('GET', '/transactions?cursor=x'))).toHaveProperty('cursor')
    expect(fieldsOf(await call('GET', '/transactions?cursor=x&limit=0'))).toEqual({
      cursor: 'format',
      limit: 'minimum',
    })
    const offset = await call('GET', '/transactions?startDate=2026-01-01T00:00:00%2B23:00')
    expect(fieldsOf(offset)).toEqual({ startDate: 'format' })
  })
})

describeOperation('getTransactionById', () => {
  test('a payment that settled', () => {
    expect(paid).toMatchObject({
      status: 'COMPLETED',
      type: 'OUTGOING',
      direction: 'DEBIT',
      customerId: wallet.customer.id,
      platformCustomerId: wallet.customer.platformCustomerId,
      source: { sourceType: 'ACCOUNT', accountId: wallet.wallet.id },
      destination: { destinationType: 'ACCOUNT', accountId: wallet.account.id },
      sentAmount: { amount: 1_000_000, currency: { code: 'USDB' } },
      receivedAmount: { amount: 89, currency: { code: 'USD' } },
      fees: 102_250,
      settledAt: expect.any(String),
    })
    expect(paid).not.toHaveProperty('refund')
  })

  test('a payment that failed says why, and its refund is whole', async () => {
    expect(failed).toMatchObject({
      status: 'FAILED',
      failureReason: expect.any(String),
      refund: { status: 'COMPLETED', reason: expect.any(String), settledAt: expect.any(String) },
    })
    expect(failed).not.toHaveProperty('settledAt')
    expect(await balanceOf(wallet)).toBe(1_000_000_000n + 11n + 12n - 1_000_000n)
  })

  test('one that does not exist, or of another platform, is a 404', async () => {
    for (const id of [paid.id, `Transaction:${randomUUID()}`, 'x', paid.quoteId]) {
      expectRefusal(await call('GET', `/transactions/${id}`), 404, 'TRANSACTION_NOT_FOUND')
    }
  })
})

describeOperation('listTransactionTimeline', () => {
  test('shows what happened, and what is waited for', async () => {
    const timelineOf = async ({ id }: Resource): Promise<Resource[]> =>
      listed(await wallet.api.call('GET', `/transactions/${id}/timeline`))
    const timeline = await timelineOf(paid)
    expect(timeline.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['quoted', 'executed', 'settled']),
    )
    expect(timeline.at(-1)).toMatchObject({ what: 'settled' })
    expect((await timelineOf(failed)).at(-1)?.what).toMatch(/^failed \(.*\), refunded$/)
    expect(await timelineOf(open)).toEqual([
      {
        at: expect.any(String),
        what: 'quoted',
        nextActor: 'customer',
        waitsFor: 'the execute call',
      },
    ])
  })

  test('one that does not exist, or of another platform, is a 404', async () => {
    for (const id of [paid.id, `Transaction:${randomUUID()}`, 'x']) {
      const answer = await call('GET', `/transactions/${id}/timeline`)
      expectRefusal(answer, 404, 'TRANSACTION_NOT_FOUND')
    }
  })
})

describeOperation('getQuoteById', () => {
  test('shows how the payment went', async () => {
    const status = async (quoteId: unknown): Promise<unknown> =>
      (await wallet.api.call('GET', `/quotes/${quoteId}`)).body.status
    expect(await status(paid.quoteId)).toBe('COMPLETED')
    expect(await status(failed.quoteId)).toBe('FAILED')
    expect(await status(open.quoteId)).toBe('PENDING')
  })

  test('past its time every reader sees it expired, before anybody has written it down', async () => {
    await service().database.query({
      text: "update payments set expires_at = service_now() - interval '1 second' where id = $1",
      values: [String(open.quoteId).split(':')[1]],
    })
    const { body } = await wallet.api.call('GET', `/quotes/${open.quoteId}`)
    expect(body.status).toBe('EXPIRED')
    const [row] = await service().database.query<{ status: string }>({
      text: 'select status from payments where id = $1',
      values: [String(open.quoteId).split(':')[1]],
    })
    expect(row?.status).toBe('PENDING')
  })

  test('one that does not exist, or of another platform, is a 404', async () => {
    for (const id of [paid.quoteId, `Quote:${randomUUID()}`, 'x', paid.id]) {
      expectRefusal(await call('GET', `/quotes/${id}`), 404, 'QUOTE_NOT_FOUND')
    }
  })
})

type Volume = {
  readonly type: string
  readonly currency: { readonly code: string }
  readonly intervals: readonly {
    readonly at: string
    readonly completed: number
    readonly failed: number
    readonly amount: number
  }[]
}

const volumeOf = async (query: string): Promise<Volume[]> =>
  listed(await wallet.api.call('GET', `/transactions/volume?${query}`)) as unknown as Volume[]

describeOperation('listTransactionVolume', () => {
  test('counts what has completed and failed, and sums what has completed', async () => {
    const sent = paid.sentAmount as { amount: number }
    const volumes = await volumeOf('hours=1&intervals=1')
    const out = volumes.find(
      ({ type, currency }) => type === 'OUTGOING' && currency.code === 'USDB',
    )
    expect(out?.intervals).toMatchObject([{ completed: 1, failed: 1, amount: sent.amount }])
    const incoming = volumes.filter(({ type }) => type === 'INCOMING')
    expect(incoming.flatMap(({ intervals }) => intervals)).toMatchObject([
      { completed: 3, failed: 0 },
    ])
  })

  test('has each transaction in the interval of its creation, and none of another period', async () => {
    const at = instant(String(paid.createdAt)).getTime()
    const dates = (from: number, to: number): string =>
      `startDate=${instant(from).toISOString()}&endDate=${instant(to).toISOString()}`
    const volumes = await volumeOf(`${dates(at - 5_000_000, at + 5_000_000)}&intervals=10`)
    const out = volumes.find(({ type }) => type === 'OUTGOING')
    expect(out?.intervals.map(({ completed }) => completed)).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
    expect(await volumeOf(dates(at - 9_000_000, at - 5_000_000))).toEqual([])
  })

  test('refuses an invalid period, or longer than a month', async () => {
    for (const query of [
      'startDate=2026-01-02T00:00:00Z&endDate=2026-01-01T00:00:00Z',
      'startDate=2026-01-01T00:00:00Z&endDate=2026-02-02T00:00:00Z',
    ]) {
      const answer = await wallet.api.call('GET', `/transactions/volume?${query}`)
      expectRefusal(answer, 400, 'INVALID_INPUT')
      expect(fieldsOf(answer)).toEqual({ startDate: 'range' })
    }
    const first = await wallet.api.call('GET', '/transactions/volume?endDate=0001-01-01T00:00:00Z')
    expect(fieldsOf(first)).toEqual({ endDate: 'range' })
  })
})
