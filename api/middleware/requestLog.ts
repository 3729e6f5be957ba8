/**
 * The request log: what was asked when, by whom, and how it was answered. It is written in batches beside the
 * requests; what does not fit is dropped and counted. No query, body, header or secret of a path is in it, and of a
 * body the names alone that were not understood and resemble one of ours.
 */
import { Counter } from 'prom-client'
import type { Dependencies } from '../dependencies.ts'
import type { Metrics } from '../metrics.ts'

export type LoggedRequest = {
  readonly requestId: string
  readonly platformId: string | undefined
  readonly method: string
  /** As the log may show it. */
  readonly path: string
  readonly operation: string
  readonly status: number
  readonly ms: number
  /** `Token:<uuid>` or `Agent:<uuid>`: whose credentials were sent. */
  readonly caller?: string | undefined
  readonly client: RequestClient
  /** As `Ignored-Fields` has them. */
  readonly ignoredFields?: string | undefined
}

/** What has sent a request: the pages of the dashboard say so, and are believed, since it only sorts the log. */
export type RequestClient = 'API' | 'DASHBOARD'
export const CLIENT_HEADER = 'X-Client'

export type RequestLog = {
  /** Never waits, and never throws. */
  note(request: LoggedRequest): void
  /** Writes what is left. */
  close(): Promise<void>
}

/** Kept in memory at most, some two megabytes. */
const WAITING_MAX = 10_000
const BATCH_MAX = 1_000
const WRITE_EVERY_MS = 1_000

/** Nothing is kept: for applications without a database of their own. */
export const noRequestLog: RequestLog = { note: () => undefined, close: async () => undefined }

/** @param metrics get the count of requests that were dropped */
export function openRequestLog(
  { database, clock, log }: Pick<Dependencies, 'database' | 'clock' | 'log'>,
  metrics: Metrics,
): RequestLog {
  const dropped = new Counter({
    name: 'request_log_dropped_total',
    help: 'Requests that the request log has left out',
    registers: [metrics.registry],
  })
  let waiting: (LoggedRequest & { readonly at: Date })[] = []
  let writing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      void write()
    }, WRITE_EVERY_MS).unref()
  }
  const write = async (): Promise<void> => {
    writing ??= writeBatch().finally(() => {
      writing = undefined
      if (waiting.length > 0) later()
    })
    await writing
  }
  const writeBatch = async (): Promise<void> => {
    const batch = waiting.slice(0, BATCH_MAX)
    waiting = waiting.slice(BATCH_MAX)
    if (batch.length === 0) return
    try {
      await database.query({
        name: 'write_request_log',
        text: `insert into request_log (at, request_id, platform_id, method, path, operation, status, ms, caller, client,
            ignored_fields)
          select u.at, u.request_id, u.platform_id, u.method, u.path, u.operation, u.status, u.ms, u.caller,
            u.client, u.ignored_fields
          from unnest($1::timestamptz[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::integer[],
            $8::real[], $9::text[], $10::text[], $11::text[])
            as u (at, request_id, platform_id, method, path, operation, status, ms, caller, client, ignored_fields)`,
        values: [
          batch.map(({ at }) => at.toISOString()),
          batch.map(({ requestId }) => requestId),
          batch.map(({ platformId }) => platformId ?? null),
          batch.map(({ method }) => method),
          batch.map(({ path }) => path),
          batch.map(({ operation }) => operation),
          batch.map(({ status }) => status),
          batch.map(({ ms }) => Math.round(ms * 10) / 10),
          batch.map(({ caller }) => caller ?? null),
          batch.map(({ client }) => client),
          batch.map(({ ignoredFields }) => ignoredFields ?? null),
        ],
      })
    } catch (error) {
      // The database is away, or has no room: the requests themselves come first.
      dropped.inc(batch.length)
      log.warn({ err: error, requests: batch.length }, 'requests are left out of the request log')
    }
  }
  return {
    note(request) {
      if (waiting.length >= WAITING_MAX) return dropped.inc()
      waiting.push({ ...request, at: clock.now() })
      later()
    },
    async close() {
      clearTimeout(timer)
      while (waiting.length > 0 || writing !== undefined) await write()
    },
  }
}
