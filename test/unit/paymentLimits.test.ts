/** Limits of a day, judged and counted by the SQL functions where payments are executed, on a real database. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import {
  aLedgerFixture,
  executed,
  type LedgerFixture,
  type PlannedPayment,
  type Shape,
} from './ledgerFixture.ts'

let database: Database
let fixture: LedgerFixture

let server: TestDatabase

beforeAll(async () => {
  server = await aDatabase()
  // Fifty wait for a connection, and for each other, however slow the machine is.
  database = openDatabase(server.url, {
    ...{ poolMax: 25, poolWaitMs: 60_000, statementTimeoutMs: 60_000 },
  })
  fixture = await aLedgerFixture(database, server.url)
  await fund()
})
afterAll(async () => {
  await database.close()
  await server.drop()
})
afterEach(async () => {
  for (const name of [...NAMES, 'UNPROVEN_WALLET']) await end(name)
  await database.query({ text: 'delete from payment_usage' })
  await database.query({ text: 'delete from payment_usage_returns' })
})

const NAMES = [
  'DAILY_VOLUME',
  'DAILY_PAYMENTS',
  'PAYEE_DAILY_VOLUME',
  'PAYEE_DAILY_PAYMENTS',
] as const
const AMOUNT = 1_000

type Limit = {
  readonly currency?: string
  readonly everybody?: true
  readonly from?: string
}

const limit = (name: string, maximum: number | null, more: Limit = {}): Promise<void> =>
  database.call(
    'set_payment_limit',
    ...(['SANDBOX', more.everybody ? null : fixture.platformId, name] as const),
    name.endsWith('PAYMENTS') ? null : (more.currency ?? 'USD'),
    maximum === null ? null : String(maximum),
    ...([false, more.from ?? null, 'test', 'test'] as const),
  )
const end = (name: string): Promise<void> =>
  database.call(
    'set_payment_limit',
    ...(['SANDBOX', fixture.platformId, name, null, null, true, null, 'test', 'test'] as const),
  )

/** COMMITTED, or the code of the refusal. */
async function outcomeOf(planned: PlannedPayment): Promise<string> {
  const deposited = planned.isFunded ? String(planned.sending) : undefined
  const answer = (await fixture.execute(planned, deposited)) as { outcome: string; code?: string }
  return answer.code ?? answer.outcome
}

async function created(shape: Shape, amount = AMOUNT): Promise<PlannedPayment> {
  const planned = fixture.planned(shape, amount)
  expect(await fixture.create(planned)).not.toHaveProperty('refused')
  return planned
}

const many = (count: number, shape: Shape = 'BANK'): Promise<PlannedPayment[]> =>
  Promise.all(Array.from({ length: count }, () => created(shape)))

async function outcomes(planned: readonly PlannedPayment[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const outcome of await Promise.all(planned.map(outcomeOf))) {
    found[outcome] = (found[outcome] ?? 0) + 1
  }
  return found
}

type Usage = { readonly counted: string; readonly amount: number; readonly payments: number }
const usage = (): Promise<Usage[]> =>
  database.query<Usage>({
    text: `select split_part(counted, '/', 1) as counted, amount::float8 as amount, payments from payment_usage order by 1`,
  })

