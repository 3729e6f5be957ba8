/** The active sessions, of this browser and others. */
import { shownInstant } from './lib/time.ts'
import { announce, button, make, moveTo, onPress, section } from './page.ts'
import type { Session } from './shapes.ts'
import { nameOf } from './signInSection.ts'
import { type Store, signedIn } from './state.ts'
import { endSession } from './wallet.ts'

export function showSessions(store: Store): void {
  onPress(button('look-again'), async () => {
    await store.refresh()
    announce('Read again.')
  })
  store.watch(({ sessions, own }) => {
    const none = make('li', {}, make('p', { className: 'hint' }, 'No session lives.'))
    const rows = sessions.map((session) => row(store, session, session.id === own?.id))
    section('session-list').replaceChildren(...(rows.length > 0 ? rows : [none]))
  })
}

function row(store: Store, session: Session, isOwn: boolean): HTMLElement {
  const name = nameOf(session)
  const until = `until ${shownInstant(session.expiresAt)}`
  const about = make(
    'div',
    {},
    make(
      'p',
      {},
      name,
      ...(isOwn ? [' ', make('span', { className: 'tag good' }, 'this page')] : []),
    ),
    make('p', { className: 'hint' }, until),
  )
  const end = make(
    'button',
    { type: 'button', className: 'quiet', ariaLabel: `End ${name}, ${until}` },
    'End',
  )
  onPress(end, async () => {
    const { api, own } = signedIn(store.state)
    await endSession(api, own, session)
    await store.refresh()
    announce('Session ended.')
    moveTo('sessions')
  })
  return make('li', {}, about, end)
}
