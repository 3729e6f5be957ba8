/** The wires of three feeds: Open Exchange Rates, the daily file of the ECB, and the ticker of Coinbase Exchange. */
import { createHash } from 'node:crypto'
import Router from '@koa/router'
import type Koa from 'koa'
import { instant } from '../../contract/time.ts'
import { answerUnder, callFaults, type FaultKind } from '../faults.ts'
import { type Answer, createApp, Refusal } from '../http.ts'
import type { FeedName, Feeds } from './feeds.ts'
import { usualFiat, usualTickers } from './usualRates.ts'

const brokenBody = {
  error: true,
  status: 500,
  message: 'internal_error',
  description: 'internal error',
}
const feedFaults: readonly FaultKind[] = [...callFaults, 'tooManyRequests', 'nonsense']
const HUGE_BYTES = 1_000_000

export function createFeedsApp(feeds: Feeds): Koa {
  const router = new Router()
  const add = (path: string, feed: FeedName, answer: (ctx: Koa.Context) => Answer): void => {
    router.get(path, async (ctx) => {
      const fault = await feeds.faults.claim('rates', feed, ctx.url, feedFaults)
      if (fault?.kind === 'tooManyRequests') throw new Refusal(429, 'not_allowed', { error: true })
      if (fault?.kind === 'nonsense') {
        ctx.body = '[]'
        return
      }
      const { status, isHuge } = feeds.behaviour[feed]
      if (status !== undefined) throw new Refusal(status, 'as ordered', { error: true, status })
      await answerUnder(fault, ctx, brokenBody, async () => answer(ctx))
      if (isHuge === true) ctx.body = `${String(ctx.body)}${' '.repeat(HUGE_BYTES)}`
      if (isHuge !== true && ctx.fresh) ctx.status = 304
    })
  }

  add('/api/latest.json', 'latest', (ctx) => {
    if (!/^Token \S+$/.test(ctx.get('authorization'))) {
      throw new Refusal(401, 'missing_app_id', {
        error: true,
        status: 401,
        description: 'no app_id',
      })
    }
    const at = timeOf(feeds, 'latest')
    const symbols = new Set(String(ctx.query.symbols ?? '').split(','))
    const rates = pricesOf(feeds, 'latest', usualFiat)
      .filter(([code]) => symbols.has(code))
      .map(([code, price]) => `"${code}": ${price}`)
    ctx.type = 'json'
    const content = createHash('sha256').update(`${at.getTime()} ${rates.join()}`)
    ctx.set('etag', `"${content.digest('hex').slice(0, 16)}"`)
    const head = `"disclaimer": "sandbox", "license": "sandbox", "timestamp": ${Math.floor(at.getTime() / 1_000)}`
    return { status: 200, body: `{${head}, "base": "USD", "rates": {${rates.join(', ')}}}` }
  })
  add('/stats/eurofxref/eurofxref-daily.xml', 'daily', (ctx) => {
    const euro = Number(usualFiat.EUR)
    const perEuro = { ...usualFiat, USD: '1' }
    const usual = Object.fromEntries(
      daily.map((code) => [
        code,
        (Number(perEuro[code as keyof typeof perEuro]) / euro).toPrecision(6),
      ]),
    )
    const cubes = pricesOf(feeds, 'daily', usual).map(
      ([code, rate]) => `<Cube currency='${code}' rate='${rate}'/>`,
    )
    ctx.type = 'text/xml'
    const day = timeOf(feeds, 'daily').toISOString().slice(0, 10)
    const list = `<Cube><Cube time='${day}'>${cubes.join('')}</Cube></Cube>`
    return { status: 200, body: `<?xml version="1.0"?><gesmes:Envelope>${list}</gesmes:Envelope>` }
  })
  add('/products/:product/ticker', 'ticker', (ctx) => {
    const { product } = ctx.params as { product: string }
    const price = new Map(pricesOf(feeds, 'ticker', usualTickers)).get(product)
    if (price === undefined) throw new Refusal(404, 'NotFound')
    const time = timeOf(feeds, 'ticker').toISOString()
    return {
      status: 200,
      body: { trade_id: 1, price, size: '1', time, bid: price, ask: price, volume: '1' },
    }
  })

  const app = createApp(feeds.log, brokenBody)
  app.use(router.routes())
  app.use(() => {
    throw new Refusal(404, 'not found')
  })
  return app
}

/** Of the currencies that the bank publishes: those of the sandbox. */
const daily = [
  'USD',
  'BRL',
  'CAD',
  'CNY',
  'DKK',
  'GBP',
  'HKD',
  'IDR',
  'ILS',
  'INR',
  'MXN',
  'MYR',
  'PHP',
  'SGD',
  'THB',
  'TRY',
  'ZAR',
]

function timeOf({ clock, behaviour }: Feeds, feed: FeedName): Date {
  const { frozenAt, lateSeconds = 0 } = behaviour[feed]
  const now = frozenAt === undefined ? clock.now() : instant(frozenAt)
  return instant(now.getTime() - lateSeconds * 1_000)
}

function pricesOf(
  { behaviour }: Feeds,
  feed: FeedName,
  usual: Readonly<Record<string, string>>,
): (readonly [string, string])[] {
  const { prices = {}, missing = [] } = behaviour[feed]
  return Object.entries({ ...usual, ...prices }).filter(([name]) => !missing.includes(name))
}
