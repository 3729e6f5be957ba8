/** One thing: what happened to it, its entries in the books, and what may be decided. */
import { useEffect, useState } from 'preact/hooks'
import { useRoute } from '../../lib/route.ts'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { Timeline } from '../../ui/Timeline.tsx'
import { read } from '../api.ts'
import { Refresh } from '../Refresh.tsx'
import { SubjectLink } from '../SubjectLink.tsx'
import { useReading } from '../useReading.ts'
import { WorkflowLink } from '../WorkflowLink.tsx'
import { Choices } from './Choices.tsx'
import { Decisions } from './Decisions.tsx'
import { kindSentence, kindWords, type WholeItem } from './item.ts'
import { Transfers } from './Transfers.tsx'

type ItemPanelProps = {
  readonly subject: string
  /** After a decision: the list is old. */
  readonly onChange: () => void
}

/** A decision that a worker is to carry out is looked at so often. */
const EVERY_MS = 3_000

export function ItemPanel({ subject, onChange }: ItemPanelProps) {
  const asked = read<WholeItem>(`/inbox/${encodeURIComponent(subject)}`)
  const { query } = useRoute()
  const [isUnderWay, setUnderWay] = useState(false)
  const { data: item, problem, again } = useReading(asked, { everyMs: isUnderWay ? EVERY_MS : 0 })
  useEffect(() => {
    setUnderWay(item?.decisions.some(({ status }) => status === 'ORDERED') ?? false)
  }, [item])
  const changed = (): void => {
    again()
    onChange()
  }
  const tabs = [
    { key: 'happened', title: 'What happened' },
    { key: 'decide', title: 'Decide', ...(item && { count: item.choices.length }) },
    { key: 'books', title: 'Books' },
    { key: 'decisions', title: 'Decisions', ...(item && { count: item.decisions.length }) },
  ]
  const tab = useTab(tabs)
  const first = item?.items[0]
  return (
    <Panel
      title={first === undefined ? 'What happened to it' : kindWords(first.kind)}
      aside={<Refresh onPress={changed} />}
    >
      <ErrorState problem={problem} isBesideData={item !== undefined} onRetry={again} />
      {item === undefined ? (
        problem === undefined && <Loading what="The facts" lines={10} />
      ) : (
        <>
          {item.amount !== undefined && <p class="figure">{item.amount}</p>}
          <Facts item={item} />
          {item.unstarted === undefined && <WorkflowLink subject={subject} />}
          <Next item={item} isDeciding={query.tab === 'decide'} />
          <Tabs label="Parts of it" tabs={tabs} />
          {tab === 'happened' && <Happened item={item} />}
          {tab === 'decide' && <Choices item={item} onChange={changed} />}
          {tab === 'books' && (
            <Transfers
              label="Ledger entries"
              transfers={item.transfers}
              empty={<Empty title="Nothing is booked." />}
            />
          )}
          {tab === 'decisions' && <Decisions decisions={item.decisions} onChange={changed} />}
        </>
      )}
    </Panel>
  )
}

function Facts({ item }: { readonly item: WholeItem }) {
  const { subject, platformId, items, progress, unstarted } = item
  return (
    <KeyValue
      rows={[
        ['Id', <SubjectLink key="id" id={subject} />],
        ['Platform', platformId && <SubjectLink key="platform" id={platformId} />],
        [
          'Under way',
          progress && (
            <>
              {progress.step}, since <Time at={progress.since} />
              {progress.attempts > 1 && `; begun ${progress.attempts} times`}
            </>
          ),
        ],
        [
          'Workflow',
          unstarted &&
            ('since' in unstarted ? (
              <>
                Not started yet, since <Time at={unstarted.since} />
              </>
            ) : (
              'It needed none'
            )),
        ],
        [
          'Why',
          items.length > 0 &&
            items.map(({ kind, since, reason }) => (
              <p key={kind}>
                {kindSentence(kind)} <Time at={since} />. <span class="soft">{reason}</span>
              </p>
            )),
        ],
      ]}
    />
  )
}

type NextProps = { readonly item: WholeItem; readonly isDeciding: boolean }

/** Who must act, and where that is the reader: what can be done about it. */
function Next({ item: { choices, timeline, decisions }, isDeciding }: NextProps) {
  const open = decisions.find(({ status }) => status === 'PENDING_CONFIRMATION')
  const ordered = decisions.find(({ status }) => status === 'ORDERED')
  const last = timeline.at(-1)
  if (open !== undefined) {
    return (
      <p class="note">
        {open.decidedBy} has decided: <strong>{open.decision}</strong>. It waits for a second
        person. <Link to={{ query: { tab: 'decisions' } }}>Confirm or withdraw it</Link>
      </p>
    )
  }
  if (ordered !== undefined) {
    return (
      <p class="note">
        {ordered.decidedBy} has decided: <strong>{ordered.decision}</strong>. A worker carries it
        out.
      </p>
    )
  }
  if (choices.length > 0) {
    return (
      <p class="note">
        {last === undefined
          ? 'A person may decide: '
          : last.nextActor === 'operator' || last.nextActor === null
            ? 'It waits for a person: '
            : `It waits for the ${last.nextActor} (${last.waitsFor ?? ''}). If that takes too long, a person can decide: `}
        {choices.map(({ decision, meaning }, index) => (
          <span key={decision}>
            {index > 0 && ' '}
            <strong>{decision}</strong> ({withinSentence(meaning)})
            {index < choices.length - 1 && ','}
          </span>
        ))}
        . {!isDeciding && <Link to={{ query: { tab: 'decide' } }}>Decide</Link>}
      </p>
    )
  }
  if (last?.nextActor == null) return null
  return (
    <p class="note">
      Next: <strong>{last.nextActor}</strong>. It waits for {last.waitsFor}.
    </p>
  )
}

function Happened({ item: { timeline } }: { readonly item: WholeItem }) {
  if (timeline.length === 0) {
    return (
      <Empty title="Nothing is written about it.">
        A finding outside of the database has no timeline.
      </Empty>
    )
  }
  return (
    <Timeline
      label="Timeline"
      steps={timeline.map(({ at, what, nextActor, waitsFor }, index) => ({
        key: String(index),
        at,
        what,
        tone: index === timeline.length - 1 && nextActor !== null ? 'busy' : 'plain',
        ...(nextActor !== null && { about: `then: ${nextActor}, ${waitsFor ?? ''}` }),
      }))}
    />
  )
}

/** `it has been paid` of `It has been paid.` */
function withinSentence(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, '')
}
