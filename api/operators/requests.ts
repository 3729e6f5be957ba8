import { idOf, uuidOf } from '../../contract/ids.ts'
import { operatorRoute } from './route.ts'

type Row = {
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

export const listRequests = operatorRoute({
  id: 'listRequests',
  method: 'get',
  path: '/requests',
  role: 'VIEW',
  summary: 'Requests of the last seven days, the newest first; under load some are left out',
  query: {
    type: 'object',
    properties: {
      requestId: { type: 'string', maxLength: 128 },
      platform: { type: 'string', maxLength: 64 },
      path: { type: 'string', maxLength: 200 },
      status: { type: 'integer', minimum: 100, maximum: 599 },
      from: { type: 'string', format: 'date-time' },
      until: { type: 'string', format: 'date-time' },
      limit: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    },
  },
  async handle({ query, tx }) {
    const { requestId, platform, path, status, from, until, limit } = query
    const platformId = platform === undefined ? undefined : uuidOf('PlatformConfig', platform)
    // An id of another shape matches no platform.
    const isNobodys = platform !== undefined && platformId === undefined
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
    if (path !== undefined) conditions.push(`strpos(l.path, $${values.push(path)}) > 0`)
    const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
    const rows = isNobodys
      ? []
      : await tx.query<Row>({
          text: `select l.at, l.request_id as "requestId", l.platform_id as "platformId", p.name as platform, l.method,
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
