/** Row 1 and 2: an execute to its answer, then the tails, each against the floor of its kind. */
import { type Child, startChild } from './child.ts'
import {
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
import type { FloorLoad, FloorResult } from './floorCaller.ts'
import { prepareExecutes } from './payments.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'

export const CONCURRENCY = 16
/** Of a tail: the wallet's signature and the payout. */
const ACTIVITIES = 2
const TAIL_POLL_MS = 500
const TAILS_MAX_MS = 180_000

export type FloorProcesses = {
  readonly caller: Child
  readonly worker: Child
  startOutsideWorker(): Promise<Child>
  stop(): Promise<void>
}

/** The floor's own processes, on task queues of their own. */
export async function startFloor({ stack }: Stage): Promise<FloorProcesses> {
  const env = { ...stack.env, TASK_QUEUE: 'floor', OUTSIDE_TASK_QUEUE: 'floor-outside' }
  const worker = await startChild('./floorWorker.ts', { ...env, WORKER_ROLES: 'workflows' })
  const caller = await startChild('./floorCaller.ts', env)
  return {
    caller,
    worker,
    startOutsideWorker: () => startChild('./floorWorker.ts', { ...env, WORKER_ROLES: 'outside' }),
    async stop() {
      await caller.stop()
      await worker.stop()
    },
  }
}

/** What the service's processes, and the floor's, use of the CPU. */
export function metersOf(
  stage: Stage,
  floor: FloorProcesses,
  outside?: Child,
): { readonly oursMeter: Meter; readonly floorMeter: Meter } {
  const shared: Meter = async () => ({
    temporal: stage.temporalMs(),
    postgres: await stage.postgresMs(),
  })
  return {
    oursMeter: async () => ({
      api: cpuMsOf(stage.pidOf('api')),
      worker: cpuMsOf(stage.pidOf('worker')),
      ...(await shared()),
    }),
    floorMeter: async () => ({
      caller: cpuMsOf(floor.caller.pid),
      worker: cpuMsOf(floor.worker.pid),
      ...(outside && { outside: cpuMsOf(outside.pid) }),
      ...(await shared()),
    }),
  }
}

/** Executes to the answer over HTTP, tails parked, against update-with-start. */
export async function executeRows(
  stage: Stage,
  floor: FloorProcesses,
  size: { readonly rounds: number; readonly count: number },
): Promise<Row[]> {
  const { rounds, count } = size
  const { oursMeter, floorMeter } = metersOf(stage, floor)
  const idle = { ours: await idleOf(oursMeter), floor: await idleOf(floorMeter) }
  const runOurs = async (): Promise<Cost> => {
    const requests = await prepareExecutes(stage.api, stage.wallets, count)
    return costOf(oursMeter, idle.ours, async () => {
      const { wallMs } = await stage.load({ requests, concurrency: CONCURRENCY })
      return wallMs
    })
  }
  const runFloor = (): Promise<Cost> =>
    costOf(floorMeter, idle.floor, async () => {
      const load: FloorLoad = { count, concurrency: CONCURRENCY, activities: 0 }
      return (await floor.caller.ask<FloorResult>('run', load)).wallMs
    })
  const ours: Cost[] = []
  const floors: Cost[] = []
  for (let round = 0; round <= rounds; round += 1) {
    // Each is first in turn; the first round only warms up.
    const pair = round % 2 === 0 ? [runFloor, runOurs] : [runOurs, runFloor]
    const costs = [await pair[0]?.(), await pair[1]?.()]
    const [floorCost, ourCost] = round % 2 === 0 ? costs : costs.reverse()
    if (round === 0 || floorCost === undefined || ourCost === undefined) continue
    ours.push(ourCost)
    floors.push(floorCost)
  }
  const perSecond = (costs: readonly Cost[]): number =>
    median(costs.map(({ wallMs }) => (count * 1000) / wallMs))
  const perOne = (costs: readonly Cost[]): number => median(costs.map((cost) => sum(cost) / count))
  const ratio = (of: (cost: Cost) => number): number =>
    median(ours.map((cost, index) => of(cost) / of(floors[index] ?? cost)))
  const of = (cost: Cost): CostOfMany => ({ ...cost, count })
  const spread = ours
    .map((cost, index) => ((floors[index] ?? cost).wallMs / cost.wallMs).toFixed(2))
    .join(' ')
  return [
    {
      name: 'executes a second, to the answer',
      ours: `${perSecond(ours).toFixed(1)}/s`,
      floor: `${perSecond(floors).toFixed(1)}/s`,
      ratio: 1 / ratio(({ wallMs }) => wallMs),
      goal: { atLeast: 0.85 },
      detail: `update-with-start and one empty local activity; ${CONCURRENCY} at once, ${rounds} x ${count}; by round ${spread}`,
    },
    {
      name: 'CPU of an execute',
      ours: `${perOne(ours).toFixed(1)} ms`,
      floor: `${perOne(floors).toFixed(1)} ms`,
      ratio: ratio(sum),
      goal: { atMost: 1.2 },
      detail: `${shown(ours.map(of))}; floor ${shown(floors.map(of))}`,
    },
  ]
}

/** The parked tails, once the outside parties' queue is polled, against empty normal activities. */
export async function tailRows(
  stage: Stage,
  floor: FloorProcesses,
  size: { readonly rounds: number; readonly count: number },
): Promise<Row[]> {
  const { rounds, count } = size
  const ours: CostOfMany[] = []
  const floors: CostOfMany[] = []
  let sandboxMs = 0
  await settleAll(stage)
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await floorTails(stage, floor, count))
    const sandboxBefore = cpuMsOf(stage.pidOf('sandbox'))
    ours.push(await ourTails(stage, count))
    sandboxMs += cpuMsOf(stage.pidOf('sandbox')) - sandboxBefore
  }
  const cpu = (tails: CostOfMany): number => sum(tails) / tails.count
  const wall = (tails: CostOfMany): number => tails.wallMs / tails.count
  const ratio = (of: (tails: CostOfMany) => number): number =>
    median(ours.map((tails, index) => of(tails) / of(floors[index] ?? tails)))
  return [
    {
      name: 'CPU of a tail',
      ours: `${median(ours.map(cpu)).toFixed(1)} ms`,
      floor: `${median(floors.map(cpu)).toFixed(1)} ms`,
      ratio: ratio(cpu),
      goal: { atMost: 1.3 },
      detail: `${shown(ours)}; floor ${shown(floors)}`,
    },
    {
      name: 'wall time of a tail',
      ours: `${median(ours.map(wall)).toFixed(1)} ms`,
      floor: `${median(floors.map(wall)).toFixed(1)} ms`,
      ratio: ratio(wall),
      goal: { atMost: 1.3 },
      detail:
        `${rounds} x ${count} parked tails against as many with ${ACTIVITIES} empty normal ` +
        `activities; the sandbox's own CPU, not counted: ${(sandboxMs / rounds / count).toFixed(1)} ms`,
    },
  ]
}

