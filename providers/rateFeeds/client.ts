/** The three feeds: each is a wire of its own behind one port. */
import { type Fraction, fractionOf, middleOf, quotientOf } from '../../contract/decimal.ts'
import { instant } from '../../contract/time.ts'
import { dailyRatesOf, objectOf } from './exactNumbers.ts'
import { type Exchange, openExchange } from './exchange.ts'
import { type ObservedRate, RateFeedError, type RateSource, type Reading } from './source.ts'

export type RateFeedsOptions = {
  /** Of Open Exchange Rates, with its key. */
  readonly baseUrl: string
  readonly appId: string
  /** Of an exchange that speaks Coinbase Exchange's wire. */
  readonly tickerUrl: string
  /** Which of its products says what a currency costs in US dollars. */
  readonly products: ReadonlyMap<string, string>
  /** The file of the European Central Bank; none: no rate is compared with a second source. */
  readonly dailyUrl?: string | undefined
  /** Which the first feed is asked for. */
  readonly fiat: readonly string[]
  /** For a whole call, connection and answer included. */
  readonly timeoutMs: number
}

export type RateFeeds = {
  readonly sources: readonly RateSource[]
  close(): Promise<void>
}

/** Feeds with a connection pool of their own. */
export function createRateFeeds(options: RateFeedsOptions): RateFeeds {
  const exchange = openExchange(options.timeoutMs)
  return {
    sources: [
      openExchangeRates(exchange, options),
      ticker(exchange, options),
      ...(options.dailyUrl === undefined ? [] : [dailyFile(exchange, options.dailyUrl)]),
    ],
    close: () => exchange.close(),
  }
}

/** A path behind the base address, whatever that ends with. */
function under(base: string, path: string): URL {
  return new URL(`${base.replace(/\/+$/, '')}${path}`)
}

function openExchangeRates(
  exchange: Exchange,
  { baseUrl, appId, fiat }: RateFeedsOptions,
): RateSource {
  return {
    name: 'OPEN_EXCHANGE_RATES',
    async read(known) {
      const url = under(baseUrl, '/api/latest.json')
      url.searchParams.set('symbols', fiat.join(','))
      // In a header: addresses are logged by whatever is on the way.
      const answer = await exchange.get(url, known, { authorization: `Token ${appId}` })
      if (answer === undefined) return undefined
      const { timestamp, base, rates } = objectOf(answer.text)
      if (base !== 'USD' || typeof timestamp !== 'string' || !/^\d{9,11}$/.test(timestamp)) {
        throw new RateFeedError('UNREADABLE', 'the answer has no base or no time')
      }
      if (typeof rates !== 'object' || rates === null || Array.isArray(rates)) {
        throw new RateFeedError('UNREADABLE', 'the answer has no rates')
      }
      const sourceTime = timeOf(Number(timestamp) * 1_000)
      const values = fiat.map((currency): [string, Fraction | undefined] => {
        const text = Object.hasOwn(rates, currency) && (rates as Record<string, unknown>)[currency]
        return [currency, typeof text === 'string' ? fractionOf(text) : undefined]
      })
      return readingOf(values, sourceTime, answer.validators)
    },
  }
}

/** Once each day, of a day: it says only whether the first feed is far off. */
function dailyFile(exchange: Exchange, url: string): RateSource {
  return {
    name: 'ECB',
    async read(known) {
      const answer = await exchange.get(new URL(url), known)
      if (answer === undefined) return undefined
      const { day, perEuro } = dailyRatesOf(answer.text)
      const dollars = fractionOf(perEuro.get('USD') ?? '')
      if (dollars === undefined) throw new RateFeedError('UNREADABLE', 'the file has no US dollar')
      const euro: [string, Fraction | undefined] = ['EUR', quotientOf(ONE, dollars)]
      const others = [...perEuro].flatMap(([currency, text]): [string, Fraction | undefined][] => {
        const units = fractionOf(text)
        return currency === 'USD' ? [] : [[currency, units && quotientOf(units, dollars)]]
      })
      return readingOf([euro, ...others], timeOf(`${day}T00:00:00Z`), answer.validators)
    },
  }
}

const ONE: Fraction = { numerator: 1n, denominator: 1n }

/** One product a call. One that has no answer leaves the others as they are. */
function ticker(exchange: Exchange, { tickerUrl, products }: RateFeedsOptions): RateSource {
  return {
    name: 'TICKER',
    async read() {
      const found = await Promise.allSettled(
        [...products].map(([currency, product]) =>
          readProduct(exchange, tickerUrl, currency, product),
        ),
      )
      const failed = found.find((one) => one.status === 'rejected')
      const rates = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      if (rates.length === 0 && failed !== undefined) throw failed.reason
      const codes = [...products.keys()]
      const missing = codes.filter((code) => !rates.some(({ currency }) => currency === code))
      return { rates, missing, validators: {} }
    },
  }
}

async function readProduct(
  exchange: Exchange,
  tickerUrl: string,
  currency: string,
  product: string,
): Promise<ObservedRate> {
  const url = under(tickerUrl, `/products/${encodeURIComponent(product)}/ticker`)
  const answer = await exchange.get(url)
  const { bid, ask, time } = objectOf(answer?.text ?? '')
  const [low, high] = [bid, ask].map((side) =>
    typeof side === 'string' ? fractionOf(side) : undefined,
  )
  const middle = low && high && middleOf(low, high)
  const perUsd = middle && quotientOf(ONE, middle)
  if (perUsd === undefined || typeof time !== 'string' || !isInstant.test(time)) {
    throw new RateFeedError('UNREADABLE', `the ticker of ${product} has no price or no time`)
  }
  return { currency, perUsd, sourceTime: timeOf(time) }
}

const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/

/** @throws RateFeedError */
function timeOf(given: string | number): Date {
  try {
    return instant(given)
  } catch {
    throw new RateFeedError('UNREADABLE', 'the answer has a time that is none')
  }
}

function readingOf(
  values: readonly (readonly [string, Fraction | undefined])[],
  sourceTime: Date,
  validators: Reading['validators'],
): Reading {
  return {
    rates: values.flatMap(([currency, perUsd]) =>
      perUsd === undefined ? [] : [{ currency, perUsd, sourceTime }],
    ),
    missing: values.flatMap(([currency, perUsd]) => (perUsd === undefined ? [currency] : [])),
    validators,
  }
}
