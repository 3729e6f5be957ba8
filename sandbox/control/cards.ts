/** The card issuer's part of the control port: how it behaves, its events, and its books. */
import type Router from '@koa/router'
import { createAjv } from '../../contract/ajv.ts'
import type { Issuer } from '../cardIssuer/issuer.ts'
import { parseObject, Refusal, rawBody } from '../http.ts'

const isBehaviour = createAjv().compile<Partial<Issuer['behaviour']>>({
  type: 'object',
  additionalProperties: false,
  properties: {
    decisionTimeoutMs: { type: 'integer', minimum: 1, maximum: 60_000 },
    standsIn: { type: 'boolean' },
    eventDelaysMs: { type: 'array', items: { type: 'integer', minimum: 0 }, maxItems: 100 },
    lateEventMs: { type: 'integer', minimum: 0, maximum: 3_600_000 },
    lateCardMs: { type: 'integer', minimum: 0, maximum: 3_600_000 },
  },
})

export function addCardRoutes(router: Router, issuer: Issuer): void {
  router.post('/cards/behaviour', async (ctx) => {
    const behaviour = parseObject(await rawBody(ctx))
    if (!isBehaviour(behaviour)) throw new Refusal(400, 'no such behaviour')
    Object.assign(issuer.behaviour, behaviour)
    ctx.body = issuer.behaviour
  })
  // Events are sent again as they were, those that were taken too.
  router.post('/cards/events', async (ctx) => {
    const { rowCount } = await issuer.store.pool.query(
      `update issuer_deliveries d set next_at = store_now(), attempts = 0 from issuer_events e
       where e.token = d.event_token and e.created_at > store_now() - interval '1 hour'`,
    )
    ctx.body = { sent: rowCount }
  })
  // What the transactions of a card come to, in cents; a debit is positive.
  router.get('/cards/:token/books', async (ctx) => {
    const { rows } = await issuer.store.pool.query(
      `select token, status, pending::integer as pending, settled::integer as settled
       from issuer_transactions where card_token = $1 order by ordinal`,
      [ctx.params.token],
    )
    ctx.body = { transactions: rows }
  })
}
