import type { ComponentChildren } from 'preact'
import type { Live } from '../lib/live.ts'
import { aroundMinute, idsIn } from '../lib/requestLog.ts'
import { shownDuration } from '../lib/time.ts'
import { CopyId } from './CopyId.tsx'
import { Empty } from './Empty.tsx'
import { ErrorState } from './ErrorState.tsx'
import { HttpStatus } from './HttpStatus.tsx'
import { KeyValue } from './KeyValue.tsx'
import { Link } from './Link.tsx'
import { Loading } from './Loading.tsx'
import { Panel } from './Panel.tsx'
import { Time } from './Time.tsx'

/** A request as the log has it; the members are those of both listeners' lists. */
type Facts = {
  readonly method: string
  readonly path: string
  readonly operation: string
  readonly status: number
}
type Row = readonly [term: string, value: ComponentChildren]

type LoggedRequestsProps<R extends Facts> = {
  readonly id: string
  readonly reading: Pick<Live<{ readonly data: readonly R[] }>, 'data' | 'problem' | 'again'>
  readonly answeredOf: (request: R) => { readonly at: string; readonly ms: number }
  /** An id that the path names, as a link to where its reader reads about it. */
  readonly linkOf: (id: string) => ComponentChildren
  /** Of the list, which the link to the minute clears. */
  readonly filterNames: readonly string[]
  readonly rowsOf?: (request: R) => readonly Row[]
  /** Beside the id. */
  readonly beside?: ComponentChildren
}

/** The requests of one `X-Request-Id`, the newest first: a retry may have had the same. */
export function LoggedRequests<R extends Facts>(props: LoggedRequestsProps<R>) {
  const { id, answeredOf, linkOf, filterNames, rowsOf = () => [], beside } = props
  const { data, problem, again } = props.reading
  return (
    <Panel title="Request">
      <p class="row">
        <CopyId id={id} />
        {beside}
      </p>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {data === undefined
        ? problem === undefined && <Loading what="The request’s facts" />
        : data.data.length === 0 && (
            <Empty title="It is not in the log.">
              It comes some seconds after the answer, and is kept for seven days.
            </Empty>
          )}
      {data?.data.map((request) => {
        const { method, path, operation, status } = request
        const { at, ms } = answeredOf(request)
        return (
          <KeyValue
            key={`${at}${path}`}
            rows={[
              ['Path', <CopyId key="path" id={path} />],
              ['Method', method],
              ['Status', <HttpStatus key="status" status={status} />],
              ['Operation', operation],
              ['Answered', <Time key="at" at={at} isExact />],
              ['Took', shownDuration(ms)],
              ...rowsOf(request),
              ...idsIn(path).map((each) => ['About', linkOf(each)] as const),
              [
                'Then',
                <Link key="then" to={{ selected: undefined, query: aroundMinute(at, filterNames) }}>
                  What else was asked around that minute
                </Link>,
              ],
            ]}
          />
        )
      })}
    </Panel>
  )
}
