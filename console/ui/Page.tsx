import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'

/** What the document is called before a view says so: `Dashboard`. */
const whole = document.title

type PageProps = {
  readonly title: string
  /** Buttons of the whole view, at the right of its title. */
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
  /** The panel of what is selected; undefined if nothing is. */
  readonly panel?: ComponentChildren
}

/** The frame of every view: title, actions, content, and the panel of what is selected. */
export function Page({ title, actions, children, panel }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${whole}`
  }, [title])
  const hasPanel = panel !== undefined && panel !== false && panel !== null
  return (
    <div class={hasPanel ? 'page has-panel' : 'page'}>
      <div class="page-main">
        <header class="page-head">
          <h1>{title}</h1>
          {actions !== undefined && <div class="row">{actions}</div>}
        </header>
        {children}
      </div>
      {hasPanel && panel}
    </div>
  )
}
