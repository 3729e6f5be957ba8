/** Forwards the job queue's log lines to our logger. */
import { Logger as QueueLogger } from 'graphile-worker'
import type { Logger } from 'pino'

/**
 * Its `info` reports every finished job: that is our `debug`. Its warnings are advice (about the
 * size of the pool, at each start). Its fields contain payloads, so they are dropped.
 */
const levels = { error: 'error', warning: 'info', info: 'debug', debug: 'trace' } as const

export function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message) => {
    const { label, taskIdentifier, jobId } = scope
    log[levels[level]]({ label, taskIdentifier, jobId }, message)
  })
}
