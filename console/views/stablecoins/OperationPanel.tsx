/** One mint or burn: how to fund it, where it goes, and how far it is. */
import type { ComponentChildren } from 'preact'
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { Status } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IdLink } from '../../ui/IdLink.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { Time } from '../../ui/Time.tsx'
import { Coins } from './CoinOperations.tsx'

type Operation = Component<'StablecoinOperation'>
type Coin = Component<'Stablecoin'>

export function OperationPanel({ id }: { readonly id: string }) {
  const asked = request('get', '/stablecoin-operations/{stablecoinOperationId}', {
    path: { stablecoinOperationId: id },
  })
  const { data: operation, problem, again } = useLive(asked)
  const { data: coin } = useLive(
    operation === undefined
      ? undefined
      : request('get', '/stablecoins/{stablecoinId}', {
          path: { stablecoinId: operation.stablecoinId },
        }),
    { everyMs: 0 },
  )
  return (
    <Panel
      title={operation === undefined ? 'Operation' : wordsOf(operation.operationType)}
      aside={operation && <Status status={operation.status} />}
    >
      <ErrorState problem={problem} isBesideData={operation !== undefined} onRetry={again} />
      {operation === undefined || coin === undefined ? (
        problem === undefined && <Loading what="The operation’s facts" lines={8} />
      ) : (
        <>
          <p>
            <Link to={{ selected: operation.stablecoinId }}>Back to {coin.symbol}</Link>
          </p>
          <p class="figure">
            <Coins coin={coin} amount={operation.amount} />
          </p>
          <Outcome operation={operation} />
          <Funding operation={operation} coin={coin} />
          <Facts operation={operation} />
          <p>
            <Curl request={asked} />
          </p>
        </>
      )}
    </Panel>
  )
}

function Outcome({ operation: { status, failureReason } }: { readonly operation: Operation }) {
  if (failureReason !== undefined) {
    return (
      <div class="problem">
        <p>It has failed, by the words of the provider or the bank.</p>
        <p class="problem-facts">
          <code>{failureReason}</code>
        </p>
      </div>
    )
  }
  if (status === 'PENDING_FUNDING') return <p class="note">It waits for what funds it.</p>
  if (status === 'EXPIRED') {
    return (
      <p class="note">What funds it has not come in time. What comes later waits for a person.</p>
    )
  }
  return null
}

type FundingProps = { readonly operation: Operation; readonly coin: Coin }

/** Where to send the dollars of a mint, or the coins of a burn: each line can be copied. */
function Funding({ operation, coin }: FundingProps) {
  const { operationType, fundingInstructions: given, source, expiresAt, status } = operation
  const isMint = operationType === 'MINT'
  const title = isMint ? 'Where to send the dollars' : 'Where to send the coins'
  if (given === undefined) {
    const isAwaited = ['WIRE', 'EXTERNAL_ACCOUNT'].includes(source?.type ?? '')
    const isEarly = ['CREATED', 'PENDING_PROVIDER', 'PENDING_FUNDING'].includes(status)
    if (!isAwaited || !isEarly) return null
    return (
      <Section title={title}>
        <Empty title="The provider is asked for it." />
      </Section>
    )
  }
  const { address, ...rest } = given
  const lines = Object.entries({ ...(address !== undefined && { address }), ...rest })
  return (
    <Section title={title}>
      <p>
        Exactly{' '}
        <Coins
          coin={isMint ? { ...coin, symbol: coin.baseCurrency } : coin}
          amount={operation.amount}
        />
        {expiresAt !== undefined && (
          <>
            , before <Time at={expiresAt} isExact />
          </>
        )}
        .
      </p>
      <KeyValue
        rows={lines.map(([name, value]) => [
          name === 'address' && !isMint ? 'Deposit address' : spaced(name),
          <CopyId key={name} id={String(value)} />,
        ])}
      />
    </Section>
  )
}

/** `Routing number` of `routingNumber`. */
function spaced(name: string): string {
  return wordsOf(name.replaceAll(/([A-Z])/g, '_$1'))
}

function Facts({ operation }: { readonly operation: Operation }) {
  const { id, source, destination, estimatedDelivery, providerStatus, description } = operation
  const expected: ComponentChildren = estimatedDelivery && (
    <>
      {estimatedDelivery.amount !== undefined && (
        <Money
          value={{ amount: estimatedDelivery.amount, currency: { code: 'USD', decimals: 2 } }}
        />
      )}
      {estimatedDelivery.timing !== undefined && `, ${estimatedDelivery.timing}`}
    </>
  )
  return (
    <Section title="Facts">
      <KeyValue
        rows={[
          ['Id', <CopyId key="id" id={id} />],
          ['From', source && wordsOf(source.type)],
          [
            'From account',
            source?.externalAccountId && <IdLink key="from" id={source.externalAccountId} />,
          ],
          ['To account', destination && <IdLink key="to" id={destination.accountId} />],
          ['Rail', destination?.rail?.replaceAll('_', ' ')],
          ['Expected', expected],
          ['The provider says', providerStatus],
          ['Description', description],
          ['Provider account', <IdLink key="link" id={operation.stablecoinProviderAccountId} />],
          ['Begun', <Time key="created" at={operation.createdAt} isExact />],
          ['Last change', <Time key="updated" at={operation.updatedAt} isExact />],
        ]}
      />
    </Section>
  )
}
