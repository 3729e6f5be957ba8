import { instantOf, shownDuration } from '../../lib/time.ts'
import { CopyId } from '../../ui/CopyId.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { HttpStatus } from '../../ui/HttpStatus.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Time } from '../../ui/Time.tsx'
import { read } from '../api.ts'
import { PlatformLink } from '../PlatformLink.tsx'
import { SubjectLink } from '../SubjectLink.tsx'
import { useReading } from '../useReading.ts'
import { filterNames, type Logged } from './logged.ts'

const MINUTE_MS = 60_000

/** One request; a retry may have had the same id, so that all of that id are shown. */
export function RequestPanel({ id }: { readonly id: string }) {
  const { data, problem, again } = useReading(
    read<{ data: readonly Logged[] }>('/requests', { requestId: id }),
  )
  return (
    <Panel title="Request">
      <p>
        <CopyId id={id} />
      </p>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {data === undefined
        ? problem === undefined && <Loading what="The request’s facts" />
        : data.data.length === 0 && (
            <Empty title="It is not in the log.">
              It comes some seconds after the answer, and is kept for seven days.
            </Empty>
          )}
      {data?.data.map(({ method, path, operation, status, ms, at, platformId, platform }) => (
        <KeyValue
          key={`${at}${path}`}
          rows={[
            ['Path', <CopyId key="path" id={path} />],
            ['Method', method],
            ['Status', <HttpStatus key="status" status={status} />],
            ['Operation', operation],
            ['Answered', <Time key="at" at={at} isExact />],
            ['Took', shownDuration(ms)],
            ['Platform', platformId && <PlatformLink key="of" id={platformId} name={platform} />],
            ...idsIn(path).map((each) => ['About', <SubjectLink key={each} id={each} />] as const),
            [
              'Then',
              <Link key="then" to={{ selected: undefined, query: around(at) }}>
                What else was asked around that minute
              </Link>,
            ],
          ]}
        />
      ))}
    </Panel>
  )
}

function idsIn(path: string): readonly string[] {
  return [...new Set(path.match(/[A-Z][A-Za-z]+:[0-9a-f-]{36}/g) ?? [])]
}

/** The minute before to the minute after, without other filters. */
function around(at: string): Readonly<Record<string, string | undefined>> {
  const minute = (ms: number): string => instantOf(ms).slice(0, 16)
  const ms = Date.parse(at)
  return {
    ...Object.fromEntries(filterNames.map((name) => [name, undefined])),
    ...{ from: minute(ms - MINUTE_MS), to: minute(ms + MINUTE_MS) },
  }
}
