/** Calls to outside parties made in the test itself, against the parties of a stack. */
import { MockActivityEnvironment } from '@temporalio/testing'
import { DefaultLogger } from '@temporalio/worker'
import { pino } from 'pino'
import { createOutsideActivities, type OutsideActivities } from '../../activities/index.ts'
import { systemClock } from '../../contract/time.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { openRecords } from '../../db/recordKeys.ts'
import { openDocumentStore } from '../../providers/documentStore/index.ts'
import { openOutsideParties } from '../../providers/outsideParties.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { documentStoreSettings } from '../../runtime/documentStoreSettings.ts'
import { recordKeys } from '../../runtime/keyRing.ts'
import { outsideSettings } from '../../runtime/outsideSettings.ts'
import { createRecordCipher } from '../../runtime/recordCipher.ts'
import type { TestStack } from './stack.ts'

const TIMEOUT_MS = 5_000

export type TestActivities = OutsideActivities & {
  readonly database: Database
  close(): Promise<void>
}

export function outsideActivities(stack: Pick<TestStack, 'env'>): TestActivities {
  const config = parseConfig(stack.env)
  const database = openDatabase(need(config, 'DATABASE_URL'), { poolMax: 10 })
  const outside = openOutsideParties(outsideSettings(config), TIMEOUT_MS)
  const activities = createOutsideActivities({
    ...{ config, database, outside, clock: systemClock, log: pino({ level: 'silent' }) },
    patientDatabase: database,
    documents: openDocumentStore(documentStoreSettings(config)),
    records: openRecords(database, createRecordCipher(recordKeys(config))),
    sendSynchronousWebhook: async () => ({ status: 200, error: undefined, body: undefined }),
  })
  return {
    ...inActivityContext(activities),
    database,
    close: async () => {
      await Promise.all([outside.close(), database.close()])
    },
  }
}

/** Each call in an activity's context of its own, as a first attempt. */
function inActivityContext(activities: OutsideActivities): OutsideActivities {
  type Activity = (...input: unknown[]) => Promise<unknown>
  const logger = new DefaultLogger('ERROR')
  const entries = Object.entries(activities).map(([name, activity]) => [
    name,
    (...input: unknown[]) =>
      new MockActivityEnvironment({}, { logger }).run(activity as Activity, ...input),
  ])
  return Object.fromEntries(entries)
}
