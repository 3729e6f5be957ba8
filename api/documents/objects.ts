/** Objects that the API writes to the document store, and what becomes of those without a row. */
import { removeAll } from '../../providers/documentStore/index.ts'
import type { Call } from '../operation.ts'

/** An object without a row is deleted after this: no upload and no call to the store takes longer. */
export const WRITTEN_WITHIN_SECONDS = 3_600

/** Gives an object up that no row will refer to. */
export async function releaseObject(
  call: Pick<Call, 'dependencies' | 'log'>,
  key: string,
): Promise<void> {
  await call.dependencies.database.call('release_object', key, key.endsWith('/'))
  await removeObject(call, key)
}

/**
 * Deletes an object that no row refers to, or all below a key that ends in `/`, at once; what fails
 * is left to the sweep.
 */
export async function removeObject(
  { dependencies: { database, documents }, log }: Pick<Call, 'dependencies' | 'log'>,
  key: string,
): Promise<void> {
  try {
    if (key.endsWith('/')) await removeAll(documents, key)
    else await documents.remove(key)
    await database.call('forget_object', key)
  } catch (error) {
    log.warn({ err: error }, 'an object is left to the sweep')
  }
}
