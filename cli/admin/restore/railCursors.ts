/**
 * Sets back how far the rails' notices have been read. A notice's correction may have been known to Temporal
 * alone; one that is read again is booked once.
 */
import type { Environment } from '../../../contract/outsideParties.ts'
import { instant } from '../../../contract/time.ts'
import type { Database } from '../../../db/database.ts'
import type { Rail } from '../../../providers/payoutRail/index.ts'

/** Notices may arrive out of order, and clocks differ. */
const MARGIN_MS = 600_000

/** @returns the sequence after which notices are read from now on */
export async function setBackRailCursor(
  database: Database,
  environment: Environment,
  rail: Pick<Rail, 'notices'>,
  restoredTo: Date,
): Promise<bigint> {
  const { sequence } = await database.one<{ sequence: bigint }>({
    text: 'select sequence from rail_cursors where environment = $1',
    values: [environment],
  })
  const before = await lastSequenceBefore(rail, sequence, restoredTo.getTime() - MARGIN_MS)
  await database.query({
    text: 'update rail_cursors set sequence = least(sequence, $2) where environment = $1',
    values: [environment, before],
  })
  return before
}

/** Halves the range, which is in the order of time, down to a page. */
async function lastSequenceBefore(
  rail: Pick<Rail, 'notices'>,
  upTo: bigint,
  time: number,
): Promise<bigint> {
  let [low, high] = [0n, upTo]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    const [notice] = await rail.notices(Number(middle - 1n), 1)
    const isBefore = notice !== undefined && 'at' in notice && instant(notice.at).getTime() < time
    if (isBefore) low = middle
    else high = middle - 1n
  }
  return low
}
