import { LoggedRequests } from '../../ui/LoggedRequests.tsx'
import { read } from '../api.ts'
import { PlatformLink } from '../PlatformLink.tsx'
import { SubjectLink } from '../SubjectLink.tsx'
import { useReading } from '../useReading.ts'
import { filterNames, type Logged } from './logged.ts'

export function RequestPanel({ id }: { readonly id: string }) {
  const reading = useReading(read<{ data: readonly Logged[] }>('/requests', { requestId: id }))
  return (
    <LoggedRequests
      id={id}
      reading={reading}
      answeredOf={({ at, ms }) => ({ at, ms })}
      linkOf={(each) => <SubjectLink key={each} id={each} />}
      filterNames={filterNames}
      rowsOf={({ platformId, platform }) => [
        ['Platform', platformId && <PlatformLink key="of" id={platformId} name={platform} />],
      ]}
    />
  )
}
