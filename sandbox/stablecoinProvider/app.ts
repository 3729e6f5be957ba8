/** The provider's API, as `providers/stablecoinProvider` speaks it. */
import Router from '@koa/router'
import type Koa from 'koa'
import { createAjv } from '../../contract/ajv.ts'
import { answerUnder, callFaults } from '../faults.ts'
import { type Answer, createApp, parseObject, Refusal, rawBody } from '../http.ts'
import type { Transaction } from '../store/store.ts'
import {
  addressRow,
  createExternal,
  createInternal,
  listAddresses,
  type NewAddress,
  presentAddress,
  readBalance,
} from './addresses.ts'
import { clientOf, grantToken, listAccounts, readAccount, requireAccount } from './clients.ts'
import { type Coins, centsOf, hashOf, refusal, suffixOf } from './coins.ts'
import { createTransfer, listTransfers, type NewTransfer, readTransfer } from './transfers.ts'

const brokenBody = { type: 'about:blank', code: 'internal', status: 500, detail: 'internal error' }
const keyPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ANSWERS_LOST = 2
const SHUT_AFTER_TRANSFER = '003'

const ajv = createAjv({ allErrors: true, strict: false })
const leg = {
  type: 'object',
  required: ['value_type', 'transfer_type'],
  additionalProperties: false,
  properties: {
    address_id: { type: 'string' },
    value_type: { type: 'string' },
    transfer_type: { type: 'string' },
    wire_memo: { type: 'string' },
  },
} as const
const isTransfer = ajv.compile<NewTransfer>({
  type: 'object',
  required: ['amount', 'source', 'destination'],
  additionalProperties: false,
  properties: {
    amount: {
      type: 'object',
      required: ['value', 'currency'],
      properties: { value: { type: 'string' }, currency: { const: 'USD' } },
    },
    ...{ source: leg, destination: leg, note: { type: 'string', maxLength: 255 } },
  },
})
const isAddress = ajv.compile<NewAddress>({
  type: 'object',
  required: ['transfer_types'],
  properties: {
    transfer_types: { type: 'array', minItems: 1, items: { type: 'string' } },
    ...{ name: { type: 'string' }, owner: { type: 'string' }, address: { type: 'string' } },
    account_number: { type: 'string', pattern: '^[0-9]{4,17}$' },
    routing_number: { type: 'string', pattern: '^[0-9]{9}$' },
  },
})

type Input = {
  readonly ctx: Koa.Context
  readonly clientId: string
  readonly accountId: string
  readonly body: Record<string, unknown> | undefined
}
type Add = {
  read(path: string, operation: string, handle: (input: Input) => Promise<Answer>): void
  make(
    path: string,
    operation: string,
    handle: (input: Input, tx: Transaction) => Promise<Answer>,
  ): void
}

export function createCoinApp(coins: Coins): Koa {
  const router = new Router()
  addTokenRoute(coins, router)
  const add = { read: reader(coins, router), make: maker(coins, router) }
  addRoutes(coins, add)
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
): Promise<void> {
  const kinds = [...callFaults, 'tooManyRequests', 'nonsense'] as const
  const fault = await coins.faults.claim('stablecoins', operation, `${ctx.url} ${raw}`, kinds)
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
  const clientId = await clientOf(coins, ctx)
  const named = (ctx as unknown as { params: { account?: string } }).params.account
  const accountId = named === undefined ? '' : await requireAccount(coins, clientId, named)
  return { ctx, clientId, accountId, body: parseObject(raw) }
}

function reader(coins: Coins, router: Router): Add['read'] {
  return (path, operation, handle) => {
    router.get(path, async (ctx) => {
      const raw = await rawBody(ctx)
      const input = await inputOf(coins, ctx, raw)
      await under(coins, ctx, operation, '', () => handle(input))
    })
  }
}

/** A key is answered as it was first; a refusal is not kept. */
function maker(coins: Coins, router: Router): Add['make'] {
  return (path, operation, handle) => {
    router.post(path, async (ctx) => {
      const raw = await rawBody(ctx)
      const input = await inputOf(coins, ctx, raw)
      const key = ctx.get('idempotency-key')
      if (!keyPattern.test(key)) throw refusal(400, 'invalid_idempotency_key', 'a UUID is needed')
      const hash = hashOf(ctx.path, raw)
      await under(coins, ctx, operation, raw.toString('utf8'), () =>
        transactionOf(coins, async (tx) => {
          await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [key])
          const made = await madeBy(tx, input.clientId, key, hash)
          if (made !== undefined) return made
          const answer = await handle(input, tx)
          await tx.query(
            'insert into coin_keys (client_id, key, request_hash, status, body) values ($1, $2, $3, $4, $5)',
            [input.clientId, key, hash, answer.status, answer.body],
          )
          return { ...answer, isLost: losesAnswers(input) }
        }),
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

function losesAnswers({ body }: { readonly body: object | undefined }): boolean {
  const { amount } = (body ?? {}) as Partial<NewTransfer>
  return amount !== undefined && String(centsOf(amount.value)).slice(-3) === '908'
}

function valid<Shape>(fits: (body: unknown) => body is Shape, body: unknown): Shape {
  if (fits(body)) return body
  throw refusal(422, 'invalid_request', 'the body is not valid')
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

function idIn(ctx: Koa.Context): string {
  return (ctx as unknown as { params: { id?: string } }).params.id ?? ''
}
