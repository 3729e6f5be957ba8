/** Rows 3 to 5: the ledger, a read and the check of a stamp, each against the bare thing. */
import { createPublicKey, randomUUID, verify } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '../../db/database.ts'
import { parseStamp, verifyStamp } from '../../domain/wallet/stamp/index.ts'
import { createDevice } from '../serviceDriver/device.ts'
import { startChild } from './child.ts'
import { cpuMsOf } from './cpu.ts'
import type { LoadResult } from './load.ts'
import { prepareExecutes } from './payments.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'
import { inTurn } from './turns.ts'

const POSTING_LANES = 8
const READ_CONCURRENCY = 32
const READ_IDS = 200
const CHECKS_A_TURN = 50

export type Size = { readonly rounds: number; readonly ms: number }

/** The rates of both, measured in turn. */
async function ratesOf(
  rounds: number,
  ours: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<{ ours: number; baseline: number; ratio: number; spread: string }> {
  const pairs = await inTurn(rounds, ours, baseline)
  const ratios = pairs.map((pair) => pair.ours / pair.baseline)
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    baseline: median(pairs.map((pair) => pair.baseline)),
    ratio: median(ratios),
    spread: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
  }
}

/** How often a second a piece of work is done, by `lanes` callers at once for `ms`. */
async function rateOf(lanes: number, ms: number, work: (lane: number) => unknown): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (performance.now() - startedAt < ms) {
        await work(lane)
        done += 1
      }
    }),
  )
  return (done * 1000) / (performance.now() - startedAt)
}

/** The rate of one thread that only computes, for each second of its own CPU time: other processes do not disturb it. */
async function ratePerCpuSecond(ms: number, check: () => boolean): Promise<number> {
  const startedAt = performance.now()
  const used = process.cpuUsage()
  let done = 0
  while (performance.now() - startedAt < ms) {
    for (let turn = 0; turn < CHECKS_A_TURN; turn += 1) {
      if (!check()) throw new Error('a good stamp does not verify')
    }
    done += CHECKS_A_TURN
  }
  const { user, system } = process.cpuUsage(used)
  return (done * 1e6) / (user + system)
}

const POST = 'select ledger_post($1::jsonb) as posted'

/** One transfer a statement, each between two accounts of its own lane's. */
export async function postingRow(stage: Stage, { rounds, ms }: Size): Promise<Row> {
  const url = stage.stack.env.DATABASE_URL ?? ''
  const accounts = await benchAccounts(stage, POSTING_LANES)
  const database = openDatabase(url, { poolMax: POSTING_LANES })
  const pool = new pg.Pool({ connectionString: url, max: POSTING_LANES })
  const transfers = (lane: number): string =>
    JSON.stringify([
      {
        id: `bench/${randomUUID()}`,
        kind: 'POSTED',
        debit: accounts.liquidity,
        credit: accounts.holders[lane],
        currency: 'USDB',
        amount: 1,
        reference: 'bench',
      },
    ])
  try {
    const rates = await ratesOf(
      rounds,
      () =>
        rateOf(POSTING_LANES, ms, (lane) =>
          database.query({ name: 'ledger_post', text: POST, values: [transfers(lane)] }),
        ),
      () =>
        rateOf(POSTING_LANES, ms, (lane) =>
          pool.query({ name: 'ledger_post', text: POST, values: [transfers(lane)] }),
        ),
    )
    return {
      name: 'postings a second',
      ours: `${rates.ours.toFixed(0)}/s`,
      baseline: `${rates.baseline.toFixed(0)}/s`,
      ratio: rates.ratio,
      goal: { atLeast: 0.85 },
      detail: `ledger_post through db/database.ts against plain pg, prepared; ${POSTING_LANES} at once; rounds ${rates.spread}`,
    }
  } finally {
    await Promise.allSettled([database.close(), pool.end()])
  }
}

