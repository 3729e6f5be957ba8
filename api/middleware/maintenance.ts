import { Refusal } from '../../contract/errors.ts'
import { storeStateOf } from '../../db/storeState.ts'
import type { Dependencies } from '../dependencies.ts'

const RETRY_SECONDS = 60

/** Whether all may be done as usual: no maintenance, and no store that was set back. */
export async function isOpen({
  config,
  database,
}: Pick<Dependencies, 'config' | 'database'>): Promise<boolean> {
  return !config.MAINTENANCE && (await storeStateOf(database)).state === 'OPEN'
}

/** During maintenance, and in a store that was set back, nothing is written: everything but reads is refused. */
export async function refuseWrites(
  dependencies: Pick<Dependencies, 'config' | 'database'>,
  method: string,
): Promise<void> {
  if (method === 'GET' || method === 'HEAD') return
  if (await isOpen(dependencies)) return
  const reason = dependencies.config.MAINTENANCE
    ? 'Under maintenance; nothing can be changed now.'
    : 'The database was set back to an earlier point; nothing can be changed until it has been compared.'
  throw new Refusal('SERVICE_UNAVAILABLE', { reason, retryAfterSeconds: RETRY_SECONDS })
}
