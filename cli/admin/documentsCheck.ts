import { checkDocuments } from '../../db/documentCheck.ts'
import { openDocumentStore } from '../../providers/documentStore/index.ts'
import { documentStoreSettings } from '../../runtime/documentStoreSettings.ts'
import { Failure } from '../failure.ts'
import { adminConfig, print, WHOLE_TABLES, withDatabase } from './shared.ts'

/** Proves that every document has its stored object, and every stored object a row. @throws Failure when one has not */
export async function documentsCheck({ json }: { readonly json?: boolean }): Promise<void> {
  const config = adminConfig('DATABASE_URL')
  const store = openDocumentStore(documentStoreSettings(config))
  try {
    const report = await withDatabase(config, WHOLE_TABLES, (database) =>
      checkDocuments(database, store),
    )
    const isWhole = report.orphans.length + report.withoutObject.length === 0
    if (json) print(JSON.stringify({ ok: isWhole, ...report }))
    else {
      print(`${report.documents} documents, ${report.objects} stored objects`)
      for (const key of report.orphans) print(`BROKEN: no row for ${key}`)
      for (const id of report.withoutObject) print(`BROKEN: no object for Document:${id}`)
      if (isWhole) print('Nothing is missing or left over.')
    }
    if (!isWhole) throw new Failure('FAILED', 'Not whole.')
  } finally {
    await store.close()
  }
}
