/** A whole payment out of a wallet, from its execute to COMPLETED, against a start and as many activities. */
import type { BaselineLoad } from './baselineCaller.ts'
import { type Cost, costOf, idleOf, type Meter, shown, sum } from './cost.ts'
import { cpuMsOf } from './cpu.ts'
import {
  type BaselineProcesses,
  CONCURRENCY,
  metersOf,
  openPayments,
  STEPS,
  settleAll,
  untilNone,
} from './executes.ts'
import { prepareExecutes } from './payments.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'
import { inTurn } from './turns.ts'

/**
 * CPU of all processes but the outside parties' own. The baseline answers after update-with-start and one empty local
 * activity, as many as ours has, and makes the same HTTP calls in as many normal ones; it has no database.
 */
export async function wholePaymentRow(
  stage: Stage,
  baseline: BaselineProcesses,
  { rounds, count }: { readonly rounds: number; readonly count: number },
): Promise<Row> {
  await settleAll(stage)
  const [outside, bareOutside] = [
    await stage.startOutsideWorker(),
    await baseline.startOutsideWorker(),
  ]
  const { oursMeter, baselineMeter } = metersOf(stage, baseline)
  const meters: Readonly<Record<'ours' | 'baseline', Meter>> = {
    ours: async () => ({ ...(await oursMeter()), outside: cpuMsOf(outside.pid) }),
    baseline: async () => ({ ...(await baselineMeter()), outside: cpuMsOf(bareOutside.pid) }),
  }
  const idle = { ours: await idleOf(meters.ours), baseline: await idleOf(meters.baseline) }
  const runOurs = async (): Promise<Cost> => {
    const requests = await prepareExecutes(stage.api, stage.wallets, count)
    return costOf(meters.ours, idle.ours, async () => {
      await stage.load({ requests, concurrency: CONCURRENCY })
      await untilNone(() => openPayments(stage))
      return undefined
    })
  }
  const runBaseline = (): Promise<Cost> =>
    costOf(meters.baseline, idle.baseline, async () => {
      const before = await bareOutside.ask<number>('performed')
      const load: BaselineLoad = { count, concurrency: CONCURRENCY, activities: STEPS }
      await baseline.caller.ask('run', load)
      const steps = count * STEPS.length
      await untilNone(async () => before + steps - (await bareOutside.ask<number>('performed')))
      return undefined
    })
  try {
    const pairs = await inTurn(rounds, runOurs, runBaseline)
    const each = (of: 'ours' | 'baseline') => pairs.map((pair) => ({ ...pair[of], count }))
    const cpu = (of: 'ours' | 'baseline'): string =>
      `${median(each(of).map((cost) => sum(cost) / count)).toFixed(1)} ms`
    const rate = median(pairs.map(({ ours }) => (count * 1_000) / ours.wallMs))
    return {
      name: 'CPU of a whole wallet payment',
      ours: cpu('ours'),
      baseline: cpu('baseline'),
      ratio: median(pairs.map((pair) => sum(pair.ours) / sum(pair.baseline))),
      goal: { atMost: 1.15 },
      detail:
        `execute to COMPLETED, no webhooks, ${rate.toFixed(1)}/s, ${CONCURRENCY} at once, ${rounds} x ${count}; one local ` +
        `activity and ${STEPS.join(', ')} on both sides; ${shown(each('ours'))}; baseline ${shown(each('baseline'))}`,
    }
  } finally {
    await outside.stop()
    await bareOutside.stop()
  }
}
