/** The API process. */
import { collectDefaultMetrics } from 'prom-client'
import { MissingRecordKeys, refuseMissingKeys } from '../db/recordKeys.ts'
import { ClockWasMoved, refuseMovedClock } from '../db/testClock.ts'
import { ConfigError, parseConfig } from '../runtime/config.ts'
import { createLogger } from '../runtime/log.ts'
import { answerArguments } from '../runtime/processArguments.ts'
import { openTracing, UnknownProtocol } from '../runtime/tracing.ts'
import { buildApp } from './app.ts'
import { startCardDecisions } from './cardDecisionHost.ts'
import { consoleRoutes } from './console.ts'
import { openDependencies } from './dependencies.ts'
import { createMetrics } from './metrics.ts'
import { openRequestLog } from './middleware/requestLog.ts'
import { operations } from './operations.ts'
import { buildOperatorApp } from './operators/app.ts'
import { prepare, prepareMore } from './preparation.ts'
import { ListenError, serve } from './serve.ts'
import { webhookKeyRoutes } from './webhookKeys.ts'

const DRAIN_MS = 10_000
const OPERATOR_CONNECTIONS_MAX = 256

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
  await refuseMovedClock(dependencies.database, config.TEST_CLOCK, endWith)
  const requestLog = openRequestLog(dependencies, metrics)
  if (config.ENVIRONMENT === 'production' && config.PUBLIC_URL === undefined) {
    log.warn('PUBLIC_URL is not set: links of answers begin with HOST and PORT')
  }
  let draining = false
  const works: (() => Promise<void>)[] = []
  const app = buildApp(dependencies, operations, {
    metrics,
    requestLog,
    draining: () => draining,
    later: (work) => works.push(work),
    routes: [webhookKeyRoutes(config, dependencies.database), consoleRoutes(config)],
  })
  const operators = await serve(
    buildOperatorApp(dependencies, metrics, requestLog),
    {
      HOST: config.OPERATOR_HOST,
      PORT: config.OPERATOR_PORT,
      CONNECTIONS_MAX: OPERATOR_CONNECTIONS_MAX,
    },
    'OPERATOR',
  )
  const [decisions] = await Promise.all([
    startCardDecisions(metrics, (error) => {
      log.fatal({ err: error }, 'live card authorizations cannot be decided any more')
      process.exit(1)
    }),
    prepare(operations, dependencies),
  ])
  const serving = await serve(app, config)
  const ports = { operatorPort: operators.port, cardDecisionPort: decisions.port }
  log.info({ host: config.HOST, port: serving.port, ...ports }, 'listening')
  void prepareMore(operations, works, log)
  const stop = async (signal: string): Promise<void> => {
    if (draining) return
    draining = true
    log.info({ signal }, 'draining')
    await Promise.all([serving, operators, decisions].map((one) => one.drain(DRAIN_MS)))
    await requestLog.close()
    const { database, lookups, outside, documents } = dependencies
    dependencies.testClock?.close()
    await dependencies.handOver.close()
    const { operatorSignIn } = dependencies
    const open = [database, lookups, outside, documents, operatorSignIn]
    const closing = open.map((one) => one?.close())
    await Promise.allSettled([...closing, tracing?.stop()])
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', (signal) => void stop(signal))
  process.on('SIGINT', (signal) => void stop(signal))
}

main().catch(endWith)

function endWith(error: unknown): void {
  // A configuration error is one line; anything else is a bug and prints its stack.
  const known =
    error instanceof ConfigError ||
    error instanceof MissingRecordKeys ||
    error instanceof ClockWasMoved ||
    error instanceof UnknownProtocol ||
    error instanceof ListenError
  process.stderr.write(`api: ${known ? error.message : ((error as Error).stack ?? error)}\n`)
  process.exit(1)
}
