/** The periodic tasks of a worker process with the role `jobs`. */
import type { Client } from '@temporalio/client'
import type { Alarms } from './alarms.ts'
import type { Connections } from './connections.ts'
import { processDeposits } from './deposits.ts'
import { watchFailingTasks } from './failingTasks.ts'
import { proveLedger } from './proveLedger.ts'
import { readRailNotices } from './railNotices.ts'
import { runPeriodically } from './runPeriodically.ts'
import { sweep } from './sweep.ts'

const RAIL_NOTICES_MS = 1_000
const LEDGER_CHECK_MS = 600_000

export type Rounds = { stop(): Promise<void> }

/** Starts them all; `stop` waits for those that run. */
export function startRounds(
  { dependencies, patientDatabase }: Connections,
  client: Client,
  alarms: Alarms,
): Rounds {
  const { config, clock, log, outside } = dependencies
  const rails = outside.configured.filter(({ party }) => party === 'PAYOUT_RAIL')
  const failingTasks = watchFailingTasks({ client, config, clock, log })
  const rounds = [
    runPeriodically('sweep', config.SWEEP_SECONDS * 1_000, log, () =>
      sweep(patientDatabase, client, config, log),
    ),
    runPeriodically('failing workflow tasks', config.SWEEP_SECONDS * 1_000, log, async () => {
      alarms.failingTasks.set(await failingTasks.round())
    }),
    runPeriodically('ledger check', LEDGER_CHECK_MS, log, () =>
      proveLedger(patientDatabase, alarms, log),
    ),
    ...rails.map(({ environment }) =>
      runPeriodically(`rail notices ${environment}`, RAIL_NOTICES_MS, log, () => {
        const feed = { environment, rail: outside.payoutRail(environment) }
        return readRailNotices(patientDatabase, feed, client, config, log)
      }),
    ),
    runPeriodically('deposits', RAIL_NOTICES_MS, log, () =>
      processDeposits(patientDatabase, client, config, log),
    ),
  ]
  return {
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
    },
  }
}
