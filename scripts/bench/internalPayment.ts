/**
 * A payment between two customers' accounts, from its execute to its end: without
 * webhooks, and to the last of its webhooks. A receiver is an outside party: the baseline has one
 * activity for each.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectStatus } from '../serviceDriver/apiClient.ts'
import type { BaselineLoad } from './baselineCaller.ts'
import { type Cost, costOf, idleOf, shown, sum } from './cost.ts'
import { type BaselineProcesses, CONCURRENCY, metersOf } from './executes.ts'
import type { LoadRequest } from './load.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'
import { inTurn, type Pair } from './turns.ts'

const FUND_MINOR = 100_000_000
const SEND_MINOR = 100
/** After the quote's: PROCESSING and COMPLETED, and the receiver's COMPLETED. */
const WEBHOOKS = 3
/** Each one's own transaction, and the receiver's. */
const TRANSACTIONS = 2
const POLL_MS = 200
const ENDED_MAX_MS = 180_000

type Ends = { count(): number | Promise<number>; stop(): Promise<void> }

/** Counts what has been paid, seldom enough to cost nothing that shows. */
function countPaid({ database }: Stage): Ends {
  return {
    async count() {
      const [row] = await database.query<{ paid: number }>({
        name: 'paid',
        text: "select count(*)::integer as paid from transactions where status = 'COMPLETED'",
      })
      return row?.paid ?? 0
    },
    stop: async () => undefined,
  }
}

/**
 * Counts webhooks; the platform's server runs in the bench's own process, which is not measured.
 */
async function countWebhooks({ api }: Stage): Promise<Ends> {
  let count = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      count += 1
      response.writeHead(200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const webhookEndpoint = `http://127.0.0.1:${port}/`
  expectStatus('endpoint', await api.call('PATCH', '/config', { webhookEndpoint }), 200)
  return {
    count: () => count,
    async stop() {
      await api.call('PATCH', '/config', { webhookEndpoint: null })
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Every customer's dollars, funded. */
async function dollarAccounts({ api }: Stage): Promise<string[]> {
  const list = await api.call('GET', '/internal-accounts?limit=100')
  const all = expectStatus('accounts', list, 200).body.data as { id: string; type: string }[]
  const ids = all.filter(({ type }) => type === 'INTERNAL_FIAT').map(({ id }) => id)
  for (const id of ids) {
    const path = `/sandbox/internal-accounts/${id}/fund`
    expectStatus('fund', await api.call('POST', path, { amount: FUND_MINOR }), 200)
  }
  return ids
}

async function prepare({ api }: Stage, accounts: readonly string[], count: number) {
  const base = new URL(api.baseUrl).pathname
  const requests: LoadRequest[] = []
  for (let index = 0; index < count; index += 1) {
    const [source, destination] = [0, 1].map((next) => accounts[(index + next) % accounts.length])
    const quote = await api.call('POST', '/quotes', {
      source: { sourceType: 'ACCOUNT', accountId: source },
      destination: { destinationType: 'ACCOUNT', accountId: destination },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: SEND_MINOR,
    })
    expectStatus('quote', quote, 201)
    const path = `${base}/quotes/${quote.body.id}/execute`
    requests.push({ method: 'POST', path, headers: { 'idempotency-key': randomUUID() } })
  }
  return requests
}

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + ENDED_MAX_MS
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error('not every payment ended')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

type Size = { readonly rounds: number; readonly count: number }

/** CPU of a whole payment, against update-with-start and what its outside parties need. */
export async function internalPaymentRows(
  stage: Stage,
  baseline: BaselineProcesses,
  size: Size,
): Promise<Row[]> {
  const accounts = await dollarAccounts(stage)
  const paid = await measured(stage, baseline, size, {
    accounts,
    ends: countPaid(stage),
    each: TRANSACTIONS,
    activities: 0,
  })
  const notified = await measured(stage, baseline, size, {
    accounts,
    ends: await countWebhooks(stage),
    each: WEBHOOKS,
    activities: WEBHOOKS,
  })
  return [
    rowOf('CPU of an internal payment', 0.2, paid, size, 'execute to paid, no webhooks'),
    rowOf(
      'CPU of one with its webhooks',
      1.3,
      notified,
      size,
      `execute to its ${WEBHOOKS} webhooks`,
    ),
  ]
}

type Subject = {
  readonly accounts: readonly string[]
  readonly ends: Ends
  /** How many ends a payment has. */
  readonly each: number
  /** Empty normal activities of its baseline. */
  readonly activities: number
}

async function measured(
  stage: Stage,
  baseline: BaselineProcesses,
  { rounds, count }: Size,
  { accounts, ends, each, activities }: Subject,
): Promise<Pair<Cost>[]> {
  const outside = activities > 0 ? await baseline.startOutsideWorker() : undefined
  const { oursMeter, baselineMeter } = metersOf(stage, baseline, outside)
  const idle = { ours: await idleOf(oursMeter), baseline: await idleOf(baselineMeter) }
  const runOurs = async (): Promise<Cost> => {
    const quoted = await ends.count()
    const requests = await prepare(stage, accounts, count)
    // A quote has a webhook of its own, which is no part of it.
    if (activities > 0) await until(async () => (await ends.count()) - quoted >= count)
    const before = await ends.count()
    return costOf(oursMeter, idle.ours, async () => {
      await stage.load({ requests, concurrency: CONCURRENCY })
      await until(async () => (await ends.count()) - before >= count * each)
      return undefined
    })
  }
  const runBaseline = (): Promise<Cost> =>
    costOf(baselineMeter, idle.baseline, async () => {
      const empty = Array.from({ length: activities }, () => 'nothing' as const)
      const load: BaselineLoad = { count, concurrency: CONCURRENCY, activities: empty }
      const before = (await outside?.ask<number>('performed')) ?? 0
      await baseline.caller.ask('run', load)
      await until(async () => {
        const performed = (await outside?.ask<number>('performed')) ?? 0
        return performed - before >= count * activities
      })
      return undefined
    })
  try {
    return await inTurn(rounds, runOurs, runBaseline)
  } finally {
    await ends.stop()
    await outside?.stop()
  }
}

function rowOf(
  name: string,
  atMost: number,
  pairs: readonly Pair<Cost>[],
  { rounds, count }: Size,
  what: string,
): Row {
  const each = (of: keyof Pair<Cost>): number => median(pairs.map((pair) => sum(pair[of]) / count))
  const perOne = (of: keyof Pair<Cost>) => shown(pairs.map((pair) => ({ ...pair[of], count })))
  const rate = median(pairs.map(({ ours }) => (count * 1_000) / ours.wallMs))
  return {
    name,
    ours: `${each('ours').toFixed(1)} ms`,
    baseline: `${each('baseline').toFixed(1)} ms`,
    ratio: median(pairs.map((pair) => sum(pair.ours) / sum(pair.baseline))),
    goal: { atMost },
    detail:
      `${what}, ${rate.toFixed(1)}/s, ${rounds} x ${count}; ` +
      `${perOne('ours')}; baseline ${perOne('baseline')}`,
  }
}
