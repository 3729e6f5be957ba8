import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** True inside a panel, which has a heading of the second level of its own. */
export const InPanel = createContext(false)

type SectionProps = {
  readonly title: string
  readonly children: ComponentChildren
  readonly actions?: ComponentChildren
}

/** A part of a view or of a panel, with a heading of the level that its place asks for. */
export function Section({ title, children, actions }: SectionProps) {
  const Heading = useContext(InPanel) ? 'h3' : 'h2'
  return (
    <section class="section">
      <header>
        <Heading class="section-title">{title}</Heading>
        {actions}
      </header>
      {children}
    </section>
  )
}
