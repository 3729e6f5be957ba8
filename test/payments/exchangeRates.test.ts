/**
 * Exchange rates from the feed to the quote and the audit: a feed that stands still, a jump, two sources apart, an
 * override that ends by itself, and quotes at the moment of a change.
 */
import { fetch } from 'undici'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../contract/time.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { rowsOf } from '../durability/payments.ts'
import { type Resource, shown, waitUntil } from '../support/builders.ts'
import { asOperator, decideByTwo, twoOperators, withoutAsking } from '../support/paymentsCommand.ts'
import { aEuroAccount } from '../support/scaPayers.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { accountOf, aFundedCustomer, askQuote, from, type TestCustomer, to } from './customers.ts'

const EUR = 'Rate:SANDBOX/USD-EUR'
const SPREAD = 20n

let stack: TestStack
let payer: TestCustomer
let bank: Resource
let api: ApiClient

beforeAll(async () => {
  stack = await aRunningStack({
    env: {
      ...{ TEST_CLOCK: 'true', CHECK_RESPONSES: 'true' },
      ...{ RATE_FIAT_SECONDS: '1', RATE_TICKER_SECONDS: '1', RATE_DAILY_SECONDS: '1' },
    },
  })
  payer = await aFundedCustomer(stack, 'USD', 1_000_000n)
  bank = await aEuroAccount(payer)
  api = payer.api
  // Who confirms has had an account before the decision.
  await twoOperators(stack)
  await fetchedAnew('EUR')
})
afterEach(async () => {
  await order('DELETE', '')
})
afterAll(async () => {
  await stack?.stop()
})

async function order(method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${stack.env.SANDBOX_CONTROL_URL}/rates${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.ok, await answer.text()).toBe(true)
}

const quote = (amount = 10_000) => askQuote(api, from(accountOf(payer, 'USD')), to(bank), amount)

type Used = {
  readonly receiving: {
    readonly perUsd: string
    readonly observation?: number
    readonly override?: string
  }
  readonly spreadBasisPoints: number
}

/** What a quote was priced by. */
async function usedBy({ id }: Resource): Promise<Used> {
  const [row] = await rowsOf<{ used: Used }>(
    stack,
    'select rate_used as used from payments where id = $1',
    [id.replace('Quote:', '')],
  )
  if (row === undefined) throw new Error('no payment')
  return row.used
}

/** The time of the whole stack. */
const now = async (): Promise<Date> => {
  const [row] = await rowsOf<{ now: Date }>(stack, 'select service_now() as now')
  return row?.now ?? systemClock.now()
}

async function advance(by: string): Promise<void> {
  shown('move', await api.call('POST', '/sandbox/clock', { advanceBy: by }), 200)
}

/** The feed has been read since now. */
async function fetchedAnew(currency: string): Promise<void> {
  const since = await now()
  await waitUntil(`a rate of ${currency}`, async () => {
    const rows = await rowsOf(
      stack,
      `select 1 from exchange_rates where environment = 'SANDBOX' and currency = $1 and source_time >= $2`,
      // Its times are whole seconds.
      [currency, new Date(Math.ceil(since.getTime() / 1_000) * 1_000)],
    )
    return rows.length > 0 || undefined
  })
}

const ofInbox = async (kind: string): Promise<string[]> => {
  const printed = await asOperator(stack, 'inbox', 'list', '--json')
  const { data } = JSON.parse(printed) as { data: { kind: string; subject: string }[] }
  return data.filter((item) => item.kind === kind).map(({ subject }) => subject)
}

/** What the audit has of the rate, the oldest first. */
async function audited(): Promise<string[]> {
  const rows = await rowsOf<{ action: string; decision: string | null }>(
    stack,
    `select action, details ->> 'decision' as decision from operator_audit where subject = $1 and action <> 'readItem' order by id`,
    [EUR],
  )
  return rows.map(({ action, decision }) => `${action} ${decision}`)
}

