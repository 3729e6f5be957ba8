import { Status } from '../../ui/Badge.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { LongText } from '../../ui/LongText.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { Time } from '../../ui/Time.tsx'
import { write } from '../api.ts'
import { SendButton } from '../SendButton.tsx'
import { usePerson } from '../session.ts'
import { type Decision, decisionWords } from './item.ts'

type DecisionsProps = {
  readonly decisions: readonly Decision[]
  readonly onChange: () => void
}

/** Decisions about one thing, the newest first, and what a second person does about one that waits. */
export function Decisions({ decisions, onChange }: DecisionsProps) {
  if (decisions.length === 0) return <Empty title="No decision about it yet." />
  return (
    <ul class="stack" aria-label="Decisions about it">
      {decisions.map((made) => (
        <li key={made.id} class="card stack close-stack">
          <p class="row">
            <strong>{wordsOf(decisionWords(made))}</strong> <Status status={made.status} />
            <span class="soft">
              {made.decidedBy}, <Time at={made.decidedAt} />
            </span>
          </p>
          <LongText text={made.reason} />
          {made.confirmedBy !== null && <p class="soft">Confirmed by {made.confirmedBy}.</p>}
          {made.outcome !== null && <p>{made.outcome}</p>}
          {made.status === 'PENDING_CONFIRMATION' && (
            <SecondPerson made={made} onChange={onChange} />
          )}
        </li>
      ))}
    </ul>
  )
}

type SecondPersonProps = { readonly made: Decision; readonly onChange: () => void }

function SecondPerson({ made, onChange }: SecondPersonProps) {
  const { id, decision, decidedBy, reason } = made
  const what = decisionWords(made)
  const { name } = usePerson()
  const path = `/decisions/${encodeURIComponent(id)}`
  return (
    <div class="row">
      <SendButton
        request={write<Decision>(`${path}/confirm`, {})}
        done="The decision is confirmed."
        confirm={`You confirm what ${decidedBy} has decided: ${what} (${reason}). It is carried out then, unless anything has happened since.`}
        onSent={onChange}
        kind="primary"
        label={`Confirm: ${decision}`}
        disabledReason={decidedBy === name ? 'Another person must confirm it.' : undefined}
      >
        Confirm
      </SendButton>
      <SendButton
        request={write<Decision>(`${path}/withdraw`, {})}
        done="The decision is withdrawn."
        confirm={`The decision of ${decidedBy} (${what}) is withdrawn; an operator can decide anew.`}
        onSent={onChange}
        label={`Withdraw: ${decision}`}
      >
        Withdraw
      </SendButton>
      {decidedBy === name && <span class="soft">Another person must confirm it.</span>}
    </div>
  )
}
