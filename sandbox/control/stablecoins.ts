/** The stablecoin provider's part of the control port: clients, deposits, outcomes, and its books. */
import type Router from '@koa/router'
import { createAjv } from '../../contract/ajv.ts'
import { parseObject, Refusal, rawBody } from '../http.ts'
import { insertExternal } from '../stablecoinProvider/addresses.ts'
import { type Coins, hashOf } from '../stablecoinProvider/coins.ts'
import { payIn } from '../stablecoinProvider/deposits.ts'
import { failureOf, type Step } from '../stablecoinProvider/fates.ts'
import { takeStep } from '../stablecoinProvider/transfers.ts'

const ajv = createAjv()
const time = { type: 'integer', minimum: 0, maximum: 3_600_000 } as const
const isBehaviour = ajv.compile<Partial<Coins['behaviour']>>({
  type: 'object',
  additionalProperties: false,
  properties: {
    ...{ arrivalMs: time, stepMs: time, returnMs: time, lateEventMs: time },
    eventDelaysMs: { type: 'array', items: time, maxItems: 100 },
  },
})
const text = { type: 'string', minLength: 1, maxLength: 500 } as const
const isClientChange = ajv.compile<{ secret?: string; isShut?: boolean }>({
  type: 'object',
  additionalProperties: false,
  properties: { secret: text, isShut: { type: 'boolean' } },
})
const isDeposit = ajv.compile<{ address: string; valueType: string; cents: number }>({
  type: 'object',
  required: ['address', 'valueType', 'cents'],
  additionalProperties: false,
  properties: { address: text, valueType: text, cents: { type: 'integer', minimum: 1 } },
})
const isBank = ajv.compile<{
  owner: string
  accountNumber: string
  routingNumber: string
  status?: string
}>({
  type: 'object',
  required: ['owner', 'accountNumber', 'routingNumber'],
  additionalProperties: false,
  properties: {
    ...{ owner: text, accountNumber: text, routingNumber: text },
    status: { enum: ['pending', 'active', 'archived'] },
  },
})

/** By the operation's id, which is the transfer's note. */
const forced: Readonly<Record<string, Step>> = {
  arrive: { afterMs: 0, status: 'processing' },
  complete: { afterMs: 0, status: 'complete' },
  cancel: { afterMs: 0, status: 'canceled' },
  return: { afterMs: 0, status: 'failed', failure: failureOf({ rail: 'wire' }, 'AC04', 'closed') },
}

export function addStablecoinRoutes(router: Router, coins: Coins): void {
  const { store } = coins
  router.post('/stablecoins/behaviour', async (ctx) => {
    Object.assign(coins.behaviour, valid(isBehaviour, await rawBody(ctx)))
    ctx.body = coins.behaviour
  })
  router.post('/stablecoins/clients/:id', async (ctx) => {
    const { secret, isShut } = valid(isClientChange, await rawBody(ctx))
    await store.pool.query(
      `update coin_clients set secret_hash = coalesce($2, secret_hash), is_shut = coalesce($3, is_shut)
       where id = $1`,
      [ctx.params.id, secret === undefined ? null : hashOf(secret), isShut ?? null],
    )
    // What was given out for the former secret is worth nothing.
    await store.pool.query('delete from coin_tokens where client_id = $1', [ctx.params.id])
    ctx.body = {}
  })
  // A bank account of an account's that its owner has linked, so that it may be debited.
  router.post('/stablecoins/accounts/:id/banks', async (ctx) => {
    const bank = valid(isBank, await rawBody(ctx))
    const row = await insertExternal(store.pool, ctx.params.id ?? '', {
      ...{ name: bank.owner, address: null, types: ['ach_debit', 'ach_credit'] },
      ...{
        number: bank.accountNumber,
        routing: bank.routingNumber,
        status: bank.status ?? 'active',
      },
    })
    ctx.status = 201
    ctx.body = { id: row.id }
  })
  router.post('/stablecoins/deposits', async (ctx) => {
    const { address, valueType, cents } = valid(isDeposit, await rawBody(ctx))
    await store.transaction((tx) => payIn(coins, tx, address, valueType, BigInt(cents)))
    ctx.status = 201
    ctx.body = {}
  })
  router.post('/stablecoins/transfers/:note/:outcome', async (ctx) => {
    const step = forced[ctx.params.outcome ?? '']
    if (step === undefined) throw new Refusal(404, `outcomes are ${Object.keys(forced).join(', ')}`)
    const { rows } = await store.pool.query<{ id: string }>(
      'select id from coin_transfers where note = $1',
      [ctx.params.note],
    )
    for (const { id } of rows) await store.transaction((tx) => takeStep(coins, tx, id, step))
    ctx.body = { transfers: rows.length }
  })
  addBooks(router, coins)
}

/** Transfers of an account, and the coins at every address that they name, in cents. */
function addBooks(router: Router, { store }: Coins): void {
  router.get('/stablecoins/accounts/:id/books', async (ctx) => {
    const { rows: transfers } = await store.pool.query(
      `select id, note, status, cents::integer as cents, source ->> 'value_type' as source, created_at
       from coin_transfers where account_id = $1 order by ordinal`,
      [ctx.params.id],
    )
    const { rows: balances } = await store.pool.query(
      `select a.id, a.type, a.name, a.address, b.value_type as "valueType", b.cents::integer as cents
       from coin_addresses a join coin_balances b on b.address = a.address
       where a.account_id = $1 order by a.ordinal, b.value_type`,
      [ctx.params.id],
    )
    ctx.body = { transfers, balances }
  })
}

function valid<Shape>(fits: (body: unknown) => body is Shape, raw: Buffer): Shape {
  const body = parseObject(raw)
  if (fits(body)) return body
  throw new Refusal(400, 'the body is not valid')
}
