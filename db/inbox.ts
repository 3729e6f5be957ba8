/** What needs a person: the list of the operators' inbox and the numbers of the alarms, by one SQL function. */
import type { Queryable } from './database.ts'

export const inboxKinds = [
  'SUSPENSE',
  'UNAPPLIED_FUNDS',
  'DEPOSIT_TAKEN_BACK',
  'SWEEP_WAITING',
  'ACCOUNT_REVIEW',
  'VALIDATION_WAITING',
  'WAITING',
  'REFUND_WAITING',
  'UNCONFIRMED',
  'PAYOUT_REVERSED',
  'DEAD_LETTER',
  'RAIL_CASE',
  'CARD_PULL',
  'CARD_CLAIM',
  'CARD_DISPUTE',
  'STABLECOIN_CASE',
  'RATE_UNUSABLE',
  'RATE_WAITING',
  'RATE_APART',
  'RATE_OVERRIDE',
  'RATE_FEED_DOWN',
  'UNKNOWN_REFERENCE',
  'PENDING_START',
  'RUN_WITHOUT_ROW',
  'FAILING_TASK',
] as const
export type InboxKind = (typeof inboxKinds)[number]

/** A payment that has been open for this time waits for an operator, and is flagged on its timeline. */
export const FLAG_AFTER_MINUTES = 10

export type InboxItem = {
  readonly kind: InboxKind
  /** An id as the API shows it, or what a finding is about. */
  readonly subject: string
  readonly platformId: string | null
  readonly platform: string | null
  readonly environment: string | null
  readonly since: Date
  readonly amount: bigint | null
  readonly currency: string | null
  readonly reason: string | null
}

export type InboxFilter = {
  readonly kinds?: readonly InboxKind[] | undefined
  readonly platformId?: string | undefined
  readonly subject?: string | undefined
  readonly waitingSeconds?: number | undefined
  readonly limit: number
}

const values = ({ kinds, platformId, subject, waitingSeconds }: Omit<InboxFilter, 'limit'>) => [
  kinds ?? inboxKinds,
  waitingSeconds ?? FLAG_AFTER_MINUTES * 60,
  platformId ?? null,
  subject ?? null,
]
const matches = `i.kind = any ($1) and ($3::uuid is null or i.platform_id = $3) and ($4::text is null or i.subject = $4)`

/** The oldest first. */
export function listInbox(database: Queryable, filter: InboxFilter): Promise<InboxItem[]> {
  return database.query<InboxItem>({
    name: 'list_inbox',
    text: `select i.kind, i.subject, i.platform_id as "platformId", p.name as platform, i.environment, i.since,
        i.amount, i.currency, i.reason
      from inbox_items($2) i left join platforms p on p.id = i.platform_id
      where ${matches} order by i.since, i.subject, i.kind limit $5`,
    values: [...values(filter), filter.limit],
  })
}

/** How many there are of each kind: what `listInbox` would list without its limit. */
export async function countInbox(
  database: Queryable,
  filter: Omit<InboxFilter, 'limit'> = {},
): Promise<ReadonlyMap<InboxKind, number>> {
  const rows = await database.query<{ kind: InboxKind; items: bigint }>({
    name: 'count_inbox',
    text: `select i.kind, count(*) as items from inbox_items($2) i where ${matches} group by 1`,
    values: values(filter),
  })
  return new Map(rows.map(({ kind, items }) => [kind, Number(items)]))
}
