/** What an id or a reference names: of whatever kind, on any platform. */
import { idOf, type Kind } from '../../contract/ids.ts'
import type { Tx } from '../../db/database.ts'
import { operatorRoute } from './route.ts'

/** A deposit, whose own id is made of the rail's. */
const deposit = `select 'Deposit' as kind, jsonb_build_object('status', coalesce(d.outcome, 'OPEN'),
      'created_at', d.created_at, 'platform_id', coalesce(a.platform_id, q.platform_id)) as r
    from deposits d left join internal_accounts a on a.id = d.account_id left join payments q on q.id = d.payment_id
    where deposit_uuid(d.environment, d.id) = $1`

/** The table of each kind of id whose rows are found by it. */
const tables: Readonly<Partial<Record<Kind, string>>> = {
  Customer: 'customers',
  ExternalAccount: 'external_accounts',
  InternalAccount: 'internal_accounts',
  AuthMethod: 'credentials',
  Session: 'sessions',
  Quote: 'payments',
  Transaction: 'transactions',
  Request: 'requests',
  Webhook: 'events',
  WebhookDelivery: 'webhook_deliveries',
  PlatformConfig: 'platforms',
  Token: 'tokens',
  Agent: 'agents',
  AgentAction: 'agent_actions',
  BeneficialOwner: 'beneficial_owners',
  Verification: 'verifications',
  ScaReset: 'sca_resets',
  Document: 'documents',
  Job: 'bulk_imports',
  Card: 'cards',
  DelegatedKey: 'delegated_keys',
  StablecoinProviderAccount: 'stablecoin_provider_accounts',
  Stablecoin: 'stablecoins',
  StablecoinOperation: 'stablecoin_operations',
}

/** Other names: at the rail, on money that a payer sends, and at a platform. */
const references = `select 'Transaction:' || q.transaction_id as subject, 'reference at the rail' as how
    from rail_orders o join payments q on q.id = o.payment_id where o.reference = $1
  union select 'Transaction:' || q.transaction_id, 'funding reference' from payments q where q.funding_reference = $1
  union select 'Transaction:' || q.transaction_id, 'deposit' from deposits d join payments q on q.id = d.payment_id
    where d.environment in ('SANDBOX', 'PRODUCTION') and d.id = $1
  union select 'Deposit:' || deposit_uuid(d.environment, d.id), 'id at the rail' from deposits d
    where d.environment in ('SANDBOX', 'PRODUCTION') and d.id = $1
  union select 'Deposit:' || deposit_uuid(d.environment, d.id), 'reference on the money' from deposits d
    where d.funding_reference = $1
  union select 'InternalAccount:' || a.id, 'funding reference' from internal_accounts a
    where funding_reference_of(a.id) = $1
  union select 'Customer:' || c.id, 'the platform’s id of the customer' from customers c where c.platform_customer_id = $1`

type Hit = {
  readonly subject: string
  readonly how: string
  readonly status: string | null
  readonly platformId: string | null
  readonly platform: string | null
  readonly createdAt: string | null
  /** The transaction that it belongs to, which the inbox shows. */
  readonly transaction: string | null
}

/** How many matches of one reference are shown: each is a look-up of its own, and many customers may have had one name. */
const REFERENCES_MAX = 100

export const search = operatorRoute({
  id: 'search',
  method: 'get',
  path: '/search',
  role: 'VIEW',
  summary:
    'What an id or a reference names, with its platform and its status; `hasMore` where a reference names more than are shown',
  query: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'string', minLength: 3, maxLength: 300 } },
  },
  async handle({ query, tx }) {
    // `Quote:<uuid>/return` is a workflow of that payment.
    const asked = query.id.trim()
    const [, kind, uuid] =
      /^(?:([A-Za-z]+):)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/.*)?$/.exec(asked) ?? []
    const byId = uuid === undefined ? [] : await named(tx, uuid, kind)
    const others = await tx.query<{ subject: string; how: string }>({
      name: 'operator_search_references',
      text: `select subject, how from (${references}) named limit ${REFERENCES_MAX + 1}`,
      values: [asked],
    })
    const hasMore = others.length > REFERENCES_MAX
    const data: Hit[] = [...byId]
    for (const { subject, how } of others.slice(0, REFERENCES_MAX)) {
      const [other = '', id = ''] = subject.split(':')
      const hits = await named(tx, id, other)
      data.push(...hits.map((hit) => ({ ...hit, how })))
    }
    const [first] = data
    const isOne = new Set(data.map(({ platformId }) => platformId)).size === 1
    const platformId = isOne ? (first?.platformId?.split(':')[1] ?? undefined) : undefined
    const body = { data, hasMore }
    return { body, subject: asked, platformId, details: { found: data.length } }
  },
})

/** Rows of that id; of one kind where it is named, and else of all. */
async function named(tx: Tx, uuid: string, kind: string | undefined): Promise<Hit[]> {
  const kinds = (Object.entries(tables) as [Kind, string][]).filter(
    ([each]) => kind === undefined || each === kind,
  )
  // Of the row only what says which thing it is: nothing of a customer's data.
  const branches = kinds.map(
    ([each, table]) => `select '${each}' as kind, to_jsonb(t) as r from ${table} t where t.id = $1`,
  )
  if (kind === undefined || kind === 'Deposit') branches.push(deposit)
  if (branches.length === 0) return []
  const rows = await tx.query<{
    kind: Kind
    status: string | null
    platform_id: string | null
    platform: string | null
    created_at: string | null
    transaction_id: string | null
  }>({
    text: `select x.kind, coalesce(x.r ->> 'status', x.r ->> 'state') as status, x.r ->> 'created_at' as created_at,
        case x.kind when 'PlatformConfig' then $1::text else x.r ->> 'platform_id' end as platform_id,
        p.name as platform, x.r ->> 'transaction_id' as transaction_id
      from (${branches.join(' union all ')}) x
      left join platforms p on p.id = case x.kind when 'PlatformConfig' then $1::uuid
        else (x.r ->> 'platform_id')::uuid end`,
    values: [uuid],
  })
  return rows.map((row) => ({
    subject: idOf(row.kind, uuid),
    how: 'id',
    status: row.status,
    platformId: row.platform_id && idOf('PlatformConfig', row.platform_id),
    platform: row.platform,
    createdAt: row.created_at,
    transaction: transactionOf(row.kind, uuid, row.transaction_id),
  }))
}

/** The inbox shows what happened to them under their own ids. */
const itemKinds: ReadonlySet<Kind> = new Set(['Transaction', 'StablecoinOperation', 'Deposit'])

function transactionOf(kind: Kind, uuid: string, transactionId: string | null): string | null {
  if (itemKinds.has(kind)) return idOf(kind, uuid)
  return kind === 'Quote' && transactionId !== null ? idOf('Transaction', transactionId) : null
}
