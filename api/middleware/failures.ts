/** Counts failed authentications in the database, so that N API processes agree. */
import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../contract/errors.ts'
import { type Clock, perfOf } from '../../contract/time.ts'
import type { Dependencies } from '../dependencies.ts'

const WINDOW_SECONDS = 60
/** Failures that a window allows; the next one gets 429. */
export const CLIENT_FAILURES_MAX = 10
export const ADDRESS_FAILURES_MAX = 100
const BLOCKS_REMEMBERED_MAX = 10_000

type Row = { bucket: string; failures: number; retry_after_seconds: number }

export type FailureCounter = {
  /** Counts one failure. Returns the seconds until the window ends when the limit is exceeded. */
  count(clientId: string, address: string): Promise<number | undefined>
  /** Seconds until one that has failed too often, as far as this process knows, is heard again. */
  blockedSeconds(clientId: string, address: string): number | undefined
  /** Counts it, and throws `UNAUTHORIZED`, or `RATE_LIMITED` when the limit is exceeded. */
  refuse(clientId: string, address: string, reason: string): Promise<never>
}

/**
 * One statement counts both buckets. A bucket that is full is remembered here until its window
 * ends: an attacker then costs no more writes.
 */
export function failureCounter({
  database,
  clock,
}: {
  readonly database: Pick<Dependencies['database'], 'query'>
  readonly clock: Clock
}): FailureCounter {
  // As long as the window, by the clock that the window goes by.
  const blocked = new LRUCache<string, true>({ max: BLOCKS_REMEMBERED_MAX, perf: perfOf(clock) })
  const remaining = (bucket: string): number =>
    blocked.has(bucket) ? Math.ceil(blocked.getRemainingTTL(bucket) / 1000) : 0
  const bucketsOf = (clientId: string, address: string) => ({
    clientBucket: `client:${digest(`${clientId} ${address}`)}`,
    addressBucket: `address:${address}`,
  })
  const counter: FailureCounter = {
    blockedSeconds(clientId, address) {
      const { clientBucket, addressBucket } = bucketsOf(clientId, address)
      return Math.max(remaining(clientBucket), remaining(addressBucket)) || undefined
    },
    async count(clientId, address) {
      const known = counter.blockedSeconds(clientId, address)
      if (known !== undefined) return known
      const { clientBucket, addressBucket } = bucketsOf(clientId, address)
      const rows = await database.query<Row>(countStatement([addressBucket, clientBucket]))
      let retryAfterSeconds: number | undefined
      for (const { bucket, failures, retry_after_seconds: seconds } of rows) {
        const max = bucket === addressBucket ? ADDRESS_FAILURES_MAX : CLIENT_FAILURES_MAX
        if (failures <= max) continue
        retryAfterSeconds = Math.max(retryAfterSeconds ?? 1, seconds)
        blocked.set(bucket, true, { ttl: Math.max(1, seconds) * 1000 })
      }
      return retryAfterSeconds
    },
    async refuse(clientId, address, reason) {
      const retryAfterSeconds = await counter.count(clientId, address)
      if (retryAfterSeconds === undefined) throw new Refusal('UNAUTHORIZED', { reason })
      throw tooManyFailures(retryAfterSeconds)
    },
  }
  return counter
}

export function tooManyFailures(retryAfterSeconds: number): Refusal {
  return new Refusal('RATE_LIMITED', {
    reason: 'Too many failed authentications; try again later.',
    retryAfterSeconds,
  })
}

function countStatement(buckets: string[]): { name: string; text: string; values: unknown[] } {
  return {
    name: 'count-authentication-failure',
    // In the order of their names, as every other process locks them.
    text: `insert into authentication_failures as f (bucket, failures, window_started_at)
      select bucket, 1, service_now() from unnest($1::text[]) as bucket order by bucket
      on conflict (bucket) do update set
        failures = case
          when f.window_started_at <= excluded.window_started_at - make_interval(secs => $2)
          then 1 else f.failures + 1 end,
        window_started_at = case
          when f.window_started_at <= excluded.window_started_at - make_interval(secs => $2)
          then excluded.window_started_at else f.window_started_at end
      returning f.bucket, f.failures, ceil(extract(epoch from
        f.window_started_at + make_interval(secs => $2) - service_now()))::integer
        as retry_after_seconds`,
    values: [buckets, WINDOW_SECONDS],
  }
}

/** An IPv4 address, or the /64 of an IPv6 one: a single caller has all of it. */
export function addressBucket(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv6) {
    return `${address.parts
      .slice(0, 4)
      .map((part) => part.toString(16))
      .join(':')}::/64`
  }
  return address.toString()
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
