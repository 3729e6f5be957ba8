/**
 * The thread in which live card authorizations are decided: with an event loop, a memory and connections to PostgreSQL
 * of its own, so that no request body that is sent to the API delays a decision. It is started by the API process
 * (`cardDecisionHost.ts`) and ends with it.
 */
import { parentPort } from 'node:worker_threads'
import { openDatabaseClock } from '../../db/clock.ts'
import { openDatabase } from '../../db/database.ts'
import { endInOtherEpoch } from '../../db/epochCheck.ts'
import { followClock } from '../../db/testClock.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { createLogger } from '../../runtime/log.ts'
import type { FromHost, ToHost } from '../cardDecisionHost.ts'
import { serveCardDecisions } from '../cardDecisionServer.ts'
import type { DecisionMetrics } from '../cardDecisions.ts'

const TOLD_EVERY_MS = 1_000

async function main(): Promise<void> {
  const config = parseConfig(process.env, ['DATABASE_URL'])
  const log = createLogger(config.LOG_LEVEL, 'card-decisions')
  // A wait for a connection and the one statement leave a third of the time for all else.
  const partMs = Math.floor(config.CARD_DECISION_TIMEOUT_MS / 3)
  const cardDecisions = openDatabase(need(config, 'DATABASE_URL'), {
    check: endInOtherEpoch(log),
    poolMax: config.CARD_DECISIONS_POOL_MAX,
    applicationName: 'payments-card-decisions',
    statementTimeoutMs: partMs,
    poolWaitMs: partMs,
  })
  const clock = openDatabaseClock(cardDecisions)
  if (config.TEST_CLOCK) await followClock(cardDecisions, clock, log)
  const post = (message: ToHost): void => parentPort?.postMessage(message)
  const metrics = relayed(post)
  let draining = false
  const dependencies = { config, log, clock, cardDecisions }
  const serving = await serveCardDecisions(dependencies, metrics, () => draining)
  parentPort?.on('message', ({ patienceMs }: FromHost) => {
    draining = true
    void serving
      .drain(patienceMs)
      .then(() => cardDecisions.close())
      .finally(() => post({ name: 'drained' }))
  })
  post({ name: 'listening', port: serving.port })
}

/** The process that serves the metrics gets what is measured here once a second, not at each decision. */
function relayed(post: (message: ToHost) => void): DecisionMetrics {
  let decided: [status: number, seconds: number][] = []
  let inFlight: () => number | Promise<number> = () => 0
  let posted = 0
  setInterval(async () => {
    const now = await inFlight()
    if (decided.length === 0 && now === posted) return
    posted = now
    post({ name: 'decided', decided, inFlight: now })
    decided = []
  }, TOLD_EVERY_MS).unref()
  return {
    observe: (status, seconds) => void decided.push([status, seconds]),
    watch: (_name, _help, read) => {
      inFlight = read
    },
  }
}

main().catch((error: unknown) => {
  const { name, message } = error as Error
  const failed: ToHost = { name: 'failed', message, isKnown: name === 'ListenError' }
  parentPort?.postMessage(failed)
})
