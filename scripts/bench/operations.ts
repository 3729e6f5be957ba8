/** A stamped operation that changes nothing (an export), against update-with-start. */
import { expectStatus } from '../serviceDriver/apiClient.ts'
import { createDevice } from '../serviceDriver/device.ts'
import type { BaselineLoad, BaselineResult } from './baselineCaller.ts'
import { type Cost, costOf, type Idle, idleOf, type Meter, shown, sum } from './cost.ts'
import { cpuMsOf } from './cpu.ts'
import type { BaselineProcesses } from './executes.ts'
import type { LoadRequest } from './load.ts'
import { stampOf } from './logins.ts'
import { logInAgain } from './payments.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'

const CONCURRENCY = 8

/** The signed retry, from the request to the sealed answer; the first call is made before. */
export async function operationRows(
  stage: Stage,
  baseline: BaselineProcesses,
  { rounds, count }: { readonly rounds: number; readonly count: number },
): Promise<Row[]> {
  const outside = await stage.startOutsideWorker()
  try {
    await logInAgain(stage.api, stage.wallets)
    const shared: Meter = async () => ({
      temporal: stage.temporalMs(),
      postgres: await stage.postgresMs(),
    })
    const meters: Readonly<Record<'ours' | 'baseline', Meter>> = {
      ours: async () => ({
        api: cpuMsOf(stage.pidOf('api')),
        worker: cpuMsOf(stage.pidOf('worker')),
        outside: cpuMsOf(outside.pid),
        ...(await shared()),
      }),
      baseline: async () => ({
        caller: cpuMsOf(baseline.caller.pid),
        worker: cpuMsOf(baseline.worker.pid),
        ...(await shared()),
      }),
    }
    // What starts and connects is over before idle use is measured.
    await exports(stage, meters.ours, {}, CONCURRENCY)
    await bare(baseline, meters.baseline, {}, CONCURRENCY)
    const idle = { ours: await idleOf(meters.ours), baseline: await idleOf(meters.baseline) }
    const costs = { ours: [] as Cost[], baseline: [] as Cost[] }
    for (let round = 0; round < rounds; round += 1) {
      costs.ours.push(await exports(stage, meters.ours, idle.ours, count))
      costs.baseline.push(await bare(baseline, meters.baseline, idle.baseline, count))
    }
    return rowsOf(costs, count)
  } finally {
    await outside.stop()
  }
}

function rowsOf(
  { ours, baseline }: { ours: readonly Cost[]; baseline: readonly Cost[] },
  count: number,
): Row[] {
  const ratio = (of: (cost: Cost) => number): number =>
    median(ours.map((cost, index) => of(cost) / of(baseline[index] ?? cost)))
  const rate = ({ wallMs }: Cost): number => (count * 1000) / wallMs
  const cpu = (cost: Cost): number => sum(cost) / count
  const many = (costs: readonly Cost[]) => costs.map((cost) => ({ ...cost, count }))
  return [
    {
      name: 'stamped operations a second',
      ours: `${median(ours.map(rate)).toFixed(1)}/s`,
      baseline: `${median(baseline.map(rate)).toFixed(1)}/s`,
      ratio: ratio(rate),
      detail:
        `an export's signed retry, with the provider's call before the answer, against ` +
        `update-with-start and one empty local activity; ${CONCURRENCY} at once, ${ours.length} x ${count}`,
    },
    {
      name: 'CPU of a stamped operation',
      ours: `${median(ours.map(cpu)).toFixed(1)} ms`,
      baseline: `${median(baseline.map(cpu)).toFixed(1)} ms`,
      ratio: ratio(cpu),
      detail: `${shown(many(ours))}; baseline ${shown(many(baseline))}`,
    },
  ]
}

async function exports(stage: Stage, meter: Meter, idle: Idle, count: number): Promise<Cost> {
  const requests = await Promise.all(
    Array.from({ length: count }, (_, index) => openExport(stage, index)),
  )
  return costOf(meter, idle, async () => {
    const load = { requests, concurrency: CONCURRENCY, untilSettled: true } as const
    return (await stage.load(load)).wallMs
  })
}

async function openExport({ api, wallets }: Stage, index: number): Promise<LoadRequest> {
  const wallet = wallets[index % wallets.length]
  if (wallet === undefined) throw new Error('no wallet')
  const path = `/internal-accounts/${wallet.accountId}/export`
  const body = { clientPublicKey: createDevice().publicKey }
  const first = expectStatus('export', await api.call('POST', path, body), 202)
  return {
    method: 'POST',
    path: `${new URL(api.baseUrl).pathname}${path}`,
    body: JSON.stringify(body),
    headers: await stampOf(wallet.device, first.body),
  }
}

async function bare(
  { caller }: BaselineProcesses,
  meter: Meter,
  idle: Idle,
  count: number,
): Promise<Cost> {
  return costOf(meter, idle, async () => {
    const load: BaselineLoad = { count, concurrency: CONCURRENCY, activities: [] }
    return (await caller.ask<BaselineResult>('run', load)).wallMs
  })
}
