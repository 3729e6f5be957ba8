/** Reads the file of an import, and creates the customers of its rows in batches. */
import { randomUUID } from 'node:crypto'
import { activityInfo, heartbeat } from '@temporalio/activity'
import type { FieldError } from '../../contract/errors.ts'
import { customerAccountTypeOf } from '../../contract/money.ts'
import { identityNumberOf } from '../../contract/sealedText.ts'
import type { Database } from '../../db/database.ts'
import type { ImportBatch, ImportedRow } from '../../db/sqlFunctions.ts'
import { columnNames, columnProblem, isSeparatorHint } from '../../domain/imports/columns.ts'
import { formatProblem } from '../../domain/imports/format.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { findImport, type ImportRow, recordsFrom, startOf } from './file.ts'
import { type JudgedRow, judgeRow, type RowFacts } from './judge.ts'
import { type CsvRecord, UnreadableCsv } from './parse.ts'

export type ImportInput = { readonly platformId: string; readonly importId: string }

const ROWS_MAX = 500_000
/** Of one transaction. */
const BATCH_ROWS = 500
/** Of one call of the activity: a worker that is stopped ends its calls within seconds. */
const SLICE_ROWS = 10_000
/** Records between two heartbeats. */
const BEAT_ROWS = 5_000

/** Database steps. */
export function createImportSteps({ database }: ActivityDependencies) {
  return {
    /** False while wallets are left to make. */
    closeImport: ({ importId }: ImportInput): Promise<boolean> =>
      database.call('close_import', importId),
  }
}

/** What reads the file: on the queue of the document store. */
export function createImportCalls(dependencies: ActivityDependencies) {
  const { patientDatabase: database } = dependencies
  return {
    /**
     * Reads the whole file once, before any customer is created: its columns, whether it can be
     * read, and how many rows it has.
     */
    async readImport({ importId }: ImportInput): Promise<void> {
      const row = await findImport(database, importId)
      if (row.status !== 'PENDING') return
      const read = await whileReadable<Read>(
        () => readThrough(dependencies, row),
        async (problem) => ({ row: 0, problem }),
      )
      if ('problem' in read) await database.call('fail_import', importId, read.row, read.problem)
      else await database.call('start_import', importId, read.columns, read.firstByte, read.rows)
    },

    /** Creates the customers of the next rows; the result says whether rows are left. */
    importRows({ importId }: ImportInput): Promise<{ readonly isLeft: boolean }> {
      return whileReadable(
        () => importSlice(importId),
        async (reason) => {
          await database.call('finish_import', importId, reason)
          return { isLeft: false }
        },
      )
    },
  }

  async function importSlice(importId: string): Promise<{ readonly isLeft: boolean }> {
    const row = await findImport(database, importId)
    if (row.status !== 'PROCESSING') return { isLeft: false }
    const platform = await factsOf(dependencies, row)
    let { processed_rows: processed } = row
    const sliceEnd = processed + SLICE_ROWS
    for await (const batch of batchesOf(recordsFrom(dependencies, row, Number(row.next_byte)))) {
      const judged = await judgeBatch(dependencies, platform, processed, batch)
      const expected = processed + batch.length
      const done = await importBatch(database, { importId, ...judged })
      if (done === undefined) return { isLeft: false }
      processed = done
      heartbeat(processed)
      // Another call of this activity, taken for dead, has gone on meanwhile.
      if (processed !== expected || processed >= sliceEnd) {
        return { isLeft: processed < row.total_rows }
      }
    }
    // The file is at its end, whatever was counted before.
    await database.call('finish_import', importId, null)
    return { isLeft: false }
  }
}

/** How often what the database refuses is tried again: a race may be over then, a wrong value never. */
const REFUSED_ATTEMPTS_MAX = 5

/** Rows processed until now; undefined if the import has ended, because the database refuses these rows. */
async function importBatch(database: Database, batch: ImportBatch): Promise<number | undefined> {
  try {
    return await database.call('import_customers', batch)
  } catch (error) {
    if (!isRefusedByDatabase(error) || activityInfo().attempt < REFUSED_ATTEMPTS_MAX) throw error
    const reason = `The rows after row ${batch.fromRow} cannot be stored.`
    await database.call('finish_import', batch.importId, reason)
    return undefined
  }
}

/** Programming errors: the code does not handle a value of the file. An unavailable store throws others. */
const languageErrors = [TypeError, RangeError, SyntaxError, URIError]

/**
 * Ends the import where its file makes the work fail each time: whatever it holds, it comes to an end.
 *
 * @param end says so in the database
 */
