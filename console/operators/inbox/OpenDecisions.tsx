import { ErrorState } from '../../ui/ErrorState.tsx'
import { Link } from '../../ui/Link.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { Time } from '../../ui/Time.tsx'
import { read } from '../api.ts'
import { useReading } from '../useReading.ts'
import type { Decision } from './item.ts'

const EVERY_MS = 60_000

/** Decisions that wait for a second person; nothing where there are none. */
export function OpenDecisions() {
  const { data, problem } = useReading(
    read<{ data: readonly Decision[] }>('/decisions', { status: 'PENDING_CONFIRMATION' }),
    { everyMs: EVERY_MS },
  )
  if (problem !== undefined) {
    return <ErrorState problem={problem} isBesideData={data !== undefined} />
  }
  if (data === undefined || data.data.length === 0) return null
  return (
    <Section title="Decisions that wait for a second person">
      <ul class="lines">
        {data.data.map(({ id, subject, decision, reason, decidedBy, decidedAt }) => (
          <li key={id}>
            <Link to={{ selected: subject, query: { tab: 'decisions' } }}>
              <strong>{wordsOf(decision)}</strong> <code>{subject}</code>
            </Link>{' '}
            <span class="soft">
              {decidedBy}, <Time at={decidedAt} />: {reason}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
