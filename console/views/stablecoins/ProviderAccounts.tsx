import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { useRoute } from '../../lib/route.ts'
import { Status } from '../../ui/Badge.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterSelect, Filters } from '../../ui/Filters.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'

type Account = Component<'StablecoinProviderAccount'>

const statuses: readonly Account['status'][] = ['ACTIVE', 'INVALID', 'REVOKED']
const LIMIT = 50

const columns: readonly Column<Account>[] = [
  {
    key: 'account',
    head: 'Account',
    cell: (each) => <span class="cut">{each.providerAccountId}</span>,
  },
  { key: 'status', head: 'Status', cell: ({ status }) => <Status status={status} /> },
  { key: 'provider', head: 'Provider', from: 'tablet', cell: ({ provider }) => wordsOf(provider) },
  {
    key: 'verified',
    head: 'Verified',
    align: 'end',
    from: 'tablet',
    cell: ({ lastVerifiedAt }) => <Time at={lastVerifiedAt} />,
  },
  { key: 'at', head: 'Linked', align: 'end', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

export function ProviderAccounts() {
  const { query } = useRoute()
  const asked = request('get', '/stablecoin-provider-accounts', {
    query: {
      status: statuses.find((each) => each === query.status),
      limit: LIMIT,
      cursor: query.cursor,
    },
  })
  const { data, problem, isOld, again } = useLive(asked, { keep: true })
  return (
    <>
      <Filters names={['status']}>
        <FilterSelect name="status" label="Status" all="Every status" options={statuses} />
        <Curl request={asked} />
      </Filters>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {(data !== undefined || problem === undefined) && (
        <Table
          label="Provider accounts"
          rows={data?.data}
          columns={columns}
          keyOf={({ id }) => id}
          isOld={isOld}
          empty={
            query.status !== undefined ? (
              <Empty title="No account matches." />
            ) : (
              <Empty title="No account is linked.">
                A login of an application of yours at the provider links one.
              </Empty>
            )
          }
        />
      )}
      <Pager page={data} />
    </>
  )
}