/** Each has a customer and an account of its own that pays: no lock but the limit's is taken by all of them. */
async function ofManyPayers(planned: readonly PlannedPayment[]): Promise<void> {
  for (const { id, sending } of planned) {
    const [customer, account] = [randomUUID(), randomUUID()]
    await database.query({
      text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status)
        select $1, id, $2, 'INDIVIDUAL', '$' || $2 || '@' || uma_domain, 'APPROVED' from platforms where id = $3`,
      values: [customer, customer, fixture.platformId],
    })
    await database.query({
      text: `select open_internal_account($1, $2, $3, 'INTERNAL_FIAT', 'USD', 'ACTIVE')`,
      values: [account, fixture.platformId, customer],
    })
    await fixture.ask('fund_account', {
      ...{ platformId: fixture.platformId, accountId: account, transactionId: randomUUID() },
      amount: String(sending),
    })
    await database.query({
      text: 'update payments set customer_id = $2, source_account_id = $3 where id = $1',
      values: [id, customer, account],
    })
  }
}

const fund = (): Promise<unknown> => fixture.fund(0, 100_000)

describe('fifty payments at once', () => {
  test('against a daily volume for seven: seven', async () => {
    await fund()
    const planned = await many(50)
    await limit('DAILY_VOLUME', 7 * AMOUNT + 999)
    expect(await outcomes(planned)).toEqual({ COMMITTED: 7, DAILY_VOLUME_LIMIT_EXCEEDED: 43 })
    expect(await usage()).toEqual([{ counted: 'PLATFORM', amount: 7_000, payments: 7 }])
  })

  test('of as many payers, against a daily volume for seven: seven', async () => {
    const planned = await many(50)
    await ofManyPayers(planned)
    await limit('DAILY_VOLUME', 7 * AMOUNT)
    expect(await outcomes(planned)).toEqual({ COMMITTED: 7, DAILY_VOLUME_LIMIT_EXCEEDED: 43 })
    expect(await usage()).toEqual([{ counted: 'PLATFORM', amount: 7_000, payments: 7 }])
  })

  test('of as many payers, against a number of seven: seven', async () => {
    const planned = await many(50)
    await ofManyPayers(planned)
    await limit('DAILY_PAYMENTS', 7)
    await limit('DAILY_PAYMENTS', 7)
    expect(await outcomes(planned)).toEqual({ COMMITTED: 7, VELOCITY_LIMIT_EXCEEDED: 43 })
    expect(await usage()).toEqual([{ counted: 'PLATFORM', amount: 0, payments: 7 }])
  })

  test('against a payee’s volume and number', async () => {
    await fund()
    const planned = [...(await many(25)), ...(await many(25, 'NEIGHBOUR'))]
    await limit('PAYEE_DAILY_VOLUME', 7 * AMOUNT)
    await limit('PAYEE_DAILY_PAYMENTS', 9)
    // Seven to the bank, and seven to the other customer.
    expect(await outcomes(planned)).toEqual({ COMMITTED: 14, DAILY_VOLUME_LIMIT_EXCEEDED: 36 })
    expect(await usage()).toEqual([
      { counted: 'PAYEE', amount: 7_000, payments: 7 },
      { counted: 'PAYEE', amount: 7_000, payments: 7 },
    ])
  })

  test('of every kind', async () => {
    await fund()
    const kinds: Shape[] = ['BANK', 'BANK_WITH_FEES', 'NEIGHBOUR', 'UMA_BANK', 'UMA_NEIGHBOUR']
    const others: Shape[] = ['FUNDED_BANK', 'PULLED_BANK']
    const planned = await Promise.all([...kinds, ...others].map((shape) => many(7, shape)))
    await limit('DAILY_VOLUME', 7 * AMOUNT)
    const found = await outcomes(planned.flat())
    expect(found).toEqual({ COMMITTED: 7, DAILY_VOLUME_LIMIT_EXCEEDED: 42 })
  })

  test('that are made and executed at once', async () => {
    await fund()
    await limit('DAILY_VOLUME', 7 * AMOUNT)
    const planned = Array.from({ length: 50 }, () => fixture.planned('BANK', AMOUNT))
    const answers = (await Promise.all(planned.map((each) => fixture.place(each)))) as {
      outcome: string
      code?: string
    }[]
    expect(answers.filter(({ outcome }) => outcome === 'COMMITTED')).toHaveLength(7)
    const codes = new Set(answers.flatMap(({ code }) => code ?? []))
    expect([...codes]).toEqual(['DAILY_VOLUME_LIMIT_EXCEEDED'])
    // A refused one leaves nothing.
    const left = await Promise.all(planned.map((each) => fixture.exists(each)))
    expect(left.filter(Boolean)).toHaveLength(7)
  })
})

describe('what counts', () => {
  test('what stays with its owner, and what comes from outside, does not', async () => {
    await fund()
    await limit('DAILY_VOLUME', 0)
    await limit('DAILY_PAYMENTS', 0)
    for (const shape of ['FUNDED_OWN', 'PULLED_OWN', 'INCOMING'] as const) {
      await executed(fixture, fixture.planned(shape, AMOUNT))
    }
    expect(await usage()).toEqual([])
  })

  test('without a limit there is no counter', async () => {
    await fund()
    await executed(fixture, fixture.planned('BANK', AMOUNT))
    expect(await usage()).toEqual([])
    const counted = await database.query({
      text: 'select 1 from payments where limits_counted is not null',
    })
    // Of the tests before.
    expect(counted.length).toBeLessThanOrEqual(64)
  })

  test.each([
    ['OUTGOING', 'BANK'],
    ['INCOMING', 'NEIGHBOUR'],
  ] as const)('a platform that leaves %s out of a currency', async (type, shape) => {
    await fund()
    const types = ['OUTGOING', 'INCOMING'].filter((each) => each !== type)
    const set = (enabled: readonly string[]): Promise<unknown> =>
      database.query({
        text: `update platforms set supported_currencies = (select jsonb_agg(
            jsonb_set(c, '{enabledTransactionTypes}', to_jsonb($2::text[])))
          from jsonb_array_elements(supported_currencies) c) where id = $1`,
        values: [fixture.platformId, enabled],
      })
    const quoted = fixture.planned(shape, AMOUNT)
    expect(await fixture.create(quoted)).toHaveProperty('payment')
    await set(types)
    const planned = fixture.planned(shape, AMOUNT)
    expect(await fixture.create(planned)).toEqual({ refused: 'INVALID_CURRENCY' })
    expect(await fixture.exists(planned)).toBe(false)
    // What was promised stays.
    expect(await fixture.execute(quoted)).toMatchObject({ outcome: 'COMMITTED' })
    await set(['OUTGOING', 'INCOMING'])
    expect(await fixture.create(planned)).toHaveProperty('payment')
  })

  test('a quote above the limit is refused when it is asked for', async () => {
    await limit('DAILY_VOLUME', AMOUNT - 1)
    const planned = fixture.planned('BANK', AMOUNT)
    expect(await fixture.create(planned)).toEqual({ refused: 'DAILY_VOLUME_LIMIT_EXCEEDED' })
    expect(await fixture.exists(planned)).toBe(false)
    // The key is free again.
    await limit('DAILY_VOLUME', AMOUNT)
    expect(await fixture.create(planned)).not.toHaveProperty('refused')
  })

  test('one payee is the same under every spelling and registration', async () => {
    await fund()
    const planned = await many(2)
    await limit('PAYEE_DAILY_VOLUME', AMOUNT)
    await database.query({
      text: `with other as (insert into external_accounts
          select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(),
            'identity', '00' || upper(e.identity) || '/021000021'))).*
          from external_accounts e where id = (select destination_account_id from payments where id = $1) returning id)
        update payments set destination_account_id = (select id from other) where id = $2`,
      values: [planned[0]?.id, planned[1]?.id],
    })
    expect(await outcomes(planned)).toEqual({ COMMITTED: 1, DAILY_VOLUME_LIMIT_EXCEEDED: 1 })
  })

  test('and under every type of account: an address of many chains, an IBAN of many currencies', async () => {
    await fund()
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    const registrations = [
      ...['BASE_WALLET', 'ETHEREUM_WALLET', 'POLYGON_WALLET'].map((type) => [type, address]),
      ['EUR_ACCOUNT', 'DE89370400440532013000'],
      ['SWIFT_ACCOUNT', 'DE89370400440532013000/COBADEFFXXX'],
    ]
    const planned = await many(registrations.length)
    await limit('PAYEE_DAILY_PAYMENTS', 1)
    for (const [index, [type, identity]] of registrations.entries()) {
      await database.query({
        text: `with other as (insert into external_accounts
            select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'account_type', $2::text,
              'identity', upper($3)))).*
            from external_accounts e where id = (select destination_account_id from payments where id = $1) returning id)
          update payments set destination_account_id = (select id from other) where id = $1`,
        values: [planned[index]?.id, type, identity],
      })
    }
    expect(await outcomes(planned)).toEqual({ COMMITTED: 2, VELOCITY_LIMIT_EXCEEDED: 3 })
  })

  test('a day is one of UTC: the next one begins anew', async () => {
    await fund()
    const [first, second, third] = await many(3)
    await limit('DAILY_VOLUME', AMOUNT)
    expect(await outcomeOf(first as PlannedPayment)).toBe('COMMITTED')
    expect(await outcomeOf(second as PlannedPayment)).toBe('DAILY_VOLUME_LIMIT_EXCEEDED')
    await database.query({ text: 'update payment_usage set day = day - 1' })
    expect(await outcomeOf(third as PlannedPayment)).toBe('COMMITTED')
  })

  test('a payment that fails gives its amount back, once, and its number stays', async () => {
    await fund()
    const [first, second, third] = (await many(3)) as [
      PlannedPayment,
      PlannedPayment,
      PlannedPayment,
    ]
    await limit('DAILY_VOLUME', AMOUNT)
    await limit('DAILY_PAYMENTS', 2)
    expect(await outcomeOf(first)).toBe('COMMITTED')
    expect(await outcomeOf(second)).toBe('DAILY_VOLUME_LIMIT_EXCEEDED')
    for (let time = 0; time < 2; time += 1) {
      await fixture.ask(
        'fail_payment',
        first.id,
        'PAYOUT_FAILED',
        'TRANSACTION_FAILED',
        'COMPLETED',
      )
    }
    expect(await outcomeOf(second)).toBe('COMMITTED')
    expect(await usage()).toEqual([{ counted: 'PLATFORM', amount: AMOUNT, payments: 2 }])
    // Returned after it has settled: that was no payment either.
    await fixture.ask('settle_payment', second.id)
    await fixture.ask('return_payment', second.id, 'PAYOUT_RETURNED')
    expect(await outcomeOf(third)).toBe('VELOCITY_LIMIT_EXCEEDED')
    await limit('DAILY_PAYMENTS', 3)
    expect(await outcomeOf(third)).toBe('COMMITTED')
  })

  test('one that settles after it had failed takes its amount again, and gives it back with its return', async () => {
    await fund()
    const [first, second, third] = (await many(3)) as [
      PlannedPayment,
      PlannedPayment,
      PlannedPayment,
    ]
    await limit('DAILY_VOLUME', 2 * AMOUNT - 1)
    expect(await outcomeOf(first)).toBe('COMMITTED')
    await fixture.ask('prepare_payout', first.id)
    await fixture.ask('fail_payment', first.id, 'PAYOUT_FAILED', 'TRANSACTION_FAILED', 'COMPLETED')
    for (let time = 0; time < 2; time += 1) {
      expect(await fixture.ask('settle_payment', first.id)).toBe('SETTLED_LATE')
      expect(await outcomeOf(second)).toBe('DAILY_VOLUME_LIMIT_EXCEEDED')
    }
    for (let time = 0; time < 2; time += 1) {
      await fixture.ask('return_payment', first.id, 'PAYOUT_RETURNED')
    }
    expect(await outcomeOf(second)).toBe('COMMITTED')
    expect(await usage()).toEqual([{ counted: 'PLATFORM', amount: AMOUNT, payments: 2 }])

    // One that had settled, is reported as failed, and has settled after all that.
    await fixture.ask('prepare_payout', second.id)
    await fixture.ask('settle_payment', second.id)
    await fixture.ask('reverse_payout', second.id, 'PAYOUT_RETURNED')
    for (let time = 0; time < 2; time += 1) await fixture.ask('settle_reversed_payout', second.id)
    expect(await outcomeOf(third)).toBe('DAILY_VOLUME_LIMIT_EXCEEDED')
  })

  test('what a platform pays to a customer of its own, whomever the order names', async () => {
    await fund()
    const planned = await created('NEIGHBOUR')
    const platformAccount = randomUUID()
    await database.query({
      text: `select open_internal_account($1, $2, null, 'INTERNAL_FIAT', 'GBP', 'ACTIVE')`,
      values: [platformAccount, fixture.platformId],
    })
    const [found] = await database.query<{ payee: string | null; own: string | null }>({
      text: `select payee_of_order(o || jsonb_build_object('sourceAccountId', $2::text, 'customerId', a.customer_id)) as payee,
          payee_of_order(o || jsonb_build_object('sourceAccountId', a.id, 'customerId', a.customer_id)) as own
        from payments p join internal_accounts a on a.id = p.destination_internal_id, order_of(p) o where p.id = $1`,
      values: [planned.id, platformAccount],
    })
    expect(found?.payee).toMatch(/^holder\//)
    expect(found?.own).toBe(null)
  })

  test('a deposit of another amount goes back, and is not counted', async () => {
    const planned = await created('FUNDED_BANK')
    await limit('DAILY_VOLUME', AMOUNT)
    expect(await fixture.execute(planned, '999')).toMatchObject({ outcome: 'COMMITTED' })
    expect(await usage()).toEqual([])
  })
})

describe('the currency of a limit is its own', () => {
  test('at the rate that may be used, rounded up', async () => {
    await fund()
    const planned = await many(3)
    // 1,000 US cents are 859 euro cents.
    await limit('DAILY_VOLUME', 2 * 859, { currency: 'EUR' })
    expect(await outcomes(planned)).toEqual({ COMMITTED: 2, DAILY_VOLUME_LIMIT_EXCEEDED: 1 })
    // What was counted is worth as much in another one.
    await limit('DAILY_VOLUME', 3 * AMOUNT)
    expect(await outcomeOf(await created('BANK', AMOUNT - 10))).toBe('COMMITTED')
    const [counted] = await usage()
    expect(counted?.amount).toBeGreaterThanOrEqual(2_990)
    expect(counted?.amount).toBeLessThanOrEqual(2_992)
  })

  test('without a rate nothing is known to be within it', async () => {
    const planned = await created('BANK')
    await limit('DAILY_VOLUME', 1_000_000, { currency: 'GBP' })
    const rated = (text: string): Promise<unknown> =>
      database.query({
        text: `update exchange_rates set source_time = ${text} where environment = 'SANDBOX' and currency = 'GBP'`,
      })
    await rated(`service_now() - interval '60 days'`)
    expect(await outcomeOf(planned)).toBe('QUOTE_RATE_UNAVAILABLE')
    // What was given back in it waits for its rate.
    await limit('DAILY_VOLUME', 1_000_000)
    await database.query({
      text: `insert into payment_usage_returns (platform_id, counted, day, currency, amount)
        select $1, 'PLATFORM', (service_now() at time zone 'UTC')::date, c, 1 from unnest(array['GBP', 'EUR']) c`,
      values: [fixture.platformId],
    })
    expect(await outcomeOf(await created('BANK'))).toBe('COMMITTED')
    const waiting = await database.query({ text: 'select currency from payment_usage_returns' })
    expect(waiting).toEqual([{ currency: 'GBP' }])
    await limit('DAILY_VOLUME', 1_000_000, { currency: 'GBP' })
    // The agents' judgement asks the same: no rule of theirs is kept by an amount that is not known.
    const [known] = await database.query<{ amount: string | null }>({
      text: 'select amount_at(1, null, null) as amount',
    })
    expect(known?.amount).toBe(null)
    await rated('null')
    expect(await outcomeOf(planned)).toBe('COMMITTED')
  })
})

test('the largest payment of a corridor that was lowered since the quote is judged again', async () => {
  const planned = await created('BANK')
  await limit('USD-FIAT', AMOUNT - 1)
  expect(await outcomeOf(planned)).toBe('TRANSACTION_SIZE_LIMIT_EXCEEDED')
  await limit('USD-FIAT', AMOUNT)
  expect(await outcomeOf(planned)).toBe('COMMITTED')
  await end('USD-FIAT')
})

describe('the record in force', () => {
  const inForce = async (): Promise<string | null | undefined> => {
    const [row] = await database.query<{ maximum: string | null }>({
      text: `select maximum::text from limits_in_force('SANDBOX', $1, array['DAILY_VOLUME'], service_now())`,
      values: [fixture.platformId],
    })
    return row?.maximum
  }

  test('a platform’s own comes before everybody’s, until it ends', async () => {
    expect(await inForce()).toBeUndefined()
    await limit('DAILY_VOLUME', 100, { everybody: true })
    expect(await inForce()).toBe('100')
    await limit('DAILY_VOLUME', 200)
    await limit('DAILY_VOLUME', 50, { everybody: true })
    expect(await inForce()).toBe('200')
    await limit('DAILY_VOLUME', null)
    expect(await inForce()).toBe(null)
    await end('DAILY_VOLUME')
    expect(await inForce()).toBe('50')
    await limit('DAILY_VOLUME', null, { everybody: true })
    expect(await inForce()).toBe(null)
  })

  test('from its instant on', async () => {
    await limit('DAILY_VOLUME', 100)
    await limit('DAILY_VOLUME', 1, { from: new Date(Date.now() + 60_000).toISOString() })
    expect(await inForce()).toBe('100')
  })

  test('of a corridor: a platform’s own of all bank currencies comes before everybody’s that names one', async () => {
    const largest = async (receiving: string): Promise<number | null | undefined> => {
      const [row] = await database.query<{ found: number | null }>({
        text: `select largest_payment('SANDBOX', $1, 'USD', $2)::float8 as found`,
        values: [fixture.platformId, receiving],
      })
      return row?.found
    }
    const everybodys = await largest('BTC')
    await limit('USD-FIAT', 100)
    expect([await largest('USD'), await largest('EUR')]).toEqual([100, 100])
    // What is no currency of banks is another corridor.
    expect(await largest('BTC')).toBe(everybodys)
    await limit('USD-EUR', 1_000_000, { everybody: true })
    expect(await largest('EUR')).toBe(100)
    await limit('USD-EUR', 200)
    expect(await largest('EUR')).toBe(200)
    for (const name of ['USD-EUR', 'USD-FIAT']) await end(name)
    expect(await largest('EUR')).toBe(1_000_000)

    const fee = async (): Promise<number | undefined> => {
      const [row] = await database.query<{ fixed: number }>({
        text: `select (fee_in_force('SANDBOX', $1, 'USD', 'USD')).fixed_amount::float8 as fixed`,
        values: [fixture.platformId],
      })
      return row?.fixed
    }
    const setFee = (fixed: string | null): Promise<void> =>
      database.call(
        'set_service_fee',
        ...([
          'SANDBOX',
          fixture.platformId,
          'USD',
          'FIAT',
          fixed,
          fixed === null ? null : 7,
        ] as const),
        ...([null, 'test', 'test'] as const),
      )
    const before = await fee()
    await setFee('777')
    expect(await fee()).toBe(777)
    await setFee(null)
    expect(await fee()).toBe(before)
  })

  test('is neither changed nor deleted', async () => {
    for (const table of ['payment_limits', 'service_fees']) {
      const changes = [`update ${table} set reason = 'other'`, `delete from ${table}`]
      for (const text of changes) {
        await expect(database.query({ text })).rejects.toThrow('neither changed nor deleted')
      }
    }
  })
})

test('the books are right after all that', async () => {
  expect((await checkLedger(database)).findings).toEqual([])
})
