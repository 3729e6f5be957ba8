/** Helpers for payments under stress: sent to any process, counted at every party. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect } from 'vitest'
import { fingerprintOf } from '../../providers/walletProvider/index.ts'
import type { Answer, ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { type Device, payloadOf } from '../../scripts/serviceDriver/device.ts'
import {
  apiOf,
  aQuote,
  type LoggedInWallet,
  type Resource,
  waitUntil,
} from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import type { SharedStack } from '../support/stack.ts'

export type Payment = {
  readonly quote: Resource
  readonly transactionId: string
  /** Headers of the execute: stamp and Idempotency-Key; equal for every retry. */
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** A quote with its stamp, ready to be executed any number of times. */
export async function aPayment(
  wallet: LoggedInWallet,
  options: Parameters<typeof aQuote>[1] & { readonly executeKey?: string | null } = {},
): Promise<Payment> {
  const { executeKey = randomUUID(), ...quoteOptions } = options
  const quote = await aQuote(wallet, quoteOptions)
  return {
    quote,
    transactionId: String(quote.transactionId),
    headers: await executeHeaders(wallet.device, quote, executeKey ?? undefined),
  }
}

export async function executeHeaders(
  device: Device,
  quote: Resource,
  key: string | undefined,
): Promise<Payment['headers']> {
  return {
    'Service-Wallet-Signature': await device.stamp(payloadOf(quote)),
    'Idempotency-Key': key,
  }
}

export function execute(
  api: ApiClient,
  { quote, headers }: Pick<Payment, 'quote' | 'headers'>,
): Promise<Answer> {
  return api.call('POST', `/quotes/${quote.id}/execute`, undefined, headers)
}

/** The same call `count` times concurrently, over all API processes in turn. */
export function atOnce(
  stack: SharedStack,
  count: number,
  call: (api: ApiClient, index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const apis = stack.apiUrls.map((_, index) => apiOf(stack, stack.platform, index))
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const api = apis[index % apis.length]
      if (api === undefined) throw new Error('a stack without an API')
      return call(api, index)
    }),
  )
}

const REPEAT_MS = 100

/**
 * The same request until its outcome is known, over all API processes in turn.
 *
 * @param ask with the index of an API process
 */
export async function untilKnown(
  { apiUrls }: Pick<SharedStack, 'apiUrls'>,
  ask: (index: number) => Promise<Answer>,
): Promise<Answer> {
  for (let turn = 0; ; turn += 1) {
    const answer = await ask(turn % apiUrls.length).catch(() => undefined)
    if (answer !== undefined && answer.status < 500) return answer
    expect(answer?.status ?? 503, JSON.stringify(answer?.body)).toBe(503)
    await sleep(REPEAT_MS)
  }
}

/** Waits for a transaction's state, through any of the APIs. */
export async function untilTransaction(
  api: ApiClient,
  id: string,
  done: (transaction: Resource) => boolean,
  withinMs?: number,
): Promise<Resource> {
  return waitUntil(
    `${id} ends`,
    async () => {
      const answer = await api.call('GET', `/transactions/${id}`).catch(() => undefined)
      const transaction = answer?.body as Resource | undefined
      return answer?.status === 200 && transaction !== undefined && done(transaction)
        ? transaction
        : undefined
    },
    withinMs,
  )
}

export function untilCompleted(
  api: ApiClient,
  { transactionId }: Pick<Payment, 'transactionId'>,
): Promise<Resource> {
  return untilTransaction(api, transactionId, ({ status }) => status === 'COMPLETED')
}

/** One signature and one payout at the outside parties; one set of ledger entries. */
export async function expectPaidOnce(
  stack: SharedStack,
  payments: readonly Payment[],
): Promise<void> {
  const control = aSandboxControl(stack)
  for (const payment of payments) {
    const signatures = await control.acts(fingerprintOf(payloadOf(payment.quote)))
    const payouts = await control.acts(payment.transactionId)
    expect({ ...signatures, ...payouts }, payment.quote.id).toEqual({
      'provider SIGN_RAW_PAYLOAD_V2': 1,
      'rail submit': 1,
    })
  }
  const ids = payments.map(({ transactionId }) => transactionId)
  const rows = await rowsOf<{ reference: string; steps: string[] }>(
    stack,
    `select reference, array_agg(split_part(id, '/', 2) order by id) as steps
      from ledger_transfers where reference = any ($1) and id not like '%-fee' group by reference`,
    [ids],
  )
  expect(rows.map(({ reference }) => reference).sort()).toEqual([...ids].sort())
  for (const { reference, steps } of rows)
    expect(steps, reference).toEqual(['hold', 'payout', 'post'])
}

/** No call to the outside parties, no ledger entry. */
export async function expectNotPaid(
  stack: SharedStack,
  payments: readonly Payment[],
): Promise<void> {
  const control = aSandboxControl(stack)
  for (const { quote, transactionId } of payments) {
    expect(await control.acts(fingerprintOf(payloadOf(quote)))).toEqual({})
    expect(await control.acts(transactionId)).toEqual({})
  }
  const ids = payments.map(({ transactionId }) => transactionId)
  const rows = await rowsOf(stack, 'select id from ledger_transfers where reference = any ($1)', [
    ids,
  ])
  expect(rows).toEqual([])
}

/** How many quotes of the whole stack are not paid. */
export async function openQuotes(stack: Pick<SharedStack, 'databaseUrl'>): Promise<number> {
  const [row] = await rowsOf<{ open: bigint }>(
    stack,
    "select count(*) as open from payments where status <> 'COMPLETED'",
  )
  return Number(row?.open ?? 0)
}

/** Kept for a moment: tests look again and again, and a connection costs more than a look. */
const pools = new Map<string, pg.Pool>()
const IDLE_MS = 2_000

function poolOf({ databaseUrl: connectionString }: Pick<SharedStack, 'databaseUrl'>): pg.Pool {
  const kept = pools.get(connectionString)
  if (kept !== undefined) return kept
  const pool = new pg.Pool({ connectionString, idleTimeoutMillis: IDLE_MS, allowExitOnIdle: true })
  // A test kills the server or drops the database: what stood idle is gone then.
  pool.on('error', () => undefined)
  pools.set(connectionString, pool)
  return pool
}

/** Reads the stack's database, as an operator would. */
export async function rowsOf<R extends pg.QueryResultRow>(
  stack: Pick<SharedStack, 'databaseUrl'>,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  return (await poolOf(stack).query<R>(text, values)).rows
}
