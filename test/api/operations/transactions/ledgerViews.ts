/** The books as a platform sees them: entries of a transaction, balances over time. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { instant } from '../../../../contract/time.ts'
import { executeQuote } from '../../../../scripts/serviceDriver/device.ts'
import {
  aLoggedInWallet,
  anExternalAccount,
  aPlatform,
  aQuote,
  fund,
  type LoggedInWallet,
  listed,
  type Resource,
  waitUntil,
} from '../../../support/builders.ts'
import { call, describeOperation, expectRefusal, fieldsOf, service } from '../../service.ts'

type Entry = {
  readonly step: string
  readonly kind: string
  readonly amount: { readonly amount: number; readonly currency: { readonly code: string } }
  readonly debit: { readonly kind: string; readonly accountId?: string }
  readonly credit: { readonly kind: string; readonly accountId?: string }
}

let wallet: LoggedInWallet
let quote: Resource

const entriesOf = async (id: unknown): Promise<Entry[]> =>
  listed(await wallet.api.call('GET', `/transactions/${id}/ledger-entries`)) as unknown as Entry[]

async function pay(account: Resource): Promise<Resource> {
  const asked = await aQuote(wallet, { account })
  await executeQuote(wallet.api, wallet.device, asked, randomUUID())
  await waitUntil('the payment ends', async () => {
    const { body } = await wallet.api.call('GET', `/transactions/${asked.transactionId}`)
    return body.status !== 'PROCESSING'
  })
  return asked
}

describeOperation('listTransactionLedgerEntries', () => {
  beforeAll(async () => {
    const { stack } = service()
    wallet = await aLoggedInWallet(stack, { platform: await aPlatform(stack) })
    quote = await pay(wallet.account)
  })

  test('own accounts by id, the others by what they are for; nothing is lost between them', async () => {
    const entries = await entriesOf(quote.transactionId)
    const own = { kind: 'INTERNAL_ACCOUNT', accountId: wallet.wallet.id }
    expect(entries.map(({ step, kind, debit, credit }) => ({ step, kind, debit, credit }))).toEqual(
      [
        { step: 'hold', kind: 'PENDING', debit: own, credit: { kind: 'LIQUIDITY' } },
        { step: 'post', kind: 'POST_PENDING', debit: own, credit: { kind: 'LIQUIDITY' } },
        {
          step: 'service-fee',
          kind: 'POSTED',
          debit: { kind: 'LIQUIDITY' },
          credit: { kind: 'FEES' },
        },
        {
          step: 'payout',
          kind: 'POSTED',
          debit: { kind: 'LIQUIDITY' },
          credit: { kind: 'RAIL' },
        },
      ],
    )
    expect(entries[0]?.amount).toMatchObject({ amount: 1_000_000, currency: { code: 'USDB' } })
  })

  test('a refund lets the hold go; a credit comes from the funding account', async () => {
    const failed = await pay(await anExternalAccount(wallet.api, wallet.customer, '002'))
    expect((await entriesOf(failed.transactionId)).map(({ kind }) => kind)).toEqual([
      'PENDING',
      'VOID_PENDING',
    ])
    const [funded] = listed(await wallet.api.call('GET', '/transactions?type=INCOMING'))
    expect(await entriesOf(funded?.id)).toMatchObject([
      { step: 'fund', debit: { kind: 'FUNDING' } },
    ])
  })

  test('an account of another platform is shown as a counterparty, without its id', async () => {
    const { database, mine } = service()
    const [uuid, theirs, ours] = [quote.transactionId, mine.wallet.id, wallet.wallet.id].map(
      (id) => String(id).split(':')[1],
    )
    const transfer = (id: string, debit: unknown, credit: unknown) =>
      database.query({
        text: `select ledger_transfer($1, 'POSTED', $2, $3, 'USDB', 1, null, 'Transaction:' || $4::text)`,
        values: [id, debit, credit, uuid],
      })
    await transfer(`Test:${randomUUID()}/there`, ours, theirs)
    await transfer(`Test:${randomUUID()}/back`, theirs, ours)
    const entries = (await entriesOf(quote.transactionId)).slice(-2)
    expect(entries).toMatchObject([
      { step: 'there', credit: { kind: 'COUNTERPARTY' } },
      { step: 'back', debit: { kind: 'COUNTERPARTY' } },
    ])
    expect(JSON.stringify(entries)).not.toContain(theirs)
  })

  test('one that does not exist, or of another platform, is a 404', async () => {
    for (const id of [quote.transactionId, `Transaction:${randomUUID()}`, 'x']) {
      const answer = await call('GET', `/transactions/${id}/ledger-entries`)
      expectRefusal(answer, 404, 'TRANSACTION_NOT_FOUND')
    }
  })
})

type Point = { readonly at: string; readonly balance: number; readonly totalBalance: number }

const historyOf = async (query: string): Promise<Record<string, Point[]>> => {
  const answer = await wallet.api.call('GET', `/internal-accounts/balance-history?${query}`)
  const all = listed(answer) as unknown as { currency: { code: string }; points: Point[] }[]
  return Object.fromEntries(all.map(({ currency, points }) => [currency.code, points]))
}

describeOperation('listBalanceHistory', () => {
  test('ends with the present balances, per currency, and begins before they were', async () => {
    const history = await historyOf('points=5')
    const accounts = listed(
      await wallet.api.call('GET', `/internal-accounts?customerId=${wallet.customer.id}`),
    ) as unknown as { balance: { amount: number; currency: { code: string } } }[]
    for (const { balance } of accounts) {
      const points = history[balance.currency.code] ?? []
      expect(points.map((point) => point.balance).slice(0, -1)).toEqual([0, 0, 0, 0])
      expect(points.at(-1)?.balance).toBe(balance.amount)
    }
  })

  test('shows each step at its time: money held is spent before it is gone', async () => {
    await fund(wallet.api, wallet.wallet, 7n)
    const { database } = service()
    const uuid = wallet.wallet.id.split(':')[1]
    // The steps of the first payment, seconds apart, a day ago.
    await database.query({
      text: `update ledger_transfers set created_at = '2026-01-01T00:00:00Z'::timestamptz
          + n * interval '10 seconds' from (select id, row_number() over (order by created_at) n
            from ledger_transfers where debit_account_id = $1 or credit_account_id = $1) o
        where o.id = ledger_transfers.id`,
      values: [uuid],
    })
    const query = `accountId=${wallet.wallet.id}&startDate=2026-01-01T00:00:00Z&endDate=2026-01-01T00:00:40Z&points=5`
    const { USDB } = await historyOf(query)
    expect(USDB?.map(({ at }) => instant(at).getUTCSeconds())).toEqual([0, 10, 20, 30, 40])
    expect(USDB?.map(({ balance }) => balance)).toEqual([
      0, 1_000_000_000, 999_000_000, 999_000_000, 998_000_000,
    ])
    expect(USDB?.map(({ totalBalance }) => totalBalance)).toEqual([
      0, 1_000_000_000, 1_000_000_000, 999_000_000, 999_000_000,
    ])
    expect(Object.keys(await historyOf(`${query}&currency=USD`))).toEqual([])
  })

  test('knows the highest and the lowest of all balances, not of the points alone', async () => {
    const query = `accountId=${wallet.wallet.id}&startDate=2026-01-01T00:00:05Z&endDate=2026-01-01T00:01:00Z&points=2`
    const { body } = await wallet.api.call('GET', `/internal-accounts/balance-history?${query}`)
    expect(body.data).toMatchObject([
      {
        currency: { code: 'USDB' },
        points: [{ balance: 0 }, {}],
        highest: { at: '2026-01-01T00:00:10.000Z', balance: 1_000_000_000 },
        lowest: { at: '2026-01-01T00:00:05.000Z', balance: 0 },
      },
    ])
    const later = query.replace('00:00:05Z', '00:00:25Z')
    const after = await wallet.api.call('GET', `/internal-accounts/balance-history?${later}`)
    expect(after.body.data).toMatchObject([{ highest: { at: '2026-01-01T00:00:25.000Z' } }])
  })

  test('refuses an invalid time, and the account of another platform', async () => {
    const path = '/internal-accounts/balance-history'
    expect(fieldsOf(await call('GET', `${path}?startDate=x&points=1&currency=?`))).toEqual({
      startDate: 'format',
      points: 'minimum',
      currency: 'format',
    })
    const now = instant(performance.timeOrigin).toISOString()
    const backwards = `startDate=${now}&endDate=2026-01-01T00:00:00Z`
    expect(fieldsOf(await call('GET', `${path}?${backwards}`))).toEqual({ startDate: 'range' })
    const long = 'startDate=2001-01-01T00:00:00Z'
    expect(fieldsOf(await call('GET', `${path}?${long}`))).toEqual({ startDate: 'range' })
    const first = 'endDate=0001-01-01T23:00:00Z'
    expect(fieldsOf(await call('GET', `${path}?${first}`))).toEqual({ endDate: 'range' })
    const atFirst = await call('GET', `${path}?${first}&hours=23`)
    expect([atFirst.status, atFirst.body.data]).toEqual([200, expect.any(Array)])
    for (const id of [wallet.wallet.id, `InternalAccount:${randomUUID()}`, 'x']) {
      expectRefusal(await call('GET', `${path}?accountId=${id}`), 404, 'ACCOUNT_NOT_FOUND')
    }
  })
})
