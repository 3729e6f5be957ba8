/** The job queue's log lines in ours. */
import { Logger as QueueLogger } from 'graphile-worker'
import type { Logger } from 'pino'

/**
 * Its `info` tells of every finished job: that is our `debug`. Its warnings are advice (about the
 * size of the pool, at each start). Its fields hold payloads: dropped.
 */
const levels = { error: 'error', warning: 'info', info: 'debug', debug: 'trace' } as const

export function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message) => {
    const { label, taskIdentifier, jobId } = scope
    log[levels[level]]({ label, taskIdentifier, jobId }, message)
  })
}
