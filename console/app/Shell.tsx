import { useEffect } from 'preact/hooks'
import { ApiContext } from '../lib/apiContext.ts'
import { type Session, signOut } from '../lib/session.ts'
import { Frame } from '../ui/Frame.tsx'
import { wordsOf } from '../ui/statuses.ts'
import { groups, viewsOf } from './views.ts'

/** What surrounds every view: the platform, its environment, the navigation. */
export function Shell({ session }: { readonly session: Session }) {
  const { platform, permissions } = session.token
  const { environment } = platform
  useEffect(() => {
    document.documentElement.dataset.environment = environment
    return () => {
      delete document.documentElement.dataset.environment
    }
  }, [environment])
  return (
    <ApiContext.Provider value={session.api}>
      <Frame
        name={
          <>
            <strong title={platform.name}>{platform.name}</strong>
            <span class="environment">
              {environment === 'PRODUCTION' ? 'Production · real money' : 'Sandbox'}
            </span>
          </>
        }
        account={
          <span class="soft token" title="The token and what it may do">
            {session.token.name}: {permissions.map(wordsOf).join(', ')}
          </span>
        }
        views={viewsOf(environment)}
        groups={groups}
        signOutWords="Sign out"
        onSignOut={() => signOut()}
      />
    </ApiContext.Provider>
  )
}
