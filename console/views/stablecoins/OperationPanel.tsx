/** A mint or burn: funding instructions, destination and progress. */
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
  const { data: operation, problem: problemOfOperation, again } = useLive(asked)
  const { data: coin, problem: problemOfCoin } = useLive(
    operation === undefined
      ? undefined
      : request('get', '/stablecoins/{stablecoinId}', {
          path: { stablecoinId: operation.stablecoinId },
        }),
    { everyMs: 0 },
  )
  const problem = problemOfOperation ?? problemOfCoin
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
        <p>The operation failed. Reason given by the provider or bank:</p>
        <p class="problem-facts">
          <code>{failureReason}</code>
        </p>
      </div>
    )
  }
  if (status === 'PENDING_FUNDING') return <p class="note">Waiting for funding.</p>
  if (status === 'EXPIRED') {
    return (
      <p class="note">
        Funding did not arrive in time. Funds that arrive later need manual review.
      </p>
    )
  }
  return null
}

type FundingProps = { readonly operation: Operation; readonly coin: Coin }

/** Where to send the dollars of a mint, or the coins of a burn: each line can be copied. */
function Funding({ operation, coin }: FundingProps) {
  const { operationType, fundingInstructions: instructions, source, expiresAt, status } = operation
  const isMint = operationType === 'MINT'
  const title = isMint ? 'Where to send the dollars' : 'Where to send the coins'
  if (instructions === undefined) {
    const needsInstructions = ['WIRE', 'EXTERNAL_ACCOUNT'].includes(source?.type ?? '')
    const isBeforeFunding = ['CREATED', 'PENDING_PROVIDER', 'PENDING_FUNDING'].includes(status)
    if (!needsInstructions || !isBeforeFunding) return null
    return (
      <Section title={title}>
        <Empty title="Requesting instructions from the provider." />
      </Section>
    )
  }
  const { address, ...rest } = instructions
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
          name === 'address' && !isMint ? 'Deposit address' : fieldLabel(name),
          <CopyId key={name} id={String(value)} />,
        ])}
      />
    </Section>
  )
}

/** `Routing number` of `routingNumber`. */
function fieldLabel(name: string): string {
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
          ['Estimated delivery', expected],
          ['Provider status', providerStatus],
          ['Description', description],
          ['Provider account', <IdLink key="link" id={operation.stablecoinProviderAccountId} />],
          ['Created', <Time key="created" at={operation.createdAt} isExact />],
          ['Updated', <Time key="updated" at={operation.updatedAt} isExact />],
        ]}
      />
    </Section>
  )
}
