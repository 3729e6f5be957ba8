/** The platform's own stablecoins, and its accounts at the provider that issues them. */
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { navigate, useRoute } from '../../lib/route.ts'
import { Status } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterSelect, Filters } from '../../ui/Filters.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { CoinPanel } from './CoinPanel.tsx'
import { LinkProvider } from './LinkProvider.tsx'
import { OperationPanel } from './OperationPanel.tsx'
import { ProviderAccountPanel } from './ProviderAccountPanel.tsx'
import { ProviderAccounts } from './ProviderAccounts.tsx'
import { RegisterCoin } from './RegisterCoin.tsx'

type Coin = Component<'Stablecoin'>

const issuanceStatuses: readonly Coin['issuanceStatus'][] = [
  ...(['PENDING_REVIEW', 'PROVISIONING', 'PROVISIONED', 'REJECTED', 'FAILED'] as const),
]
const serviceStatuses: readonly Coin['serviceOperationsStatus'][] = [
  ...(['NOT_ENABLED', 'PENDING_APPROVAL', 'ENABLING', 'ENABLED', 'DISABLED'] as const),
]
const filterNames = ['issuance', 'service']
const LIMIT = 50
/** Reserved values of the selected parameter, in place of an id. */
const REGISTER = 'register'
const LINK = 'link'

export const tabs = [
  { key: 'coins', title: 'Stablecoins' },
  { key: 'accounts', title: 'Provider accounts' },
]

const columns: readonly Column<Coin>[] = [
  { key: 'symbol', head: 'Symbol', cell: ({ symbol }) => symbol },
  {
    key: 'name',
    head: 'Name',
    from: 'desktop',
    cell: ({ name }) => <span class="cut">{name}</span>,
  },
  {
    key: 'issuance',
    head: 'Issuance',
    cell: ({ issuanceStatus }) => <Status status={issuanceStatus} />,
  },
  {
    key: 'service',
    head: 'As a currency',
    from: 'tablet',
    cell: ({ serviceOperationsStatus }) => <Status status={serviceOperationsStatus} />,
  },
  { key: 'at', head: 'Registered', align: 'end', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

export default function Stablecoins() {
  const { selected } = useRoute()
  const tab = useTab(tabs)
  return (
    <Page
      title="Stablecoins"
      actions={
        <>
          <Button onPress={() => navigate({ selected: LINK })}>Link a provider account</Button>
          <Button kind="primary" onPress={() => navigate({ selected: REGISTER })}>
            Register a coin
          </Button>
        </>
      }
      panel={selected !== undefined && <Selected key={selected} id={selected} />}
    >
      <Tabs label="Of stablecoins" tabs={tabs} />
      {tab === 'accounts' ? <ProviderAccounts /> : <Coins />}
    </Page>
  )
}

function Selected({ id }: { readonly id: string }) {
  if (id === LINK) return <LinkProvider />
  if (id === REGISTER) return <RegisterCoin />
  if (id.startsWith('StablecoinOperation:')) return <OperationPanel id={id} />
  if (id.startsWith('StablecoinProviderAccount:')) return <ProviderAccountPanel id={id} />
  return <CoinPanel id={id} />
}

function Coins() {
  const { query } = useRoute()
  const asked = request('get', '/stablecoins', {
    query: {
      issuanceStatus: issuanceStatuses.find((each) => each === query.issuance),
      serviceOperationsStatus: serviceStatuses.find((each) => each === query.service),
      limit: LIMIT,
      cursor: query.cursor,
    },
  })
  const { data, problem, isOld, again } = useLive(asked, { keep: true })
  const isFiltered = filterNames.some((name) => query[name] !== undefined)
  return (
    <>
      <Filters names={filterNames}>
        <FilterSelect
          name="issuance"
          label="Issuance"
          all="Every issuance"
          options={issuanceStatuses}
        />
        <FilterSelect
          name="service"
          label="As a currency"
          all="Currency or not"
          options={serviceStatuses}
        />
        <Curl request={asked} />
      </Filters>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {(data !== undefined || problem === undefined) && (
        <Table
          label="Stablecoins"
          rows={data?.data}
          columns={columns}
          keyOf={({ id }) => id}
          isOld={isOld}
          empty={
            isFiltered ? (
              <Empty title="No stablecoin matches these filters." />
            ) : (
              <Empty title="No stablecoin yet.">
                Link your provider account, then register a coin that the provider issues.
              </Empty>
            )
          }
        />
      )}
      <Pager page={data} />
    </>
  )
}
