/** The issuer's API, as `providers/cardIssuer` speaks it, and its hosted page. */
import { createHash, timingSafeEqual } from 'node:crypto'
import Router from '@koa/router'
import type Koa from 'koa'
import type { Work } from '../../contract/sandboxFaults.ts'
import { answerUnder, callFaults } from '../faults.ts'
import { type Answer, createApp, parseObject, rawBody } from '../http.ts'
import {
  isAmountOf,
  isCard,
  isChange,
  isClosing,
  isDisputeOf,
  isHolder,
  isProvision,
  isPurchase,
  isResponder,
  isStepOf,
  isSubscription,
  isTokenization,
  required,
} from './bodies.ts'
import { type CardRow, changeCard, createCard, presentCard, readCard } from './cards.ts'
import { closeDispute, creditProvisionally, openDispute, takeCreditBack } from './disputes.ts'
import {
  enrolResponder,
  presentSubscription,
  readSecret,
  removeResponder,
  responderOf,
  rotateSecret,
  type SubscriptionRow,
  sendExample,
  subscribe,
  unsubscribe,
} from './enrolment.ts'
import {
  type EventRow,
  presentEvent,
  readEvent,
  recoverEvents,
  replayMissingEvents,
} from './events.ts'
import { createHolder, type HolderRow, presentHolder, readHolder } from './holders.ts'
import { type Issuer, refusal, tokenOf } from './issuer.ts'
import { pageOf, textOf, tokenFilter } from './lists.ts'
import { addPageRoutes } from './page.ts'
import { provision } from './provisioning.ts'
import { LIVE_DECISIONS } from './secrets.ts'
import {
  advise,
  adviseCredit,
  authorize,
  clear,
  expire,
  giveBack,
  reverseReturn,
  tokenize,
  voidPending,
} from './simulations.ts'
import { readSpendLimits } from './spendLimits.ts'
import { presentTransaction, type TransactionRow } from './transactions.ts'

const brokenBody = { message: 'internal error', debugging_request_id: null }
const keyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

type Input = {
  readonly ctx: Koa.Context
  readonly token: string
  readonly raw: Buffer
  readonly body: Record<string, unknown> | undefined
}
type Add = (
  method: 'get' | 'post' | 'patch' | 'delete',
  path: string,
  operation: string,
  handle: (input: Input) => Promise<Answer>,
) => void

export function createIssuerApp(issuer: Issuer): Koa {
  const router = new Router({ prefix: '/v1' })
  const add: Add = (method, path, operation, handle) => {
    router[method](path, async (ctx) => {
      const raw = await rawBody(ctx)
      authenticate(issuer, ctx)
      const text = `${ctx.url} ${raw.toString('utf8')}`
      const kinds = [...callFaults, 'tooManyRequests'] as const
      const fault = await issuer.faults.claim('cards', operation, text, kinds, () =>
        workOf(issuer, operation, ctx, parseObject(raw)),
      )
      if (fault?.kind === 'tooManyRequests') {
        ctx.set('retry-after', '1')
        throw refusal(429, 'too many requests')
      }
      const input = { ctx, token: ctx.params.token ?? '', raw, body: parseObject(raw) }
      await answerUnder(fault, ctx, brokenBody, () => handle(input))
    })
  }
  addCardRoutes(issuer, add)
  addTransactionRoutes(issuer, add)
  addEnrolmentRoutes(issuer, add)
  addSimulations(issuer, add)

  const app = createApp(issuer.log, brokenBody)
  const pages = new Router()
  addPageRoutes(pages, issuer)
  app.use(pages.routes())
  app.use(router.routes())
  app.use(() => {
    throw refusal(404, 'not found')
  })
  return app
}

/** The card, transaction or cardholder that a request of the service names. */
async function workOf(
  { store }: Issuer,
  operation: string,
  ctx: Koa.Context & { readonly params?: { readonly token?: string } },
  body: Record<string, unknown> | undefined,
): Promise<Work> {
  const { query } = ctx
  const token = ctx.params?.token
  if (operation === 'simulate') return []
  if (operation === 'transaction' || operation === 'expire') {
    return token === undefined ? [] : [{ by: 'CARD_TRANSACTION_TOKEN', value: token }]
  }
  const card = token ?? textOf(query.card_token)
  const { rows } = await store.pool.query<{ holder: string | null }>(
    `select external_id as holder from issuer_holders
     where token::text = $1 or account_token::text = $2`,
    [token ?? null, body?.account_token ?? null],
  )
  const holders = [
    body?.external_id,
    textOf(query.external_id),
    ...rows.map(({ holder }) => holder),
  ]
  return [
    ...(card === undefined ? [] : [{ by: 'CARD_TOKEN', value: card } as const]),
    // Of a card that is made: it has no token yet.
    { by: 'CARD_KEY', value: ctx.get('idempotency-key') },
    ...holders.flatMap((value) =>
      typeof value === 'string' ? [{ by: 'CUSTOMER', value } as const] : [],
    ),
  ]
}

