/**
 * Row 1 and 2: an execute to its answer, then the background steps, each against the baseline of
 * its kind.
 */

import type { BaselineLoad, BaselineResult } from './baselineCaller.ts'
import { type Child, startChild } from './child.ts'
import {
  afterEffects,
  type Cost,
  type CostOfMany,
  costOf,
  type Idle,
  idleOf,
  type Meter,
  shown,
  sum,
} from './cost.ts'
import { cpuMsOf } from './cpu.ts'
import { prepareExecutes } from './payments.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'
import { inTurn } from './turns.ts'

export const CONCURRENCY = 16
/** The background steps of a payment. */
export const STEPS = ['sign', 'payOut'] as const
const TAIL_POLL_MS = 500
const TAILS_MAX_MS = 180_000

export type BaselineProcesses = {
  readonly caller: Child
  readonly worker: Child
  startOutsideWorker(): Promise<Child>
  stop(): Promise<void>
}

const BASELINE_QUEUE = 'baseline'

/** The baseline's own processes, on task queues of their own. */
export async function startBaseline({ stack }: Stage): Promise<BaselineProcesses> {
  const env = { ...stack.env, TASK_QUEUE: BASELINE_QUEUE, OUTSIDE_TASK_QUEUE: 'baseline-outside' }
  const party = await startChild('./baselineParty.ts', {})
  const BASELINE_PARTY_URL = `http://127.0.0.1:${await party.ask<number>('port')}`
  const worker = await startChild('./baselineWorker.ts', { ...env, WORKER_ROLES: 'workflows' })
  const caller = await startChild('./baselineCaller.ts', env)
  return {
    caller,
    worker,
    startOutsideWorker: () =>
      startChild('./baselineWorker.ts', { ...env, BASELINE_PARTY_URL, WORKER_ROLES: 'outside' }),
    async stop() {
      await caller.stop()
      await worker.stop()
      await party.stop()
    },
  }
}

/** What the service's processes use of the CPU. */
export function serviceMeter(stage: Stage): Meter {
  return async () => ({
    api: cpuMsOf(stage.pidOf('api')),
    worker: cpuMsOf(stage.pidOf('worker')),
    temporal: stage.temporalMs(),
    postgres: await stage.postgresMs(),
  })
}

/** What the service's processes, and the baseline's, use of the CPU. */
export function metersOf(
  stage: Stage,
  baseline: BaselineProcesses,
  outside?: Child,
): { readonly oursMeter: Meter; readonly baselineMeter: Meter } {
  return {
    oursMeter: serviceMeter(stage),
    baselineMeter: async () => ({
      caller: cpuMsOf(baseline.caller.pid),
      worker: cpuMsOf(baseline.worker.pid),
      ...(outside && { outside: cpuMsOf(outside.pid) }),
      temporal: stage.temporalMs(),
      postgres: await stage.postgresMs(),
    }),
  }
}

/** Executes to the answer over HTTP, background steps queued, against update-with-start. */
export async function executeRows(
  stage: Stage,
  baseline: BaselineProcesses,
  size: { readonly rounds: number; readonly count: number },
): Promise<Row[]> {
  const { rounds, count } = size
  const { oursMeter, baselineMeter } = metersOf(stage, baseline)
  const idle = { ours: await idleOf(oursMeter), baseline: await idleOf(baselineMeter) }
  const runOurs = async (): Promise<Cost> => {
    const requests = await prepareExecutes(stage.api, stage.wallets, count)
    return costOf(oursMeter, idle.ours, async () => {
      const { wallMs } = await stage.load({ requests, concurrency: CONCURRENCY })
      return wallMs
    })
  }
  const runBaseline = (): Promise<Cost> =>
    costOf(baselineMeter, idle.baseline, async () => {
      const load: BaselineLoad = { count, concurrency: CONCURRENCY, activities: [] }
      return (await baseline.caller.ask<BaselineResult>('run', load)).wallMs
    })
  const pairs = await inTurn(rounds, runOurs, runBaseline)
  const [ours, baselines] = [pairs.map((pair) => pair.ours), pairs.map((pair) => pair.baseline)]
  const perSecond = (costs: readonly Cost[]): number =>
    median(costs.map(({ wallMs }) => (count * 1000) / wallMs))
  const perOne = (costs: readonly Cost[]): number => median(costs.map((cost) => sum(cost) / count))
  const ratio = (of: (cost: Cost) => number): number =>
    median(pairs.map((pair) => of(pair.ours) / of(pair.baseline)))
  const of = (cost: Cost): CostOfMany => ({ ...cost, count })
  const spread = pairs.map((pair) => (pair.baseline.wallMs / pair.ours.wallMs).toFixed(2)).join(' ')
  return [
    {
      name: 'executes a second, to the answer',
      ours: `${perSecond(ours).toFixed(1)}/s`,
      baseline: `${perSecond(baselines).toFixed(1)}/s`,
      ratio: 1 / ratio(({ wallMs }) => wallMs),
      goal: { atLeast: 4 },
      detail: `update-with-start and one empty local activity; ${CONCURRENCY} at once, ${rounds} x ${count}; by round ${spread}`,
    },
    {
      name: 'CPU of an execute',
      ours: `${perOne(ours).toFixed(1)} ms`,
      baseline: `${perOne(baselines).toFixed(1)} ms`,
      ratio: ratio(sum),
      goal: { atMost: 1.2 },
      detail: `${shown(ours.map(of))}; baseline ${shown(baselines.map(of))}`,
    },
  ]
}

/**
 * The queued background steps, once the outside parties' queue is polled, against normal activities that
 * do nothing but the same HTTP calls.
 */
