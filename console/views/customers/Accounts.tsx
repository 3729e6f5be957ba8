/** The money of a customer inside the service, and the accounts outside that it pays to. */
import { useLive } from '../../lib/live.ts'
import { type Component, request } from '../../lib/request.ts'
import { Status } from '../../ui/Badge.tsx'
import { CopyId } from '../../ui/CopyId.tsx'
import { Curl } from '../../ui/Curl.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { JsonView } from '../../ui/JsonView.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Money } from '../../ui/Money.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { type Account, accountsRequest, useAccounts } from './wallets.ts'

const LIMIT = 100
const EVERY_MS = 10_000

const columns: readonly Column<Account>[] = [
  {
    key: 'account',
    head: 'Account',
    cell: ({ id, type }) => (
      <span class="row">
        <Link
          to={{ view: 'transactions', query: { q: id } }}
          label={`${wordsOf(type)}: payments of ${id}`}
        >
          {wordsOf(type)}
        </Link>
        <CopyId id={id} isShort />
      </span>
    ),
  },
  {
    key: 'rule',
    head: 'Passes on to',
    from: 'tablet',
    cell: ({ label, sweepRule }) =>
      sweepRule && (
        <span class="row">
          {label}
          <CopyId id={sweepRule.destination.accountId} isShort />
          {sweepRule.destination.paymentRail}
        </span>
      ),
  },
  { key: 'status', head: 'Status', cell: ({ status }) => <Status status={status} /> },
  {
    key: 'balance',
    head: 'Available',
    align: 'end',
    cell: ({ balance }) => <Money value={balance} />,
  },
  {
    key: 'total',
    head: 'With holds',
    align: 'end',
    from: 'tablet',
    cell: ({ totalBalance }) => <Money value={totalBalance} />,
  },
]

export function Accounts({ customerId }: { readonly customerId: string }) {
  const { data, problem, again } = useAccounts(customerId)
  return (
    <>
      <Section
        title="Wallets and internal accounts"
        actions={<Curl request={accountsRequest(customerId)} />}
      >
        <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
        {(data !== undefined || problem === undefined) && (
          <Table
            label="Internal accounts"
            rows={data?.data}
            columns={columns}
            keyOf={({ id }) => id}
            isSelectable={false}
            empty={<Empty title="No account." />}
          />
        )}
      </Section>
      <ExternalAccounts customerId={customerId} />
    </>
  )
}

function ExternalAccounts({ customerId }: { readonly customerId: string }) {
  const asked = request('get', '/customers/external-accounts', {
    query: { customerId, limit: LIMIT },
  })
  const { data, problem, again } = useLive(asked, { everyMs: EVERY_MS })
  return (
    <Section title="External accounts" actions={<Curl request={asked} />}>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {data === undefined ? (
        problem === undefined && <Loading what="External accounts" />
      ) : data.data.length === 0 ? (
        <Empty title="No external account.">
          <code>POST /customers/external-accounts</code> adds a bank account or a wallet.
        </Empty>
      ) : (
        <ul class="folds" aria-label="External accounts">
          {data.data.map((each) => (
            <External key={each.id} account={each} />
          ))}
        </ul>
      )}
      {data?.hasMore && <p class="soft">The first {LIMIT} of them.</p>}
    </Section>
  )
}

/** Why nothing is paid to it now, for statuses that say more of an account outside than of other things. */
const unpaid: Readonly<Partial<Record<Component<'ExternalAccount'>['status'], string>>> = {
  PENDING:
    'Its bank is validating it. Payments to it, and collections from it, are refused until then.',
  UNDER_REVIEW:
    'Its bank’s answer is looked at by a person. Payments to it, and collections from it, are refused until then.',
  INACTIVE:
    'It cannot be used: its bank does not know it, or has closed it, or an operator has frozen or rejected it.',
}

function External({ account }: { readonly account: Component<'ExternalAccount'> }) {
  const { id, currency, status, accountInfo, platformAccountId } = account
  return (
    <li>
      <details>
        <summary>
          <span>{wordsOf(accountInfo.accountType)}</span> <Status status={status} />{' '}
          <span class="soft">{platformAccountId ?? currency}</span>
        </summary>
        <div class="stack">
          <p class="row">
            <CopyId id={id} />
            <Link to={{ view: 'transactions', query: { q: id } }}>Payments to it</Link>
          </p>
          {unpaid[status] && <p>{unpaid[status]}</p>}
          <JsonView label="The account’s details" value={accountInfo} />
        </div>
      </details>
    </li>
  )
}
