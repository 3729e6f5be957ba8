/** The provider's API, as `providers/stablecoinProvider` speaks it. */
import Router from '@koa/router'
import type Koa from 'koa'
import type { WorkOf } from '../../contract/sandboxFaults.ts'
import { answerUnder, callFaults } from '../faults.ts'
import { type Answer, createApp, parseObject, Refusal, rawBody } from '../http.ts'
import type { Transaction } from '../store/store.ts'
import {
  addressRow,
  createExternal,
  createInternal,
  listAddresses,
  presentAddress,
  readBalance,
} from './addresses.ts'
import { isAddress, isSubscription, isSubscriptionChange, isTransfer, valid } from './bodies.ts'
import { clientOf, grantToken, listAccounts, readAccount, requireAccount } from './clients.ts'
import { type Coins, centsOf, hashOf, refusal, suffixOf } from './coins.ts'
import { resendEvent, workOfNote, workOfTransfer } from './events.ts'
import { requireScope } from './scopes.ts'
import { createTransfer, listTransfers, type NewTransfer, readTransfer } from './transfers.ts'
import {
  archiveSubscription,
  changeSubscription,
  listDeliveries,
  listEventTypes,
  listSubscriptions,
  readSubscription,
  subscribe,
  withSecret,
} from './webhooks.ts'

const brokenBody = { type: 'about:blank', code: 'internal', status: 500, detail: 'internal error' }
const keyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ANSWERS_LOST = 2
const SHUT_AFTER_TRANSFER = '003'

type Input = {
  readonly ctx: Koa.Context
  readonly clientId: string
  readonly accountId: string
  readonly body: Record<string, unknown> | undefined
}
type Read = (path: string, operation: string, handle: (input: Input) => Promise<Answer>) => void
type Write = (
  path: string,
  operation: string,
  handle: (input: Input, tx: Transaction) => Promise<Answer>,
  /** Adds to the kept answer what is not to be kept. */
  complete?: (tx: Transaction, answer: Answer) => Promise<Answer>,
) => void
type Add = {
  readonly read: Read
  /** POST and PATCH, under a key. */
  readonly make: Write
  readonly change: Write
  readonly remove: Read
}

export function createCoinApp(coins: Coins): Koa {
  const router = new Router()
  addTokenRoute(coins, router)
  const add: Add = {
    read: unkeyed(coins, router, 'get'),
    make: keyed(coins, router, 'post'),
    change: keyed(coins, router, 'patch'),
    remove: unkeyed(coins, router, 'delete'),
  }
  addRoutes(coins, add)
  addWebhookRoutes(coins, add)
  const app = createApp(coins.log, brokenBody)
  app.use(router.routes())
  app.use(() => {
    throw refusal(404, 'not_found', 'not found')
  })
  return app
}

/** Claims the fault of a call, and answers under it. */
async function under(
  coins: Coins,
  ctx: Koa.Context,
  operation: string,
  raw: string,
  act: () => Promise<Answer>,
  workOf: WorkOf = () => [],
): Promise<void> {
  const kinds = [...callFaults, 'tooManyRequests', 'nonsense'] as const
  const fault = await coins.faults.claim(
    'stablecoins',
    operation,
    `${ctx.url} ${raw}`,
    kinds,
    workOf,
  )
  if (fault?.kind === 'tooManyRequests') {
    ctx.set('retry-after', '1')
    throw refusal(429, 'rate_limited', 'too many requests')
  }
  if (fault?.kind === 'nonsense') {
    ctx.body = { nonsense: [operation] }
    return
  }
  await answerUnder(fault, ctx, brokenBody, () => act().catch(answerOf))
}

/** A refusal is an answer like any other: whether it is lost is for the fault to say. */
function answerOf(error: unknown): Answer {
  if (error instanceof Refusal) return error.answer
  throw error
}

function addTokenRoute(coins: Coins, router: Router): void {
  router.post('/oauth2/token', async (ctx) => {
    const form = (await rawBody(ctx)).toString('utf8')
    await under(coins, ctx, 'token', form, () => grantToken(coins, ctx, form))
  })
}

async function inputOf(coins: Coins, ctx: Koa.Context, raw: Buffer): Promise<Input> {
  const { id: clientId, scopes } = await clientOf(coins, ctx)
  requireScope(scopes, ctx)
  const named = (ctx as unknown as { params: { account?: string } }).params.account
  const accountId = named === undefined ? '' : await requireAccount(coins, clientId, named)
  return { ctx, clientId, accountId, body: parseObject(raw) }
}

function unkeyed(coins: Coins, router: Router, method: 'get' | 'delete'): Read {
  return (path, operation, handle) => {
    router[method](path, async (ctx) => {
      const raw = await rawBody(ctx)
      const input = await inputOf(coins, ctx, raw)
      const workOf = () => (operation === 'transfer' ? workOfTransfer(coins, idIn(ctx)) : [])
      await under(coins, ctx, operation, '', () => handle(input), workOf)
    })
  }
}

