import { useEffect } from 'preact/hooks'
import { useAction } from '../lib/action.ts'
import { useKeys } from '../lib/keyboard.ts'
import { announce } from '../lib/notices.ts'
import { navigate, useRoute } from '../lib/route.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Frame } from '../ui/Frame.tsx'
import { HealthContext, inboxTotal, useHealthReading } from './health.ts'
import { useIsHere } from './presence.ts'
import { logOut, type Person } from './session.ts'
import { groups, views } from './views.ts'

/** What surrounds every view: who is logged in, the navigation, and how many need a person. */
export function Shell({ person }: { readonly person: Person }) {
  const isHere = useIsHere()
  const { view } = useRoute()
  // What is selected in it has an address below the view's own.
  useEffect(() => {
    if (view === '') navigate({ view: 'inbox' }, { replace: true })
  }, [view])
  const health = useHealthReading()
  const total = inboxTotal(health.data)
  useKeys([{ key: '/', what: 'Search', run: () => navigate({ view: 'search' }) }])
  const leave = useAction(async () => {
    await logOut()
    announce('You are logged out.')
  })
  return (
    <HealthContext.Provider value={health}>
      <ErrorState problem={leave.problem} />
      <Frame
        name={
          <>
            <strong>Operators</strong>
            {!isHere && <span class="soft">Not refreshed: no input for five minutes.</span>}
          </>
        }
        account={
          <span class="soft token">
            {person.name} ({person.role})
          </span>
        }
        views={views}
        groups={groups}
        {...(total !== undefined && { counts: { inbox: total } })}
        signOutWords="Log out"
        onSignOut={leave.run}
      />
    </HealthContext.Provider>
  )
}
