import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useKeys } from '../lib/keyboard.ts'
import { navigate, useRoute } from '../lib/route.ts'
import type { View } from '../lib/view.ts'
import { Button } from './Button.tsx'
import { CurrentView } from './CurrentView.tsx'
import { Help } from './Help.tsx'
import { Link } from './Link.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'

type FrameProps = {
  /** Whose page it is, at the left of its head. */
  readonly name: ComponentChildren
  /** Who is signed in, and what that person or token may do. */
  readonly account: ComponentChildren
  /** The first one is what an address without a view shows. */
  readonly views: readonly View[]
  /** Of the navigation, in its order. */
  readonly groups: readonly string[]
  /** Beside the title of a view: how much waits there. */
  readonly counts?: Readonly<Record<string, number>>
  readonly signOutWords: string
  readonly onSignOut: () => unknown
}

/** What surrounds every view: whose page it is, who is signed in, the navigation, the keys. */
export function Frame(props: FrameProps) {
  const { name, account, views, groups, counts = {}, signOutWords, onSignOut } = props
  const route = useRoute()
  const listedViews = views.filter(({ letter }) => letter !== undefined)
  const view = route.view === '' ? views[0] : views.find(({ path }) => path === route.view)
  const [isHelping, setHelping] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  useEffect(() => setMenuOpen(false), [route])
  useKeys([
    { key: '?', what: 'This list', run: () => setHelping(true) },
    ...listedViews.map(({ letter, path, title }) => ({
      key: `g ${letter}`,
      what: title,
      run: () => navigate({ view: path }),
    })),
  ])
  /** What belongs to the reader: colours, and the end of the session. */
  const own = (
    <>
      <ThemeSwitch />
      <Button kind="quiet" isSmall onPress={onSignOut}>
        {signOutWords}
      </Button>
    </>
  )
  return (
    <div class="shell">
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <button
          type="button"
          class="menu"
          aria-expanded={isMenuOpen}
          aria-controls="navigation"
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          Menu
        </button>
        <p class="platform">{name}</p>
        <div class="account">
          {account}
          {own}
        </div>
      </header>
      <nav id="navigation" class={isMenuOpen ? 'side open' : 'side'} aria-label="Views">
        {groups.map((group) => {
          const listed = listedViews.filter((each) => each.group === group)
          if (listed.length === 0) return null
          return (
            <div key={group}>
              <h2>{group}</h2>
              <ul>
                {listed.map(({ path, title }) => (
                  <li key={path}>
                    <Link to={{ view: path }} current={path === view?.path ? 'page' : undefined}>
                      {title}
                      {counts[path] !== undefined && <span class="count">{counts[path]}</span>}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          )
        })}
        <p class="keys-button">
          <Button kind="quiet" isSmall onPress={() => setHelping(true)}>
            Keys <kbd>?</kbd>
          </Button>
        </p>
        {/* On a narrow screen, in place of the header's. */}
        <div class="account in-menu">{own}</div>
      </nav>
      <main id="main" tabIndex={-1}>
        <CurrentView view={view} first={views[0]} />
      </main>
      {isHelping && <Help onClose={() => setHelping(false)} />}
    </div>
  )
}