/** A key is answered as it was first; a refusal is not kept. */
function keyed(coins: Coins, router: Router, method: 'post' | 'patch'): Write {
  return (path, operation, handle, complete = async (_, answer) => answer) => {
    router[method](path, async (ctx) => {
      const raw = await rawBody(ctx)
      const input = await inputOf(coins, ctx, raw)
      const key = ctx.get('idempotency-key')
      if (!keyPattern.test(key)) throw refusal(400, 'invalid_idempotency_key', 'a UUID is needed')
      const hash = hashOf(ctx.path, raw)
      const keyedAnswer = () =>
        transactionOf(coins, async (tx) => {
          await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [key])
          const made = await madeBy(tx, input.clientId, key, hash)
          if (made !== undefined) return { ...(await complete(tx, made)), isLost: made.isLost }
          const answer = await handle(input, tx)
          await tx.query(
            'insert into coin_keys (client_id, key, request_hash, status, body) values ($1, $2, $3, $4, $5)',
            [input.clientId, key, hash, answer.status, answer.body],
          )
          return { ...(await complete(tx, answer)), isLost: losesAnswers(input) }
        })
      await under(coins, ctx, operation, raw.toString('utf8'), keyedAnswer, () =>
        workOfNote(input.body?.note),
      )
    })
  }
}

/** The first answers to a transfer of such an amount are lost, after the work. */
async function transactionOf(
  { store }: Coins,
  work: (tx: Transaction) => Promise<Answer & { isLost?: boolean }>,
): Promise<Answer> {
  const { isLost, ...answer } = await store.transaction(work)
  return isLost ? { status: 503, body: brokenBody } : answer
}

async function madeBy(
  tx: Transaction,
  clientId: string,
  key: string,
  hash: Buffer,
): Promise<(Answer & { isLost: boolean }) | undefined> {
  const { rows } = await tx.query<Answer & { request_hash: Buffer; calls: number }>(
    `update coin_keys set calls = calls + 1 where client_id = $1 and key = $2
     returning status, body, request_hash, calls`,
    [clientId, key],
  )
  const [made] = rows
  if (made === undefined) return undefined
  if (!made.request_hash.equals(hash)) {
    throw refusal(422, 'idempotency_key_reused', "the key can't be reused")
  }
  const isLost = made.calls <= ANSWERS_LOST && losesAnswers({ body: made.body as object })
  return { status: made.status, body: made.body, isLost }
}

function addRoutes(coins: Coins, { read, make }: Add): void {
  read('/accounts', 'accounts', ({ clientId }) => listAccounts(coins, clientId))
  const at = '/accounts/:account'
  read(at, 'account', ({ clientId, accountId }) => readAccount(coins, clientId, accountId))
  read(`${at}/addresses`, 'addresses', ({ ctx, accountId }) => {
    const { type, transfer_type: transferType } = ctx.query
    return listAddresses(coins, accountId, { type: one(type), transferType: one(transferType) })
  })
  read(`${at}/addresses/:id`, 'address', async ({ ctx, accountId }) => ({
    status: 200,
    body: presentAddress(await addressRow(coins, accountId, idIn(ctx))),
  }))
  read(`${at}/addresses/:id/balance`, 'balance', ({ ctx, accountId }) =>
    readBalance(coins, accountId, idIn(ctx), one(ctx.query.value_type) ?? ''),
  )
  make(`${at}/addresses/internal`, 'createAddress', ({ accountId, body }, tx) =>
    createInternal(coins, tx, accountId, valid(isAddress, body)),
  )
  make(`${at}/addresses/external`, 'createAddress', ({ accountId, body }, tx) =>
    createExternal(tx, accountId, valid(isAddress, body)),
  )
  make(`${at}/transfers`, 'createTransfer', async ({ accountId, clientId, body }, tx) => {
    const wanted = valid(isTransfer, body)
    const answer = await createTransfer(coins, tx, accountId, wanted)
    if (suffixOf(clientId) === SHUT_AFTER_TRANSFER) {
      await tx.query('update coin_clients set is_shut = true where id = $1', [clientId])
    }
    return answer
  })
  read(`${at}/transfers`, 'transfers', ({ ctx, accountId }) =>
    listTransfers(coins, accountId, one(ctx.query.address_id)),
  )
  read(`${at}/transfers/:id`, 'transfer', ({ ctx, accountId }) =>
    readTransfer(coins, accountId, idIn(ctx)),
  )
}

function addWebhookRoutes(coins: Coins, { read, make, change, remove }: Add): void {
  const at = '/accounts/:account/webhooks'
  const one = `${at}/subscriptions/:id`
  read(`${at}/event_types`, 'webhooks', async () => listEventTypes())
  read(`${at}/deliveries`, 'webhooks', ({ accountId }) => listDeliveries(coins, accountId))
  read(at, 'webhooks', ({ accountId }) => listSubscriptions(coins, accountId))
  // The provider reads one of them at another path than it changes it.
  read(`${at}/:id`, 'webhooks', ({ ctx, accountId }) =>
    readSubscription(coins, accountId, idIn(ctx)),
  )
  make(
    at,
    'webhooks',
    ({ accountId, body }, tx) => subscribe(coins, tx, accountId, valid(isSubscription, body)),
    (tx, answer) => withSecret(coins, tx, answer),
  )
  change(one, 'webhooks', ({ ctx, accountId, body }, tx) =>
    changeSubscription(tx, accountId, idIn(ctx), valid(isSubscriptionChange, body)),
  )
  remove(one, 'webhooks', ({ ctx, accountId }) => archiveSubscription(coins, accountId, idIn(ctx)))
  make(`${at}/events/:id/resend`, 'webhooks', ({ ctx, accountId }, tx) =>
    resendEvent(tx, accountId, idIn(ctx)),
  )
}

function losesAnswers({ body }: { readonly body: object | undefined }): boolean {
  const { amount } = (body ?? {}) as Partial<NewTransfer>
  return amount !== undefined && String(centsOf(amount.value)).slice(-3) === '908'
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function idIn(ctx: Koa.Context): string {
  return (ctx as unknown as { params: { id?: string } }).params.id ?? ''
}
