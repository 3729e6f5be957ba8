import { CopyId } from '../../ui/CopyId.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { JsonView } from '../../ui/JsonView.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Section } from '../../ui/Section.tsx'
import { Time } from '../../ui/Time.tsx'
import { SubjectLink } from '../SubjectLink.tsx'
import { actionWords, type Entry } from './entry.ts'

type AuditPanelProps = {
  readonly id: string
  readonly entry: Entry | undefined
  /** The list is there. */
  readonly isRead: boolean
}

export function AuditPanel({ id, entry, isRead }: AuditPanelProps) {
  if (entry === undefined) {
    return (
      <Panel title={`Entry ${id}`}>
        {isRead ? (
          <Empty title="It is not in this part of the audit.">
            <Link to={{ query: { before: String(BigInt(id) + 1n), subject: undefined } }}>
              Show it
            </Link>
          </Empty>
        ) : (
          <Loading what="The entry’s facts" />
        )}
      </Panel>
    )
  }
  const { at, operator, action, subject, platformId, requestId, details } = entry
  const hasDetails = details !== null && Object.keys(details).length > 0
  return (
    <Panel title={actionWords(action)}>
      <KeyValue
        rows={[
          ['When', <Time key="at" at={at} isExact />],
          ['Who', operator],
          ['About', subject && <SubjectLink key="subject" id={subject} />],
          ['Platform', platformId && <SubjectLink key="platform" id={platformId} />],
          [
            'Request',
            requestId && (
              <span key="request" class="row">
                <CopyId id={requestId} />
                <Link to={{ view: 'requests', selected: requestId }}>In the log</Link>
              </span>
            ),
          ],
        ]}
      />
      {hasDetails && (
        <Section title="Details">
          <JsonView label="Details" value={details} />
        </Section>
      )}
    </Panel>
  )
}
