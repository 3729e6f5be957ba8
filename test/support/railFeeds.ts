/** Feeds of a rail that are lists, with positions that are numbers, as those of the rail with our own wire. */
import type { NoticePage, RailNotice } from '../../providers/payoutRail/index.ts'

/** The notices after a position; each has its number as its id. */
export function pageOf(
  notices: readonly RailNotice[],
  position: string,
  limit = notices.length,
): NoticePage {
  const page = notices
    .filter(({ eventId }) => Number(eventId) > Number(position || 0))
    .slice(0, limit)
  return { notices: page, position: page.at(-1)?.eventId ?? position }
}
