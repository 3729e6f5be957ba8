import { useEffect, useState } from 'preact/hooks'
import { useKeys } from '../lib/keyboard.ts'
import { navigate, useRoute } from '../lib/route.ts'
import { type Session, signOut } from '../lib/session.ts'
import { useStore } from '../lib/store.ts'
import { setTheme, theme, themes } from '../lib/theme.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { wordsOf } from '../ui/statuses.ts'
import { CurrentView } from './CurrentView.tsx'
import { Help } from './Help.tsx'
import { groups, viewsOf } from './views.ts'

const themeWords = { system: 'System colours', light: 'Light', dark: 'Dark' } as const

/** What surrounds every view: the platform, its environment, the navigation. */
export function Shell({ session }: { readonly session: Session }) {
  const { platform, permissions } = session.token
  const { environment } = platform
  const route = useRoute()
  const views = viewsOf(environment)
  const listedViews = views.filter(({ letter }) => letter !== undefined)
  const view = route.view === '' ? views[0] : views.find(({ path }) => path === route.view)
  const [isHelping, setHelping] = useState(false)
  const [isMenuOpen, setMenuOpen] = useState(false)
  useEffect(() => {
    document.documentElement.dataset.environment = environment
    return () => {
      delete document.documentElement.dataset.environment
    }
  }, [environment])
  useEffect(() => setMenuOpen(false), [route])
  useKeys([
    { key: '?', what: 'This list', run: () => setHelping(true) },
    ...listedViews.map(({ letter, path, title }) => ({
      key: `g ${letter}`,
      what: title,
      run: () => navigate({ view: path }),
    })),
  ])
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
        <p class="platform">
          <strong title={platform.name}>{platform.name}</strong>
          <span class="environment">
            {environment === 'PRODUCTION' ? 'Production · real money' : 'Sandbox'}
          </span>
        </p>
        <div class="account">
          <span class="soft token" title="The token and what it may do">
            {session.token.name}: {permissions.map(wordsOf).join(', ')}
          </span>
          <Own />
        </div>
      </header>
      <nav id="navigation" class={isMenuOpen ? 'side open' : 'side'} aria-label="Views">
        {groups.map((group) => {
          const own = listedViews.filter((each) => each.group === group)
          if (own.length === 0) return null
          return (
            <div key={group}>
              <h2>{group}</h2>
              <ul>
                {own.map(({ path, title }) => (
                  <li key={path}>
                    <Link to={{ view: path }} current={path === view?.path ? 'page' : undefined}>
                      {title}
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
        <div class="account in-menu">
          <Own />
        </div>
      </nav>
      <main id="main" tabIndex={-1}>
        <CurrentView view={view} />
      </main>
      {isHelping && <Help onClose={() => setHelping(false)} />}
    </div>
  )
}

/** What belongs to the reader: colours, and the end of the session. */
function Own() {
  return (
    <>
      <ThemeSwitch />
      <Button kind="quiet" isSmall onPress={() => signOut()}>
        Sign out
      </Button>
    </>
  )
}

function ThemeSwitch() {
  const chosen = useStore(theme)
  return (
    <label>
      <span class="visually-hidden">Colours</span>
      <select
        class="small"
        value={chosen}
        onChange={({ currentTarget: { value } }) =>
          setTheme(themes.find((each) => each === value) ?? 'system')
        }
      >
        {themes.map((each) => (
          <option key={each} value={each}>
            {themeWords[each]}
          </option>
        ))}
      </select>
    </label>
  )
}
