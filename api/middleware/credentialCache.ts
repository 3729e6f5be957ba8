/** What authentication remembers of the credentials that it has read. */
import { LRUCache } from 'lru-cache'
import type { Dependencies } from '../dependencies.ts'

/**
 * A deleted credential is dropped at once by NOTIFY. Where the notification is lost, or comes while
 * the credential is being read, it is dead within five seconds all the same.
 */
export const CREDENTIAL_REMEMBERED_MS = 4_000
const CREDENTIALS_REMEMBERED_MAX = 10_000

export type CredentialCache<Found> = {
  /** The credential of a key: remembered, or read by `load`; undefined where there is none. */
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
  return {
    async find(key, load) {
      const known = cache.get(key)
      if (known !== undefined) return known
      const begun = performance.now()
      const found = await load()
      // From before it was read: a slow answer of the database must not prolong it.
      const ttl = CREDENTIAL_REMEMBERED_MS - (performance.now() - begun)
      if (found !== undefined && ttl > 0) cache.set(key, found, { ttl })
      return found
    },
  }
}
