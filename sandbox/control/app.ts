import { randomUUID } from 'node:crypto'
import Router from '@koa/router'
import type Koa from 'koa'
import type { Logger } from 'pino'
import { createAjv } from '../../contract/ajv.ts'
import { cryptoNetworks } from '../../contract/components/paymentParties.ts'
import type { Bank } from '../bank/bank.ts'
import type { Issuer } from '../cardIssuer/issuer.ts'
import type { DueWorker } from '../dueWork.ts'
import { type FaultSpec, type Faults, faultKinds, parties } from '../faults.ts'
import { createApp, parseObject, Refusal, rawBody } from '../http.ts'
import { listAll } from '../messages/captured.ts'
import type { Door, OrderedFaults } from '../orderedFaults.ts'
import { onChainOf, watchedAt } from '../payoutRail/funding.ts'
import type { Step } from '../payoutRail/outcomes.ts'
import { announceDeposit, type Deposit, forceStep } from '../payoutRail/payouts.ts'
import type { Feeds } from '../rateFeeds/feeds.ts'
import type { Coins } from '../stablecoinProvider/coins.ts'
import type { PartyClock } from '../store/clock.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'
import type { Vendor } from '../verificationVendor/vendor.ts'
import type { Signers } from '../walletProvider/signers.ts'
import { addBankRoutes } from './bank.ts'
import { addCardRoutes } from './cards.ts'
import { addClockRoutes } from './clock.ts'
import { addRateRoutes } from './rates.ts'
import { addStablecoinRoutes } from './stablecoins.ts'
import { addVerificationRoutes } from './verification.ts'

export type ControlParts = {
  readonly store: Store
  readonly vault: Vault
  readonly signers: Signers
  readonly faults: Faults
  readonly ordered: OrderedFaults
  readonly vendor: Vendor
  readonly issuer: Issuer
  readonly coins: Coins
  readonly feeds: Feeds
  readonly bank: Bank
  readonly clock: PartyClock
  readonly due: DueWorker
}

const isOrder = createAjv().compile<FaultSpec & { count?: number }>({
  type: 'object',
  required: ['party', 'operation', 'kind'],
  additionalProperties: false,
  properties: {
    party: { enum: parties },
    operation: { type: 'string', minLength: 1 },
    kind: { enum: faultKinds },
    count: { type: 'integer', minimum: 1, maximum: 1_000_000_000 },
    delayMs: { type: 'integer', minimum: 0, maximum: 3_600_000 },
    match: { type: 'string', minLength: 1 },
  },
})

type Arrival = Omit<Deposit, 'id' | 'onChain'> & {
  readonly id?: string
  /** That it comes over; of an address, its own. */
  readonly network?: string
} & ({ readonly reference: string } | { readonly address: string })

const isDeposit = createAjv().compile<Arrival>({
  type: 'object',
  required: ['amountMinor', 'currency'],
  oneOf: [{ required: ['reference'] }, { required: ['address'] }],
  additionalProperties: false,
  properties: {
    reference: { type: 'string', minLength: 1, maxLength: 200 },
    address: { type: 'string', minLength: 1, maxLength: 200 },
    id: { type: 'string', minLength: 1, maxLength: 200 },
    amountMinor: { type: 'string', pattern: '^[1-9][0-9]{0,17}$' },
    currency: { type: 'string', pattern: '^[A-Z]{3,5}$' },
    network: { enum: cryptoNetworks },
  },
})

const forcedSteps: Readonly<Record<string, Step>> = {
  settle: { afterMs: 0, state: 'SETTLED' },
  fail: {
    afterMs: 0,
    state: 'FAILED',
    reason: 'ACCOUNT_CANNOT_RECEIVE',
    refund: 'ALLOWED',
    cause: 'TRANSACTION_FAILED',
  },
  return: {
    afterMs: 0,
    state: 'RETURNED',
    reason: 'PAYOUT_RETURNED',
    refund: 'ALLOWED',
    cause: 'TRANSACTION_FAILED',
  },
}

