/** A payment between two customers' accounts, from its execute to the last of its webhooks. */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectStatus } from '../client/apiClient.ts'
import { type Cost, costOf, idleOf, type Meter, shown, sum } from './cost.ts'
import { cpuMsOf } from './cpu.ts'
import { CONCURRENCY, type FloorProcesses } from './executes.ts'
import type { FloorLoad, FloorResult } from './floorCaller.ts'
import type { LoadRequest } from './load.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'

const FUND_MINOR = 100_000_000
const SEND_MINOR = 100
/** After the quote's: PROCESSING and COMPLETED, and the receiver's COMPLETED. */
const WEBHOOKS = 3
const POLL_MS = 50
const TOLD_MAX_MS = 180_000

/** Counts what comes; the platform's server, in the bench's own process, which nobody measures. */
async function countWebhooks({ api }: Stage): Promise<{ count(): number; stop(): Promise<void> }> {
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

async function until(done: () => boolean): Promise<void> {
  const deadline = performance.now() + TOLD_MAX_MS
  while (!done()) {
    if (performance.now() > deadline) throw new Error('not every webhook came')
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** CPU of a whole payment without outside parties, against update-with-start. */
export async function internalPaymentRow(
  stage: Stage,
  floor: FloorProcesses,
  { rounds, count }: { readonly rounds: number; readonly count: number },
): Promise<Row> {
  const accounts = await dollarAccounts(stage)
  const webhooks = await countWebhooks(stage)
  const shared: Meter = async () => ({
    temporal: stage.temporalMs(),
    postgres: await stage.postgresMs(),
  })
  const oursMeter: Meter = async () => ({
    api: cpuMsOf(stage.pidOf('api')),
    worker: cpuMsOf(stage.pidOf('worker')),
    ...(await shared()),
  })
  const floorMeter: Meter = async () => ({
    caller: cpuMsOf(floor.caller.pid),
    worker: cpuMsOf(floor.worker.pid),
    ...(await shared()),
  })
  const idle = { ours: await idleOf(oursMeter), floor: await idleOf(floorMeter) }
  const runOurs = async (): Promise<Cost> => {
    const quoted = webhooks.count()
    const requests = await prepare(stage, accounts, count)
    // The quotes have one each, which is no part of it.
    await until(() => webhooks.count() - quoted >= count)
    const before = webhooks.count()
    return costOf(oursMeter, idle.ours, async () => {
      await stage.load({ requests, concurrency: CONCURRENCY })
      await until(() => webhooks.count() - before >= count * WEBHOOKS)
      return undefined
    })
  }
  const runFloor = (): Promise<Cost> =>
    costOf(floorMeter, idle.floor, async () => {
      const load: FloorLoad = { count, concurrency: CONCURRENCY, activities: 0 }
      return (await floor.caller.ask<FloorResult>('run', load)).wallMs
    })
  const pairs: { ours: Cost; floor: Cost }[] = []
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const floorCost = await runFloor()
      const pair = { floor: floorCost, ours: await runOurs() }
      // The first only warms up.
      if (round > 0) pairs.push(pair)
    }
  } finally {
    await webhooks.stop()
  }
  const each = (of: 'ours' | 'floor'): number => median(pairs.map((pair) => sum(pair[of]) / count))
  const perOne = (of: 'ours' | 'floor') => shown(pairs.map((pair) => ({ ...pair[of], count })))
  const rate = median(pairs.map(({ ours }) => (count * 1_000) / ours.wallMs))
  return {
    name: 'CPU of an internal payment',
    ours: `${each('ours').toFixed(1)} ms`,
    floor: `${each('floor').toFixed(1)} ms`,
    ratio: median(pairs.map((pair) => sum(pair.ours) / sum(pair.floor))),
    goal: { atMost: 1.3 },
    detail:
      `execute to its last webhook, ${rate.toFixed(1)}/s, ${rounds} x ${count}; ` +
      `${perOne('ours')}; floor ${perOne('floor')}`,
  }
}