async function benchAccounts(
  { database }: Stage,
  count: number,
): Promise<{ liquidity: string; holders: string[] }> {
  const [row] = await database.query<{ liquidity: string; holders: string[] }>({
    text: `with made as (
        insert into ledger_accounts (id, environment, kind, currency, has_floor)
        select gen_random_uuid(), 'SANDBOX', 'HOLDER', 'USDB', true from generate_series(1, $1) returning id)
      , balances as (insert into ledger_balances (account_id) select id from made)
      select service_account('SANDBOX', 'LIQUIDITY', 'USDB') as liquidity, array_agg(id::text) as holders
      from made`,
    values: [count],
  })
  if (row === undefined) throw new Error('no ledger accounts')
  return row
}

/** `GET /transactions/{id}` over HTTP against bare Koa with one primary-key SELECT. */
export async function readRow(stage: Stage, { rounds, ms }: Size): Promise<Row> {
  const prepared = await prepareExecutes(stage.api, stage.wallets, READ_IDS)
  const bare = await startChild('./baselineApi.ts', stage.stack.env)
  const base = new URL(stage.api.baseUrl).pathname
  const rate = ({ answered, wallMs }: LoadResult): number => (answered * 1000) / wallMs
  try {
    const port = await bare.ask<number>('port')
    const ours = prepared.map(({ transactionId }) => ({
      method: 'GET' as const,
      path: `${base}/transactions/${transactionId}`,
    }))
    const baselines = prepared.map(({ transactionId }) => ({
      method: 'GET' as const,
      path: `/${transactionId.replace('Transaction:', '')}`,
    }))
    const shared = { concurrency: READ_CONCURRENCY, forMs: ms }
    const cpuUs = { ours: [] as number[], baseline: [] as number[] }
    /** Runs a turn and notes what a request costs the server's own process. */
    const costed = async (
      pid: number,
      into: number[],
      turn: () => Promise<LoadResult>,
    ): Promise<number> => {
      const before = cpuMsOf(pid)
      const result = await turn()
      into.push(((cpuMsOf(pid) - before) * 1000) / result.answered)
      return rate(result)
    }
    const rates = await ratesOf(
      rounds,
      () => costed(stage.pidOf('api'), cpuUs.ours, () => stage.load({ requests: ours, ...shared })),
      () =>
        costed(bare.pid, cpuUs.baseline, () =>
          stage.generator.ask<LoadResult>('run', {
            origin: `http://127.0.0.1:${port}`,
            headers: { authorization: stage.authorization },
            requests: baselines,
            ...shared,
          }),
        ),
    )
    return {
      name: 'GET /transactions/{id} a second',
      ours: `${rates.ours.toFixed(0)}/s`,
      baseline: `${rates.baseline.toFixed(0)}/s`,
      ratio: rates.ratio,
      goal: { atLeast: 0.75 },
      detail: `bare Koa and one primary-key SELECT by plain pg; ${READ_CONCURRENCY} connections; rounds ${rates.spread}; CPU of the server's process ${median(cpuUs.ours).toFixed(0)} against ${median(cpuUs.baseline).toFixed(0)} µs`,
    }
  } finally {
    await bare.stop()
  }
}

/** What the API does with a stamp's header and the payload, against OpenSSL with a parsed key. */
export async function stampRow({ rounds, ms }: Size): Promise<Row> {
  const device = createDevice()
  const payload = JSON.stringify({ type: 'ACTIVITY_TYPE_BENCH', text: 'x'.repeat(600) })
  const header = await device.stamp(payload)
  const { signature } = parseStamp(header)
  const prefix = '3039301306072a8648ce3d020106082a8648ce3d030107032200'
  const der = Buffer.from(prefix + device.publicKey, 'hex')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const parsed = (): boolean => verifyStamp(parseStamp(header), payload)
  const bare = (): boolean => verify('sha256', Buffer.from(payload), key, signature)
  const rates = await ratesOf(
    rounds,
    () => ratePerCpuSecond(ms, parsed),
    () => ratePerCpuSecond(ms, bare),
  )
  return {
    name: 'stamp verifications a second',
    ours: `${rates.ours.toFixed(0)}/s`,
    baseline: `${rates.baseline.toFixed(0)}/s`,
    ratio: rates.ratio,
    goal: { atLeast: 0.85 },
    detail: `a second of CPU; header parsed and verified, against crypto.verify with a parsed key; rounds ${rates.spread}`,
  }
}