const refused = [400, 'QUOTE_RATE_UNAVAILABLE']

test('a clock that is moved makes no rate old: the feeds are read at the new time', async () => {
  await advance('P7D')
  const made = shown('quote', await quote(), 201)
  expect(made.totalReceivingAmount).toBe(8521)
  const { receiving } = await usedBy(made)
  const [row] = await rowsOf<{ source: string; age: number }>(
    stack,
    `select source, extract(epoch from service_now() - source_time)::float8 as age from exchange_rate_observations where id = $1`,
    [receiving.observation],
  )
  expect(row?.source).toBe('OPEN_EXCHANGE_RATES')
  expect(row?.age).toBeLessThan(60)
})

test('a feed that stands still is used for two hours, and then nothing is priced until an operator says at what', async () => {
  // A Wednesday: on a weekend the last rates of Friday are used.
  const start = await now()
  await advance(`P${((9 - start.getUTCDay()) % 7) + 1}D`)
  await fetchedAnew('EUR')
  await order('PUT', '/latest', { frozenAt: (await now()).toISOString() })
  await fetchedAnew('BTC')
  await advance('PT1H50M')
  shown('quote', await quote(), 201)
  await advance('PT20M')
  const stale = await quote()
  expect([stale.status, stale.body.code]).toEqual(refused)
  const pair = '/exchange-rates?sourceCurrency=USD&destinationCurrency=EUR'
  const rates = await api.call('GET', pair)
  expect([rates.status, rates.body.code]).toEqual(refused)
  // Without a pair: those that have a rate.
  const all = shown('rates', await api.call('GET', '/exchange-rates?sourceCurrency=USD'), 200)
  const codes = (all.data as { destinationCurrency: { code: string } }[]).map(
    ({ destinationCurrency }) => destinationCurrency.code,
  )
  expect([...new Set(codes)]).toEqual(['USD'])
  expect(await ofInbox('RATE_UNUSABLE')).toContain(EUR)

  const ends = new Date((await now()).getTime() + 30 * 60_000).toISOString()
  await decideByTwo(stack, 'rate', 'override', EUR, '--rate', '0.9', '--until', ends)
  const priced = shown('quote', await quote(), 201)
  const { receiving, spreadBasisPoints } = await usedBy(priced)
  expect([receiving.perUsd, receiving.observation, spreadBasisPoints]).toEqual([
    '9/10',
    undefined,
    20,
  ])
  expect(receiving.override).toMatch(/^[0-9a-f-]{36}$/)
  expect(await ofInbox('RATE_OVERRIDE')).toEqual([EUR])
  expect(await asOperator(stack, 'rate', 'list')).toMatch(/Rate:SANDBOX\/USD-EUR +0\.9 +OVERRIDE/)

  // It ends by itself, and the feed stands still.
  await advance('PT31M')
  const again = await quote()
  expect([again.status, again.body.code]).toEqual(refused)
  expect(await ofInbox('RATE_OVERRIDE')).toEqual([])
  await order('DELETE', '')
  await waitUntil('the feed is read', async () => (await quote()).status === 201 || undefined)
  expect(await audited()).toEqual(['decide override', 'confirmDecision override'])
  // The quote was made at the override's rate, and says so for ever.
  expect((await usedBy(priced)).receiving.perUsd).toBe('9/10')
})

