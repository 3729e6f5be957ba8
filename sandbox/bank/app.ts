/** The bank's API, as a US bank with an API speaks it, and its simulations. */
import { timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import Router from '@koa/router'
import type Koa from 'koa'
import type { Validate } from '../../contract/ajv.ts'
import type { WorkOf } from '../../contract/sandboxFaults.ts'
import { answerUnder, callFaults, type Fault, type FaultKind } from '../faults.ts'
import { type Answer, createApp, parseObject, rawBody } from '../http.ts'
import type { Transaction } from '../store/store.ts'
import { type Bank, broken, hashOf, invalidParameter, Problem } from './bank.ts'
import * as bodies from './bodies.ts'
import type { Body, Origin } from './objects.ts'
import { type Route, routes } from './routes.ts'

const KEY = /^[\x21-\x7e]{1,200}$/
const TRICKLE_MS = 7_000
const TRICKLE_PIECES = 10

/** What a call is, read once. */
type Input = { readonly ctx: Koa.Context; readonly id: string; readonly members: unknown }

export function createBankApp(bank: Bank): Koa {
  const router = new Router()
  for (const route of routes) {
    router[route.method](route.path, (ctx) => answer(bank, ctx, route))
  }
  const app = createApp(bank.log, broken)
  app.use(router.routes())
  app.use((ctx) => show(bank, ctx, answerOf(noMethod())))
  return app
}

function noMethod(): Problem {
  return new Problem(404, 'api_method_not_found_error', 'There is no such method.')
}

async function answer(bank: Bank, ctx: Koa.Context, route: Route): Promise<void> {
  const raw = await rawBody(ctx)
  const refused = refusedKey(bank, ctx)
  if (refused !== undefined) return show(bank, ctx, answerOf(refused))
  const text = `${ctx.method} ${ctx.url} ${ctx.get('idempotency-key')} ${raw.toString('utf8')}`
  const kinds = kindsOf(route)
  const asked = orderOf(bank, ctx, route, raw)
  const fault = await bank.faults.claim(
    ...(['bank', route.operation, text, kinds] as const),
    () => asked?.work() ?? [],
    async () => ((await asked?.isKnown()) ? callFaults : kinds),
    asked?.operation,
  )
  if (fault?.kind === 'tooManyRequests') {
    ctx.set('retry-after', '1')
    const busy = new Problem(429, 'rate_limited_error', 'Too many requests.', { retry_after: 1 })
    return show(bank, ctx, answerOf(busy))
  }
  if (fault?.kind === 'conflict') {
    // Without the header that forbids a repeat.
    const conflict = new Problem(409, 'invalid_operation_error', 'The object is busy.')
    return put(ctx, answerOf(conflict))
  }
  if (fault?.kind === 'nonsense') return put(ctx, { status: 200, body: { nonsense: [route.path] } })
  await answerUnder(fault, ctx, broken, async () => {
    const made = await perform(bank, ctx, route, raw, fault).catch(answerOf)
    if (made.status === 409 && bank.behaviour.forbidsRetries) ctx.set('x-should-retry', 'false')
    return made
  })
  if (fault?.kind === 'trickle') trickle(ctx, fault)
}

const ofTransfers =
  /^\/(ach|wire|real_time_payments|fednow)_transfers(?<ofOne>\/:id)?(?<cancels>\/cancel)?$/

/** A call about an order of the service, as the rail would name it, and whose work it is. */
type OrderCall = {
  readonly operation: 'submit' | 'collect' | 'find' | 'cancel'
  readonly work: WorkOf
  /** Whether the bank has it: what happens to the transfer itself can no longer be ordered then. */
  readonly isKnown: () => Promise<boolean>
}

function orderOf(bank: Bank, ctx: Koa.Context, route: Route, raw: Buffer): OrderCall | undefined {
  const place = ofTransfers.exec(route.path)?.groups
  if (place === undefined) return undefined
  const { id } = (ctx as unknown as { params: { id?: string } }).params
  const keyOf = async (): Promise<string | undefined> => {
    if (route.operation === 'create') return ctx.get('idempotency-key') || undefined
    if (id === undefined) return String(ctx.query.idempotency_key ?? '') || undefined
    const { rows } = await bank.store.pool.query<{ key: string | null }>(
      'select idempotency_key as key from bank_objects where id = $1',
      [id],
    )
    return rows[0]?.key ?? undefined
  }
  const operation = operationOf(route, place, raw)
  return (
    operation && {
      operation,
      async work() {
        const value = await keyOf()
        return value === undefined ? [] : [{ by: 'RAIL_REFERENCE', value }]
      },
      async isKnown() {
        if (route.operation !== 'create') return true
        const { rowCount } = await bank.store.pool.query(
          'select 1 from bank_objects where idempotency_key = $1',
          [await keyOf()],
        )
        return rowCount !== 0
      },
    }
  )
}

function operationOf(
  { method, operation }: Route,
  { cancels }: { readonly cancels?: string },
  raw: Buffer,
): OrderCall['operation'] | undefined {
  if (method === 'get') return 'find'
  if (cancels !== undefined) return 'cancel'
  if (operation !== 'create') return undefined
  // A negative amount pulls.
  return Number(parseObject(raw)?.amount) < 0 ? 'collect' : 'submit'
}

function kindsOf({ operation }: Route): readonly FaultKind[] {
  const all = [...callFaults, ...(['tooManyRequests', 'conflict', 'nonsense', 'trickle'] as const)]
  if (operation === 'create') return [...all, 'stuckPending', 'outOfOrder', 'lateReturn']
  return operation === 'events' ? [...all, 'outOfOrder'] : all
}

/** A refusal is an answer like any other: whether it is lost is for the fault to say. */
function answerOf(error: unknown): Answer {
  if (error instanceof Problem) return { status: error.status, body: error.body }
  throw error
}

function show(bank: Bank, ctx: Koa.Context, shown: Answer): void {
  if (shown.status === 409 && bank.behaviour.forbidsRetries) ctx.set('x-should-retry', 'false')
  put(ctx, shown)
}

function put(ctx: Koa.Context, { status, body }: Answer): void {
  ctx.status = status
  ctx.body = body
}

/** The body comes byte by byte: only a limit for the whole call ends the wait. */
function trickle(ctx: Koa.Context, { delayMs = TRICKLE_MS }: Fault): void {
  const whole = JSON.stringify(ctx.body)
  const size = Math.ceil(whole.length / TRICKLE_PIECES)
  const pieces = async function* () {
    for (let at = 0; at < whole.length; at += size) {
      yield whole.slice(at, at + size)
      await sleep(delayMs / TRICKLE_PIECES)
    }
  }
  ctx.body = Readable.from(pieces())
  ctx.type = 'application/json'
}

function refusedKey({ access }: Bank, ctx: Koa.Context): Problem | undefined {
  const header = ctx.get('authorization')
  const refuse = (reason: string): Problem =>
    new Problem(401, 'invalid_api_key_error', 'The API key is not valid.', { reason })
  if (header === '') return refuse('no_header')
  const [scheme, key = ''] = header.split(' ')
  if (scheme !== 'Bearer' || key === '') return refuse('no_credential')
  if (key.startsWith('production_')) return refuse('wrong_environment')
  const [given, known] = [Buffer.from(key), Buffer.from(access.apiKey ?? '')]
  const isKnown = known.length > 0 && given.length === known.length && timingSafeEqual(given, known)
  return isKnown ? undefined : refuse('deleted_credential')
}

async function perform(
  bank: Bank,
  ctx: Koa.Context,
  route: Route,
  raw: Buffer,
  fault: Fault | undefined,
): Promise<Answer> {
  const { id = '' } = (ctx as unknown as { params: { id?: string } }).params
  if (route.method === 'get') {
    const body = await route.handle({ bank, id, query: ctx.query, fault })
    return { status: 200, body }
  }
  const members = raw.length === 0 ? {} : parseObject(raw)
  if (members === undefined) {
    throw new Problem(400, 'malformed_request_error', 'The body is no JSON object.')
  }
  const input = { ctx, id, members }
  const valid = bodies.valid(route.fits as Validate<Record<string, unknown>>, members)
  if (route.operation !== 'create') {
    const body = await bank.store.transaction((tx) =>
      route.handle({ bank, tx, id, members: valid }),
    )
    return { status: 200, body }
  }
  return bank.store.transaction((tx) => createOnce(bank, tx, route, input, fault))
}

type Create = Extract<Route, { operation: 'create' }>

/** A key stands for one object for ever: the same request gets it again, any other one is refused. */
async function createOnce(
  bank: Bank,
  tx: Transaction,
  route: Create,
  { ctx, members }: Input,
  fault: Fault | undefined,
): Promise<Answer> {
  const key = ctx.get('idempotency-key') || undefined
  const hash = hashOf(ctx.path, members)
  if (key !== undefined) {
    if (!KEY.test(key)) throw invalidParameter('Idempotency-Key', 'is too long, or no ASCII')
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 15))', [key])
    const { rows } = await tx.query<{ body: Body; request_hash: Buffer }>(
      'select body, request_hash from bank_objects where idempotency_key = $1',
      [key],
    )
    const [made] = rows
    if (made?.request_hash.equals(hash)) {
      ctx.set('idempotent-replayed', 'true')
      return { status: 200, body: made.body }
    }
    if (made !== undefined) {
      throw new Problem(
        409,
        'idempotency_key_already_used_error',
        'The key has been used with other arguments.',
        { resource_id: made.body.id },
      )
    }
  }
  const origin: Origin = { key, hash }
  const body = await route.handle({
    ...{ bank, tx, origin, fault },
    members: members as Record<string, unknown>,
  })
  return { status: 200, body }
}
