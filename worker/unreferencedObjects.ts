/** Deletes objects of the document store that no row refers to, and will not. */
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { type DocumentStore, removeAll } from '../providers/documentStore/index.ts'

const PAGE_OBJECTS = 100

/**
 * A writer that died, a refused upload, a replaced document. The note of an object goes after the
 * object itself: a worker that dies between them leaves the note.
 *
 * @throws Error when the store or PostgreSQL is not available: the next round goes on
 */
export async function deleteUnreferencedObjects(
  database: Database,
  documents: DocumentStore,
  log: Logger,
): Promise<void> {
  for (;;) {
    const due = await database.call('due_objects', PAGE_OBJECTS)
    for (const { key, isPrefix } of due) {
      if (isPrefix) await removeAll(documents, key)
      else await documents.remove(key)
      await database.call('forget_object', key)
    }
    if (due.length > 0) log.info({ objects: due.length }, 'unreferenced objects deleted')
    if (due.length < PAGE_OBJECTS) return
  }
}
