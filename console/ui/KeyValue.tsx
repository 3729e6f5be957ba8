import type { ComponentChildren } from 'preact'

type KeyValueProps = {
  /** Rows without a value are left out: undefined, false or no text. */
  readonly rows: readonly (readonly [term: string, value: ComponentChildren])[]
}

export function KeyValue({ rows }: KeyValueProps) {
  const shown = rows.filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  )
  return (
    <dl class="key-value">
      {shown.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