export async function backgroundRows(
  stage: Stage,
  baseline: BaselineProcesses,
  size: { readonly rounds: number; readonly count: number },
): Promise<Row[]> {
  const { rounds, count } = size
  await settleAll(stage)
  const meters = backgroundMeters(stage, baseline)
  const idle = { ours: await idleOf(meters.ours), baseline: await idleOf(meters.baseline) }
  const sandboxMs: number[] = []
  const runOurs = async (): Promise<CostOfMany> => {
    const sandboxBefore = cpuMsOf(stage.pidOf('sandbox'))
    const cost = await ourTails(stage, baseline, meters.ours, idle.ours, count)
    sandboxMs.push((cpuMsOf(stage.pidOf('sandbox')) - sandboxBefore) / count)
    return cost
  }
  const runBaseline = (): Promise<CostOfMany> =>
    baselineBackground(baseline, meters.baseline, idle.baseline, count)
  const pairs = await inTurn(rounds, runOurs, runBaseline)
  const [ours, baselines] = [pairs.map((pair) => pair.ours), pairs.map((pair) => pair.baseline)]
  const cpu = (background: CostOfMany): number => sum(background) / background.count
  const wall = (background: CostOfMany): number => background.wallMs / background.count
  const ratio = (of: (background: CostOfMany) => number): number =>
    median(pairs.map((pair) => of(pair.ours) / of(pair.baseline)))
  return [
    {
      name: 'CPU of the background steps of a payment',
      ours: `${median(ours.map(cpu)).toFixed(1)} ms`,
      baseline: `${median(baselines.map(cpu)).toFixed(1)} ms`,
      ratio: ratio(cpu),
      goal: { atMost: 1.5 },
      detail: `${shown(ours)}; baseline ${shown(baselines)}`,
    },
    {
      name: 'wall time of the background steps of a payment',
      ours: `${median(ours.map(wall)).toFixed(1)} ms`,
      baseline: `${median(baselines.map(wall)).toFixed(1)} ms`,
      ratio: ratio(wall),
      goal: { atMost: 1.3 },
      detail:
        `${rounds} x ${count} queued background steps against as many with ${STEPS.length} normal activities ` +
        `that make the same HTTP calls; the sandbox's own CPU, not counted: ${median(sandboxMs).toFixed(1)} ms`,
    },
  ]
}

/** The processes of the background steps but for the outside worker. The baseline has no database. */
function backgroundMeters(
  stage: Stage,
  baseline: BaselineProcesses,
): { readonly ours: Meter; readonly baseline: Meter } {
  return {
    ours: async () => ({
      worker: cpuMsOf(stage.pidOf('worker')),
      temporal: stage.temporalMs(),
      postgres: await stage.postgresMs(),
    }),
    baseline: async () => ({
      worker: cpuMsOf(baseline.worker.pid),
      temporal: stage.temporalMs(),
    }),
  }
}

async function ourTails(
  stage: Stage,
  baseline: BaselineProcesses,
  base: Meter,
  idle: Idle,
  count: number,
): Promise<CostOfMany> {
  const unclosed = await unclosedBeside(baseline, stage.stack.env.TASK_QUEUE ?? '')
  const requests = await prepareExecutes(stage.api, stage.wallets, count)
  await stage.load({ requests, concurrency: CONCURRENCY })
  await afterEffects()
  const outside = await stage.startOutsideWorker()
  const meter: Meter = async () => ({ ...(await base()), outside: cpuMsOf(outside.pid) })
  const background = await untilClosed(meter, idle, count, unclosed)
  await outside.stop()
  return background
}

async function baselineBackground(
  baseline: BaselineProcesses,
  base: Meter,
  idle: Idle,
  count: number,
): Promise<CostOfMany> {
  const unclosed = await unclosedBeside(baseline, BASELINE_QUEUE)
  const load: BaselineLoad = { count, concurrency: CONCURRENCY, activities: STEPS }
  await baseline.caller.ask('run', load)
  await afterEffects()
  const outside = await baseline.startOutsideWorker()
  const meter: Meter = async () => ({ ...(await base()), outside: cpuMsOf(outside.pid) })
  const background = await untilClosed(meter, idle, count, unclosed)
  await outside.stop()
  return background
}

/** Counts the workflows of a queue beside those that are open now. */
async function unclosedBeside(
  { caller }: BaselineProcesses,
  taskQueue: string,
): Promise<() => Promise<number>> {
  const all = (): Promise<number> => caller.ask<number>('unclosed', taskQueue)
  const before = await all()
  return async () => (await all()) - before
}

/**
 * From the first task of a fresh outside worker until the workflows of all payments have closed. A part of
 * them would be counted wrongly, as all first steps are done before most second ones.
 */
async function untilClosed(
  meter: Meter,
  idle: Idle,
  count: number,
  unclosed: () => Promise<number>,
): Promise<CostOfMany> {
  const cost = await costOf(meter, idle, async () => {
    await untilNone(unclosed)
    return undefined
  })
  return { ...cost, count }
}

export async function untilNone(open: () => Promise<number>): Promise<void> {
  const deadline = performance.now() + TAILS_MAX_MS
  for (;;) {
    const left = await open()
    if (left <= 0) return
    if (performance.now() > deadline) throw new Error(`${left} payments have not ended`)
    await new Promise((resolve) => setTimeout(resolve, TAIL_POLL_MS))
  }
}

/** Waits until the background steps queued by earlier rows have finished. */
export async function settleAll(stage: Stage): Promise<void> {
  const outside = await stage.startOutsideWorker()
  await untilNone(() => openPayments(stage))
  await outside.stop()
}

/** How many payments have been executed and have not ended. */
export async function openPayments({ database }: Stage): Promise<number> {
  const { open } = await database.one<{ open: number }>({
    name: 'open_payments',
    text: `select count(*)::integer as open from payments where status = 'PROCESSING'`,
  })
  return open
}
