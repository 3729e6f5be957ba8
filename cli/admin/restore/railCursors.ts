/**
 * Sets back how far the rails' notices have been read. A notice's correction may have been known to Temporal
 * alone; one that is read again is booked once.
 */
import type { Environment } from '../../../contract/outsideParties.ts'
import type { RailProvider } from '../../../contract/railRoutes.ts'
import { instant } from '../../../contract/time.ts'
import type { Database } from '../../../db/database.ts'
import type { Rail } from '../../../providers/payoutRail/index.ts'

/** Notices may arrive out of order, and clocks differ. */
const MARGIN_MS = 600_000

export type FeedToRead = {
  readonly environment: Environment
  readonly provider: RailProvider
  readonly rail: Pick<Rail, 'positionAt'>
}

/** @returns the position after which notices are read from now on */
export async function setBackRailCursor(
  database: Database,
  { environment, provider, rail }: FeedToRead,
  restoredTo: Date,
): Promise<string> {
  const { position } = await database.one<{ position: string }>({
    text: 'select position from rail_cursors where environment = $1 and provider = $2',
    values: [environment, provider],
  })
  const before = await rail.positionAt(instant(restoredTo.getTime() - MARGIN_MS), position)
  await database.query({
    text: 'update rail_cursors set position = $3 where environment = $1 and provider = $2',
    values: [environment, provider, before],
  })
  return before
}
