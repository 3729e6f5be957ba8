import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useKeys } from '../lib/keyboard.ts'
import { navigate, type RouteChange, useRoute } from '../lib/route.ts'
import { classes } from './classes.ts'
import { Link } from './Link.tsx'

export type Column<Row> = {
  readonly key: string
  readonly head: string
  readonly cell: (row: Row) => ComponentChildren
  /** `end`: numbers, digits below digits. */
  readonly align?: 'end'
  /** Left out on screens narrower than this: what a phone can do without. */
  readonly from?: 'tablet' | 'desktop'
}

type TableProps<Row> = {
  /** What the rows are, for screen readers: `Transactions`. */
  readonly label: string
  /** Undefined until the first answer: as many empty rows take their place. */
  readonly rows: readonly Row[] | undefined
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  /** Where a row leads; by default it becomes what is selected in the view. */
  readonly to?: (row: Row) => RouteChange
  /** False: the rows lead nowhere. */
  readonly isSelectable?: boolean
  /** Shown in place of the table when there are no rows. */
  readonly empty: ComponentChildren
  /** True while the rows are the answer to former filters. */
  readonly isOld?: boolean
}

const BONES = 8

/**
 * A dense list. The first cell of a row is a link that covers it; `j` and `k` go from row to row,
 * `Enter` opens one. While a row is open they open the next one.
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, columns, keyOf, empty, isSelectable = true, isOld = false } = props
  const to = props.to ?? ((row: Row): RouteChange => ({ selected: keyOf(row) }))
  const { selected } = useRoute()
  const body = useRef<HTMLTableSectionElement>(null)

  const step = (by: 1 | -1): void => {
    const links = [...(body.current?.querySelectorAll<HTMLAnchorElement>('a.row-link') ?? [])]
    const at = links.findIndex(
      (link) => link === document.activeElement || link.ariaCurrent === 'true',
    )
    const focused = links.findIndex((link) => link.matches(':focus'))
    const from = focused === -1 ? at : focused
    const next = links[from === -1 ? (by === 1 ? 0 : links.length - 1) : from + by]
    if (next === undefined) return
    next.focus()
    next.scrollIntoView({ block: 'nearest' })
    const row = rows?.[links.indexOf(next)]
    if (selected !== undefined && row !== undefined && props.to === undefined) {
      navigate(to(row), { replace: true })
    }
  }
  useKeys(
    isSelectable
      ? [
          { key: 'j', what: 'Next row', run: () => step(1) },
          { key: 'k', what: 'Row before', run: () => step(-1) },
        ]
      : [],
  )

  if (rows !== undefined && rows.length === 0) return <>{empty}</>
  return (
    <div
      class={classes('table-frame', isOld && 'old')}
      // What scrolls and has no link must be reached by the keyboard.
      {...(!isSelectable && { role: 'group', tabIndex: 0, 'aria-label': label })}
    >
      <table aria-label={label} aria-busy={rows === undefined || isOld}>
        <thead>
          <tr>
            {columns.map(({ key, head, align, from }) => (
              <th key={key} scope="col" class={classes(align, from && `from-${from}`)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows === undefined
            ? Array.from({ length: BONES }, (_, bone) => (
                <tr key={bone}>
                  {columns.map(({ key, from }) => (
                    <td key={key} class={classes(from && `from-${from}`)}>
                      <span class="bone" />
                    </td>
                  ))}
                </tr>
              ))
            : rows.map((row) => {
                const key = keyOf(row)
                const isSelected = key === selected && isSelectable
                return (
                  <tr key={key} class={classes(isSelectable && 'pick', isSelected && 'selected')}>
                    {columns.map((column, index) => (
                      <td
                        key={column.key}
                        class={classes(column.align, column.from && `from-${column.from}`)}
                      >
                        {index === 0 && isSelectable ? (
                          <Link
                            to={to(row)}
                            class="row-link"
                            current={isSelected ? 'true' : undefined}
                          >
                            {column.cell(row)}
                          </Link>
                        ) : (
                          column.cell(row)
                        )}
                      </td>
                    ))}
                  </tr>
                )
              })}
        </tbody>
      </table>
    </div>
  )
}
