/** What authentication remembers of the credentials that it has read. */
import { LRUCache } from 'lru-cache'
import { Refusal } from '../../contract/errors.ts'
import type { Dependencies } from '../dependencies.ts'

/**
 * A deleted credential is dropped at once by NOTIFY. Where the notification is lost, or comes while
 * the credential is being read, it is dead within five seconds all the same.
 */
export const CREDENTIAL_REMEMBERED_MS = 4_000
const CREDENTIALS_REMEMBERED_MAX = 10_000
/** How many connections to the database the look-ups of unknown credentials use at most. */
const LOADS_AT_ONCE_MAX = 4
const LOADS_WAITING_MAX = 2_000

export type CredentialCache<Found> = {
  /** The credential of a key: remembered, or read by `load`; undefined if there is none. */
  find(key: string, load: () => Promise<Found | undefined>): Promise<Found | undefined>
}

/** @param channel where the keys of deleted credentials are notified */
export function credentialCache<Found extends object>(
  { database, log }: Pick<Dependencies, 'database' | 'log'>,
  channel: string,
): CredentialCache<Found> {
  const cache = new LRUCache<string, Found>({ max: CREDENTIALS_REMEMBERED_MAX })
  database
    .listen(channel, (key) => cache.delete(key))
    .catch((error) =>
      log.warn(
        { err: error, channel },
        'deleted credentials stay valid until their cache entries expire',
      ),
    )
  const read = async (
    key: string,
    load: () => Promise<Found | undefined>,
  ): Promise<Found | undefined> => {
    const begun = performance.now()
    const found = await load()
    // From before it was read: a slow answer of the database must not prolong it.
    const ttl = CREDENTIAL_REMEMBERED_MS - (performance.now() - begun)
    if (found !== undefined && ttl > 0) cache.set(key, found, { ttl })
    return found
  }
  const inTurn = turns(LOADS_AT_ONCE_MAX, LOADS_WAITING_MAX)
  return {
    async find(key, load) {
      // Another request with it may have read it while this one waited.
      return cache.get(key) ?? inTurn(async () => cache.get(key) ?? (await read(key, load)))
    },
  }
}

/**
 * Limits how many works run at a time; the others wait, and run in the order in which they came.
 *
 * @returns a function that throws SERVICE_UNAVAILABLE while too many wait
 */
function turns(
  atOnceMax: number,
  waitingMax: number,
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) {
        throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