async function ourTails(stage: Stage, count: number): Promise<CostOfMany> {
  const requests = await prepareExecutes(stage.api, stage.wallets, count)
  await stage.load({ requests, concurrency: CONCURRENCY })
  const quoteIds = requests.map(({ quoteId }) => quoteId)
  const base: Meter = async () => ({
    worker: cpuMsOf(stage.pidOf('worker')),
    temporal: stage.temporalMs(),
    postgres: await stage.postgresMs(),
  })
  const idle = await idleOf(base)
  const outside = await stage.startOutsideWorker()
  const meter: Meter = async () => ({ ...(await base()), outside: cpuMsOf(outside.pid) })
  const tails = await warmTails(meter, idle, count, () => activitiesDone(stage, quoteIds))
  await outside.stop()
  return tails
}

async function floorTails(stage: Stage, floor: FloorProcesses, count: number): Promise<CostOfMany> {
  const load: FloorLoad = { count, concurrency: CONCURRENCY, activities: ACTIVITIES }
  await floor.caller.ask('run', load)
  const base: Meter = async () => ({
    worker: cpuMsOf(floor.worker.pid),
    temporal: stage.temporalMs(),
    postgres: await stage.postgresMs(),
  })
  const idle = await idleOf(base)
  const outside = await floor.startOutsideWorker()
  const meter: Meter = async () => ({ ...(await base()), outside: cpuMsOf(outside.pid) })
  const tails = await warmTails(meter, idle, count, () => outside.ask<number>('performed'))
  await outside.stop()
  return tails
}

/** The outside worker has just started: its first quarter warms it up, the rest is measured. */
async function warmTails(
  meter: Meter,
  idle: Idle,
  count: number,
  done: () => Promise<number>,
): Promise<CostOfMany> {
  const all = count * ACTIVITIES
  const warm = await untilDone(done, all / 4)
  const cost = await costOf(meter, idle, async () => {
    await untilDone(done, all)
    return undefined
  })
  return { ...cost, count: (all - warm) / ACTIVITIES }
}

async function untilDone(done: () => Promise<number>, wanted: number): Promise<number> {
  const deadline = performance.now() + TAILS_MAX_MS
  for (;;) {
    const now = await done()
    if (now >= wanted) return now
    if (performance.now() > deadline) throw new Error(`${now} of ${wanted} activities were done`)
    await new Promise((resolve) => setTimeout(resolve, TAIL_POLL_MS))
  }
}

/** Signatures and settlements of these payments. */
async function activitiesDone({ database }: Stage, quoteIds: readonly string[]): Promise<number> {
  const [row] = await database.query<{ done: bigint }>({
    name: 'activities_done',
    text: `select count(transfer_signature) + count(*) filter (where status = 'COMPLETED') as done
      from payments where id = any ($1)`,
    values: [quoteIds],
  })
  return Number(row?.done ?? 0n)
}

/** Lets what earlier rows have parked run to its end. */
async function settleAll(stage: Stage): Promise<void> {
  const outside = await stage.startOutsideWorker()
  await untilDone(async () => {
    const [row] = await stage.database.query<{ open: bigint }>({
      name: 'open_payments',
      text: `select count(*) as open from payments where status = 'PROCESSING'`,
    })
    return -Number(row?.open ?? 0n)
  }, 0)
  await outside.stop()
}
