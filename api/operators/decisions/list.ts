import { operatorRoute } from '../route.ts'
import { listDecisions as list, presentDecision } from './record.ts'

export const listDecisions = operatorRoute({
  id: 'listDecisions',
  method: 'get',
  path: '/decisions',
  role: 'VIEW',
  summary: 'Decisions and what has come of them, the newest first',
  query: {
    type: 'object',
    properties: {
      status: {
        type: 'string',
        enum: ['PENDING_CONFIRMATION', 'ORDERED', 'CARRIED_OUT', 'REFUSED', 'WITHDRAWN'],
      },
      subject: { type: 'string', maxLength: 300 },
      id: { type: 'string', format: 'uuid' },
      limit: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    },
  },
  async handle({ query: { status, subject, id, limit }, tx }) {
    const filter = {
      limit,
      ...(status && { status }),
      ...(subject && { subject }),
      ...(id && { id }),
    }
    const rows = await list(tx, filter)
    return { body: { data: rows.map(presentDecision) }, subject }
  },
})
