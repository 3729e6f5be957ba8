/** A request of the log as its platform sees it. */
import type { LoggedRequest } from '../components/requestLog.ts'
import type { Shown } from '../shown.ts'
import { shownInstant } from './rows.ts'

export type LoggedRequestRow = {
  readonly created_at: string
  readonly request_id: string
  readonly method: string
  readonly path: string
  readonly operation: string
  readonly status: number
  readonly ms: number
  readonly caller: string | null
  readonly client: 'API' | 'DASHBOARD'
  readonly ignored_fields: string | null
}

export function presentLoggedRequest(row: LoggedRequestRow): Shown<typeof LoggedRequest> {
  return {
    requestId: row.request_id,
    timestamp: shownInstant(row.created_at),
    method: row.method,
    path: row.path,
    operation: row.operation,
    status: row.status,
    durationMs: row.ms,
    ...(row.caller !== null && { caller: row.caller }),
    client: row.client,
    ...(row.ignored_fields !== null && { ignoredFields: row.ignored_fields }),
  }
}
