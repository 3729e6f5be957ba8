/** What a worker process is connected to: its database, outside parties, and how they are closed. */
import type { Logger } from 'pino'
import type { ActivityDependencies } from '../activities/index.ts'
import { type DatabaseClock, openDatabaseClock } from '../db/clock.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { type ConnectionCheck, endInOtherEpoch } from '../db/epochCheck.ts'
import { openRecords } from '../db/recordKeys.ts'
import { openDocumentStore } from '../providers/documentStore/index.ts'
import { openOutsideParties } from '../providers/outsideParties.ts'
import { type Config, need } from '../runtime/config.ts'
import { documentStoreSettings } from '../runtime/documentStoreSettings.ts'
import { recordKeys } from '../runtime/keyRing.ts'
import { outsideSettings } from '../runtime/outsideSettings.ts'
import { createRecordCipher } from '../runtime/recordCipher.ts'
import type { Tracing } from '../runtime/tracing.ts'
import { webhookKeyring } from '../runtime/webhookKeys.ts'
import { createSynchronousWebhookSender } from './webhooks/synchronousWebhook.ts'

const OUTSIDE_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 900
const PATIENT_TIMEOUT_MS = 60_000

export type Connections = {
  /** What activities are given. */
  readonly dependencies: ActivityDependencies & { readonly clock: DatabaseClock }
  /** For what runs in rounds and may take its time. */
  readonly patientDatabase: Database
  /** Of each connection to PostgreSQL. */
  readonly check: ConnectionCheck
  close(): Promise<void>
}

/**
 * @throws ConfigError where an outside party is incomplete, or shared, and for a document store whose
 *   address is invalid
 */
export function openConnections(config: Config, log: Logger, tracing?: Tracing): Connections {
  const databaseUrl = need(config, 'DATABASE_URL')
  const check = endInOtherEpoch(log)
  const database = openDatabase(databaseUrl, {
    check,
    poolMax: config.DATABASE_POOL_MAX,
    applicationName: 'payments-worker',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  const patientDatabase = openDatabase(databaseUrl, {
    check,
    poolMax: 4,
    applicationName: 'payments-worker-rounds',
    statementTimeoutMs: PATIENT_TIMEOUT_MS,
  })
  const clock = openDatabaseClock(patientDatabase)
  const outside = openOutsideParties(outsideSettings(config), OUTSIDE_TIMEOUT_MS, clock)
  const documents = openDocumentStore(documentStoreSettings(config))
  const synchronousWebhooks = createSynchronousWebhookSender({
    serviceEnvironment: config.ENVIRONMENT,
    keyring: webhookKeyring(config),
  })
  return {
    dependencies: {
      config,
      clock,
      log,
      database,
      patientDatabase,
      documents,
      records: openRecords(database, createRecordCipher(recordKeys(config))),
      outside,
      sendSynchronousWebhook: synchronousWebhooks.send,
      tracing,
    },
    patientDatabase,
    check,
    async close() {
      await Promise.allSettled([
        outside.close(),
        documents.close(),
        synchronousWebhooks.close(),
        database.close(),
        patientDatabase.close(),
      ])
    },
  }
}
