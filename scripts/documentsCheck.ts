/**
 * `npm run documents:check [-- --json]`: proves that every document has its stored object, and every
 * stored object a row; exit code 1 when one has not.
 *
 * Settings: DATABASE_URL, DOCUMENT_STORE and what belongs to it.
 */
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/database.ts'
import { checkDocuments } from '../db/documentCheck.ts'
import { openDocumentStore } from '../providers/documentStore/index.ts'
import { need, parseConfig } from '../runtime/config.ts'
import { documentStoreSettings } from '../runtime/documentStoreSettings.ts'
import { command } from './command.ts'
import { environmentOfStack } from './devstack/connect.ts'

const STATEMENT_TIMEOUT_MS = 600_000

await command(async () => {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
  const config = parseConfig(environmentOfStack(process.env))
  const store = openDocumentStore(documentStoreSettings(config))
  const database = openDatabase(need(config, 'DATABASE_URL'), {
    poolMax: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  try {
    const report = await checkDocuments(database, store)
    const isWhole = report.orphans.length + report.withoutObject.length === 0
    if (values.json) process.stdout.write(`${JSON.stringify({ ok: isWhole, ...report })}\n`)
    else {
      process.stdout.write(`${report.documents} documents, ${report.objects} stored objects\n`)
      for (const key of report.orphans) process.stdout.write(`BROKEN: no row for ${key}\n`)
      for (const id of report.withoutObject) {
        process.stdout.write(`BROKEN: no object for Document:${id}\n`)
      }
      process.stdout.write(isWhole ? 'Nothing is missing or left over.\n' : 'Not whole.\n')
    }
    if (!isWhole) process.exitCode = 1
  } finally {
    await Promise.all([database.close(), store.close()])
  }
})