async function whileReadable<Result>(
  work: () => Promise<Result>,
  end: (reason: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnreadableCsv) return end(error.message)
    const isOfContent = languageErrors.some((kind) => error instanceof kind)
    if (!isOfContent || activityInfo().attempt < REFUSED_ATTEMPTS_MAX) throw error
    return end('The file cannot be read.')
  }
}

/** A value that no column takes, or one against a constraint (SQLSTATE classes 22 and 23). */
function isRefusedByDatabase(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^2[23]/.test(code)
}

type Read =
  | { readonly columns: readonly string[]; readonly firstByte: number; readonly rows: number }
  | { readonly row: number; readonly problem: string }

async function readThrough(dependencies: ActivityDependencies, row: ImportRow): Promise<Read> {
  const problem = formatProblem(await startOf(dependencies, row))
  if (problem !== undefined) return { row: 0, problem }
  let header: CsvRecord | undefined
  let rows = 0
  let records = 0
  try {
    for await (const record of recordsFrom(dependencies, row, 0)) {
      records += 1
      if (records === 1 && isSeparatorHint(record.cells)) continue
      if (header === undefined) {
        header = record
        const problem = columnProblem(columnNames(record.cells))
        if (problem !== undefined) return { row: 0, problem }
        continue
      }
      rows += 1
      if (rows > ROWS_MAX) return { row: rows, problem: `There are more than ${ROWS_MAX} rows.` }
      if (rows % BEAT_ROWS === 0) heartbeat(rows)
    }
  } catch (error) {
    if (!(error instanceof UnreadableCsv)) throw error
    return { row: error.recordsBefore, problem: error.message }
  }
  if (header === undefined) return { row: 0, problem: 'The file has no line of column names.' }
  return { columns: columnNames(header.cells), firstByte: header.nextByte, rows }
}

async function* batchesOf(records: AsyncIterable<CsvRecord>): AsyncGenerator<CsvRecord[]> {
  let batch: CsvRecord[] = []
  for await (const record of records) {
    batch.push(record)
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type PlatformFacts = RowFacts & { readonly accounts: ImportBatch['accounts'] }

async function factsOf(
  { patientDatabase, clock }: ActivityDependencies,
  { platform_id: platformId, columns }: ImportRow,
): Promise<PlatformFacts> {
  const platform = await patientDatabase.one<{ uma_domain: string; currencies: string[] }>({
    name: 'import_platform',
    text: `select uma_domain,
        (select array_agg(c ->> 'currencyCode') from jsonb_array_elements(supported_currencies) c) as currencies
      from platforms where id = $1`,
    values: [platformId],
  })
  return {
    columns: columns ?? [],
    umaDomain: platform.uma_domain,
    today: clock.now().toISOString().slice(0, 10),
    accounts: platform.currencies.map((currency) => ({
      currency,
      type: customerAccountTypeOf(currency),
    })),
  }
}

async function judgeBatch(
  { records }: ActivityDependencies,
  facts: PlatformFacts,
  before: number,
  batch: readonly CsvRecord[],
): Promise<Omit<ImportBatch, 'importId'>> {
  const rows: ImportedRow[] = []
  const refused: ImportBatch['refused'][number][] = []
  const numbers: { readonly row: ImportedRow; readonly plain: string }[] = []
  for (const [index, { cells }] of batch.entries()) {
    const number = before + index + 1
    const judged = judgeRow(cells, facts)
    if (!('customer' in judged)) {
      refused.push(refusalOf(number, judged))
      continue
    }
    const { identityNumber: plain, ...customer } = judged.customer
    const row = { row: number, id: randomUUID(), ...customer }
    rows.push(row)
    if (plain !== undefined) numbers.push({ row, plain })
  }
  const sealed = await records.sealAll(
    numbers.map(({ row, plain }) => ({ plain, place: identityNumberOf(row.id) })),
  )
  const sealedOf = new Map(numbers.map(({ row }, index) => [row.id, sealed[index]]))
  return {
    fromRow: before,
    nextByte: batch.at(-1)?.nextByte ?? 0,
    accounts: facts.accounts,
    rows: rows.map((row) => ({ ...row, identityNumber: sealedOf.get(row.id) })),
    refused,
  }
}

function refusalOf(
  row: number,
  { correlationId, errors }: Exclude<JudgedRow, { readonly customer: unknown }>,
): ImportBatch['refused'][number] {
  return {
    row,
    correlationId: correlationId ?? String(row),
    code: 'INVALID_INPUT',
    reason: `Invalid: ${errors.map(({ field }: FieldError) => field).join(', ')}`,
    details: { errors },
  }
}
