/** Row 1 and 2: an execute to its answer, then the tails, each against the floor of its kind. */
import { type Child, startChild } from './child.ts'
import { cpuMsOf } from './cpu.ts'
import type { FloorLoad, FloorResult } from './floorCaller.ts'
import { prepareExecutes } from './payments.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'

const CONCURRENCY = 16
const TAIL_POLL_MS = 200
const TAILS_MAX_MS = 180_000

type Cost = { readonly wallMs: number; readonly cpuMs: Readonly<Record<string, number>> }
type Meter = () => Promise<Record<string, number>>

/** CPU milliseconds by process and wall milliseconds of a piece of work. */
async function costOf(meter: Meter, work: () => Promise<number | undefined>): Promise<Cost> {
  const before = await meter()
  const startedAt = performance.now()
  const wallMs = (await work()) ?? performance.now() - startedAt
  const after = await meter()
  const cpuMs = Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)]),
  )
  return { wallMs, cpuMs }
}

const sum = (cost: Cost): number => Object.values(cost.cpuMs).reduce((all, ms) => all + ms, 0)

export type FloorProcesses = {
  readonly caller: Child
  readonly worker: Child
  startOutsideWorker(): Promise<Child>
  stop(): Promise<void>
}

/** The floor's own processes, on task queues of their own. */
export async function startFloor({ set }: Stage): Promise<FloorProcesses> {
  const env = { ...set.env, TASK_QUEUE: 'floor', OUTSIDE_TASK_QUEUE: 'floor-outside' }
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

function shown(costs: readonly Cost[], count: number): string {
  const names = Object.keys(costs[0]?.cpuMs ?? {})
  return names
    .map(
      (name) =>
        `${name} ${(median(costs.map(({ cpuMs }) => cpuMs[name] ?? 0)) / count).toFixed(1)}`,
    )
    .join(' + ')
}

/** Executes to the answer over HTTP, tails parked, against update-with-start. */
export async function executeRows(
  stage: Stage,
  floor: FloorProcesses,
  size: { readonly rounds: number; readonly count: number },
): Promise<Row[]> {
  const { rounds, count } = size
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
  const runOurs = async (): Promise<Cost> => {
    const requests = await prepareExecutes(stage.api, stage.wallets, count)
    return costOf(oursMeter, async () => {
      const { wallMs } = await stage.load({ requests, concurrency: CONCURRENCY })
      return wallMs
    })
  }
  const runFloor = (): Promise<Cost> =>
    costOf(floorMeter, async () => {
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
      detail: `${shown(ours, count)}; floor ${shown(floors, count)}`,
    },
  ]
}

/** The parked tails, once the outside parties' queue is polled, against empty normal activities. */
export async function tailRows(
  stage: Stage,
  floor: FloorProcesses,
  size: { readonly rounds: number; readonly count: number; readonly activities: number },
): Promise<Row[]> {
  const { rounds, count, activities } = size
  const ours: Cost[] = []
  const floors: Cost[] = []
  await settleAll(stage)
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await floorTails(stage, floor, count, activities))
    ours.push(await ourTails(stage, count))
  }
  const perOne = (costs: readonly Cost[]): number => median(costs.map((cost) => sum(cost) / count))
  const wall = (costs: readonly Cost[]): number => median(costs.map(({ wallMs }) => wallMs / count))
  const ratio = (of: (cost: Cost) => number): number =>
    median(ours.map((cost, index) => of(cost) / of(floors[index] ?? cost)))
  return [
    {
      name: 'CPU of a tail',
      ours: `${perOne(ours).toFixed(1)} ms`,
      floor: `${perOne(floors).toFixed(1)} ms`,
      ratio: ratio(sum),
      goal: { atMost: 1.3 },
      detail: `${shown(ours, count)}; floor ${shown(floors, count)}`,
    },
    {
      name: 'wall time of a tail',
      ours: `${wall(ours).toFixed(1)} ms`,
      floor: `${wall(floors).toFixed(1)} ms`,
      ratio: ratio(({ wallMs }) => wallMs),
      goal: { atMost: 1.3 },
      detail: `${rounds} x ${count} parked tails against as many with ${activities} empty normal activities`,
    },
  ]
}

async function ourTails(stage: Stage, count: number): Promise<Cost> {
  const requests = await prepareExecutes(stage.api, stage.wallets, count)
  await stage.load({ requests, concurrency: CONCURRENCY })
  const outside = await stage.startOutsideWorker()
  const cost = await costOf(
    async () => ({
      worker: cpuMsOf(stage.pidOf('worker')),
      outside: cpuMsOf(outside.pid),
      temporal: stage.temporalMs(),
      postgres: await stage.postgresMs(),
    }),
    async () => {
      await untilSettled(stage)
      return undefined
    },
  )
  await outside.stop()
  return cost
}

async function floorTails(
  stage: Stage,
  floor: FloorProcesses,
  count: number,
  activities: number,
): Promise<Cost> {
  const load: FloorLoad = { count, concurrency: CONCURRENCY, activities }
  await floor.caller.ask('run', load)
  const outside = await floor.startOutsideWorker()
  const cost = await costOf(
    async () => ({
      worker: cpuMsOf(floor.worker.pid),
      outside: cpuMsOf(outside.pid),
      temporal: stage.temporalMs(),
      postgres: await stage.postgresMs(),
    }),
    async () => {
      while ((await outside.ask<number>('performed')) < count * activities) {
        await new Promise((resolve) => setTimeout(resolve, TAIL_POLL_MS))
      }
      return undefined
    },
  )
  await outside.stop()
  return cost
}

/** Lets what earlier rows have parked run to its end. */
async function settleAll(stage: Stage): Promise<void> {
  const outside = await stage.startOutsideWorker()
  await untilSettled(stage)
  await outside.stop()
}

async function untilSettled({ database }: Stage): Promise<void> {
  const deadline = performance.now() + TAILS_MAX_MS
  for (;;) {
    const [row] = await database.query<{ open: bigint }>({
      name: 'open_payments',
      text: `select count(*) as open from quotes where status = 'PROCESSING'`,
    })
    if (row?.open === 0n) return
    if (performance.now() > deadline) throw new Error(`${row?.open} payments did not settle`)
    await new Promise((resolve) => setTimeout(resolve, TAIL_POLL_MS))
  }
}
