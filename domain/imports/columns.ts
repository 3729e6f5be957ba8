/** The first line of a file of customers: which columns it has. */
import { importColumns, requiredColumns } from '../../contract/components/bulkImports.ts'

/** What other programs put between columns. */
const separators = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
  ['|', 'vertical bars'],
] as const

/** What is wrong with the names of columns, as a sentence; undefined when they are right. */
export function columnProblem(columns: readonly string[]): string | undefined {
  const [only = ''] = columns
  const separator = columns.length === 1 && separators.find(([sign]) => only.includes(sign))
  if (separator) {
    return `The file cannot be read: its columns are separated by ${separator[1]}, not by commas.`
  }
  const missing = requiredColumns.filter((name) => !columns.includes(name))
  const doubled = [...importColumns].filter(
    (name) => columns.indexOf(name) !== columns.lastIndexOf(name),
  )
  const problems = [
    ...(missing.length > 0 ? [`the columns ${missing.join(', ')} are missing`] : []),
    ...(doubled.length > 0 ? [`the columns ${doubled.join(', ')} are there twice`] : []),
  ]
  return problems.length > 0 ? `The file cannot be read: ${problems.join('; ')}.` : undefined
}

const spelled = new Map([...importColumns].map((name) => [name.toLowerCase(), name]))

/** Names as they are meant: without spaces around them, and in our letter case where they are ours. */
export function columnNames(cells: readonly string[]): string[] {
  return cells.map((cell) => spelled.get(cell.trim().toLowerCase()) ?? cell.trim())
}

/** Whether the line is no record: it says to a spreadsheet what separates columns (`sep=;`). */
export function isSeparatorHint(cells: readonly string[]): boolean {
  const [first = '', ...more] = cells
  return /^\s*sep=.?$/i.test(first) && more.every((cell) => cell === '')
}
