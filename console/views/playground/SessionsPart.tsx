import { useAction } from '../../lib/action.ts'
import { announce } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Time } from '../../ui/Time.tsx'
import { useOwnLack } from './CredentialsPart.tsx'
import { senderFor } from './exchanges.ts'
import { nameOf } from './names.ts'
import { Part } from './Part.tsx'
import type { Play } from './useWallet.ts'
import { endSession, type Session } from './wallet.ts'

/** The sessions that live, of this page and of others. */
export function SessionsPart({ play }: { readonly play: Play }) {
  const { sessions } = play
  return (
    <Part step="sessions" title="Sessions">
      {sessions.length === 0 && <p class="soft">No session lives.</p>}
      <ul class="rows" aria-label="Sessions">
        {sessions.map((session) => (
          <Row key={session.id} session={session} play={play} />
        ))}
      </ul>
    </Part>
  )
}

function Row({ session, play }: { readonly session: Session; readonly play: Play }) {
  const { api } = useSession()
  const lack = useOwnLack(play)
  const name = nameOf(session)
  const end = useAction(async () => {
    if (play.own === undefined) return
    await endSession(senderFor(api, 'sessions'), play.own, session)
    play.again()
    announce('The session has ended.')
  })
  return (
    <li>
      <span class="row">
        {name} {session.id === play.own?.id && <Badge tone="good">this page</Badge>}
        <span class="soft">
          ends <Time at={session.expiresAt} />
        </span>
      </span>
      <Button
        isSmall
        label={`End ${name}`}
        isBusy={end.isBusy}
        disabledReason={lack}
        onPress={end.run}
      >
        End
      </Button>
      <ErrorState problem={end.problem} />
    </li>
  )
}
