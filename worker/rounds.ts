/** The periodic tasks of a worker process with the role `jobs`. */
import type { Client } from '@temporalio/client'
import type { Alarms } from './alarms.ts'
import { readCardReports } from './cardReports.ts'
import type { Connections } from './connections.ts'
import { processDeposits } from './deposits.ts'
import { watchFailingTasks } from './failingTasks.ts'
import { proveLedger } from './proveLedger.ts'
import { readRailNotices } from './railNotices.ts'
import { runPeriodically } from './runPeriodically.ts'
import { compareStablecoins } from './stablecoins.ts'
import { sweep } from './sweep.ts'
import { deleteUnreferencedObjects } from './unreferencedObjects.ts'

const RAIL_NOTICES_MS = 1_000
const LEDGER_CHECK_MS = 600_000

export type Rounds = { stop(): Promise<void> }

/** Starts them all; `stop` waits for those that run. */
export function startRounds(
  { dependencies, patientDatabase }: Connections,
  client: Client,
  alarms: Alarms,
): Rounds {
  const { config, clock, log, outside, documents, records } = dependencies
  const coins = outside.configured.filter(({ party }) => party === 'STABLECOIN_PROVIDER')
  const rails = outside.configured.filter(({ party }) => party === 'PAYOUT_RAIL')
  const issuers = outside.configured.filter(({ party }) => party === 'CARD_ISSUER')
  const failingTasks = watchFailingTasks({ client, config, clock, log })
  const rounds = [
    runPeriodically('sweep', config.SWEEP_SECONDS * 1_000, log, () =>
      sweep(patientDatabase, client, config, log),
    ),
    runPeriodically('failing workflow tasks', config.SWEEP_SECONDS * 1_000, log, async () => {
      alarms.failingTasks.set(await failingTasks.round())
    }),
    runPeriodically('unreferenced objects', config.SWEEP_SECONDS * 1_000, log, () =>
      deleteUnreferencedObjects(patientDatabase, documents, log),
    ),
    runPeriodically('ledger check', LEDGER_CHECK_MS, log, () =>
      proveLedger(patientDatabase, alarms, log),
    ),
    ...issuers.map(({ environment }) =>
      runPeriodically(`card reports ${environment}`, config.SWEEP_SECONDS * 1_000, log, () =>
        readCardReports({
          ...{ database: patientDatabase, client, config, log, environment },
          issuer: outside.cardIssuer(environment),
        }),
      ),
    ),
    ...rails.map(({ environment }) =>
      runPeriodically(`rail notices ${environment}`, RAIL_NOTICES_MS, log, () => {
        const feed = { environment, rail: outside.payoutRail(environment) }
        return readRailNotices(patientDatabase, feed, client, config, log)
      }),
    ),
    ...coins.map(({ environment }) =>
      runPeriodically(`stablecoins ${environment}`, config.SWEEP_SECONDS * 1_000, log, () =>
        compareStablecoins({
          ...{ database: patientDatabase, records, environment, log },
          provider: outside.stablecoinProvider(environment),
          everySeconds: config.STABLECOIN_COMPARE_SECONDS,
        }),
      ),
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
