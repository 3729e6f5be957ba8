/** Which rates are accepted and which may be used, by the SQL functions on a real database. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fraction, fractionOf } from '../../contract/decimal.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { systemClock } from '../../contract/time.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { corridorOf } from '../../db/payments/corridors.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let database: Database
beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 4 })
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

const MINUTE = 60
const HOUR = 3_600
const feedOf = { EUR: 'OPEN_EXCHANGE_RATES', BTC: 'TICKER', USDC: 'TICKER' } as const

/** @param agoSeconds of the feed's time */
async function say(
  environment: Environment,
  currency: string,
  text: string,
  agoSeconds: number,
  source: string = feedOf[currency as keyof typeof feedOf] ?? 'OPEN_EXCHANGE_RATES',
): Promise<Readonly<Record<string, number>>> {
  const { numerator, denominator } = fractionOf(text) as Fraction
  const sourceTime = new Date(systemClock.now().getTime() - agoSeconds * 1_000).toISOString()
  const rate = {
    currency,
    sourceTime,
    numerator: String(numerator),
    denominator: String(denominator),
  }
  const reading = { rates: [rate], missing: [], validators: {} }
  return database.call('record_rate_reading', environment, source, reading, 600)
}

type Usable = { readonly numerator: bigint; readonly denominator: bigint; readonly spread: number }

async function usable(environment: Environment, currency: string): Promise<string | undefined> {
  const row = await database.maybeOne<Usable>({
    text: 'select numerator, denominator, spread from usable_rate($1, $2)',
    values: [environment, currency],
  })
  return row && `${row.numerator}/${row.denominator} +${row.spread}`
}

/** Until when a rate of an instant is used. */
async function until(kind: string, sourceTime: string): Promise<string> {
  const row = await database.one<{ until: Date }>({
    text: 'select rate_usable_until($1, $2) as until',
    values: [kind, sourceTime],
  })
  return row.until.toISOString()
}

const quote = (environment: Environment, sending: string, receiving: string) =>
  corridorOf(
    // A cache of its own each time.
    { database: Object.create(database) as Database, clock: systemClock },
    { environment, platformId: '', sending, receiving },
  )

describe('what may be used', () => {
  test('the sandbox has prices before its feeds are read; production has none but dollars', async () => {
    expect(await usable('SANDBOX', 'GBP')).toBe('7440/10000 +20')
    expect(await usable('PRODUCTION', 'GBP')).toBeUndefined()
    expect(await usable('PRODUCTION', 'USDB')).toBe('1/1 +0')
    await expect(quote('PRODUCTION', 'USD', 'GBP')).rejects.toMatchObject({
      code: 'QUOTE_RATE_UNAVAILABLE',
    })
    // A currency is worth itself.
    expect((await quote('PRODUCTION', 'GBP', 'GBP')).used).toBeUndefined()
  })

  test('a rate ends with its age: two hours for a bank’s currency, a minute for a coin', async () => {
    expect(await say('PRODUCTION', 'EUR', '0.86', 3 * HOUR)).toEqual({ ACCEPTED: 1 })
    const before = new Date(systemClock.now().getTime() - 3 * HOUR * 1_000).toISOString()
    // On a weekend it is used, with a wider spread.
    const isClosed = (await until('FIAT', before)) > systemClock.now().toISOString()
    expect(await usable('PRODUCTION', 'EUR')).toBe(isClosed ? '43/50 +70' : undefined)
    expect(await say('PRODUCTION', 'EUR', '0.861', HOUR)).toEqual({ ACCEPTED: 1 })
    expect(await usable('PRODUCTION', 'EUR')).toBe('861/1000 +20')
    await say('PRODUCTION', 'BTC', '0.00001', 61)
    expect(await usable('PRODUCTION', 'BTC')).toBeUndefined()
    await expect(quote('PRODUCTION', 'BTC', 'EUR')).rejects.toMatchObject({
      code: 'QUOTE_RATE_UNAVAILABLE',
    })
    await say('PRODUCTION', 'BTC', '0.0000101', 50)
    expect(await usable('PRODUCTION', 'BTC')).toBe('101/10000000 +30')
    const { used } = await quote('PRODUCTION', 'BTC', 'EUR')
    expect(used).toMatchObject({
      sending: { currency: 'BTC', perUsd: '101/10000000' },
      receiving: { currency: 'EUR', perUsd: '861/1000' },
      spreadBasisPoints: 50,
    })
    const [row] = await database.query<{ currency: string; outcome: string }>({
      text: 'select currency, outcome from exchange_rate_observations where id = $1',
      values: [used?.receiving.observation],
    })
    expect(row).toEqual({ currency: 'EUR', outcome: 'ACCEPTED' })
  })

  test('over the weekend the last rates of Friday are used', async () => {
    const sunday = '2026-11-29T22:00:00.000Z'
    expect(await until('FIAT', '2026-11-27T19:59:00Z')).toBe('2026-11-27T21:59:00.000Z')
    expect(await until('FIAT', '2026-11-27T20:00:00Z')).toBe(sunday)
    expect(await until('FIAT', '2026-11-28T12:00:00Z')).toBe(sunday)
    expect(await until('FIAT', '2026-11-29T19:59:00Z')).toBe(sunday)
    expect(await until('FIAT', '2026-11-29T21:00:00Z')).toBe('2026-11-29T23:00:00.000Z')
    expect(await until('FIAT', '2026-11-25T12:00:00Z')).toBe('2026-11-25T14:00:00.000Z')
    expect(await until('CRYPTO', '2026-11-28T12:00:00Z')).toBe('2026-11-28T12:01:00.000Z')
  })
})

