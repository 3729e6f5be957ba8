/** One request of the log: what it was about, and what else happened then. */
import { useLive } from '../../lib/live.ts'
import { request } from '../../lib/request.ts'
import { Curl } from '../../ui/Curl.tsx'
import { IdLink } from '../../ui/IdLink.tsx'
import { LoggedRequests } from '../../ui/LoggedRequests.tsx'
import { filterNames } from './filters.ts'

const EVERY_MS = 5_000

export function RequestPanel({ id }: { readonly id: string }) {
  const asked = request('get', '/requests', { query: { requestId: id } })
  const reading = useLive(asked, { everyMs: EVERY_MS })
  return (
    <LoggedRequests
      id={id}
      reading={reading}
      answeredOf={({ timestamp, durationMs }) => ({ at: timestamp, ms: durationMs })}
      rowsOf={({ caller, client, ignoredFields }) => [
        ...(caller === undefined ? [] : [['By', <IdLink key="by" id={caller} />] as const]),
        ...(client === 'DASHBOARD' ? [['From', 'the dashboard'] as const] : []),
        ...(ignoredFields === undefined ? [] : [['Not understood', ignoredFields] as const]),
      ]}
      linkOf={(each) => <IdLink key={each} id={each} />}
      filterNames={[...filterNames, 'cursor']}
      beside={<Curl request={asked} />}
    />
  )
}
