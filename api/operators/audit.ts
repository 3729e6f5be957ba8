import { idOf } from '../../contract/ids.ts'
import { type AuditRow, listAudit } from '../../db/operators.ts'
import { operatorRoute, platformFilter } from './route.ts'

/** Rows of the audit with the ids that the API has. */
export function presentAudit(rows: readonly AuditRow[]): object[] {
  return rows.map(({ platformId, ...row }) => ({
    ...row,
    platformId: platformId && idOf('PlatformConfig', platformId),
  }))
}

export const getAudit = operatorRoute({
  id: 'listAudit',
  method: 'get',
  path: '/audit',
  role: 'VIEW',
  summary: 'What operators have read of customers and what they have done, the newest first',
  query: {
    type: 'object',
    properties: {
      operator: { type: 'string', maxLength: 100 },
      subject: { type: 'string', maxLength: 200 },
      platform: { type: 'string', maxLength: 64 },
      before: { type: 'string', pattern: '^[1-9][0-9]{0,17}$' },
      limit: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    },
  },
  async handle({ query, tx }) {
    const { operator, subject, platform, before, limit } = query
    const { platformId, isUnknownPlatform } = platformFilter(platform)
    const filter = { operator, subject, platformId, before, limit }
    const rows = isUnknownPlatform ? [] : await listAudit(tx, filter)
    return { body: { data: presentAudit(rows) }, platformId }
  },
})
