import { LoggedRequestList } from '../../contract/components/requestLog.ts'
import { dateTime, pageQuery, sortOrder } from '../../contract/components/shared.ts'
import { presentLoggedRequest } from '../../contract/present/requestLog.ts'
import { type Bind, pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'
import { startingWith } from '../startingWith.ts'

type Filters = {
  readonly requestId?: string | undefined
  readonly path?: string | undefined
  readonly method?: string | undefined
  readonly status?: number | undefined
  readonly caller?: string | undefined
  readonly client?: string | undefined
}

export const listRequests = operation({
  id: 'listRequests',
  group: 'Request Log',
  method: 'get',
  path: '/requests',
  permission: 'VIEW',
  summary: 'List your requests of the last seven days, newest first',
  description:
    'Those of your tokens in this environment, and of your agents. A request without valid credentials belongs to ' +
    'no platform and is not listed. Each is written some seconds after its answer; under load some are left out.',
  query: {
    type: 'object',
    properties: {
      requestId: {
        type: 'string',
        maxLength: 128,
        description: 'The one request whose answer had this `X-Request-Id`.',
      },
      path: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'How it begins, with the version: `/2025-10-13/quotes`.',
      },
      method: {
        type: 'string',
        enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        description: 'Requests of this HTTP method only.',
      },
      status: {
        type: 'integer',
        minimum: 100,
        maximum: 599,
        description: 'Requests that were answered with this HTTP status only.',
      },
      caller: {
        type: 'string',
        maxLength: 64,
        description:
          'Requests with the credentials of this token, `Token:...`, or agent, `Agent:...`.',
      },
      client: {
        type: 'string',
        enum: ['API', 'DASHBOARD'],
        description: '`API`: without those of the dashboard’s pages.',
      },
      startDate: { ...dateTime, description: 'Requests that were answered then or later.' },
      endDate: { ...dateTime, description: 'Requests that were answered then or before.' },
      sortOrder,
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: LoggedRequestList },
  errors: [],
  async handle({ query, platform, dependencies: { database } }) {
    return pageFrom(database, {
      name: 'requests',
      query,
      table: 'request_log_views',
      direction: query.sortOrder,
      created: { from: query.startDate, to: query.endDate },
      branches: (bind) => [conditions(bind, platform.id, query)],
      select: 'to_jsonb(t)',
      present: presentLoggedRequest,
      totalCount: 'NONE',
    })
  },
})

function conditions(
  bind: Bind,
  platformId: string,
  { requestId, path, method, status, caller, client }: Filters,
): string {
  return [
    `t.platform_id = ${bind(platformId)}`,
    ...(requestId === undefined ? [] : [`t.request_id = ${bind(requestId)}`]),
    ...(path === undefined ? [] : [`t.path like ${bind(startingWith(path))}`]),
    ...(method === undefined ? [] : [`t.method = ${bind(method)}`]),
    ...(status === undefined ? [] : [`t.status = ${bind(status)}`]),
    ...(caller === undefined ? [] : [`t.caller = ${bind(caller)}`]),
    ...(client === undefined ? [] : [`t.client = ${bind(client)}`]),
  ].join(' and ')
}
