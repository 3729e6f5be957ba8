import { Status } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Link } from '../../ui/Link.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Section } from '../../ui/Section.tsx'
import { Time } from '../../ui/Time.tsx'
import { PlatformLink } from '../PlatformLink.tsx'
import type { Hit } from './hit.ts'

type FoundPanelProps = {
  readonly subject: string
  /** Undefined if the search of now does not find it. */
  readonly hit: Hit | undefined
}

/** One thing that was found, and where one reads on. */
export function FoundPanel({ subject, hit }: FoundPanelProps) {
  const kind = subject.split(':')[0] ?? ''
  return (
    <Panel title={kind}>
      <KeyValue
        rows={[
          ['Id', <CopyId key="id" id={subject} />],
          ['Found by', hit?.how],
          ['Status', hit?.status && <Status key="status" status={hit.status} />],
          ['Created', hit?.createdAt && <Time key="created" at={hit.createdAt} isExact />],
          [
            'Platform',
            hit?.platformId && (
              <PlatformLink key="platform" id={hit.platformId} name={hit.platform} />
            ),
          ],
        ]}
      />
      <Section title="Read on">
        <ul class="lines">
          {hit?.transaction && (
            <li>
              <Link to={{ view: 'inbox', selected: hit.transaction }}>
                What happened, and what can be decided
              </Link>
            </li>
          )}
          {hit?.platformId && (
            <li>
              <Link to={{ view: 'platforms', selected: hit.platformId, query: { subject } }}>
                What its platform was sent about it
              </Link>
            </li>
          )}
          <li>
            <Link to={{ view: 'requests', query: { q: `/${subject}` } }}>
              Requests with it in their path
            </Link>
          </li>
          <li>
            <Link to={{ view: 'audit', query: { subject } }}>
              What operators have read and done about it
            </Link>
          </li>
        </ul>
      </Section>
    </Panel>
  )
}