test('a jump waits: quotes keep the last rate until it is confirmed, or an operator accepts it', async () => {
  await fetchedAnew('EUR')
  // Its times are whole seconds: a later one than the last.
  const frozenAt = new Date((await now()).getTime() + 2_000).toISOString()
  await order('PUT', '/latest', { frozenAt, prices: { EUR: '0.95' } })
  const [waiting] = await waitUntil('it waits', async () => {
    const rows = await rowsOf<{ id: string }>(
      stack,
      `select waiting_id as id from exchange_rates where environment = 'SANDBOX' and currency = 'EUR' and waiting_id is not null`,
    )
    return rows.length > 0 ? rows : undefined
  })
  expect((await usedBy(shown('quote', await quote(), 201))).receiving.perUsd).toBe('859/1000')
  expect(await ofInbox('RATE_WAITING')).toEqual([EUR])
  await decideByTwo(stack, 'rate', 'accept', EUR, '--observation', String(waiting?.id))
  await waitUntil('quotes have it', async () => {
    const { receiving } = await usedBy(shown('quote', await quote(), 201))
    return receiving.perUsd === '19/20' && receiving.observation === Number(waiting?.id)
      ? true
      : undefined
  })
  expect((await audited()).slice(-2)).toEqual(['decide accept', 'confirmDecision accept'])
})

test('two sources apart: it is used once it is confirmed, and stays in the inbox', async () => {
  await order('PUT', '/daily', { prices: { GBP: '1.5' } })
  // It says each day once.
  await advance('P1D')
  await waitUntil('they are apart', async () => {
    const apart = await ofInbox('RATE_APART')
    return apart.includes('Rate:SANDBOX/USD-GBP') || undefined
  })
  // Until the feed's next instant has confirmed it; the one after that waits again.
  await waitUntil('one waits', async () => {
    const rows = await rowsOf(
      stack,
      `select 1 from exchange_rate_observations where environment = 'SANDBOX' and currency = 'GBP' and reason = 'APART'`,
    )
    return rows.length > 0 || undefined
  })
})

test('fifty quotes at the moment of a change: each is of one row, and at its rate', async () => {
  await waitUntil('the usual rate', async () => {
    const { receiving } = await usedBy(shown('quote', await quote(), 201))
    return receiving.perUsd === '859/1000' || undefined
  })
  const made: Resource[] = []
  for (const [round, price] of ['0.859', '0.865', '0.87', '0.865', '0.859'].entries()) {
    await order('PUT', '/latest', { prices: { EUR: price } })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => quote(10_000 + round * 10 + index)),
    )
    made.push(...answers.map((answer) => shown('quote', answer, 201)))
    await fetchedAnew('EUR')
  }
  expect(made.length).toBe(50)
  const rows = await rowsOf<{ id: string; used: Used; row: string }>(
    stack,
    `select p.id, p.rate_used as used, o.per_usd_numerator || '/' || o.per_usd_denominator as row
      from payments p join exchange_rate_observations o on o.id = (p.rate_used #>> '{receiving,observation}')::bigint
      where p.id = any ($1)`,
    [made.map(({ id }) => id.replace('Quote:', ''))],
  )
  expect(rows.length).toBe(50)
  for (const { id, used, row } of rows) {
    expect(used.receiving.perUsd).toBe(row)
    const [numerator = 0n, denominator = 1n] = row.split('/').map(BigInt)
    const priced = made.find((one) => one.id === `Quote:${id}`)
    const net = BigInt(Number(priced?.totalSendingAmount) - Number(priced?.feesIncluded))
    const received = (net * numerator * (10_000n - SPREAD)) / (denominator * 10_000n)
    expect(BigInt(Number(priced?.totalReceivingAmount))).toBe(received)
  }
})

test('a spread of a platform is that platform’s, and a narrower one needs two', async () => {
  const [row] = await rowsOf<{ id: string }>(
    stack,
    'select platform_id as id from customers where id = $1',
    [payer.customer.id.replace('Customer:', '')],
  )
  const platform = `PlatformConfig:${row?.id}`
  const set = ['rate', 'spread', EUR, '--platform', platform, '--basis-points']
  expect(await asOperator(stack, ...set, '100', ...withoutAsking)).toContain('100 basis points')
  await waitUntil('it is wider', async () => {
    const { spreadBasisPoints } = await usedBy(shown('quote', await quote(), 201))
    return spreadBasisPoints === 100 || undefined
  })
  await decideByTwo(stack, ...set, '5')
})
