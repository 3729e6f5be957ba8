/** The clients of the feeds of exchange rates, against the sandbox's feeds and against answers that are none. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fractionOf, shownFraction } from '../../contract/decimal.ts'
import { marketCoins, marketFiat } from '../../contract/money.ts'
import {
  createRateFeeds,
  RateFeedError,
  type RateFeeds,
  type RateSourceName,
  type Reading,
} from '../../providers/rateFeeds/index.ts'
import { type SandboxProcess, startSandboxProcess } from './sandboxProcess.ts'

const KEY = 'k-5f2c9a-secret'
const products = new Map([...marketCoins].map((coin) => [coin, `${coin}-USD`]))

let sandbox: SandboxProcess
let hostile: Server
let answer: { status: number; body: string; headers?: Record<string, string> }
let asked: { url: string; headers: Record<string, unknown> }[] = []
const opened: RateFeeds[] = []

beforeAll(async () => {
  sandbox = await startSandboxProcess()
  hostile = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  await sandbox.control('DELETE', '/rates')
  await Promise.all(opened.splice(0).map((feeds) => feeds.close()))
  asked = []
})
afterAll(async () => {
  hostile?.close()
  await sandbox?.stop()
})

function feedsAt(url: string, appId = KEY): RateFeeds {
  const feeds = createRateFeeds({
    ...{ baseUrl: url, tickerUrl: `${url}/`, appId, products, fiat: marketFiat, timeoutMs: 2_000 },
    dailyUrl: `${url}/stats/eurofxref/eurofxref-daily.xml`,
  })
  opened.push(feeds)
  return feeds
}

function read(feeds: RateFeeds, name: RateSourceName, known = {}): Promise<Reading | undefined> {
  const source = feeds.sources.find((one) => one.name === name)
  if (source === undefined) throw new Error(`no ${name}`)
  return source.read(known)
}

const valuesOf = (reading: Reading | undefined): Record<string, string> =>
  Object.fromEntries(
    (reading?.rates ?? []).map(({ currency, perUsd }) => [currency, shownFraction(perUsd)]),
  )

describe('the feeds of the sandbox', () => {
  test('every currency of banks has a rate, digit for digit, as of now', async () => {
    const reading = await read(feedsAt(sandbox.ratesUrl), 'OPEN_EXCHANGE_RATES')
    expect(reading?.missing).toEqual([])
    expect(Object.keys(valuesOf(reading))).toEqual(marketFiat)
    expect(valuesOf(reading)).toMatchObject({ EUR: '0.859', GBP: '0.744', IDR: '16300' })
    const age = Date.now() - (reading?.rates[0]?.sourceTime.getTime() ?? 0)
    expect(age).toBeLessThan(5_000)
  })

  test('the ticker prices every coin, a dollar in coins', async () => {
    const reading = await read(feedsAt(sandbox.ratesUrl), 'TICKER')
    expect(valuesOf(reading)).toEqual({ BTC: '0.00001', USDC: '1', USDT: '1' })
    await sandbox.control('PUT', '/rates/ticker', { prices: { 'BTC-USD': '64000' } })
    const later = await read(feedsAt(sandbox.ratesUrl), 'TICKER')
    expect(later?.rates[0]?.perUsd).toEqual({ numerator: 1n, denominator: 64_000n })
  })

  test('the daily file crosses the euro, and agrees', async () => {
    const daily = await read(feedsAt(sandbox.ratesUrl), 'ECB')
    const latest = valuesOf(await read(feedsAt(sandbox.ratesUrl), 'OPEN_EXCHANGE_RATES'))
    const shared = Object.entries(valuesOf(daily))
    expect(shared.length).toBeGreaterThan(15)
    for (const [currency, value] of shared) {
      expect(Number(value) / Number(latest[currency]), currency).toBeCloseTo(1, 3)
    }
  })

  test('nothing is sent again where nothing has changed', async () => {
    await sandbox.control('PUT', '/rates/latest', { frozenAt: '2026-11-27T10:00:00Z' })
    const feeds = feedsAt(sandbox.ratesUrl)
    const first = await read(feeds, 'OPEN_EXCHANGE_RATES')
    expect(first?.rates[0]?.sourceTime.toISOString()).toBe('2026-11-27T10:00:00.000Z')
    expect(await read(feeds, 'OPEN_EXCHANGE_RATES', first?.validators)).toBeUndefined()
  })

  test('late, absurd and missing rates are what was ordered', async () => {
    await sandbox.control('PUT', '/rates/latest', {
      lateSeconds: 3_600,
      missing: ['GBP'],
      prices: { EUR: '8.59', TRY: '0', XAF: '-1' },
    })
    const reading = await read(feedsAt(sandbox.ratesUrl), 'OPEN_EXCHANGE_RATES')
    expect(reading?.missing.toSorted()).toEqual(['GBP', 'TRY', 'XAF'])
    expect(valuesOf(reading).EUR).toBe('8.59')
    expect(Date.now() - (reading?.rates[0]?.sourceTime.getTime() ?? 0)).toBeGreaterThan(3_595_000)
    await sandbox.control('PUT', '/rates/ticker', { missing: ['BTC-USD'] })
    expect((await read(feedsAt(sandbox.ratesUrl), 'TICKER'))?.missing).toEqual(['BTC'])
  })

  test.each([
    [401, 'REFUSED'],
    [429, 'LIMITED'],
    [500, 'UNAVAILABLE'],
  ])('%s is %s', async (status, kind) => {
    for (const [feed, name] of [
      ['latest', 'OPEN_EXCHANGE_RATES'],
      ['daily', 'ECB'],
      ['ticker', 'TICKER'],
    ] as const) {
      await sandbox.control('PUT', `/rates/${feed}`, { status })
      await expect(read(feedsAt(sandbox.ratesUrl), name)).rejects.toMatchObject({ kind })
    }
  })

  test('an answer that is too long is none', async () => {
    await sandbox.control('PUT', '/rates/latest', { isHuge: true })
    const reading = read(feedsAt(sandbox.ratesUrl), 'OPEN_EXCHANGE_RATES')
    await expect(reading).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
  })
})

/** Answers of each feed that hold no rate. */
const latest = (rates: string, head = '"timestamp": 1795000000, "base": "USD"'): string =>
  `{${head}, "rates": ${rates}}`
