import type {
  BulkCustomerImportErrorEntry,
  BulkCustomerImportJob,
} from '../components/bulkImports.ts'
import { idOf } from '../ids.ts'
import type { Shown } from '../shown.ts'
import { present, shownInstant } from './rows.ts'

export type ImportErrorRow = {
  readonly row_number: number
  readonly correlation_id: string
  readonly code: string
  readonly reason: string
  readonly details: object | null
}

/** As `bulk_import_row` gives it. */
export type BulkImportRow = {
  readonly id: string
  readonly status: Shown<typeof BulkCustomerImportJob>['status']
  readonly total_rows: number
  readonly processed_rows: number
  readonly failed_rows: number
  readonly completed_at: string | null
  readonly errors: readonly ImportErrorRow[] | null
}

export function presentBulkImport(row: BulkImportRow): Shown<typeof BulkCustomerImportJob> {
  return present({
    id: idOf('Job', row.id),
    status: row.status,
    progress: {
      total: row.total_rows,
      processed: row.processed_rows,
      successful: row.processed_rows - row.failed_rows,
      failed: row.failed_rows,
    },
    errors: row.errors?.map(presentImportError),
    completedAt: row.completed_at && shownInstant(row.completed_at),
  })
}

export function presentImportError(
  row: ImportErrorRow,
): Shown<typeof BulkCustomerImportErrorEntry> {
  return {
    correlationId: row.correlation_id,
    code: row.code,
    message: row.reason,
    details: { row: row.row_number, ...row.details },
  }
}
