/** The API process. */
import { collectDefaultMetrics } from 'prom-client'
import { MissingRecordKeys, refuseMissingKeys } from '../db/recordKeys.ts'
import { type Config, ConfigError, parseConfig } from '../runtime/config.ts'
import { createLogger } from '../runtime/log.ts'
import { type Monitoring, serveMonitoring } from '../runtime/monitoring.ts'
import { answerArguments } from '../runtime/processArguments.ts'
import { openTracing, UnknownProtocol } from '../runtime/tracing.ts'
import { buildApp } from './app.ts'
import { codecRoutes } from './codec.ts'
import { consoleRoutes } from './console.ts'
import { openDependencies } from './dependencies.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { operations } from './operations.ts'
import { ListenError, listenError, serve } from './serve.ts'
import { webhookKeyRoutes } from './webhookKeys.ts'

const DRAIN_MS = 10_000

const about = 'the HTTP API; SIGTERM has it answer what it has begun, then it ends.'
const required = ['DATABASE_URL', 'TEMPORAL_ADDRESS', 'CODEC_KEYS', 'RECORD_KEYS'] as const

async function main(): Promise<void> {
  answerArguments(process.argv.slice(2), { name: 'api', about, required })
  const config = parseConfig(process.env, required)
  const log = createLogger(config.LOG_LEVEL, 'api')
  const metrics = createMetrics()
  collectDefaultMetrics({ register: metrics.registry })
  const tracing = await openTracing(process.env, 'payments-api', log)
  const dependencies = await openDependencies(config, log, tracing)
  await refuseMissingKeys(dependencies.records)
  let draining = false
  const app = buildApp(dependencies, operations, {
    metrics,
    draining: () => draining,
    routes: [
      codecRoutes(config),
      webhookKeyRoutes(config, dependencies.database),
      consoleRoutes(config),
    ],
  })
  const monitoring = await serveMetrics(config, metrics)
  const serving = await serve(app, config)
  log.info({ host: config.HOST, port: serving.port, metricsPort: monitoring.port }, 'listening')

  const stop = async (signal: string): Promise<void> => {
    if (draining) return
    draining = true
    log.info({ signal }, 'draining')
    await serving.drain(DRAIN_MS)
    await monitoring.stop()
    const { temporal, database, cardDecisions, outside, documents } = dependencies
    const closing = [temporal, database, cardDecisions, outside, documents].map((one) =>
      one.close(),
    )
    await Promise.allSettled([...closing, tracing?.stop()])
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))
}

/** @throws ListenError when the address cannot be had */
async function serveMetrics(
  { METRICS_HOST: host, METRICS_PORT: port }: Config,
  { registry }: Metrics,
): Promise<Monitoring> {
  try {
    return await serveMonitoring({ host, port, registries: [registry] })
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, host, port, 'METRICS')
  }
}

main().catch((error: unknown) => {
  // A configuration error is one line; anything else is a bug and prints its stack.
  const known =
    error instanceof ConfigError ||
    error instanceof MissingRecordKeys ||
    error instanceof UnknownProtocol ||
    error instanceof ListenError
  process.stderr.write(`api: ${known ? error.message : ((error as Error).stack ?? error)}\n`)
  process.exit(1)
})
