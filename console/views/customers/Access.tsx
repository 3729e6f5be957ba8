/** Who can log in to a customer's wallets, and who is logged in. */
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { Badge } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { KeyValue } from '../../ui/KeyValue.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import type { Customer } from './facts.tsx'
import { factorsRequest, ScaCheck, useFactors } from './ScaCheck.tsx'
import { UnlockCredential } from './Unlock.tsx'
import { type Account, credentialsRequest, useAccounts, walletsOf } from './wallets.ts'

const EVERY_MS = 5_000

export function Access({ customer }: { readonly customer: Customer }) {
  const { data, problem, again } = useAccounts(customer.id)
  const wallets = walletsOf(data?.data ?? [])
  return (
    <>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {data === undefined ? (
        problem === undefined && <Loading what="The wallets" />
      ) : wallets.length === 0 ? (
        <Empty title="No wallet: there is nothing to log in to." />
      ) : (
        wallets.map((wallet) => <WalletAccess key={wallet.id} wallet={wallet} />)
      )}
      {!customer.isDeleted && <StrongAuthentication customer={customer} />}
    </>
  )
}

function WalletAccess({ wallet }: { readonly wallet: Account }) {
  const { code } = wallet.balance.currency
  const askedForCredentials = credentialsRequest(wallet.id)
  const credentials = useLive(askedForCredentials, { everyMs: EVERY_MS })
  const askedForSessions = request('get', '/auth/sessions', { query: { accountId: wallet.id } })
  const sessions = useLive(askedForSessions, { everyMs: EVERY_MS })
  return (
    <>
      <Section
        title={`Credentials of the wallet in ${code}`}
        actions={<Curl request={askedForCredentials} />}
      >
        <ErrorState
          problem={credentials.problem}
          isBesideData={credentials.data !== undefined}
          onRetry={credentials.again}
        />
        {(credentials.data !== undefined || credentials.problem === undefined) && (
          <Table
            label={`Credentials of the wallet in ${code}`}
            rows={credentials.data?.data}
            columns={credentialColumns(credentials.again)}
            keyOf={({ id }) => id}
            isSelectable={false}
            empty={<Empty title="No credential: login is not possible." />}
          />
        )}
      </Section>
      <Section
        title={`Sessions of the wallet in ${code}`}
        actions={<Curl request={askedForSessions} />}
      >
        <ErrorState
          problem={sessions.problem}
          isBesideData={sessions.data !== undefined}
          onRetry={sessions.again}
        />
        {(sessions.data !== undefined || sessions.problem === undefined) && (
          <Table
            label={`Sessions of the wallet in ${code}`}
            rows={sessions.data?.data}
            columns={sessionColumns}
            keyOf={({ id }) => id}
            isSelectable={false}
            empty={
              <Empty title="There is no session.">A session ends by itself after some time.</Empty>
            }
          />
        )}
        <p class="soft">
          Credentials and sessions are revoked by the customer’s own signature alone: the platform
          cannot do it here.
        </p>
      </Section>
    </>
  )
}

function credentialColumns(again: () => void): readonly Column<Component<'AuthMethod'>>[] {
  return [
    { key: 'type', head: 'Type', cell: ({ type }) => wordsOf(type) },
    {
      key: 'name',
      head: 'Name',
      cell: ({ nickname }) => <span class="cut">{nickname}</span>,
    },
    {
      key: 'locked',
      head: 'Lock',
      cell: (credential) =>
        credential.isLocked ? (
          <span class="row">
            <Badge tone="bad">Locked</Badge>
            <UnlockCredential credential={credential} onDone={again} />
          </span>
        ) : (
          <span class="soft">None</span>
        ),
    },
    {
      key: 'since',
      head: 'Since',
      from: 'tablet',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    { key: 'id', head: 'Id', cell: ({ id }) => <CopyId id={id} isShort /> },
  ]
}

const sessionColumns: readonly Column<Component<'AuthSession'>>[] = [
  { key: 'type', head: 'By', cell: ({ type }) => wordsOf(type) },
  {
    key: 'name',
    head: 'Name',
    from: 'tablet',
    cell: ({ nickname }) => <span class="cut">{nickname}</span>,
  },
  { key: 'since', head: 'Since', from: 'tablet', cell: ({ createdAt }) => <Time at={createdAt} /> },
  { key: 'until', head: 'Ends', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  { key: 'id', head: 'Id', cell: ({ id }) => <CopyId id={id} isShort /> },
]

function StrongAuthentication({ customer }: { readonly customer: Customer }) {
  const factors = useFactors(customer)
  const asked = factorsRequest(customer)
  return (
    <Section title="Strong customer authentication" actions={asked && <Curl request={asked} />}>
      <KeyValue
        rows={[
          ['Login', <ScaCheck key="login" customer={customer} factors={factors} />],
          ...(factors.data?.factors ?? []).map(
            ({ factor, name, credentialId }) =>
              [
                wordsOf(factor),
                name ?? (credentialId ? <CopyId id={credentialId} isShort /> : 'Enrolled'),
              ] as const,
          ),
        ]}
      />
    </Section>
  )
}
