/** An approval to its answer, against an update on a running workflow and one local activity. */
import { uuidOf } from '../../contract/ids.ts'
import { connectSubmitters, type Pending, submit } from './agents.ts'
import type { BaselineDecisions, BaselineResult } from './baselineCaller.ts'
import { type Cost, costOf, idleOf, shown, sum } from './cost.ts'
import { type BaselineProcesses, metersOf } from './executes.ts'
import type { LoadRequest } from './load.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'

/** What a person who decides waits for. */
const ALONE = 1
const TOGETHER = 8

type Decided = Cost & { readonly p50Ms: number }
type Size = { readonly rounds: number; readonly count: number }
/** `same`: the local activity is the decision itself. `empty`: it does nothing. */
const sides = ['ours', 'same', 'empty'] as const
type Side = (typeof sides)[number]
type Round = Readonly<Record<Side, Decided>>

/**
 * Of payments that are complete with their approval. One with a payout starts the payment's own
 * workflow as it is approved, which costs nearly as much again and is measured with it, because the
 * next approvals wait for the same CPU.
 *
 * The goal is held against an update on a running workflow whose one local activity is our own decision:
 * what is ours beyond it is HTTP, authentication, the action's lookup, the search attribute of the
 * outcome, the timer of the quote's expiry and the presented answer. Against an empty local activity
 * the judgement, the hold, the settlement and their commit are counted too. With more requests at
 * once than the machine has free cores, the time is CPU: the goal is for one at a time.
 */
export async function approvalRows(
  stage: Stage,
  baseline: BaselineProcesses,
  { rounds, count }: Size,
): Promise<Row[]> {
  const submitters = await connectSubmitters(stage, stage.wallets.length)
  const { oursMeter, baselineMeter } = metersOf(stage, baseline)
  const idle = { ours: await idleOf(oursMeter), baseline: await idleOf(baselineMeter) }
  const { caller } = baseline
  const runOurs = async (concurrency: number): Promise<Decided> => {
    const requests = approvalsOf(stage, await submit(submitters, count))
    return decided(
      () => stage.load({ requests, concurrency }),
      (work) => costOf(oursMeter, idle.ours, work),
    )
  }
  const runBaseline = async (isSame: boolean, concurrency: number): Promise<Decided> => {
    const pending = isSame ? await submit(submitters, count) : undefined
    const actionIds = pending?.map(({ actionId }) => uuidOf('AgentAction', actionId) ?? '')
    const workflowIds = await caller.ask<string[]>('open', { count, concurrency: TOGETHER })
    const load: BaselineDecisions = { workflowIds, concurrency, ...(actionIds && { actionIds }) }
    return decided(
      () => caller.ask<BaselineResult>('decide', load),
      (work) => costOf(baselineMeter, idle.baseline, work),
    )
  }
  const run = (side: Side, concurrency: number): Promise<Decided> =>
    side === 'ours' ? runOurs(concurrency) : runBaseline(side === 'same', concurrency)
  const roundsAt = async (concurrency: number): Promise<Round[]> => {
    const all: Round[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const measured: Partial<Record<Side, Decided>> = {}
      // Each is first in turn; the first round only warms up.
      for (let turn = 0; turn < sides.length; turn += 1) {
        const side = sides[(round + turn) % sides.length]
        if (side !== undefined) measured[side] = await run(side, concurrency)
      }
      if (round > 0) all.push(measured as Round)
    }
    return all
  }
  return rowsOf(await roundsAt(ALONE), await roundsAt(TOGETHER), count)
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

function rowsOf(alone: readonly Round[], together: readonly Round[], count: number): Row[] {
  const rowOf = (
    name: string,
    all: readonly Round[],
    [against, of]: readonly [Exclude<Side, 'ours'>, (one: Decided) => number],
    detail: string,
  ): Row => {
    const ratios = all.map((round) => of(round.ours) / of(round[against]))
    return {
      name,
      ours: `${median(all.map(({ ours }) => of(ours))).toFixed(1)} ms`,
      baseline: `${median(all.map((round) => of(round[against]))).toFixed(1)} ms`,
      ratio: median(ratios),
      detail: `${detail}; by round ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
    }
  }
  const time = ({ p50Ms }: Decided): number => p50Ms
  const perOne = (of: Side) => shown(together.map((round) => ({ ...round[of], count })))
  const size = `${alone.length} x ${count}, medians`
  return [
    {
      ...rowOf(
        'time of an approval, to the answer',
        alone,
        ['same', time],
        `update on a running workflow whose one local activity is the same decision; ${size}`,
      ),
      goal: { atMost: 1.3 },
    },
    rowOf('against an empty local activity', alone, ['empty', time], size),
    rowOf(`the first, ${TOGETHER} at once`, together, ['same', time], size),
    rowOf(
      'CPU of an approval',
      together,
      ['same', (one) => sum(one) / count],
      `${perOne('ours')}; baseline ${perOne('same')}; empty ${perOne('empty')}`,
    ),
  ]
}
