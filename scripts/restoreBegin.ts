/**
 * `npm run restore:begin -- --to TIME`: after PostgreSQL or Temporal was restored to an earlier point. Nothing is
 * changed from then on but by an operator's commands, until `npm run restore:end`; every open run is ended. It
 * may be repeated.
 *
 * Settings: DATABASE_URL, TEMPORAL_ADDRESS, CODEC_KEYS, and those of the payout rails.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Connection } from '@temporalio/client'
import { instant, systemClock } from '../contract/time.ts'
import { openDatabase } from '../db/database.ts'
import {
  beginRestore,
  changeStoreState,
  endConnections,
  STORE_STATE_REMEMBERED_MS,
  StoreHasChanged,
  storeStateOf,
} from '../db/storeState.ts'
import { openOutsideParties } from '../providers/outsideParties.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { outsideSettings } from '../runtime/outsideSettings.ts'
import { temporalConnectionOptions } from '../runtime/temporalConnection.ts'
import { createClient } from '../worker/temporalClient.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'
import { readCardListsAgain } from './restore/cardLists.ts'
import { oneAtATime } from './restore/oneAtATime.ts'
import { endOpenRuns } from './restore/openRuns.ts'
import { setBackRailCursor } from './restore/railCursors.ts'

const USAGE = 'usage: restore:begin -- --to TIME (ISO 8601, for example 2026-01-31T12:00:00Z)'
const OUTSIDE_TIMEOUT_MS = 10_000

await command(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const restoredTo = pointOf(values.to)
  const config = parseConfig(environmentOfStack(process.env), ['TEMPORAL_ADDRESS', 'CODEC_KEYS'])
  const url = need(config, 'DATABASE_URL')
  const database = openDatabase(url, { poolMax: 1 })
  const outside = openOutsideParties(outsideSettings(config), OUTSIDE_TIMEOUT_MS)
  try {
    await oneAtATime(url, async () => {
      const begun = await beginRestore(database, restoredTo)
      say(`RESTORING, epoch ${begun.epoch}: nothing is changed from now on.`)
      if (begun.restoredTo < restoredTo) {
        say(
          `What came after ${begun.restoredTo.toISOString()} is compared: an earlier restore, or the last sign of a worker in the database, is of then.`,
        )
      }
      const ended = await endConnections(database)
      if (ended > 0) {
        say(
          `${ended} connections of before were ended: processes that had them end, and are started anew.`,
        )
      }
      // Requests and workers that read the state before it was changed have ended then.
      await sleep(STORE_STATE_REMEMBERED_MS + config.REQUEST_DEADLINE_MS)
      for (const { party, environment } of outside.configured) {
        if (party !== 'PAYOUT_RAIL') continue
        const rail = outside.payoutRail(environment)
        const sequence = await setBackRailCursor(database, environment, rail, begun.restoredTo)
        say(`Notices of the ${environment} rail are read again after sequence ${sequence}.`)
      }
      await readCardListsAgain(database)
      const connection = await Connection.connect(temporalConnectionOptions(config))
      try {
        const reason = `the store was set back to ${begun.restoredTo.toISOString()}`
        const client = createClient(connection, config)
        const runs = await endOpenRuns(client, config, reason, async () => {
          const { epoch, state } = await storeStateOf(database)
          if (epoch !== begun.epoch || state !== 'RESTORING') throw new StoreHasChanged()
        })
        say(`${runs} open workflows were ended; open rows get new ones when the store is open.`)
      } finally {
        await connection.close()
      }
      await changeStoreState(database, begun, 'RECONCILING')
      say(
        'RECONCILING: `npm run reconcile` shows what the store does not know, then `npm run restore:end`.',
      )
    })
  } finally {
    await outside.close()
    await database.close()
  }
})

function pointOf(text: string | undefined): Date {
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text ?? '')
  if (text === undefined || !isInstant) throw new Error(USAGE)
  const point = instant(text)
  if (point > systemClock.now()) throw new Error('That point is in the future.')
  return point
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
