/** The worker process: workflows, their activities, jobs, the sweep and the rail's notices. */
import { Connection } from '@temporalio/client'
import { DefaultLogger, Runtime } from '@temporalio/worker'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { partyNames } from '../contract/outsideParties.ts'
import { MissingRecordKeys, openRecords, refuseMissingKeys } from '../db/recordKeys.ts'
import { ClockWasMoved, followClock, refuseMovedClock } from '../db/testClock.ts'
import { ConfigError, need, parseConfig } from '../runtime/config.ts'
import { recordKeys } from '../runtime/keyRing.ts'
import { createLogger } from '../runtime/log.ts'
import { serveMonitoring } from '../runtime/monitoring.ts'
import { createOneTimeCodes } from '../runtime/oneTimeCodes.ts'
import { answerArguments } from '../runtime/processArguments.ts'
import { createRecordCipher } from '../runtime/recordCipher.ts'
import { temporalConnectionOptions } from '../runtime/temporalConnection.ts'
import { openTracing, UnknownProtocol } from '../runtime/tracing.ts'
import { createAlarms } from './alarms.ts'
import { bundleWorkflows } from './bundle.ts'
import { carryOutDecision } from './carryOutDecision.ts'
import { openConnections } from './connections.ts'
import { createJobRunner } from './jobs/index.ts'
import { sendCode } from './messages/sendCode.ts'
import { resumePayouts } from './resumePayouts.ts'
import { startRounds } from './rounds.ts'
import { createClient } from './temporalClient.ts'
import { workerRoles } from './workers.ts'
import { workingProcess } from './workingProcess.ts'

const about =
  'workflows, activities, jobs and the sweep; SIGTERM has it finish what it has begun, then it ends.'
const required = [
  'DATABASE_URL',
  'TEMPORAL_ADDRESS',
  'CODEC_KEYS',
  'RECORD_KEYS',
  'WEBHOOK_MASTER_KEYS',
] as const

async function main(): Promise<void> {
  answerArguments(process.argv.slice(2), { name: 'worker', about, required })
  const config = parseConfig(process.env, required)
  const log = createLogger(config.LOG_LEVEL, 'worker')
  installRuntime(log)
  const tracing = await openTracing(process.env, 'payments-worker', log)
  const connections = openConnections(config, log, tracing)
  const { dependencies, patientDatabase, check } = connections
  const { database } = dependencies
  const ring = recordKeys(config)
  const records = openRecords(database, createRecordCipher(ring))
  const codes = createOneTimeCodes(ring)
  await refuseMissingKeys(records)
  await refuseMovedClock(database, config.TEST_CLOCK, endWith)
  const work = workingProcess(dependencies)
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const alarms = createAlarms(patientDatabase)
  const probes = await serveMonitoring({
    host: config.METRICS_HOST,
    port: config.WORKER_PORT,
    missing: async () => [
      ...((await records.missingKeys()).length === 0
        ? []
        : ['recordKeys (give RECORD_KEYS the keys that records are encrypted with)']),
      ...(work.missing === undefined ? [] : [work.missing]),
    ],
    parties: dependencies.outside.configured.map(
      ({ party, environment }) => `${environment} ${partyNames[party]}`,
    ),
    registries: [registry, alarms.registry],
  })
  const roles = workerRoles(config)
  const bundle = roles.has('workflows')
    ? await bundleWorkflows(config.WORKFLOW_BUNDLE_DIR)
    : undefined
  const temporal = Connection.lazy(temporalConnectionOptions(config))
  const client = createClient(temporal, config, tracing)
  const runsJobs = roles.has('jobs')
  const databaseUrl = need(config, 'DATABASE_URL')
  const jobs = runsJobs
    ? await createJobRunner({
        ...{ database, databaseUrl, config, clock: dependencies.clock, log, check },
        outside: dependencies.outside,
        sendCode: (challengeId, number) =>
          sendCode({ ...dependencies, codes }, challengeId, number),
        carryOutDecision: (decisionId) =>
          carryOutDecision({ database: patientDatabase, client, config }, decisionId),
        resumePayouts: () => resumePayouts({ database: patientDatabase, client, log }),
      })
    : undefined
  const rounds = runsJobs ? startRounds(connections, client, alarms) : undefined
  if (config.TEST_CLOCK) {
    await followClock(patientDatabase, dependencies.clock, log, {
      async lookAt(what) {
        if (what === 'STARTS') return rounds?.startNow()
        return what === 'LOOK' ? rounds?.lookNow() : rounds?.lookAtAllNow()
      },
      wake: (due, whenIdle) => jobs?.wake(due, whenIdle),
    })
  }

  stopOnSignal(log, () => work.stop())
  await work.run(bundle, probes.port)
  await Promise.all([rounds?.stop(), jobs?.stop(), probes.stop()])
  // As in the API, the client's connection to Temporal ends with the process.
  await Promise.allSettled([connections.close(), tracing?.stop()])
  log.info('stopped')
  process.exit(0)
}

function installRuntime(log: Logger): void {
  Runtime.install({
    logger: new DefaultLogger('WARN', (entry) => {
      log.warn({ ...entry.meta }, entry.message)
    }),
    shutdownSignals: [],
  })
}

/** The first signal drains; another one changes nothing. */
function stopOnSignal(log: Logger, stop: () => void): void {
  let stopping = false
  const onSignal = (signal: string): void => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'draining')
    stop()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

main().catch(endWith)

function endWith(error: unknown): void {
  const known =
    error instanceof ConfigError ||
    error instanceof MissingRecordKeys ||
    error instanceof ClockWasMoved ||
    error instanceof UnknownProtocol
  const code = (error as NodeJS.ErrnoException).code
  const line = code === 'EADDRINUSE' ? 'Cannot listen: WORKER_PORT is taken' : undefined
  process.stderr.write(
    `worker: ${line ?? (known ? error.message : ((error as Error).stack ?? error))}\n`,
  )
  process.exit(1)
}
