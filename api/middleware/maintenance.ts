import { Refusal } from '../../contract/errors.ts'
import { isStoreOpen, storeStateOf } from '../../db/storeState.ts'
import type { Dependencies } from '../dependencies.ts'

const RETRY_SECONDS = 60

/** Whether all may be done as usual: no maintenance, and no store that was set back. */
export async function isOpen({
  config,
  database,
}: Pick<Dependencies, 'config' | 'database'>): Promise<boolean> {
  return !config.MAINTENANCE && isStoreOpen(await storeStateOf(database))
}

/** Whether only what the store was found to lack keeps it from being changed: a person may decide about that. */
export async function isOnlyBehind({
  config,
  database,
}: Pick<Dependencies, 'config' | 'database'>): Promise<boolean> {
  const { state, isBehind } = await storeStateOf(database)
  return !config.MAINTENANCE && state === 'OPEN' && isBehind
}

/** During maintenance, and in a store that was set back, nothing is written: everything but reads is refused. */
export async function refuseWrites(
  dependencies: Pick<Dependencies, 'config' | 'database'>,
  method: string,
): Promise<void> {
  if (method === 'GET' || method === 'HEAD') return
  if (await isOpen(dependencies)) return
  if (dependencies.config.MAINTENANCE) {
    throw refusalBecause('Under maintenance; nothing can be changed now.')
  }
  if (await isOnlyBehind(dependencies)) throw storeIsBehind()
  throw refusalBecause(
    'The database was set back to an earlier point; nothing can be changed until it has been compared.',
  )
}

/** The store lacks what was done outside, and was not declared as restored (`restore begin`). */
export function storeIsBehind(): Refusal {
  return refusalBecause(
    'The database lacks what has been done outside, as one that was set back to an earlier point; nothing can be changed until it has been compared.',
  )
}

function refusalBecause(reason: string): Refusal {
  return new Refusal('SERVICE_UNAVAILABLE', { reason, retryAfterSeconds: RETRY_SECONDS })
}
