import { invalidInput } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { type Clock, FIRST_INSTANT, instant } from '../../contract/time.ts'
import { operatorRoute, platformFilter } from './route.ts'

type Row = {
  readonly id: string
  readonly at: Date
  readonly requestId: string
  readonly platformId: string | null
  readonly platform: string | null
  readonly method: string
  readonly path: string
  readonly operation: string
  readonly status: number
  readonly ms: number
}

type Query = {
  readonly requestId?: string | undefined
  readonly platform?: string | undefined
  readonly path?: string | undefined
  readonly status?: number | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
}

/** A search in all platforms' log by a status or a part of a path reads this many hours: there may be no match at all. */
const SEARCHED_HOURS = 24
const HOUR_MS = 60 * 60 * 1_000

/**
 * From when on the log is read: a search of no platform without `from` is of the day before its end.
 *
 * @throws Refusal `INVALID_INPUT` for a search of more of the log than a day, of no platform
 */
function searchedFrom(query: Query, clock: Clock): string | undefined {
  const { requestId, platform, path, status, from, until } = query
  const isNarrow = requestId !== undefined || platform !== undefined
  if (isNarrow || (path === undefined && status === undefined)) return from
  const end = until === undefined ? clock.now() : instant(until)
  const earliest = Math.max(end.getTime() - SEARCHED_HOURS * HOUR_MS, FIRST_INSTANT)
  if (from === undefined) return instant(earliest).toISOString()
  if (instant(from).getTime() >= earliest) return from
  const message = `must be at most ${SEARCHED_HOURS} hours before until (or now), where path or status is looked for without platform or requestId`
  throw invalidInput([{ field: 'from', constraint: 'range', message }])
}

export const listRequests = operatorRoute({
  id: 'listRequests',
  method: 'get',
  path: '/requests',
  role: 'VIEW',
  summary:
    'Requests of the last seven days, the newest first; under load some are left out. A path or status of all platforms is looked for in a day, the last one before `until` unless `from` says otherwise',
  query: {
    type: 'object',
    properties: {
      requestId: { type: 'string', maxLength: 128 },
      platform: { type: 'string', maxLength: 64 },
      path: { type: 'string', maxLength: 200 },
      status: { type: 'integer', minimum: 100, maximum: 599 },
      from: { type: 'string', format: 'date-time' },
      until: { type: 'string', format: 'date-time' },
      // The `id` of an entry: what follows it in the list.
      before: { type: 'string', pattern: '^[1-9][0-9]{0,17}$' },
      limit: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    },
  },
  async handle({ query, tx, dependencies: { clock } }) {
    const { requestId, platform, path, status, until, before, limit } = query
    const from = searchedFrom(query, clock)
    const { platformId, isUnknownPlatform } = platformFilter(platform)
    const values: unknown[] = [limit]
    const conditions = (
      [
        ['l.request_id =', requestId],
        ['l.platform_id =', platformId],
        ['l.status =', status],
        ['l.at >=', from],
        ['l.at <', until],
      ] as const
    ).flatMap(([condition, value]) =>
      value === undefined ? [] : [`${condition} $${values.push(value)}`],
    )
    if (before !== undefined) {
      const place = `(select b.at, b.id from request_log b where b.id = $${values.push(before)})`
      conditions.push(`(l.at, l.id) < ${place}`)
    }
    if (path !== undefined) conditions.push(`strpos(l.path, $${values.push(path)}) > 0`)
    const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
    const rows = isUnknownPlatform
      ? []
      : await tx.query<Row>({
          text: `select l.id::text as id, l.at, l.request_id as "requestId", l.platform_id as "platformId", p.name as platform, l.method,
              l.path, l.operation, l.status, l.ms
            from request_log l left join platforms p on p.id = l.platform_id ${where}
            order by l.at desc, l.id desc limit $1`,
          values,
        })
    const data = rows.map((row) => ({
      ...row,
      platformId: row.platformId && idOf('PlatformConfig', row.platformId),
    }))
    return { body: { data }, subject: requestId, platformId }
  },
})