const hostileLatest: readonly (readonly [string, string])[] = [
  ['no JSON', '<html>'],
  ['a list', '[]'],
  ['a list of rates', latest('[]')],
  ['no rates', latest('null')],
  ['NaN', latest('{"EUR": NaN}')],
  ['a number that JSON does not have', latest('{"EUR": 01}')],
  ['another base', latest('{"EUR": 1}', '"timestamp": 1795000000, "base": "EUR"')],
  ['no time', latest('{"EUR": 1}', '"base": "USD"')],
  ['a time that is text', latest('{"EUR": 1}', '"timestamp": "soon", "base": "USD"')],
  ['a time with a fraction', latest('{"EUR": 1}', '"timestamp": 1.5e9, "base": "USD"')],
  ['a deep one', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
]

describe('answers that are none', () => {
  const url = (): string => `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`

  test.each(hostileLatest)('%s', async (_, body) => {
    answer = { status: 200, body }
    await expect(read(feedsAt(url()), 'OPEN_EXCHANGE_RATES')).rejects.toBeInstanceOf(RateFeedError)
  })

  test.each(['1e400', '-1', '0', '0.0', '"0.9"x', '1e-400', '12345678901234567890123', 'true'])(
    'a rate of %s is missing, and the others are there',
    async (value) => {
      const isJson = value !== '"0.9"x'
      answer = { status: 200, body: latest(`{"EUR": ${value}, "GBP": 0.744, "__proto__": 2}`) }
      const reading = read(feedsAt(url()), 'OPEN_EXCHANGE_RATES')
      if (!isJson) return void (await expect(reading).rejects.toBeInstanceOf(RateFeedError))
      expect(valuesOf(await reading)).toEqual({ GBP: '0.744' })
      expect((await reading)?.missing).toContain('EUR')
    },
  )

  test('digits that a float would lose are kept', async () => {
    answer = { status: 200, body: latest('{"EUR": 0.12345678901234567, "GBP": 1.5e-5}') }
    const reading = await read(feedsAt(url()), 'OPEN_EXCHANGE_RATES')
    expect(reading?.rates.map(({ perUsd }) => perUsd)).toEqual([
      { numerator: 12_345_678_901_234_567n, denominator: 10n ** 17n },
      { numerator: 3n, denominator: 200_000n },
    ])
  })

  test.each([
    '<!DOCTYPE x [<!ENTITY e "1">]><Cube time="2026-11-27"><Cube currency="USD" rate="&e;"/></Cube>',
    '<Cube time="2026-11-27"><Cube currency="USD" rate="&#49;"/></Cube>',
    '<Cube time="2026-99-99"><Cube currency="USD" rate="1.1"/></Cube>',
    '<Cube time="2026-11-27"></Cube>',
    `<Cube time="2026-11-27">${'<Cube '.repeat(30_000)}`,
  ])('XML that is no file of rates: %.40s', async (body) => {
    answer = { status: 200, body }
    await expect(read(feedsAt(url()), 'ECB')).rejects.toBeInstanceOf(RateFeedError)
  })

  test.each([
    '{}',
    '[]',
    '{"bid": "1", "ask": "1"}',
    '{"bid": "1", "ask": "x", "time": "2026-11-27T00:00:00Z"}',
  ])('a ticker of %s', async (body) => {
    answer = { status: 200, body }
    await expect(read(feedsAt(url()), 'TICKER')).rejects.toBeInstanceOf(RateFeedError)
  })

  test('a redirect is not followed, and the key is in no address and no error', async () => {
    answer = { status: 302, body: '', headers: { location: `${url()}/elsewhere` } }
    const error = await read(feedsAt(url()), 'OPEN_EXCHANGE_RATES').catch((one: Error) => one)
    expect(asked.map((one) => one.url.split('?')[0])).toEqual(['/api/latest.json'])
    expect(asked[0]?.headers.authorization).toBe(`Token ${KEY}`)
    expect(asked[0]?.url).not.toContain(KEY)
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(KEY)
  })
})

test('a decimal number is a fraction in lowest terms', () => {
  expect(fractionOf('0.8590')).toEqual({ numerator: 859n, denominator: 1_000n })
  for (const text of ['', '.5', '1.', '1,5', ' 1', '0x1', '1e', '+1', 'Infinity']) {
    expect(fractionOf(text), text).toBeUndefined()
  }
})
