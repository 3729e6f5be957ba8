/** An approval to its answer, against an update on a running workflow and one empty local activity. */
import { connectSubmitters, type Pending, submit } from './agents.ts'
import type { BaselineDecisions, BaselineResult } from './baselineCaller.ts'
import { type Cost, costOf, idleOf, shown, sum } from './cost.ts'
import { type BaselineProcesses, metersOf } from './executes.ts'
import type { LoadRequest } from './load.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'

const CONCURRENCY = 8

type Decided = Cost & { readonly p50Ms: number }
type Pair = { readonly ours: Decided; readonly baseline: Decided }

/**
 * Of payments that are complete with their approval. One with a payout starts the payment's own
 * workflow as it is approved, which costs nearly as much again and is measured with it, because the
 * next approvals wait for the same CPU. What these payments have more than the baseline
 * is, in PostgreSQL, the judgement, the hold and the settlement; in Temporal, the timer of the
 * quote's expiry and the search attribute of the outcome. Where the machine has fewer free cores
 * than requests at once, the time is CPU too.
 */
export async function approvalRows(
  stage: Stage,
  baseline: BaselineProcesses,
  { rounds, count }: { readonly rounds: number; readonly count: number },
): Promise<Row[]> {
  const submitters = await connectSubmitters(stage, stage.wallets.length)
  const { oursMeter, baselineMeter } = metersOf(stage, baseline)
  const idle = { ours: await idleOf(oursMeter), baseline: await idleOf(baselineMeter) }
  const runOurs = async (): Promise<Decided> => {
    const requests = approvalsOf(stage, await submit(submitters, count))
    return decided(
      () => stage.load({ requests, concurrency: CONCURRENCY }),
      (work) => costOf(oursMeter, idle.ours, work),
    )
  }
  const runBaseline = async (): Promise<Decided> => {
    const { caller } = baseline
    const workflowIds = await caller.ask<string[]>('open', { count, concurrency: CONCURRENCY })
    const load: BaselineDecisions = { workflowIds, concurrency: CONCURRENCY }
    return decided(
      () => caller.ask<BaselineResult>('decide', load),
      (work) => costOf(baselineMeter, idle.baseline, work),
    )
  }
  const pairs: Pair[] = []
  for (let round = 0; round <= rounds; round += 1) {
    // Each is first in turn; the first round only warms up.
    const isFirst = round % 2 === 0
    const first = await (isFirst ? runBaseline : runOurs)()
    const second = await (isFirst ? runOurs : runBaseline)()
    const pair = isFirst ? { baseline: first, ours: second } : { baseline: second, ours: first }
    if (round > 0) pairs.push(pair)
  }
  return rowsOf(pairs, count)
}

function approvalsOf({ api }: Stage, pending: readonly Pending[]): LoadRequest[] {
  const base = new URL(api.baseUrl).pathname
  return pending.map(({ agentId, actionId }) => ({
    method: 'POST',
    path: `${base}/agents/${agentId}/actions/${actionId}/approve`,
  }))
}

async function decided(
  run: () => Promise<BaselineResult>,
  measure: (work: () => Promise<number>) => Promise<Cost>,
): Promise<Decided> {
  let p50Ms = Number.NaN
  const cost = await measure(async () => {
    const result = await run()
    p50Ms = result.p50Ms
    return result.wallMs
  })
  return { ...cost, p50Ms }
}

function rowsOf(pairs: readonly Pair[], count: number): Row[] {
  const rowOf = (name: string, of: (one: Decided) => number, detail: string): Row => {
    const ratios = pairs.map(({ ours, baseline }) => of(ours) / of(baseline))
    return {
      name,
      ours: `${median(pairs.map(({ ours }) => of(ours))).toFixed(1)} ms`,
      baseline: `${median(pairs.map(({ baseline }) => of(baseline))).toFixed(1)} ms`,
      ratio: median(ratios),
      detail: `${detail}; by round ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
    }
  }
  const perOne = (of: keyof Pair) => shown(pairs.map((pair) => ({ ...pair[of], count })))
  return [
    {
      ...rowOf(
        'time of an approval, to the answer',
        ({ p50Ms }) => p50Ms,
        `update on a running workflow and one empty local activity; ${CONCURRENCY} at once, ${pairs.length} x ${count}, medians`,
      ),
      goal: { atMost: 1.3 },
    },
    rowOf(
      'CPU of an approval',
      (one) => sum(one) / count,
      `${perOne('ours')}; baseline ${perOne('baseline')}`,
    ),
  ]
}
