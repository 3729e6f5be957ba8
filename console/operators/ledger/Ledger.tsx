/** The service's own accounts, and the last check of the ledger. */
import { Badge } from '../../ui/Badge.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { Section } from '../../ui/Section.tsx'
import { wordsOf } from '../../ui/statuses.ts'
import { type Column, Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { read } from '../api.ts'
import { Refresh } from '../Refresh.tsx'
import { useReading } from '../useReading.ts'

type Finding = { readonly check: string; readonly subject: string; readonly found: string }
type Account = {
  readonly environment: string
  readonly kind: string
  readonly currency: string
  readonly balance: string
}
type Holders = {
  readonly environment: string
  readonly currency: string
  readonly balance: string
  readonly held: string
}
type LedgerFacts = {
  readonly check: {
    readonly isOk: boolean | null
    readonly finishedAt: string | null
    readonly findings: readonly Finding[]
  }
  readonly accounts: readonly Account[]
  readonly holders: readonly Holders[]
}

/** Sums of all: nothing of a customer, and no row of the audit. */
const EVERY_MS = 30_000

const findingColumns: readonly Column<Finding>[] = [
  { key: 'check', head: 'Check', cell: ({ check }) => check },
  { key: 'subject', head: 'About', cell: ({ subject }) => <code>{subject}</code> },
  { key: 'found', head: 'Found', cell: ({ found }) => found },
]
const accountColumns: readonly Column<Account>[] = [
  { key: 'kind', head: 'Account', cell: ({ kind }) => wordsOf(kind) },
  { key: 'environment', head: 'Environment', cell: ({ environment }) => wordsOf(environment) },
  { key: 'balance', head: 'Balance', align: 'end', cell: ({ balance }) => balance },
]
const holderColumns: readonly Column<Holders>[] = [
  { key: 'environment', head: 'Environment', cell: ({ environment }) => wordsOf(environment) },
  { key: 'balance', head: 'Balance', align: 'end', cell: ({ balance }) => balance },
  { key: 'held', head: 'Held', align: 'end', cell: ({ held }) => held },
]

export default function Ledger() {
  const { data, problem, again } = useReading(read<LedgerFacts>('/ledger'), { everyMs: EVERY_MS })
  return (
    <Page title="Ledger" actions={<Refresh onPress={again} />}>
      <ErrorState problem={problem} isBesideData={data !== undefined} onRetry={again} />
      {data === undefined ? (
        problem === undefined && <Loading what="The sums" lines={10} />
      ) : (
        <>
          <Check check={data.check} />
          <Section title="Own accounts">
            <Table
              label="Own accounts"
              rows={data.accounts}
              columns={accountColumns}
              keyOf={({ environment, kind, currency }) => `${environment} ${kind} ${currency}`}
              isSelectable={false}
              empty={<Empty title="Nothing was booked yet." />}
            />
          </Section>
          <Section title="Customers and platforms, in all">
            <Table
              label="Customers and platforms"
              rows={data.holders}
              columns={holderColumns}
              keyOf={({ environment, currency }) => `${environment} ${currency}`}
              isSelectable={false}
              empty={<Empty title="No account has a balance yet." />}
            />
          </Section>
        </>
      )}
    </Page>
  )
}

function Check({
  check: { isOk, finishedAt, findings },
}: {
  readonly check: LedgerFacts['check']
}) {
  return (
    <Section title="Last check">
      <p class="row">
        {isOk === null ? (
          'No check has finished yet.'
        ) : (
          <>
            <Badge tone={isOk ? 'good' : 'bad'}>
              {isOk ? 'Every sum holds' : 'A sum is wrong'}
            </Badge>
            <Time at={finishedAt ?? undefined} />
          </>
        )}
      </p>
      {findings.length > 0 && (
        <Table
          label="Findings"
          rows={findings}
          columns={findingColumns}
          keyOf={({ check, subject }) => `${check} ${subject}`}
          isSelectable={false}
          empty={null}
        />
      )}
    </Section>
  )
}
