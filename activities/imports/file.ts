/** An import as its activities find it, and the records of its file. */
import type { Environment } from '../../contract/outsideParties.ts'
import { importKeyOf } from '../../contract/sealedText.ts'
import type { Queryable } from '../../db/database.ts'
import { readFileFrom } from '../../runtime/importFile.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { type CsvRecord, recordsOf } from './parse.ts'

export type ImportRow = {
  readonly id: string
  readonly platform_id: string
  readonly environment: Environment
  readonly status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'
  readonly object_prefix: string | null
  readonly wrapped_key: string | null
  readonly size: string
  readonly columns: readonly string[] | null
  readonly total_rows: number
  readonly processed_rows: number
  readonly next_byte: string
}

export async function findImport(database: Queryable, importId: string): Promise<ImportRow> {
  return database.one<ImportRow>({
    name: 'bulk_import',
    text: `select id, platform_id, environment, status, object_prefix, wrapped_key, size::text, columns,
        total_rows, processed_rows, next_byte::text
      from bulk_imports where id = $1`,
    values: [importId],
  })
}

/**
 * The records of the file from a byte on, which begins one.
 *
 * @throws UnreadableCsv
 * @throws Error while the store is not available
 */
export function recordsFrom(
  { documents, records }: Pick<ActivityDependencies, 'documents' | 'records'>,
  { id, object_prefix: prefix, wrapped_key: wrapped, size }: ImportRow,
  from: number,
): AsyncGenerator<CsvRecord> {
  if (prefix === null || wrapped === null) throw new Error(`the file of import ${id} is deleted`)
  const key = Buffer.from(records.open(wrapped, importKeyOf(id)), 'base64')
  return recordsOf(readFileFrom(documents, { prefix, key }, { size: Number(size), from }), from)
}
