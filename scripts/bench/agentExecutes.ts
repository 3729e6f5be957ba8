/** An execute by an agent that needs no approval, against the platform's own. */
import { connectAgents } from './agents.ts'
import { type Cost, costOf, idleOf, shown, sum } from './cost.ts'
import { CONCURRENCY, serviceMeter } from './executes.ts'
import { renewSessions } from './memory.ts'
import { type Payer, prepareExecutesOf } from './payments.ts'
import { median, type Row } from './report.ts'
import type { Stage } from './stage.ts'

type By = 'agent' | 'platform'

/** Executes to the answer over HTTP, of the same wallets to the same accounts. */
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
  const costs: Record<By, Cost[]> = { agent: [], platform: [] }
  for (let round = 0; round <= rounds; round += 1) {
    // Each is first in turn; the first round only warms up.
    const order: readonly By[] = round % 2 === 0 ? ['agent', 'platform'] : ['platform', 'agent']
    for (const by of order) {
      const requests = await prepareExecutesOf(payers[by], count)
      const cost = await costOf(meter, idle, async () => {
        return (await stage.load({ requests, concurrency: CONCURRENCY })).wallMs
      })
      if (round > 0) costs[by].push(cost)
    }
  }
  return rowOf(costs, count)
}

function rowOf({ agent, platform }: Readonly<Record<By, readonly Cost[]>>, count: number): Row {
  const each = (costs: readonly Cost[]) => median(costs.map((cost) => sum(cost) / count))
  const many = (costs: readonly Cost[]) => shown(costs.map((cost) => ({ ...cost, count })))
  const ratios = agent.map((cost, index) => sum(cost) / sum(platform[index] ?? cost))
  return {
    name: 'CPU of an execute by an agent',
    ours: `${each(agent).toFixed(1)} ms`,
    baseline: `${each(platform).toFixed(1)} ms`,
    ratio: median(ratios),
    goal: { atMost: 1.15 },
    detail:
      `against the platform's; ${CONCURRENCY} at once, ${agent.length} x ${count}; ` +
      `by round ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}; ` +
      `${many(agent)}; the platform's ${many(platform)}`,
  }
}