/** The control port: lists sent messages, injects faults, forces outcomes, and counts calls. */
export function createControlApp(parts: ControlParts, log: Logger): Koa {
  const { store, vault, signers, faults } = parts
  const router = new Router()

  router.get('/healthz', async (ctx) => {
    await store.pool.query('select 1')
    ctx.body = { status: 'ok' }
  })
  router.get('/signers', (ctx) => {
    ctx.body = { otp: signers.otp.publicKey, export: signers.export.publicKey }
  })
  router.get('/mails', async (ctx) => {
    ctx.body = { mails: await listAll({ store, vault }, { contact: textOf(ctx.query.contact) }) }
  })
  router.get('/statistics', async (ctx) => {
    ctx.body = { acts: await countActs(store, textOf(ctx.query.reference)) }
  })
  router.post('/rail/payouts/:reference/:outcome', async (ctx) => {
    const step = forcedSteps[ctx.params.outcome ?? '']
    if (step === undefined) throw new Refusal(404, 'outcomes are settle, fail and return')
    ctx.body = (await forceStep(store, ctx.params.reference ?? '', step)).body
  })
  router.post('/rail/deposits', async (ctx) => {
    const body = parseObject(await rawBody(ctx))
    if (!isDeposit(body)) throw new Refusal(400, `not money: ${JSON.stringify(isDeposit.errors)}`)
    const { id = randomUUID(), amountMinor, currency } = body
    const place = 'address' in body ? await watchedAt(store, body.address) : body
    const { reference } = place
    const network = body.network ?? place.network
    const onChain = network === undefined ? {} : { onChain: onChainOf(network, id) }
    await announceDeposit(store, reference, { id, amountMinor, currency, ...onChain })
    ctx.status = 201
    ctx.body = { id }
  })
  addVerificationRoutes(router, parts.vendor)
  addCardRoutes(router, parts.issuer)
  addStablecoinRoutes(router, parts.coins)
  addRateRoutes(router, parts.feeds)
  addBankRoutes(router, parts.bank)
  addClockRoutes(router, parts.clock, parts.due)
  addFaultRoutes(router, faults, parts.ordered)

  const app = createApp(log, { message: 'internal error' })
  app.use(router.routes())
  app.use(() => {
    throw new Refusal(404, 'not found')
  })
  return app
}

const isDoor = createAjv().compile<Door>({
  type: 'object',
  required: ['token', 'until'],
  additionalProperties: false,
  properties: {
    token: { type: 'string', minLength: 1, maxLength: 200 },
    until: { type: 'string', pattern: '^[-0-9T:.]+Z$' },
  },
})

function addFaultRoutes(router: Router, faults: Faults, ordered: OrderedFaults): void {
  // The service has been given a plan of a platform: it is asked what each call meets.
  router.put('/faults/ordered', async (ctx) => {
    const body = parseObject(await rawBody(ctx))
    if (!isDoor(body)) throw new Refusal(400, `not understood: ${JSON.stringify(isDoor.errors)}`)
    await ordered.open(body)
    ctx.status = 204
  })
  router.delete('/faults/ordered/:id', async (ctx) => {
    await faults.release(ctx.params.id ?? '')
    ctx.status = 204
  })
  router.get('/faults', (ctx) => {
    ctx.body = { faults: faults.all }
  })
  router.post('/faults', async (ctx) => {
    const body = parseObject(await rawBody(ctx))
    if (!isOrder(body)) throw new Refusal(400, `not a fault: ${JSON.stringify(isOrder.errors)}`)
    const { count = 1, ...order } = body
    const operation = order.operation.replace(/^ACTIVITY_TYPE_/, '')
    ctx.status = 201
    ctx.body = await faults.inject({ ...order, operation }, count)
  })
  router.delete('/faults', async (ctx) => {
    await faults.clear()
    ctx.status = 204
  })
  router.delete('/faults/:id', async (ctx) => {
    if (!(await faults.remove(ctx.params.id ?? ''))) throw new Refusal(404, 'no such fault')
    ctx.status = 204
  })
}

/** How often each operation was performed, in total or for one reference or fingerprint. */
async function countActs(store: Store, reference: string | undefined): Promise<object[]> {
  const { rows } = await store.pool.query<{ party: string; operation: string; count: number }>(
    `select party, operation, count(*)::integer as count from acts
     where $1::text is null or reference = $1
     group by party, operation order by party, operation`,
    [reference ?? null],
  )
  return rows
}

function textOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
