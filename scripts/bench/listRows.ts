/** Tables of any length for the lists: rows by insert..select, the same shape at every length. */
import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/database.ts'

export type ListRows = {
  readonly platformId: string
  /** UUIDs without prefix. The first is busy (a tenth of all payments), the second an ordinary one. */
  readonly customers: readonly [string, string]
  readonly platformCustomerId: string
  /** What a ninth of the customers were called, all of them deleted. */
  readonly reusedCustomerId: string
  /** Account identifiers: of a wallet that sends a tenth of all, and of a bank account. */
  readonly busyAccount: string
  readonly bankAccount: string
  readonly reference: string
  /** Ids. The first has a fiftieth of all, the second the few oldest. */
  readonly cards: readonly [string, string]
  /** The id of an event that was delivered. */
  readonly event: string
  /** The `X-Request-Id` of a request in the log. */
  readonly loggedRequest: string
  /** The path of a few of them. */
  readonly loggedPath: string
}

/** How many of the oldest rows are of each rare kind, whatever the length of the table. */
const RARE = 30
const REUSED = 'customer-again'

type Ids = Readonly<Record<'busy' | 'plain' | 'card' | 'rareCard' | 'event', string>>

export type Lengths = { readonly transactions: number; readonly customers: number }

/**
 * A platform of the sandbox with customers (two internal accounts, one external account, one
 * agent, one event with its delivery and one logged request each) and transactions. A tenth of
 * the payments are one busy customer's, a fifth the platform's own, ten an ordinary customer's at
 * any length, the rest spread evenly; a fiftieth are purchases of one card. Three share each instant.
 * The oldest rows hold what is rare: failed incoming ones, pending ones, references, another card, and
 * customers who are called Ada Lovelace.
 */
export async function fillLists(database: Database, lengths: Lengths): Promise<ListRows> {
  const platformId = randomUUID()
  await database.query({
    text: `insert into platforms (id, name, environment, uma_domain, supported_currencies)
      select $1::uuid, $2, 'SANDBOX', $1::uuid || '.example', '[]'`,
    values: [platformId, `lists ${platformId}`],
  })
  await fillCustomers(database, platformId, lengths.customers)
  await fillTransactions(database, platformId, lengths)
  await fillExternalAccounts(database, platformId, lengths.customers)
  await fillAgents(database, platformId, lengths.customers)
  await fillWebhooks(database, platformId, lengths.customers)
  await fillRequestLog(database, platformId, lengths.customers)
  // Not a vacuum: what is measured is a table that is written to all day.
  await database.query({ text: 'analyze' })
  const [ids] = await database.query<Ids>({
    text: `select ${uuidOf('customer', '1')}::text as busy, ${uuidOf('customer', '7')}::text as plain,
        ${uuidOf('card', '1')}::text as card, ${uuidOf('card', '2')}::text as "rareCard",
        ${uuidOf('event', String(5 * RARE))}::text as event
      from (select $1::uuid as platform) p`,
    values: [platformId],
  })
  const [bank] = await database.query<{ account: string; busy: string }>({
    text: `select destination ->> 'accountId' as account, source ->> 'accountId' as busy
      from transactions where platform_id = $1 and customer_id = $2 and type = 'OUTGOING' limit 1`,
    values: [platformId, ids?.busy],
  })
  if (ids === undefined || bank === undefined) throw new Error('the tables are too short')
  return {
    platformId,
    customers: [ids.busy, ids.plain],
    platformCustomerId: 'customer-7',
    reusedCustomerId: REUSED,
    busyAccount: bank.busy,
    bankAccount: bank.account,
    reference: 'invoice-4711',
    cards: [`Card:${ids.card}`, `Card:${ids.rareCard}`],
    event: `Webhook:${ids.event}`,
    loggedRequest: `${platformId}-${5 * RARE}`,
    loggedPath: `/2025-10-13/quotes/Quote:${ids.event}`,
  }
}

/** SQL: the uuid of the i-th row of a kind; `p.platform` is in reach. */
function uuidOf(kind: string, i: string): string {
  return `md5('${kind}/' || p.platform || '/' || (${i}))::uuid`
}

/** SQL: what a customer has sent of itself. Most are called alike; one in a hundred has another last name. */
const PROFILE = `case when i <= ${RARE} then '{"businessInfo": {"legalName": "Ada Lovelace Ltd"}}'
  when i <= ${2 * RARE} then '{"fullName": "Ada Lovelace"}'
  else jsonb_build_object('fullName', 'Grace ' || case when i % 100 = 0 then 'Murray' else 'Hopper' end) end`

