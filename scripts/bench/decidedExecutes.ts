/** An execute to its answer while Temporal is stopped, against a bare handler that calls the same SQL function. */
import { createHash } from 'node:crypto'
import { startChild } from './child.ts'
import { type Cost, costOf, idleOf, type Meter, shown, sum } from './cost.ts'
import { cpuMsOf } from './cpu.ts'
import { CONCURRENCY, settleAll } from './executes.ts'
import type { LoadRequest, LoadResult } from './load.ts'
import { type Prepared, prepareExecutes } from './payments.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'
import { inTurn } from './turns.ts'

const POLL_MS = 200

/**
 * What is ours beyond the decision: the request's authentication and validation, the check of the stamp, the read before the
 * decision, the answer, and the start that is handed over, which waits here for Temporal.
 */
export async function decidedExecuteRow(
  stage: Stage,
  { rounds, count }: { readonly rounds: number; readonly count: number },
): Promise<Row> {
  const bare = await startChild('./baselineExecutes.ts', stage.stack.env)
  const origin = `http://127.0.0.1:${await bare.ask<number>('port')}`
  const meterOf =
    (name: string, pid: number): Meter =>
    async () => ({ [name]: cpuMsOf(pid), postgres: await stage.postgresMs() })
  const meters = { ours: meterOf('api', stage.pidOf('api')), bare: meterOf('koa', bare.pid) }
  const idle = { ours: await idleOf(meters.ours), bare: await idleOf(meters.bare) }
  const platformId = await platformOf(stage)
  const runOurs = async (): Promise<Cost> => {
    const requests = await prepareExecutes(stage.api, stage.wallets, count)
    return withoutTemporal(stage, () =>
      costOf(meters.ours, idle.ours, async () => {
        return (await stage.load({ requests, concurrency: CONCURRENCY })).wallMs
      }),
    )
  }
  const runBare = async (): Promise<Cost> => {
    const prepared = await prepareExecutes(stage.api, stage.wallets, count)
    const requests = prepared.map((each) => decisionOf(each, platformId))
    return withoutTemporal(stage, () =>
      costOf(meters.bare, idle.bare, async () => {
        const load = { requests, concurrency: CONCURRENCY, origin, headers: {} }
        const { odd, wallMs } = await stage.generator.ask<LoadResult>('run', load)
        if (odd !== undefined) throw new Error(odd)
        return wallMs
      }),
    )
  }
  try {
    const pairs = await inTurn(rounds, runOurs, runBare)
    const [ours, bares] = [pairs.map((pair) => pair.ours), pairs.map((pair) => pair.baseline)]
    const rate = (costs: readonly Cost[]): number =>
      median(costs.map(({ wallMs }) => (count * 1000) / wallMs))
    const shares = pairs.map((pair) => pair.baseline.wallMs / pair.ours.wallMs)
    const perOne = (costs: readonly Cost[]): string =>
      `${median(costs.map((cost) => sum(cost) / count)).toFixed(1)} ms: ${shown(costs.map((cost) => ({ ...cost, count })))}`
    return {
      name: 'executes a second, Temporal stopped',
      ours: `${rate(ours).toFixed(1)}/s`,
      baseline: `${rate(bares).toFixed(1)}/s`,
      ratio: median(shares),
      goal: { atLeast: 0.8 },
      detail:
        `bare Koa and the same SQL function; ${CONCURRENCY} at once, ${rounds} x ${count}; by round ` +
        `${shares.map((share) => share.toFixed(2)).join(' ')}; CPU ${perOne(ours)}; bare ${perOne(bares)}`,
    }
  } finally {
    await bare.stop()
    await settleAll(stage)
  }
}

async function platformOf({ database }: Stage): Promise<string> {
  const { id } = await database.one<{ id: string }>({
    text: `select id from platforms where name = 'bench'`,
  })
  return id
}

/** The argument that the API calls the function with. */
function decisionOf({ quoteId, headers }: Prepared, platformId: string): LoadRequest {
  const stamp = headers?.['service-wallet-signature'] ?? ''
  const { publicKey } = JSON.parse(Buffer.from(stamp, 'base64url').toString()) as {
    publicKey: string
  }
  const requestHash = createHash('sha256').update(quoteId).digest('hex')
  const decision = {
    ...{ platformId, paymentId: quoteId, operation: 'executeQuote', requestHash },
    ...{ key: headers?.['idempotency-key'], stamp, publicKey },
  }
  return { method: 'POST', path: '/', body: JSON.stringify(decision) }
}

/** Stops Temporal's process, and lets what then waited be started before it returns. */
async function withoutTemporal<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> {
  const pid = stage.pidOf('temporal')
  process.kill(pid, 'SIGSTOP')
  try {
    return await work()
  } finally {
    process.kill(pid, 'SIGCONT')
    while ((await pendingStarts(stage)) > 0) await new Promise((done) => setTimeout(done, POLL_MS))
  }
}

async function pendingStarts({ database }: Stage): Promise<number> {
  const { count } = await database.one<{ count: number }>({
    text: 'select count(*)::integer as count from pending_starts',
  })
  return count
}
