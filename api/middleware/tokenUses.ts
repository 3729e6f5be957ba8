/** When tokens were last used, for operators: to the minute, and never at a request's expense. */
import { LRUCache } from 'lru-cache'
import { perfOf } from '../../contract/time.ts'
import type { Dependencies } from '../dependencies.ts'

const NOTED_EVERY_MS = 60_000
const TOKENS_REMEMBERED_MAX = 10_000

/**
 * Makes the function that notes a use. A process writes once a minute for each token at most, and so
 * do all together; the request does not wait for it.
 *
 * @returns a function of the token's UUID
 */
export function tokenUses({
  database,
  clock,
  log,
}: Pick<Dependencies, 'clock' | 'database' | 'log'>): (tokenId: string) => void {
  const noted = new LRUCache<string, true>({
    ...{ max: TOKENS_REMEMBERED_MAX, ttl: NOTED_EVERY_MS },
    perf: perfOf(clock),
  })
  return (tokenId) => {
    if (noted.has(tokenId)) return
    noted.set(tokenId, true)
    database
      .query({
        name: 'note-token-use',
        text: `update tokens set last_used_at = service_now() where id = $1
          and (last_used_at is null or last_used_at < service_now() - interval '1 minute')`,
        values: [tokenId],
      })
      .catch((error) => log.warn({ err: error, tokenId }, 'the use of a token was not noted'))
  }
}