describe('what is accepted', () => {
  test('a feed that repeats itself, or comes late, changes nothing', async () => {
    expect(await say('PRODUCTION', 'GBP', '0.75', 30 * MINUTE)).toEqual({ ACCEPTED: 1 })
    expect(await say('PRODUCTION', 'GBP', '0.749', 30 * MINUTE + 1)).toEqual({})
    expect(await usable('PRODUCTION', 'GBP')).toBe('3/4 +20')
  })

  test('a jump waits for the next instant of the feed, which confirms it', async () => {
    await say('PRODUCTION', 'MXN', '18.7', 50 * MINUTE)
    expect(await say('PRODUCTION', 'MXN', '20', 40 * MINUTE)).toEqual({ WAITING: 1 })
    expect(await usable('PRODUCTION', 'MXN')).toBe('187/10 +35')
    // The same instant once more confirms nothing.
    expect(await say('PRODUCTION', 'MXN', '20', 40 * MINUTE + 1)).toEqual({})
    expect(await usable('PRODUCTION', 'MXN')).toBe('187/10 +35')
    expect(await say('PRODUCTION', 'MXN', '20.1', 30 * MINUTE)).toEqual({ ACCEPTED: 1 })
    expect(await usable('PRODUCTION', 'MXN')).toBe('201/10 +35')
  })

  test('a jump that is gone at the next instant never priced anything', async () => {
    await say('PRODUCTION', 'THB', '32', 50 * MINUTE)
    await say('PRODUCTION', 'THB', '3.2', 40 * MINUTE)
    await say('PRODUCTION', 'THB', '32.1', 30 * MINUTE)
    expect(await usable('PRODUCTION', 'THB')).toBe('321/10 +40')
    const rows = await database.query<{ said: string }>({
      text: `select outcome || coalesce(' ' || reason, '') as said from exchange_rate_observations
        where currency = 'THB' order by id`,
    })
    expect(rows.map(({ said }) => said)).toEqual(['ACCEPTED', 'REFUSED UNCONFIRMED', 'ACCEPTED'])
  })

  test('a coin moves by 5 %, and no further', async () => {
    await say('PRODUCTION', 'BTC', '0.0000104', 40)
    expect(await usable('PRODUCTION', 'BTC')).toBe('13/1250000 +30')
    expect(await say('PRODUCTION', 'BTC', '0.000012', 35)).toEqual({ WAITING: 1 })
  })

  test('far from the second source it waits too', async () => {
    expect(await say('PRODUCTION', 'CAD', '1.38', 10 * HOUR, 'ECB')).toEqual({ COMPARED: 1 })
    expect(await usable('PRODUCTION', 'CAD')).toBeUndefined()
    expect(await say('PRODUCTION', 'CAD', '1.45', HOUR)).toEqual({ WAITING: 1 })
    expect(await usable('PRODUCTION', 'CAD')).toBeUndefined()
    expect(await say('PRODUCTION', 'CAD', '1.39', 30 * MINUTE)).toEqual({ ACCEPTED: 1 })
  })

  test('a coin that promises a dollar is one within 50 basis points, and else has no rate', async () => {
    expect(await say('PRODUCTION', 'USDC', '1.004', 50)).toEqual({ ACCEPTED: 1 })
    expect(await usable('PRODUCTION', 'USDC')).toBe('1/1 +0')
    expect(await say('PRODUCTION', 'USDC', '1.006', 40)).toEqual({ REFUSED: 1 })
    // It ends with the age of the last good one.
    expect(await say('PRODUCTION', 'USDT', '1', 70, 'TICKER')).toEqual({ ACCEPTED: 1 })
    expect(await usable('PRODUCTION', 'USDT')).toBeUndefined()
  })

  test('what is of the future is refused, and hides nothing', async () => {
    expect(await say('PRODUCTION', 'ZAR', '17.7', -HOUR)).toEqual({ REFUSED: 1 })
    expect(await say('PRODUCTION', 'ZAR', '17.6', MINUTE)).toEqual({ ACCEPTED: 1 })
    expect(await usable('PRODUCTION', 'ZAR')).toBe('88/5 +60')
  })

  test('one environment knows nothing of the other', async () => {
    expect(await usable('SANDBOX', 'EUR')).toBe('8590/10000 +20')
    await say('SANDBOX', 'EUR', '0.86', MINUTE)
    expect(await usable('PRODUCTION', 'EUR')).toBe('861/1000 +20')
  })
})

describe('whose turn it is', () => {
  const claim = async (): Promise<string[]> => {
    const rows = await database.query<{ source: string }>({
      text: `select source from claim_rate_sources('SANDBOX', array['TICKER', 'ECB'], 30)`,
    })
    return rows.map(({ source }) => source).sort()
  }

  test('of workers who ask at once one reads a feed', async () => {
    const claimed = (await Promise.all(Array.from({ length: 8 }, claim))).flat()
    expect(claimed.sort()).toEqual(['ECB', 'TICKER'])
    await database.call('note_rate_failure', 'SANDBOX', 'ECB', 'UNAVAILABLE: no answer', 0)
    await database.call('record_rate_reading', 'SANDBOX', 'TICKER', null, 600)
    expect(await claim()).toEqual(['ECB'])
    const rows = await database.query<{ source: string; failure: string | null; readings: bigint }>(
      {
        text: `select source, failure, readings from exchange_rate_sources where environment = 'SANDBOX'
        and source in ('ECB', 'TICKER') order by source`,
      },
    )
    expect(rows).toEqual([
      { source: 'ECB', failure: 'UNAVAILABLE: no answer', readings: 0n },
      { source: 'TICKER', failure: null, readings: 1n },
    ])
  })
})
