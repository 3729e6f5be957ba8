import type { Query } from '../../lib/route.ts'
import { minuteEnd, minuteStart } from '../../ui/Filters.tsx'

export type Logged = {
  readonly id: string
  readonly at: string
  readonly requestId: string
  readonly platformId: string | null
  readonly platform: string | null
  readonly method: string
  readonly path: string
  readonly operation: string
  readonly status: number
  readonly ms: number
}

/** `before`: the last entry that was shown, of the link to older ones. */
export const filterNames = ['q', 'status', 'platform', 'from', 'to', 'before']

/** What the filters of the address ask the log for. */
export function listQueryOf(query: Query): Readonly<Record<string, string | undefined>> {
  const { q = '', status, platform, from, to, before } = query
  return {
    // A path begins with `/`; everything else is the id of one request.
    ...(q.startsWith('/') ? { path: q } : { requestId: q }),
    ...{ status, platform, from: minuteStart(from), until: minuteEnd(to), before },
  }
}

/** Whether the service searches one day only: by a status or a part of a path, in all platforms' log. */
export function isOfOneDay({ q = '', status, platform, from }: Query): boolean {
  return platform === undefined && from === undefined && (q.startsWith('/') || status !== undefined)
}
