/** The periodic tasks of a worker process with the role `jobs`. */
import type { Client } from '@temporalio/client'
import { failingWorkflows } from '../db/failingTasks.ts'
import { mayWork, storeStateOf } from '../db/storeState.ts'
import { openAddedAccounts } from './addedCurrencies.ts'
import type { Alarms } from './alarms.ts'
import { readCardReports } from './cardReports.ts'
import type { Connections } from './connections.ts'
import { readExchangeRates } from './exchangeRates.ts'
import { watchFailingTasks } from './failingTasks.ts'
import { askForFundings } from './fundings.ts'
import { startPending } from './pendingStarts.ts'
import { ledgerProof } from './proveLedger.ts'
import { readRailNotices } from './railNotices.ts'
import { runPeriodically } from './runPeriodically.ts'
import { compareRuns } from './runsWithoutRow.ts'
import { compareStablecoins } from './stablecoins.ts'
import { sweep } from './sweep.ts'
import { deleteUnreferencedObjects } from './unreferencedObjects.ts'

const RAIL_NOTICES_MS = 1_000
/** Instant payments are polled beside it. */
const BANK_NOTICES_MS = 5_000
const ADDED_CURRENCIES_MS = 5_000
const PENDING_STARTS_MS = 250
/** Whether a feed's time has come. */
const EXCHANGE_RATES_MS = 1_000
/** Of one round: those that wait are few. */
const WAITING_SWEEPS_MAX = 1_000
/** The same of accounts that owe something and have some of it. */
const OWING_ACCOUNTS_MAX = 1_000
/** Whether a check is due, or is to be tried again. */
const LEDGER_CHECK_MS = 5_000

export type Rounds = {
  stop(): Promise<void>
  /** Has those look now on which it depends what is done at an instant. */
  lookNow(): Promise<void>
  /** Has all of them look now. */
  lookAtAllNow(): Promise<void>
  /** Starts now what is to be started. */
  startNow(): Promise<void>
}

/**
 * Starts them all; `stop` waits for those that run. In a store that was set back, whether or not an operator has
 * said so, only those run that change nothing, until an operator has opened it again.
 */
export function startRounds(
  { dependencies, patientDatabase }: Connections,
  client: Client,
  alarms: Alarms,
): Rounds {
  const { config, clock, log, outside, documents, records } = dependencies
  const coins = outside.configured.filter(({ party }) => party === 'STABLECOIN_PROVIDER')
  const rails = outside.configured.filter(({ party }) => party === 'PAYOUT_RAIL')
  const feeds = outside.configured.filter(({ party }) => party === 'RATE_FEED')
  const issuers = outside.configured.filter(({ party }) => party === 'CARD_ISSUER')
  const failingTasks = watchFailingTasks({
    ...{ client, config, clock, log },
    failing: failingWorkflows(patientDatabase),
  })
  const inOpenStore = (name: string, everyMs: number, task: () => Promise<void>) =>
    runPeriodically(name, everyMs, log, async () => {
      if (mayWork(await storeStateOf(patientDatabase))) await task()
    })
  const starts = inOpenStore('pending starts', PENDING_STARTS_MS, () =>
    startPending({ database: patientDatabase, client, config, log }),
  )
  // They find what was lost, and delete what is over. The first ask Temporal about each open row.
  const comparisons = [
    inOpenStore('sweep', config.SWEEP_SECONDS * 1_000, () =>
      sweep(patientDatabase, client, config, log),
    ),
    runPeriodically('runs without a row', config.SWEEP_SECONDS * 1_000, log, () =>
      compareRuns(patientDatabase, client, config, log),
    ),
    runPeriodically('failing workflow tasks', config.SWEEP_SECONDS * 1_000, log, () =>
      failingTasks.round(),
    ),
    inOpenStore('unreferenced objects', config.SWEEP_SECONDS * 1_000, () =>
      deleteUnreferencedObjects(patientDatabase, documents, log),
    ),
  ]
  const rounds = [
    runPeriodically(
      'ledger check',
      LEDGER_CHECK_MS,
      log,
      ledgerProof(patientDatabase, alarms, log),
    ),
    ...issuers.map(({ environment }) =>
      inOpenStore(`card reports ${environment}`, config.SWEEP_SECONDS * 1_000, () =>
        readCardReports({
          ...{ database: patientDatabase, client, config, log, environment },
          issuer: outside.cardIssuer(environment),
        }),
      ),
    ),
    // In a store that was set back too: it books nothing, and what opens it again may need a rate.
    ...feeds.map(({ environment }) =>
      runPeriodically(`exchange rates ${environment}`, EXCHANGE_RATES_MS, log, () =>
        readExchangeRates({
          ...{ database: patientDatabase, environment, config, log },
          feeds: outside.rateFeeds(environment),
        }),
      ),
    ),
    ...rails.flatMap(({ environment }) =>
      outside.railProviders(environment).map((provider) =>
        inOpenStore(
          `rail notices ${environment} ${provider}`,
          provider === 'RAIL' ? RAIL_NOTICES_MS : BANK_NOTICES_MS,
          () => {
            const feed = { environment, provider, rail: outside.payoutRail(environment, provider) }
            return readRailNotices(patientDatabase, feed, client, config, log)
          },
        ),
      ),
    ),
    ...rails.map(({ environment }) =>
      inOpenStore(`account fundings ${environment}`, RAIL_NOTICES_MS, () =>
        askForFundings(patientDatabase, environment, outside),
      ),
    ),
    ...coins.map(({ environment }) =>
      inOpenStore(`stablecoins ${environment}`, config.SWEEP_SECONDS * 1_000, () =>
        compareStablecoins({
          ...{ database: patientDatabase, records, environment, log },
          provider: outside.stablecoinProvider(environment),
          everySeconds: config.STABLECOIN_COMPARE_SECONDS,
        }),
      ),
    ),
    inOpenStore('added currencies', ADDED_CURRENCIES_MS, () => openAddedAccounts(patientDatabase)),
    inOpenStore('deposits taken back', config.SWEEP_SECONDS * 1_000, async () => {
      await patientDatabase.call('recover_taken_back_deposits', OWING_ACCOUNTS_MAX)
    }),
    inOpenStore('waiting sweeps', config.SWEEP_SECONDS * 1_000, async () => {
      await patientDatabase.call('queue_waiting_sweeps', '1 minute', WAITING_SWEEPS_MAX)
    }),
    starts,
  ]
  const all = [...comparisons, ...rounds]
  return {
    async stop() {
      await Promise.all(all.map((round) => round.stop()))
    },
    async lookNow() {
      await Promise.all(rounds.map((round) => round.runNow()))
    },
    async lookAtAllNow() {
      await Promise.all(all.map((round) => round.runNow()))
    },
    startNow: () => starts.runNow(),
  }
}
