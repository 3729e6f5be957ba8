/** The bank's part of the control port: its behaviour, money from nowhere, what happens to a transfer, and its books. */
import type Router from '@koa/router'
import { createAjv } from '../../contract/ajv.ts'
import { addSampleFunds } from '../bank/accounts.ts'
import { act } from '../bank/acts.ts'
import type { Bank } from '../bank/bank.ts'
import { Problem } from '../bank/bank.ts'
import type { Act, Particulars, TransferType } from '../bank/fates.ts'
import { parseObject, Refusal, rawBody } from '../http.ts'

const ajv = createAjv()
const time = { type: 'integer', minimum: 0, maximum: 100_000_000_000 } as const
const isBehaviour = ajv.compile<Partial<Bank['behaviour']>>({
  type: 'object',
  additionalProperties: false,
  properties: {
    ...{ stageMs: time, returnMs: time, slowMs: time, returnWindowMs: time },
    forbidsRetries: { type: 'boolean' },
    eventDelaysMs: { type: 'array', items: time, maxItems: 100 },
  },
})
const isFunds = ajv.compile<{ cents: number }>({
  type: 'object',
  required: ['cents'],
  additionalProperties: false,
  properties: { cents: { type: 'integer', minimum: 1, maximum: 1_000_000_000_000 } },
})
const isAct = ajv.compile<{ act: Act; with?: Particulars }>({
  type: 'object',
  required: ['act'],
  additionalProperties: false,
  properties: { act: { type: 'string' }, with: { type: 'object' } },
})

export function addBankRoutes(router: Router, bank: Bank): void {
  const { store } = bank
  router.post('/bank/behaviour', async (ctx) => {
    Object.assign(bank.behaviour, valid(isBehaviour, await rawBody(ctx)))
    ctx.body = bank.behaviour
  })
  router.post('/bank/accounts/:id/funds', async (ctx) => {
    const { cents } = valid(isFunds, await rawBody(ctx))
    ctx.body = await store.transaction((tx) => addSampleFunds(bank, tx, ctx.params.id ?? '', cents))
  })
  // Also what no simulation of the API does: a review, a question, a reversal in part.
  router.post('/bank/transfers/:key/acts', async (ctx) => {
    const step = valid(isAct, await rawBody(ctx))
    const { rows } = await store.pool.query<{ id: string; type: TransferType }>(
      'select id, type from bank_objects where $1 in (id, idempotency_key)',
      [ctx.params.key],
    )
    const [found] = rows
    if (found === undefined) throw new Refusal(404, 'no such transfer')
    const moved = await store
      .transaction((tx) => act(bank, tx, found.type, found.id, step))
      .catch((error: unknown) => {
        throw error instanceof Problem ? new Refusal(error.status, error.message) : error
      })
    if (moved === undefined) throw new Refusal(409, 'its status does not allow it')
    ctx.body = moved
  })
  addBooks(router, bank)
}

/** The bank's own double entry: what every ledger has, and every transfer as it stands. */
function addBooks(router: Router, { store }: Bank): void {
  router.get('/bank/books', async (ctx) => {
    const { rows: ledgers } = await store.pool.query(
      `select ledger, sum(cents)::float8 as cents from (
         select from_ledger as ledger, -cents as cents from bank_postings
         union all select to_ledger, cents from bank_postings
       ) as sides group by ledger order by ledger`,
    )
    const { rows: accounts } = await store.pool.query(
      `select account_id as id, sum((body ->> 'amount')::bigint)::float8 as cents from bank_objects
       where type = 'transaction' group by account_id order by account_id`,
    )
    const { rows: transfers } = await store.pool.query(
      `select id, type, idempotency_key as key, body ->> 'status' as status,
         (body ->> 'amount')::float8 as cents, body ->> 'account_number' as number,
         (select count(*)::integer from bank_objects t where t.type = 'transaction'
            and o.id in (t.body -> 'source' -> (t.body -> 'source' ->> 'category') ->> 'transfer_id',
              t.body -> 'source' -> (t.body -> 'source' ->> 'category') ->> 'wire_transfer_id')) as transactions
       from bank_objects o where type in ('ach_transfer', 'wire_transfer',
         'real_time_payments_transfer', 'fednow_transfer') order by ordinal`,
    )
    ctx.body = { ledgers, accounts, transfers }
  })
}

function valid<Shape>(fits: (body: unknown) => body is Shape, raw: Buffer): Shape {
  const body = parseObject(raw)
  if (fits(body)) return body
  throw new Refusal(400, 'the body is not valid')
}
