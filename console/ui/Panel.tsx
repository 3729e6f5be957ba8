import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useKeys } from '../lib/keyboard.ts'
import { navigate } from '../lib/route.ts'
import { InPanel } from './Section.tsx'

type PanelProps = {
  readonly title: string
  readonly children: ComponentChildren
  /** Beside the title: a status, as a rule. */
  readonly aside?: ComponentChildren
  /** Closes it; by default what is selected in the route is not any more. */
  readonly onClose?: () => void
}

/** What is selected in a list, beside it; on a narrow screen in its place. `Esc` closes it. */
export function Panel({ title, children, aside, onClose }: PanelProps) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const close = onClose ?? (() => navigate({ selected: undefined, query: { tab: undefined } }))
  useKeys([{ key: 'Escape', what: 'Close the panel', run: close }])
  useEffect(() => {
    // On a narrow screen it covers the list: the reader begins at its top.
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [title])
  return (
    <section class="panel" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId} ref={heading}>
          {title}
        </h2>
        {aside}
        <button type="button" class="close" aria-label="Close" onClick={close}>
          ×
        </button>
      </header>
      <InPanel.Provider value={true}>{children}</InPanel.Provider>
    </section>
  )
}
