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

type Stores = Pick<ActivityDependencies, 'documents' | 'records'>

/**
 * The records of the file from a byte on, which begins one.
 *
 * @throws UnreadableCsv
 * @throws Error while the store is not available
 */
export function recordsFrom(
  stores: Stores,
  row: ImportRow,
  from: number,
): AsyncGenerator<CsvRecord> {
  return recordsOf(bytesFrom(stores, row, from), from)
}

/** How the file begins; nothing of an empty one. */
export async function startOf(stores: Stores, row: ImportRow): Promise<Buffer> {
  for await (const chunk of bytesFrom(stores, row, 0)) return chunk
  return Buffer.alloc(0)
}

function bytesFrom(
  { documents, records }: Stores,
  { id, object_prefix: prefix, wrapped_key: wrapped, size }: ImportRow,
  from: number,
): AsyncGenerator<Buffer> {
  if (prefix === null || wrapped === null) throw new Error(`the file of import ${id} is deleted`)
  const key = Buffer.from(records.open(wrapped, importKeyOf(id)), 'base64')
  return readFileFrom(documents, { prefix, key }, { size: Number(size), from })
}
