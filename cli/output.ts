/** What commands print: tables for people, `--json` for programs. */
import type { Row } from './api.ts'

/** A column: its heading, and the member that it shows, or how it is made. */
export type Column = readonly [heading: string, of: string | ((row: Row) => unknown)]

/**
 * Rows as a table with aligned columns; without a row, a sentence.
 *
 * @param nothing the sentence, for example `The inbox is empty.`
 */
export function table(rows: readonly Row[], columns: readonly Column[], nothing: string): string {
  if (rows.length === 0) return `${nothing}\n`
  const headings = columns.map(([heading]) => heading)
  const cells = rows.map((row) =>
    columns.map(([, of]) => shown(typeof of === 'string' ? row[of] : of(row))),
  )
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...cells.map((line) => line[at]?.length ?? 0)),
  )
  const lineOf = (line: readonly string[]): string =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return `${[headings, ...cells].map(lineOf).join('\n')}\n`
}

/** Members of one thing, a line each; what it has not is left out. */
export function pairs(rows: readonly (readonly [name: string, value: unknown])[]): string {
  const there = rows.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const width = Math.max(0, ...there.map(([name]) => name.length))
  return there.map(([name, value]) => `${name.padEnd(width)}  ${shown(value)}\n`).join('')
}

/** A value as one word of a line: platforms and parties have chosen names and reasons. */
export function shown(value: unknown): string {
  if (value === undefined || value === null) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(shown).join(',')
  if (typeof value === 'object') return escaped(JSON.stringify(value))
  return escaped(String(value))
}

/** Lines for people, of which others may have chosen parts. */
export function lines(text: string): string {
  return text.split('\n').map(escaped).join('\n')
}

/** What would break a line, reorder it, or command a terminal is written as its number. */
function escaped(text: string): string {
  return text.replaceAll(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped.
    /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Any answer for people: its members, and tables of the lists in it. */
export function printed(answer: Row, nothing = 'None.'): string {
  const lists = Object.entries(answer).filter(([, value]) => isRows(value))
  const rest = Object.entries(answer).filter(([, value]) => !Array.isArray(value))
  const flat = rest.flatMap(([name, value]) =>
    isMembers(value)
      ? Object.entries(value).map(([inner, each]) => [`${name}.${inner}`, each] as const)
      : [[name, value] as const],
  )
  const tables = lists.map(([name, rows]) => {
    const heading = name === 'data' ? '' : `\n${name}\n`
    return `${heading}${table(rows as Row[], columnsOf(rows as Row[]), nothing)}`
  })
  return `${pairs(flat)}${tables.join('')}`
}

/** The members of the first rows, in their order. */
function columnsOf(rows: readonly Row[]): Column[] {
  return [...new Set(rows.slice(0, 50).flatMap((row) => Object.keys(row)))].map((name) => [
    name,
    name,
  ])
}

function isRows(value: unknown): boolean {
  return Array.isArray(value) && value.every(isMembers)
}

function isMembers(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
