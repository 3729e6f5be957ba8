import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { setFilters, useRoute } from '../../lib/route.ts'
import { Status } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterSelect, Filters } from '../../ui/Filters.tsx'
import { Link } from '../../ui/Link.tsx'
import { Money } from '../../ui/Money.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'

type Coin = Component<'Stablecoin'>
type Operation = Component<'StablecoinOperation'>

const types: readonly Operation['operationType'][] = ['MINT', 'BURN']
const LIMIT = 20

type CoinOperationsProps = { readonly coin: Coin; readonly type: string | undefined }

/** The pages of this list are in the address as `page`: `cursor` belongs to the list beside it. */
export function CoinOperations({ coin, type }: CoinOperationsProps) {
  const { query } = useRoute()
  const asked = request('get', '/stablecoins/{stablecoinId}/operations', {
    path: { stablecoinId: coin.id },
    query: {
      operationType: types.find((each) => each === type),
      limit: LIMIT,
      cursor: query.page,
    },
  })
  const { data, problem, isOld, again } = useLive(asked, { keep: true })
  const columns: readonly Column<Operation>[] = [
    { key: 'type', head: 'Operation', cell: ({ operationType }) => wordsOf(operationType) },
    { key: 'status', head: 'Status', cell: ({ status }) => <Status status={status} /> },
    {
      key: 'amount',
      head: 'Amount',
      align: 'end',
      cell: ({ amount }) => <Coins coin={coin} amount={amount} />,
    },
    {
      key: 'at',
      head: 'Created',
      align: 'end',
      from: 'tablet',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
  ]
  return (
    <>
      <Filters names={['type']}>
        <FilterSelect name="type" label="Operation" all="Mints and burns" options={types} />
        <Curl request={asked} />
      </Filters>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {(data !== undefined || problem === undefined) && (
        <Table
          label="Operations"
          rows={data?.data}
          columns={columns}
          keyOf={({ id }) => id}
          to={({ id }) => ({ selected: id })}
          isOld={isOld}
          empty={
            <Empty
              title={type === undefined ? 'Nothing was minted or burned yet.' : 'None of these.'}
            />
          }
        />
      )}
      <p class="row">
        {query.page !== undefined && (
          <Button kind="quiet" isSmall onPress={() => setFilters({ page: undefined })}>
            First page
          </Button>
        )}
        {data?.nextCursor !== undefined && (
          <Link to={{ query: { page: data.nextCursor } }}>Next page</Link>
        )}
      </p>
    </>
  )
}

type CoinsProps = {
  readonly coin: Pick<Coin, 'symbol' | 'decimals'>
  /** Digits, in the coin's smallest unit. */
  readonly amount: string
}

/** An amount of a coin. */
export function Coins({ coin: { symbol, decimals }, amount }: CoinsProps) {
  return <Money value={{ amount, currency: { code: symbol, decimals } }} />
}
