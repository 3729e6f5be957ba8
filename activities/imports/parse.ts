/** Reads CSV as it arrives: records with the byte at which the next one begins. */
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

/** Longest record, in characters: a quote that is never closed makes one of the rest of the file. */
const RECORD_CHARACTERS_MAX = 65_536

export type CsvRecord = {
  readonly cells: readonly string[]
  /** Of the file: where the next record begins. */
  readonly nextByte: number
}

/** The text is no CSV from some record on. */
export class UnreadableCsv extends Error {
  override readonly name = 'UnreadableCsv'

  constructor(
    /** Records before the one that cannot be read. */
    readonly recordsBefore: number,
    message: string,
  ) {
    super(message)
  }
}

/**
 * Empty lines are no records, nor are rows of which every cell is empty. A byte order mark at the beginning of the file is not part of the text.
 *
 * @param from where the first chunk begins in its file
 * @throws UnreadableCsv
 * @throws the error of the chunks
 */
export async function* recordsOf(
  chunks: AsyncIterable<Buffer>,
  from: number,
): AsyncGenerator<CsvRecord> {
  const source = Readable.from(chunks, { objectMode: false })
  const parser = parse({
    bom: from === 0,
    info: true,
    // All three at once: the first line does not decide for the others.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: RECORD_CHARACTERS_MAX,
  })
  source.on('error', (error) => parser.destroy(error))
  let count = 0
  try {
    for await (const { record, info } of source.pipe(parser)) {
      count += 1
      yield { cells: record, nextByte: from + info.bytes }
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableCsv(count, sentenceOf(error)) : error
  } finally {
    source.destroy()
  }
}

function sentenceOf({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quote is not closed.'
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `A row has more than ${RECORD_CHARACTERS_MAX} characters, or a quote is not closed.`
  }
  return 'The file is no CSV.'
}
