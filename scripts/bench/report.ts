/** The table that the bench ends with. */

export type Row = {
  readonly name: string
  /** What is measured, and what it is held against, in one number each. */
  readonly ours: string
  readonly baseline: string
  readonly ratio: number
  /** Absent without a goal. */
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number }
  /** Where the measured value comes from, for the reader. */
  readonly detail: string
}

export function meets({ ratio, goal }: Row): boolean {
  if (goal === undefined) return true
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost
}

export function tableLines(rows: readonly Row[]): string[] {
  const heads = ['', 'ours', 'baseline', 'ratio', 'goal', '']
  const cells = rows.map((row) => [
    row.name,
    row.ours,
    row.baseline,
    row.ratio.toFixed(2),
    goalText(row),
    row.goal === undefined ? '' : meets(row) ? 'ok' : 'SHORT',
  ])
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...cells.map((line) => line[column]?.length ?? 0)),
  )
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [
    line(heads),
    ...cells.flatMap((texts, index) => [line(texts), `    ${rows[index]?.detail}`]),
  ]
}

function goalText({ goal }: Row): string {
  if (goal === undefined) return ''
  return 'atLeast' in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`
}

/** The middle one, or the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = Number.NaN, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}
