import { Refusal } from '../../contract/errors.ts'
import { storeStateOf } from '../../db/storeState.ts'
import type { Dependencies } from '../dependencies.ts'

const RETRY_SECONDS = 60

/** During maintenance, and in a store that was set back, nothing is written: everything but reads is refused. */
export async function refuseWrites(
  { config, database }: Pick<Dependencies, 'config' | 'database'>,
  method: string,
): Promise<void> {
  if (method === 'GET' || method === 'HEAD') return
  if (!config.MAINTENANCE && (await storeStateOf(database)).state === 'OPEN') return
  throw new Refusal('SERVICE_UNAVAILABLE', {
    reason: 'Under maintenance; nothing can be changed now.',
    retryAfterSeconds: RETRY_SECONDS,
  })
}
