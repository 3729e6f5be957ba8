/** What the filters of the address ask the log for. */
import type { operations } from '../../../client/backend/schema.ts'
import type { Query } from '../../lib/route.ts'
import { settings } from '../../lib/settings.ts'
import { minuteEnd, minuteStart } from '../../ui/Filters.tsx'

export type ListQuery = NonNullable<operations['listRequests']['parameters']['query']>
type Method = NonNullable<ListQuery['method']>

export const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Statuses that the service answers; the log is asked for one exactly. */
export const statuses = [
  ...['200', '201', '202', '204', '400', '401', '403', '404', '409', '412', '413', '415'],
  ...['422', '423', '424', '429', '500', '501', '502', '503'],
]

export const filterNames = ['q', 'method', 'status', 'client', 'from', 'to']

export function listQueryOf(query: Query): ListQuery {
  return {
    ...searchOf(query.q ?? ''),
    method: methods.find((each) => each === query.method),
    status: statuses.includes(query.status ?? '') ? Number(query.status) : undefined,
    // The pages read all the time: what programs have asked is found without them.
    client: query.client === 'all' || isId(query.q ?? '') ? undefined : 'API',
    startDate: minuteStart(query.from),
    endDate: minuteEnd(query.to),
  }
}

/** A path begins with `/`; everything else is the id of one request. */
const isId = (text: string): boolean => text !== '' && !text.startsWith('/')

function searchOf(text: string): ListQuery {
  if (text === '') return {}
  if (isId(text)) return { requestId: text }
  // The log has paths as they were sent; readers leave the version out.
  const { basePath } = settings()
  const isWhole = text.startsWith(basePath) || text.startsWith('/mcp')
  return { path: isWhole ? text : `${basePath}${text}` }
}