function addCardRoutes(issuer: Issuer, add: Add): void {
  add('get', '/status', 'status', async () => ({ status: 200, body: { message: 'OK' } }))
  add('get', '/account_holders/:token', 'holders', async ({ token }) =>
    readHolder(issuer, tokenOf(token, 'Account holder')),
  )
  add('get', '/cards/:token/spend_limits', 'limits', async ({ token }) =>
    readSpendLimits(issuer, tokenOf(token, 'Card')),
  )
  add('post', '/account_holders', 'createHolder', async ({ body }) =>
    createHolder(issuer, required(isHolder, body)),
  )
  add('get', '/account_holders', 'holders', async ({ ctx }) => {
    const filters = [{ sql: 'external_id = ?', value: textOf(ctx.query.external_id) }]
    return pageOf<HolderRow>(issuer, 'issuer_holders', ctx.query, filters, presentHolder)
  })
  add('post', '/cards', 'createCard', async ({ ctx, body, raw }) => {
    const key = ctx.get('idempotency-key') || undefined
    if (key !== undefined && !keyPattern.test(key)) throw refusal(400, 'Idempotency-Key: a UUID')
    return createCard(issuer, required(isCard, body), key, raw)
  })
  add('get', '/cards', 'cards', async ({ ctx: { query } }) => {
    const filters = [
      tokenFilter('account_token = ?', query.account_token),
      { sql: 'state = ?', value: textOf(query.state) },
      { sql: 'memo = ?', value: textOf(query.memo) },
    ]
    return pageOf<CardRow>(issuer, 'issuer_cards', query, filters, presentCard)
  })
  add('get', '/cards/:token', 'card', async ({ token }) => readCard(issuer, tokenOf(token, 'Card')))
  add('post', '/cards/:token/provision', 'provision', async ({ token, body }) =>
    provision(issuer, tokenOf(token, 'Card'), required(isProvision, body)),
  )
  add('patch', '/cards/:token', 'updateCard', async ({ token, body }) =>
    changeCard(issuer, tokenOf(token, 'Card'), required(isChange, body)),
  )
}

function addTransactionRoutes(issuer: Issuer, add: Add): void {
  add('get', '/transactions', 'transactions', async ({ ctx: { query } }) => {
    const result = textOf(query.result)
    const filters = [
      tokenFilter('card_token = ?', query.card_token),
      { sql: 'status = ?', value: textOf(query.status) },
      { sql: "(result = 'APPROVED') = ?", value: result && result === 'APPROVED' },
      { sql: 'created_at >= ?', value: textOf(query.begin) },
      { sql: 'created_at <= ?', value: textOf(query.end) },
    ]
    const rows: TransactionRow[] = []
    const keep = (row: TransactionRow): object => {
      rows.push(row)
      return {}
    }
    const page = await pageOf(issuer, 'issuer_transactions', query, filters, keep)
    const present = (row: TransactionRow) => presentTransaction(issuer.store.pool, row)
    const data = await Promise.all(rows.map(present))
    return { status: page.status, body: { ...(page.body as object), data } }
  })
  add('get', '/transactions/:token', 'transaction', async ({ token }) => {
    const { rows } = await issuer.store.pool.query<TransactionRow>(
      'select * from issuer_transactions where token = $1',
      [tokenOf(token, 'Transaction')],
    )
    const [row] = rows
    if (row === undefined) throw refusal(404, 'Transaction not found')
    return { status: 200, body: await presentTransaction(issuer.store.pool, row) }
  })
  add('post', '/transactions/:token/expire_authorization', 'expire', async ({ token }) =>
    expire(issuer, tokenOf(token, 'Transaction')),
  )
}

