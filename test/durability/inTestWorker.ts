/** The workers of a stack inside the test, over a database in which the test injects failures. */
import '../support/temporalRuntime.ts'
import { Connection } from '@temporalio/client'
import { pino } from 'pino'
import type { Environment } from '../../contract/outsideParties.ts'
import { systemClock } from '../../contract/time.ts'
import type { Statement } from '../../db/connection.ts'
import { type Database, openDatabase, queryable } from '../../db/database.ts'
import { openRecords } from '../../db/recordKeys.ts'
import { openDocumentStore } from '../../providers/documentStore/index.ts'
import { openOutsideParties } from '../../providers/outsideParties.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { documentStoreSettings } from '../../runtime/documentStoreSettings.ts'
import { recordKeys } from '../../runtime/keyRing.ts'
import { outsideSettings } from '../../runtime/outsideSettings.ts'
import { createRecordCipher } from '../../runtime/recordCipher.ts'
import { bundleWorkflows } from '../../worker/bundle.ts'
import { startPending } from '../../worker/pendingStarts.ts'
import { readRailNotices } from '../../worker/railNotices.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { connectWorker, startWorkers } from '../../worker/workers.ts'
import type { TestStack } from '../support/stack.ts'

const TIMEOUT_MS = 5_000

export type InTestWorker = {
  /** Names of the statements that its activities sent. */
  readonly sent: readonly string[]
  /** Reads the rail's notices now, as a worker process does every second. */
  readNotices(): Promise<void>
  stop(): Promise<void>
}

export type InTestWorkerOptions = {
  /** Awaited before a statement is sent; what it throws is what the activity sees. */
  readonly beforeSend?: (name: string) => void | Promise<void>
  /** Awaited after a statement has committed; what it throws is what the activity sees. */
  readonly afterCommit?: (name: string) => void | Promise<void>
  /** Another queue keeps all background steps queued: the outside parties are not called. */
  readonly outsideTaskQueue?: string
  /** An environment whose outside parties it does not have. */
  readonly without?: Environment
}

let bundle: ReturnType<typeof bundleWorkflows> | undefined

/** Takes the place of the stack's worker processes, which the test holds. */
export async function anInTestWorker(
  stack: TestStack,
  { beforeSend, afterCommit, outsideTaskQueue, without }: InTestWorkerOptions = {},
): Promise<InTestWorker> {
  const config = parseConfig({
    ...stack.env,
    ...(without && { [`${without}_WALLET_PROVIDER_URL`]: '', [`${without}_RAIL_URL`]: '' }),
    ...(outsideTaskQueue !== undefined && { OUTSIDE_TASK_QUEUE: outsideTaskQueue }),
  })
  const sent: string[] = []
  const real = openDatabase(need(config, 'DATABASE_URL'), { applicationName: 'payments-in-test' })
  const database: Database = {
    ...real,
    ...queryable(async (statement: Statement) => {
      // The name of a call with arguments ends in their number: `create_customer/1`.
      const name = (statement.name ?? statement.text).replace(/\/\d+$/, '')
      sent.push(name)
      await beforeSend?.(name)
      const rows = await real.query<unknown>(statement)
      await afterCommit?.(name)
      return rows
    }),
  }
  const outside = openOutsideParties(outsideSettings(config), TIMEOUT_MS)
  const connection = await connectWorker(config)
  bundle ??= bundleWorkflows(stack.env.WORKFLOW_BUNDLE_DIR)
  const workers = await startWorkers(connection, await bundle, {
    config,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    database,
    patientDatabase: real,
    documents: openDocumentStore(documentStoreSettings(config)),
    outside,
    records: openRecords(real, createRecordCipher(recordKeys(config))),
    sendSynchronousWebhook: async () => ({ status: 200, error: undefined, body: undefined }),
  })
  const clientConnection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  const client = createClient(clientConnection, config)
  return {
    sent,
    async readNotices() {
      const log = pino({ level: 'silent' })
      const rail = outside.payoutRail('SANDBOX')
      const feed = { environment: 'SANDBOX', provider: 'RAIL', rail } as const
      await readRailNotices(real, feed, client, config, log)
      await startPending({ database: real, client, config, log })
    },
    async stop() {
      workers.shutdown()
      await workers.run
      await connection.close()
      await clientConnection.close()
      await Promise.all([outside.close(), real.close()])
    },
  }
}

/** Stops the stack's own workers, until `release('worker')`. */
export async function holdWorkers(stack: TestStack): Promise<void> {
  stack.hold('worker')
  await stack.kill('worker')
}
