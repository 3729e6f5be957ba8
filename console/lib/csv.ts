/** Tables for spreadsheets. */

/**
 * What a cell would begin with that a spreadsheet runs as a formula, in half and in full width. Where lists are
 * separated by semicolons or tabs, so that commas are text, a cell begins after one of these too.
 */
const beforeFormula = /(?:^|[;\t\r\n])["\s]*(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** RFC 4180. A text that a spreadsheet would run as a formula is kept a text. */
export function csvOf(rows: readonly (readonly (string | number | undefined)[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: string | number | undefined): string {
  if (typeof value === 'number') return String(value)
  const safe = (value ?? '').replaceAll(beforeFormula, "$&'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Has the browser save a text as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // The browser has read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
