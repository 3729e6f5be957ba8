import { useState } from 'preact/hooks'
import { useNow } from '../../lib/clock.ts'
import { type Component, request } from '../../lib/request.ts'
import { followTestClock, useSession } from '../../lib/session.ts'
import { instantOf, shownInstant } from '../../lib/time.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Section } from '../../ui/Section.tsx'

type Move = Component<'SandboxClockMove'>

const moves = [
  ['PT15M', '15 minutes'],
  ['PT1H', 'An hour'],
  ['P1D', 'A day'],
  ['P7D', 'A week'],
  ['P30D', '30 days'],
] as const

/** The time of the whole stack, which can be moved ahead: what is due meanwhile is done. */
export function Clock() {
  const { api } = useSession()
  const now = useNow()
  const [last, setLast] = useState<Move>()
  return (
    <Section title="The clock of this stack">
      <p>
        It is <output aria-label="The time">{shownInstant(instantOf(now))}</output>
      </p>
      <p class="soft">
        It can be moved ahead, for everybody who uses the stack, and never back. What becomes due
        meanwhile is done in the order of its instants: quotes and approvals expire, webhooks are
        sent again, the parties of the sandbox take their next steps.
      </p>
      {moves.map(([advanceBy, title]) => (
        <ActionButton
          key={advanceBy}
          request={request('post', '/sandbox/clock', { body: { advanceBy } })}
          needs="MANAGE"
          confirm={`The clock of the whole stack is moved ahead by ${title.toLowerCase()}. It never goes back.`}
          done={({ fired }) => `The clock is moved; ${fired.length} things were done.`}
          onDone={(move) => {
            setLast(move)
            void followTestClock(api)
          }}
        >
          {title}
        </ActionButton>
      ))}
      {last !== undefined && <Done move={last} />}
    </Section>
  )
}

function Done({ move }: { readonly move: Move }) {
  if (move.fired.length === 0) return <p class="soft">Nothing of yours was due.</p>
  return (
    <ol aria-label="What was done, in order">
      {move.fired.map(({ at, what, objectId }) => (
        <li key={`${at} ${what} ${objectId}`}>
          {shownInstant(at)} <code>{what}</code> {objectId}
        </li>
      ))}
    </ol>
  )
}
