/** The feeds' part of the control port: what each is ordered to do. */
import type Router from '@koa/router'
import { createAjv } from '../../contract/ajv.ts'
import { parseObject, Refusal, rawBody } from '../http.ts'
import {
  type FeedBehaviour,
  type FeedName,
  type Feeds,
  feedNames,
  usualFeeds,
} from '../rateFeeds/feeds.ts'

const name = { type: 'string', minLength: 1, maxLength: 20 } as const
const isBehaviour = createAjv().compile<FeedBehaviour>({
  type: 'object',
  additionalProperties: false,
  properties: {
    frozenAt: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z$' },
    lateSeconds: { type: 'integer', minimum: -86_400, maximum: 31_536_000 },
    prices: { type: 'object', additionalProperties: { type: 'string', maxLength: 1_000 } },
    missing: { type: 'array', maxItems: 100, items: name },
    status: { type: 'integer', minimum: 300, maximum: 599 },
    isHuge: { type: 'boolean' },
  },
})

export function addRateRoutes(router: Router, feeds: Feeds): void {
  router.get('/rates', (ctx) => {
    ctx.body = feeds.behaviour
  })
  // All of it: what is left out is as usual.
  router.put('/rates/:feed', async (ctx) => {
    const feed = feedNames.find((each) => each === ctx.params.feed)
    if (feed === undefined) throw new Refusal(404, `feeds are ${feedNames.join(', ')}`)
    const body = parseObject(await rawBody(ctx))
    if (!isBehaviour(body)) {
      throw new Refusal(400, `not understood: ${JSON.stringify(isBehaviour.errors)}`)
    }
    feeds.behaviour[feed satisfies FeedName] = body
    ctx.body = feeds.behaviour
  })
  router.delete('/rates', (ctx) => {
    Object.assign(feeds.behaviour, usualFeeds())
    ctx.status = 204
  })
}
