import type { ComponentChildren } from 'preact'

type KeyValueProps = {
  /** Rows whose value is undefined are left out. */
  readonly rows: readonly (readonly [term: string, value: ComponentChildren])[]
}

export function KeyValue({ rows }: KeyValueProps) {
  const shown = rows.filter(([, value]) => value !== undefined && value !== null && value !== '')
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
