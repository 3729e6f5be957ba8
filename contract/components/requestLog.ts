/** What a platform sees of its requests in the log. */
import { dateTime, listOf } from './shared.ts'

export const LoggedRequest = {
  type: 'object',
  required: [
    'requestId',
    'timestamp',
    'method',
    'path',
    'operation',
    'status',
    'durationMs',
    'client',
  ],
  properties: {
    requestId: {
      type: 'string',
      description: '`X-Request-Id` of the request and of its answer.',
      example: '0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
    },
    timestamp: { ...dateTime, description: 'When it was answered.' },
    method: { type: 'string', description: 'The HTTP method, in capitals.', example: 'POST' },
    path: {
      type: 'string',
      description:
        'Without the query, and with `...` in place of all but the names of routes and ids, as it may be secret: ' +
        'the first 200 characters.',
      example: '/2025-10-13/quotes/Quote:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21/execute',
    },
    operation: {
      type: 'string',
      description: 'The operationId; `mcp` for what an agent has sent to `/mcp`.',
      example: 'executeQuote',
    },
    status: { type: 'integer', description: 'The HTTP status that was answered.', example: 200 },
    durationMs: {
      type: 'number',
      minimum: 0,
      description: 'From its arrival to the answer, in milliseconds, as the service measured it.',
      example: 12.3,
    },
    caller: {
      type: 'string',
      description:
        'Whose credentials were sent: a token of yours, `Token:...`, or an agent, `Agent:...`.',
      example: 'Token:0b6a3c1e-3f0e-4c5f-9a77-3a1a3f7b8c21',
    },
    client: {
      type: 'string',
      enum: ['API', 'DASHBOARD'],
      description: '`DASHBOARD`: sent by the pages of the dashboard.',
      example: 'API',
    },
    ignoredFields: {
      type: 'string',
      description:
        'Members of its body that were not understood and resemble one of ours, with that one, as the answer’s ' +
        '`Ignored-Fields` names them. A misspelt optional member is found here.',
      example: 'fullname;meant=fullName',
    },
  },
} as const
export const LoggedRequestList = listOf(LoggedRequest)
