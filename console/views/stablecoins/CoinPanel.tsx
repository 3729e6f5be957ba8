/** One stablecoin: what it may do, minting and burning it, and its operations. */
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { useRoute } from '../../lib/route.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Status } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IdLink } from '../../ui/IdLink.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Section } from '../../ui/Section.tsx'
import { Tabs, useTab } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { Burn } from './Burn.tsx'
import { CoinOperations } from './CoinOperations.tsx'
import { Mint } from './Mint.tsx'

type Coin = Component<'Stablecoin'>

const tabs = [
  { key: 'operations', title: 'Operations' },
  { key: 'mint', title: 'Mint' },
  { key: 'burn', title: 'Burn' },
]

export function CoinPanel({ id }: { readonly id: string }) {
  const path = { stablecoinId: id }
  const asked = request('get', '/stablecoins/{stablecoinId}', { path })
  const { data: coin, problem, again } = useLive(asked)
  // A member of its own: `tab` is the list's.
  const tab = useTab(tabs, 'do')
  const { query } = useRoute()
  return (
    <Panel
      title={coin?.symbol ?? 'Stablecoin'}
      aside={coin && <Status status={coin.issuanceStatus} />}
    >
      <ErrorState problem={problem} isBesideData={coin !== undefined} onRetry={again} />
      {coin === undefined ? (
        problem === undefined && <Loading what="The coin’s facts" lines={8} />
      ) : (
        <>
          <IssuanceNote coin={coin} />
          <Facts coin={coin} />
          <Section
            title="As a currency of the platform"
            actions={<Status status={coin.serviceOperationsStatus} />}
          >
            <p class="soft">{services[coin.serviceOperationsStatus]}</p>
            {coin.serviceOperationsStatus === 'NOT_ENABLED' && (
              <ActionButton
                request={request('post', '/stablecoins/{stablecoinId}/request-service-enablement', {
                  path,
                })}
                needs="MANAGE"
                done="It is asked for: a person decides."
                onDone={again}
              >
                Ask for enablement
              </ActionButton>
            )}
          </Section>
          <p>
            <Curl request={asked} />
          </p>
          <Tabs label="Of this coin" tabs={tabs} name="do" />
          {tab === 'mint' ? (
            <Mint coin={coin} />
          ) : tab === 'burn' ? (
            <Burn coin={coin} />
          ) : (
            <CoinOperations coin={coin} type={query.type} />
          )}
        </>
      )}
    </Panel>
  )
}

const services: Readonly<Record<Coin['serviceOperationsStatus'], string>> = {
  NOT_ENABLED: 'It can be minted and burned. Quotes and accounts do not know it.',
  PENDING_APPROVAL: 'A person decides whether quotes and accounts may have it.',
  ENABLING: 'It is being made a currency of the platform.',
  ENABLED: 'Quotes price it as one dollar, and a Spark wallet may have it.',
  DISABLED: 'Quotes and accounts may not have it any more.',
}

const issuances: Partial<Record<Coin['issuanceStatus'], string>> = {
  PENDING_REVIEW: 'A person reviews the coin. Mints and burns come after that.',
  PROVISIONING: 'The coin is being set up. Mints and burns come after that.',
  REJECTED: 'The review has refused the coin.',
  FAILED: 'The coin could not be set up.',
}

function IssuanceNote({ coin: { issuanceStatus } }: { readonly coin: Coin }) {
  const words = issuances[issuanceStatus]
  return words === undefined ? null : <p class="note">{words}</p>
}

function Facts({ coin }: { readonly coin: Coin }) {
  return (
    <KeyValue
      rows={[
        ['Id', <CopyId key="id" id={coin.id} />],
        ['Name', coin.name],
        ['Worth', `1 ${coin.baseCurrency}, ${coin.decimals} decimals`],
        ['Code in quotes', coin.currency],
        ['Ticker at the provider', coin.providerTokenIdentifier],
        ['Token on Spark', <CopyId key="token" id={coin.networkTokenIdentifier} />],
        ['Provider account', <IdLink key="link" id={coin.stablecoinProviderAccountId} />],
        ['Registered', <Time key="created" at={coin.createdAt} isExact />],
      ]}
    />
  )
}
