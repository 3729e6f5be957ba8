/** An execute by an agent that needs no approval, against the platform's own. */
import { connectAgents } from './agents.ts'
import { type Cost, costOf, idleOf, shown, sum } from './cost.ts'
import { serviceMeter } from './executes.ts'
import { renewSessions } from './memory.ts'
import { type Payer, prepareExecutesByPayers } from './payments.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'
import { inTurn, type Pair } from './turns.ts'

type By = 'agent' | 'platform'

/**
 * Executes to the answer over HTTP, of the same wallets to the same accounts, one at a time: at once, those of one agent
 * wait for its limits.
 */
export async function agentExecuteRow(
  stage: Stage,
  { rounds, count }: { readonly rounds: number; readonly count: number },
): Promise<Row> {
  const { api, wallets } = stage
  await renewSessions(stage)
  const agents = await connectAgents(stage, wallets.length, 'USDB', 'AUTO')
  const payers: Readonly<Record<By, readonly Payer[]>> = {
    agent: agents.map(({ wallet, its, authorization }) => ({
      ...{ wallet, api: its, quotes: '/agents/me/quotes', authorization },
    })),
    platform: wallets.map((wallet) => ({ wallet, api, quotes: '/quotes' })),
  }
  const meter = serviceMeter(stage)
  const idle = await idleOf(meter)
  const run = async (by: By): Promise<Cost> => {
    const requests = await prepareExecutesByPayers(payers[by], count)
    return costOf(meter, idle, async () => {
      return (await stage.load({ requests, concurrency: 1 })).wallMs
    })
  }
  const pairs = await inTurn(
    rounds,
    () => run('agent'),
    () => run('platform'),
  )
  return rowOf(pairs, count)
}

function rowOf(pairs: readonly Pair<Cost>[], count: number): Row {
  const agent = pairs.map(({ ours }) => ours)
  const platform = pairs.map(({ baseline }) => baseline)
  const each = (costs: readonly Cost[]) => median(costs.map((cost) => sum(cost) / count))
  const many = (costs: readonly Cost[]) => shown(costs.map((cost) => ({ ...cost, count })))
  const ratios = pairs.map(({ ours, baseline }) => sum(ours) / sum(baseline))
  return {
    name: 'CPU of an execute by an agent',
    ours: `${each(agent).toFixed(1)} ms`,
    baseline: `${each(platform).toFixed(1)} ms`,
    ratio: median(ratios),
    goal: { atMost: 1.15 },
    detail:
      `against the platform's; one at a time, ${agent.length} x ${count}; ` +
      `by round ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}; ` +
      `${many(agent)}; the platform's ${many(platform)}`,
  }
}