async function fillCustomers(database: Database, platform: string, count: number): Promise<void> {
  const from = `from generate_series(1, $2::integer) i, (select $1::uuid as platform) p`
  const values = [platform, count]
  await database.query({
    text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address,
        region, email, profile, currencies, kyc_status, is_deleted, created_at, updated_at)
      select ${uuidOf('customer', 'i')}, p.platform,
        case when i > ${RARE} and i % 9 = 0 then '${REUSED}' else 'customer-' || i end,
        case when i <= ${RARE} then 'BUSINESS' else 'INDIVIDUAL' end,
        '$user' || i || '@' || p.platform || '.example', case when i <= ${RARE} then 'DE' else 'US' end,
        'user' || i || '@example.com', ${PROFILE}, case when i <= ${RARE} then array['EUR', 'USDB'] else array['USD', 'USDB'] end, 'APPROVED',
        i > ${RARE} and i % 3 = 0, service_now() - (($2 - i) / 3) * interval '1 second',
        service_now() - (($2 - i) / 3) * interval '1 second' ${from}`,
    values,
  })
  for (const [kind, type, currency] of [
    ['wallet', 'EMBEDDED_WALLET', "'USDB'"],
    ['fiat', 'INTERNAL_FIAT', `case when i <= ${RARE} then 'EUR' else 'USD' end`],
  ] as const) {
    await database.query({
      text: `with ledger as (insert into ledger_accounts (id, environment, kind, currency, has_floor)
          select ${uuidOf(kind, 'i')}, 'SANDBOX', 'HOLDER', ${currency}, true ${from})
        select 1`,
      values,
    })
    await database.query({
      text: `insert into ledger_balances (account_id) select ${uuidOf(kind, 'i')} ${from}`,
      values,
    })
    await database.query({
      text: `insert into internal_accounts (id, platform_id, environment, customer_id, type, currency, status,
          created_at)
        select ${uuidOf(kind, 'i')}, p.platform, 'SANDBOX', ${uuidOf('customer', 'i')}, '${type}', ${currency},
          'ACTIVE', service_now() - (($2 - i) / 3) * interval '1 second' ${from}`,
      values,
    })
  }
}

async function fillTransactions(
  database: Database,
  platform: string,
  { transactions, customers }: Lengths,
): Promise<void> {
  const rare = (index: number): string => `i > ${RARE * index} and i <= ${RARE * (index + 1)}`
  // A customer's number, or null for the platform's own.
  const owner = `case when i % 10 = 0 then 1 when i % 5 = 1 and not (${rare(0)}) then null
    when i % ($2 / 10) = 7 then 7 else i % ($3 - 7) + 8 end`
  const account = `jsonb_build_object('sourceType', 'ACCOUNT', 'accountId',
    'InternalAccount:' || ${uuidOf('wallet', 'o')}, 'currency', 'USDB')`
  const bank = `jsonb_build_object('destinationType', 'ACCOUNT', 'accountId',
    'ExternalAccount:' || ${uuidOf('bank', 'o')}, 'currency', 'USD')`
  const isCard = `(${rare(4)} or i % 50 = 19)`
  const card = `jsonb_build_object('cardId', ${uuidOf('card', `case when ${rare(4)} then 2 else 1 end`)}, 'accountId',
    ${uuidOf('wallet', 'o')}, 'issuerToken', i::text, 'merchant', '{"descriptor": "COFFEE"}'::jsonb, 'authorized', 500,
    'settled', 500, 'refunded', 0, 'settlements', 1, 'refunds', 0, 'pulls', '{"count": 1, "total": 500, "pending": 0}'::jsonb,
    'authorizedAt', service_now())`
  const status = `case when ${isCard} then 'SETTLED' when ${rare(0)} then 'FAILED' when ${rare(1)} then 'PENDING'
    when ${rare(2)} then 'PROCESSING' when i % 10 = 3 then 'EXPIRED' when i % 50 = 7 then 'FAILED'
    else 'COMPLETED' end`
  await database.query({
    text: `insert into transactions (id, platform_id, customer_id, platform_customer_id, type,
        direction, status, source, destination, sent_amount, sent_currency, received_amount,
        received_currency, reference, expires_at, created_at, updated_at, settled_at, card)
      select ${uuidOf('transaction', 'i')}, p.platform,
        case when o is not null then ${uuidOf('customer', 'o')} end, 'customer-' || o,
        case when is_card then 'CARD' when is_incoming then 'INCOMING' else 'OUTGOING' end,
        case when is_incoming then 'CREDIT' else 'DEBIT' end, state,
        case when is_incoming then '{"sourceType": "REALTIME_FUNDING", "currency": "USDB"}'
          else ${account} end,
        case when is_incoming then (${account} - 'sourceType') || '{"destinationType": "ACCOUNT"}'
          else ${bank} end,
        1000 + i, 'USDB', 900 + i, 'USD', case when ${rare(3)} then 'invoice-4711' end,
        case when state = 'PENDING' then service_now() + interval '1 day' end,
        service_now() - (($2 - i) / 3) * interval '1 second',
        service_now() - (($2 - i) / 3) * interval '1 second',
        case when state = 'COMPLETED' and not is_card then service_now() - (($2 - i) / 3 - 1) * interval '1 second' end,
        case when is_card then ${card} end
      from (select i, ${owner} as o, ${status} as state, i % 5 = 2 or ${rare(0)} as is_incoming, ${isCard} as is_card
          from generate_series(1, $2::integer) i) made, (select $1::uuid as platform) p`,
    values: [platform, transactions, customers],
  })
}

async function fillExternalAccounts(
  database: Database,
  platform: string,
  count: number,
): Promise<void> {
  await database.query({
    text: `insert into external_accounts (id, platform_id, customer_id, account_type, currency,
        status, account_info, identity, created_at)
      select ${uuidOf('bank', 'i')}, p.platform, ${uuidOf('customer', 'i')}, 'USD_ACCOUNT',
        case when i % 2 = 0 then 'USD' else 'EUR' end, 'ACTIVE', '{"accountType": "USD_ACCOUNT"}',
        i::text, service_now() - (($2 - i) / 3) * interval '1 second'
      from generate_series(1, $2::integer) i, (select $1::uuid as platform) p`,
    values: [platform, count],
  })
}

/** The oldest agents are paused; every other one is connected. */
async function fillAgents(database: Database, platform: string, count: number): Promise<void> {
  const from = `from generate_series(1, $2::integer) i, (select $1::uuid as platform) p`
  const at = `service_now() - (($2 - i) / 3) * interval '1 second'`
  const values = [platform, count]
  await database.query({
    text: `insert into agents (id, platform_id, environment, customer_id, name, is_paused, token_hash, connected_at,
        created_at, updated_at)
      select ${uuidOf('agent', 'i')}, p.platform, 'SANDBOX', ${uuidOf('customer', 'i')}, 'agent', i <= ${RARE},
        case when i % 2 = 0 then sha256(('token/' || p.platform || '/' || i)::bytea) end,
        case when i % 2 = 0 then ${at} end, ${at}, ${at} ${from}`,
    values,
  })
  await database.query({
    text: `insert into agent_policies (agent_id, version, policy, changed_by)
      select ${uuidOf('agent', 'i')}, 1, '{}', 'x' ${from}`,
    values,
  })
}

/** The oldest events are tests, have failed or are on their way; the oldest were never sent. */
async function fillWebhooks(database: Database, platform: string, count: number): Promise<void> {
  const from = `from generate_series(1, $2::integer) i, (select $1::uuid as platform) p`
  const at = `service_now() - (($2 - i) / 3) * interval '1 second'`
  const values = [platform, count]
  await database.query({
    text: `insert into events (id, platform_id, type, subject, snapshot, is_unsent, created_at)
      select ${uuidOf('event', 'i')}, p.platform,
        case when i <= ${4 * RARE} then 'TEST' when i % 2 = 0 then 'CUSTOMER.KYC_APPROVED'
          else 'INTERNAL_ACCOUNT.BALANCE_UPDATED' end,
        'Customer:' || ${uuidOf('customer', 'i')}, '{}', i <= ${RARE}, ${at} ${from}`,
    values,
  })
  await database.query({
    text: `insert into webhook_deliveries (id, event_id, platform_id, endpoint, status, attempts,
        is_manual, created_at)
      select ${uuidOf('delivery', 'i')}, ${uuidOf('event', 'i')}, p.platform, 'http://127.0.0.1:1/',
        case when i <= ${2 * RARE} then 'STOPPED' when i <= ${3 * RARE} then 'PENDING'
          else 'DELIVERED' end, 1, i > ${3 * RARE} and i <= ${4 * RARE}, ${at} ${from}
        where i > ${RARE}`,
    values,
  })
}

/** The oldest have failed or have deleted something; ten are about one quote. */
async function fillRequestLog(database: Database, platform: string, count: number): Promise<void> {
  await database.query({
    text: `insert into request_log (at, request_id, platform_id, method, path, operation, status, ms)
      select service_now() - (($2 - i) / 3) * interval '1 second', p.platform || '-' || i, p.platform,
        case when i > ${RARE} and i <= ${2 * RARE} then 'DELETE' when i % 2 = 0 then 'POST' else 'GET' end,
        '/2025-10-13/' || case when i > ${5 * RARE} and i <= ${5 * RARE + 10}
            then 'quotes/Quote:' || ${uuidOf('event', String(5 * RARE))}
          when i % 5 = 0 then 'customers' else 'quotes' end,
        'x', case when i <= ${RARE} then 500 when i % 10 = 0 then 404 else 200 end, 1.5
      from generate_series(1, $2::integer) i, (select $1::uuid as platform) p`,
    values: [platform, count],
  })
}
