import { setTimeout as sleep } from 'node:timers/promises'
import { instant, systemClock } from '../../../contract/time.ts'
import {
  beginRestore,
  changeStoreState,
  endConnections,
  STORE_STATE_REMEMBERED_MS,
  StoreHasChanged,
  storeStateOf,
} from '../../../db/storeState.ts'
import { openOutsideParties } from '../../../providers/outsideParties.ts'
import { need } from '../../../runtime/config.ts'
import { outsideSettings } from '../../../runtime/outsideSettings.ts'
import { createClient } from '../../../worker/temporalClient.ts'
import { Failure } from '../../failure.ts'
import { adminConfig, auditCommand, print, withDatabase } from '../shared.ts'
import { withTemporal } from '../temporal.ts'
import { readCardListsAgain } from './cardLists.ts'
import { oneAtATime } from './oneAtATime.ts'
import { endOpenRuns } from './openRuns.ts'
import { setBackRailCursor } from './railCursors.ts'

const OUTSIDE_TIMEOUT_MS = 10_000

export type BeginOptions = { readonly to: string; readonly by?: string }

/**
 * After PostgreSQL or Temporal was restored to an earlier point: nothing is changed from then on but by an
 * operator's commands, until `restore end`; every open run is ended. It may be repeated.
 *
 * @throws Failure
 */
export async function restoreBegin({ to, by }: BeginOptions): Promise<void> {
  const restoredTo = pointOf(to)
  const config = adminConfig('DATABASE_URL', 'TEMPORAL_ADDRESS', 'CODEC_KEYS')
  const url = need(config, 'DATABASE_URL')
  const outside = openOutsideParties(outsideSettings(config), OUTSIDE_TIMEOUT_MS)
  const work = withDatabase(config, { poolMax: 1 }, (database) =>
    oneAtATime(url, async () => {
      const begun = await database.transaction(async (tx) => {
        const restore = await beginRestore(tx, restoredTo)
        const { epoch, restoredTo: counted } = restore
        const details = { to: restoredTo, restoredTo: counted, epoch }
        await auditCommand(tx, by, { action: 'restore:begin', details })
        return restore
      })
      const { epoch } = begun
      print(`RESTORING, epoch ${epoch}: nothing is changed from now on.`)
      if (begun.restoredTo < restoredTo) {
        print(
          `What came after ${begun.restoredTo.toISOString()} is compared: an earlier restore, or the last sign of a worker in the database, is of then.`,
        )
      }
      const ended = await endConnections(database)
      if (ended > 0) {
        print(
          `${ended} connections of before were ended: processes that had them end, and are started anew.`,
        )
      }
      // Requests and workers that read the state before it was changed have ended then.
      await sleep(STORE_STATE_REMEMBERED_MS + config.REQUEST_DEADLINE_MS)
      for (const { party, environment } of outside.configured) {
        if (party !== 'PAYOUT_RAIL') continue
        for (const provider of outside.railProviders(environment)) {
          const rail = outside.payoutRail(environment, provider)
          const feed = { environment, provider, rail }
          const position = await setBackRailCursor(database, feed, begun.restoredTo)
          print(
            `Notices of the ${environment} ${provider.toLowerCase()} are read again after ${position || 'their beginning'}.`,
          )
        }
      }
      await readCardListsAgain(database)
      const runs = await withTemporal(config, (connection) => {
        const reason = `the store was set back to ${begun.restoredTo.toISOString()}`
        return endOpenRuns(createClient(connection, config), config, reason, async () => {
          const store = await storeStateOf(database)
          if (store.epoch !== epoch || store.state !== 'RESTORING') throw new StoreHasChanged()
        })
      })
      print(`${runs} open workflows were ended; open rows get new ones when the store is open.`)
      await database.transaction(async (tx) => {
        await changeStoreState(tx, begun, 'RECONCILING')
        const details = { state: 'RECONCILING', epoch, endedRuns: runs }
        await auditCommand(tx, by, { action: 'restore:begin', details })
      })
      print(
        'RECONCILING: `payments admin reconcile` shows what the store does not know, then `payments admin restore end`.',
      )
    }),
  )
  await work.finally(() => outside.close())
}

function pointOf(text: string): Date {
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  if (!isInstant) {
    throw new Failure('USAGE', '--to is a time in ISO 8601, for example 2026-01-31T12:00:00Z.')
  }
  const point = instant(text)
  if (point > systemClock.now()) throw new Failure('USAGE', 'That point is in the future.')
  return point
}
