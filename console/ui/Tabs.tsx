import { useRoute } from '../lib/route.ts'
import { Link } from './Link.tsx'

export type Tab = { readonly key: string; readonly title: string; readonly count?: number }

type TabsProps = {
  readonly label: string
  readonly tabs: readonly Tab[]
  /** Member of the query that holds the chosen one; the first tab is the one without it. */
  readonly name?: string
}

/** Links, not buttons: each tab is an address. The caller draws what `useTab` says. */
export function Tabs({ label, tabs, name = 'tab' }: TabsProps) {
  const chosen = useTab(tabs, name)
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ key, title, count }, index) => (
        <Link
          key={key}
          to={{ query: { [name]: index === 0 ? undefined : key, cursor: undefined } }}
          current={key === chosen ? 'page' : undefined}
        >
          {title}
          {count !== undefined && <span class="count">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}

/** The key of the tab that the address names. */
export function useTab(tabs: readonly Tab[], name = 'tab'): string {
  const { query } = useRoute()
  const found = tabs.find(({ key }) => key === query[name]) ?? tabs[0]
  return found?.key ?? ''
}
