/** One request of the log: what it was about, and what else happened then. */
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { instantOf, shownDuration } from '../../lib/time.ts'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { HttpStatus } from '../../ui/HttpStatus.tsx'
import { IdLink } from '../../ui/IdLink.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Time } from '../../ui/Time.tsx'
import { idsIn } from './paths.ts'

const EVERY_MS = 5_000
const MINUTE_MS = 60_000

export function RequestPanel({ id }: { readonly id: string }) {
  // A retry may have had the same id: all of them are shown, the newest first.
  const asked = request('get', '/requests', { query: { requestId: id } })
  const { data, problem, again } = useLive(asked, { everyMs: EVERY_MS })
  return (
    <Panel title="Request">
      <p class="row">
        <CopyId id={id} />
        <Curl request={asked} />
      </p>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {data === undefined
        ? problem === undefined && <Loading what="The request’s facts" />
        : data.data.length === 0 && (
            <Empty title="It is not in the log.">
              It comes some seconds after the answer, and is kept for seven days.
            </Empty>
          )}
      {data?.data.map(({ method, path, operation, status, durationMs, timestamp }) => (
        <KeyValue
          key={`${timestamp}${path}`}
          rows={[
            ['Path', <CopyId key="path" id={path} />],
            ['Method', method],
            ['Status', <HttpStatus key="status" status={status} />],
            ['Operation', operation],
            ['Answered', <Time key="at" at={timestamp} isExact />],
            ['Took', shownDuration(durationMs)],
            ...idsIn(path).map((each) => ['About', <IdLink key={each} id={each} />] as const),
            [
              'Then',
              <Link key="then" to={{ selected: undefined, query: around(timestamp) }}>
                What else was asked around that minute
              </Link>,
            ],
          ]}
        />
      ))}
    </Panel>
  )
}

/** The minute before to the minute after, without other filters. */
function around(timestamp: string): Readonly<Record<string, string | undefined>> {
  const at = Date.parse(timestamp)
  const minute = (ms: number): string => instantOf(ms).slice(0, 16)
  return {
    ...{ q: undefined, method: undefined, status: undefined, cursor: undefined },
    ...{ from: minute(at - MINUTE_MS), to: minute(at + MINUTE_MS) },
  }
}