function addEnrolmentRoutes(issuer: Issuer, add: Add): void {
  const typeIn = ({ ctx }: Input): string => textOf(ctx.query.type) ?? ''
  add('post', '/responder_endpoints', 'enrol', async ({ body }) => {
    const { type, url } = required(isResponder, body)
    return enrolResponder(issuer, type, url)
  })
  add('get', '/responder_endpoints', 'enrol', async (input) => responderOf(issuer, typeIn(input)))
  add('delete', '/responder_endpoints', 'enrol', async (input) =>
    removeResponder(issuer, typeIn(input)),
  )
  add('get', '/auth_stream/secret', 'secret', async () => readSecret(issuer, LIVE_DECISIONS))
  add('post', '/auth_stream/secret/rotate', 'secret', async () =>
    rotateSecret(issuer, LIVE_DECISIONS),
  )
  add('get', '/events', 'events', async ({ ctx: { query } }) => {
    const types = textOf(query.event_types)?.split(',')
    const filters = [
      { sql: 'event_type = any (?)', value: types },
      { sql: 'created_at >= ?', value: textOf(query.begin) },
      { sql: 'created_at <= ?', value: textOf(query.end) },
    ]
    const present = (row: EventRow): object => presentEvent(issuer, row)
    return pageOf<EventRow>(issuer, 'issuer_events', query, filters, present)
  })
  add('get', '/events/:token', 'events', async ({ token }) =>
    readEvent(issuer, tokenOf(token, 'Event')),
  )
  const at = '/event_subscriptions'
  add('post', at, 'subscribe', async ({ body }) =>
    subscribe(issuer, required(isSubscription, body)),
  )
  add('get', at, 'subscriptions', async ({ ctx }) =>
    pageOf<SubscriptionRow>(issuer, 'issuer_subscriptions', ctx.query, [], presentSubscription),
  )
  add('delete', `${at}/:token`, 'subscribe', async ({ token }) =>
    unsubscribe(issuer, tokenOf(token, 'Event subscription')),
  )
  add('get', `${at}/:token/secret`, 'secret', async ({ token }) => readSecret(issuer, token))
  add('post', `${at}/:token/secret/rotate`, 'secret', async ({ token }) =>
    rotateSecret(issuer, token),
  )
  const again = (name: string, send: typeof recoverEvents): void =>
    add('post', `${at}/:token/${name}`, 'recover', async ({ ctx: { query }, token }) => {
      const subscription = tokenOf(token, 'Event subscription')
      await send(issuer, subscription, textOf(query.begin), textOf(query.end))
      return { status: 202, body: {} }
    })
  again('recover', recoverEvents)
  again('replay_missing', replayMissingEvents)
}

function addSimulations(issuer: Issuer, add: Add): void {
  const simulate = (path: string, play: (body: unknown) => Promise<Answer>): void =>
    add('post', `/simulate/${path}`, 'simulate', async ({ body }) => play(body))
  simulate('authorize', (body) => authorize(issuer, required(isPurchase, body)))
  simulate('authorization_advice', (body) => {
    const { token, amount } = required(isAmountOf, body)
    return advise(issuer, token, amount)
  })
  simulate('clearing', (body) => {
    const { token, amount } = required(isStepOf, body)
    return clear(issuer, token, amount)
  })
  simulate('void', (body) => {
    const { token, amount, type } = required(isStepOf, body)
    return voidPending(issuer, token, amount, type)
  })
  simulate('return', (body) => giveBack(issuer, required(isPurchase, body)))
  simulate('return_reversal', (body) => reverseReturn(issuer, required(isStepOf, body).token))
  simulate('credit_authorization_advice', (body) =>
    adviseCredit(issuer, required(isPurchase, body)),
  )
  simulate('disputes/open', (body) => openDispute(issuer, required(isDisputeOf, body)))
  simulate('disputes/credit', (body) => creditProvisionally(issuer, required(isDisputeOf, body)))
  simulate('disputes/credit_reversal', (body) =>
    takeCreditBack(issuer, required(isDisputeOf, body)),
  )
  simulate('disputes/close', (body) => closeDispute(issuer, required(isClosing, body)))
  simulate('tokenizations', (body) => tokenize(issuer, required(isTokenization, body)))
  add('post', '/simulate/event_subscriptions/:token/send_example', 'simulate', async ({ body }) =>
    sendExample(issuer, String(body?.event_type ?? 'card.created')),
  )
}

/** The key alone, without a scheme. @throws Refusal 401 */
function authenticate({ account }: Issuer, ctx: Koa.Context): void {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  if (!timingSafeEqual(digest(ctx.get('authorization')), digest(account.apiKey))) {
    throw refusal(401, 'Please provide a valid API key in the Authorization header')
  }
}
