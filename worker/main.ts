/** The worker process: workflows, their activities, jobs, the sweep and the rail's notices. */
import { Connection } from '@temporalio/client'
import { DefaultLogger, Runtime } from '@temporalio/worker'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { ActivityDependencies } from '../activities/index.ts'
import { systemClock } from '../contract/time.ts'
import { openDatabase } from '../db/database.ts'
import { checkLedger } from '../db/ledger/check.ts'
import { createRail } from '../providers/payoutRail/index.ts'
import { createWalletProvider } from '../providers/walletProvider/index.ts'
import { ConfigError, need, parseConfig } from '../runtime/config.ts'
import { createLogger } from '../runtime/log.ts'
import { temporalConnectionOptions } from '../runtime/temporalConnection.ts'
import { webhookKeys } from '../runtime/webhookKeys.ts'
import { createAlarms } from './alarms.ts'
import { bundleWorkflows } from './bundle.ts'
import { createJobRunner } from './jobs/index.ts'
import { serveProbes } from './probes.ts'
import { readRailNotices } from './railNotices.ts'
import { runPeriodically } from './runPeriodically.ts'
import { sweep } from './sweep.ts'
import { createClient } from './temporalClient.ts'
import { createSynchronousWebhookSender } from './webhooks/synchronousWebhook.ts'
import { connectWorker, startWorkers, workerRoles } from './workers.ts'

const OUTSIDE_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 900
const RAIL_NOTICES_MS = 1_000
const LEDGER_CHECK_MS = 600_000
const PATIENT_TIMEOUT_MS = 60_000
const RECONNECT_MS = 1_000

async function main(): Promise<void> {
  const config = parseConfig(process.env, [
    'DATABASE_URL',
    'TEMPORAL_ADDRESS',
    'CODEC_KEY',
    'WALLET_PROVIDER_URL',
    'WALLET_API_PRIVATE_KEY',
    'RAIL_URL',
    'WEBHOOK_SIGNING_KEY',
  ])
  const log = createLogger(config.LOG_LEVEL, 'worker')
  Runtime.install({
    logger: new DefaultLogger('WARN', (entry) => {
      log.warn({ ...entry.meta }, entry.message)
    }),
    shutdownSignals: [],
  })
  const databaseUrl = need(config, 'DATABASE_URL')
  const database = openDatabase(databaseUrl, {
    poolMax: config.DATABASE_POOL_MAX,
    applicationName: 'payments-worker',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  const patientDatabase = openDatabase(databaseUrl, {
    poolMax: 4,
    applicationName: 'payments-worker-rounds',
    statementTimeoutMs: PATIENT_TIMEOUT_MS,
  })
  const provider = createWalletProvider({
    baseUrl: need(config, 'WALLET_PROVIDER_URL'),
    organizationId: config.WALLET_PARENT_ORGANIZATION_ID,
    apiPrivateKey: need(config, 'WALLET_API_PRIVATE_KEY'),
    timeoutMs: OUTSIDE_TIMEOUT_MS,
  })
  const rail = createRail({ baseUrl: need(config, 'RAIL_URL'), timeoutMs: OUTSIDE_TIMEOUT_MS })
  const synchronousWebhooks = createSynchronousWebhookSender({
    serviceEnvironment: config.ENVIRONMENT,
    keys: webhookKeys(need(config, 'WEBHOOK_SIGNING_KEY')),
  })
  const dependencies: ActivityDependencies = {
    config,
    clock: systemClock,
    log,
    database,
    provider,
    rail,
    sendSynchronousWebhook: synchronousWebhooks.send,
  }

  let working = false
  let stopping = false
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const alarms = createAlarms(patientDatabase)
  const probes = await serveProbes({
    host: '127.0.0.1',
    port: config.WORKER_PORT,
    ready: async () => {
      await database.ping()
      return working && !stopping
    },
    registries: [registry, alarms.registry],
  })
  const bundle = workerRoles(config).has('workflows')
    ? await bundleWorkflows(config.WORKFLOW_BUNDLE_DIR)
    : undefined
  const connection = Connection.lazy(temporalConnectionOptions(config))
  const client = createClient(connection, config)
  const runsJobs = workerRoles(config).has('jobs')
  const jobs = runsJobs
    ? await createJobRunner({ database, databaseUrl, config, log, clock: systemClock })
    : undefined
  const rounds = runsJobs
    ? [
        runPeriodically('sweep', config.SWEEP_SECONDS * 1_000, log, async () => {
          alarms.openRows.set(await sweep(patientDatabase, client, config, log))
        }),
        runPeriodically('ledger check', LEDGER_CHECK_MS, log, async () => {
          const { ok, findings } = await checkLedger(patientDatabase)
          alarms.ledgerOk.set(ok ? 1 : 0)
          if (!ok) log.error({ findings }, 'the ledger check failed')
        }),
        runPeriodically('rail notices', RAIL_NOTICES_MS, log, () =>
          readRailNotices(patientDatabase, rail, client, config, log),
        ),
      ]
    : []

  let shutdown = (): void => undefined
  const stop = (signal: string): void => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'draining')
    shutdown()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  while (!stopping) {
    try {
      const native = await connectWorker(config)
      const workers = await startWorkers(native, bundle, dependencies)
      shutdown = workers.shutdown
      working = true
      log.info({ port: probes.port }, 'working')
      if (stopping) workers.shutdown()
      await workers.run
      await native.close()
    } catch (error) {
      // Temporal is unavailable or has been restarted: open workflows wait, and this process
      // retries.
      log.error({ err: error }, 'workers stopped; they are started again')
    }
    working = false
    if (!stopping) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS))
  }
  await Promise.all([...rounds.map((round) => round.stop()), jobs?.stop(), probes.stop()])
  await Promise.allSettled([
    provider.close(),
    rail.close(),
    synchronousWebhooks.close(),
    connection.close(),
    database.close(),
    patientDatabase.close(),
  ])
  log.info('stopped')
  process.exit(0)
}

main().catch((error: unknown) => {
  const known = error instanceof ConfigError
  const code = (error as NodeJS.ErrnoException).code
  const line = code === 'EADDRINUSE' ? 'Cannot listen: WORKER_PORT is taken' : undefined
  process.stderr.write(
    `worker: ${line ?? (known ? error.message : ((error as Error).stack ?? error))}\n`,
  )
  process.exit(1)
})
