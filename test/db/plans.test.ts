/**
 * No statement reads a table that grows from end to end: neither the prepared ones nor those inside
 * functions and triggers. The long suite has a million rows of each kind and leaves the planner its
 * choice; `npm test` has few, and only asks whether an index can serve.
 */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { fillLists } from '../../scripts/bench/listRows.ts'
import { withClient } from '../../scripts/devstack/postgres.ts'
import { readSources } from '../../scripts/imports/graph.ts'
import { countOf, isLong } from '../support/seed.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'
import { callAuthorizations } from './authorizationCalls.ts'
import { callAgents, callOthers, callPayments, callWallet } from './calls.ts'
import { callCards } from './cardCalls.ts'
import { callCustomers } from './customerCalls.ts'
import { callDocuments } from './documentCalls.ts'
import {
  anExplainingDatabase,
  type Explained,
  genericPlan,
  growingTables,
  locksOf,
  type Plan,
  PREFER_INDEXES,
  readWhole,
} from './explained.ts'
import { fillRest, stopAutovacuum } from './manyRows.ts'
import { callSandboxFaults } from './sandboxFaultCalls.ts'
import { callSca } from './scaCalls.ts'
import { callStablecoins } from './stablecoinCalls.ts'
import { callVerifications } from './verificationCalls.ts'

/** With rows of their own: what is one platform's is a part of a table. */
const PLATFORMS = 5
const ROWS = countOf(3_000, 1_000_000)
const preparations = isLong ? [] : [PREFER_INDEXES]

let server: TestDatabase
let grows: ReadonlySet<string>

beforeAll(async () => {
  server = await aDatabase()
  const database = openDatabase(server.url, { poolMax: 1, statementTimeoutMs: 1_800_000 })
  grows = await growingTables(database)
  await stopAutovacuum(database)
  for (let platform = 0; platform < PLATFORMS; platform += 1) {
    await fillLists(database, { transactions: ROWS / PLATFORMS, customers: ROWS / PLATFORMS / 2 })
  }
  await fillRest(database, ROWS)
  await database.close()
}, 3_600_000)
afterAll(() => server.drop())

/** Partial indexes of what is open at this moment, and of tables that hold nothing else. */
const openRows: ReadonlySet<string> = new Set([
  'payments_open',
  'card_pulls_exception',
  'payments_to_authorize',
  'rail_orders_open_refunds',
  'rail_orders_contradicted',
  'requests_open',
  'requests_secret',
  'otp_verifications_open',
  'otp_issuances_open',
  'internal_accounts_pending',
  'deposits_open',
  'deposits_unapplied',
  'deposit_sweeps_waiting',
  'deposit_sweeps_platform',
  'taken_back_deposits_owed',
  'card_disputes_open',
  'deposit_returns_open',
  'deposit_returns_contradicted',
  'internal_accounts_to_fund',
  'webhook_deliveries_open',
  'webhook_deliveries_due',
  'webhook_deliveries_of_endpoint',
  'webhook_deliveries_waiting',
  'agent_actions_pending',
  'external_account_challenges_open',
  'account_validations_open',
  'external_accounts_under_review',
  'verifications_open',
  'verification_notices_open',
  'verification_notices_ended',
  'sca_resets_open',
  'bulk_imports_open',
  'sca_challenges_unsent',
  'cards_being_issued',
  'cards_unsent',
  'stablecoin_operations_open',
  'stablecoin_operations_cases',
  'unknown_rail_notices_reference',
  'unknown_rail_notices_pkey',
  'unknown_rail_notices_sequence_key',
  'rail_consequences_open',
  'unknown_rail_notices_confirmed',
  'operator_decisions_open',
])

/** A partial index that holds what is open is read whole by those who look for what is open. */
function wrongIn(plan: Plan): string[] {
  return readWhole(plan, grows).filter((what) => {
    const [, index = ''] = /\(all of (\w+)\)$/.exec(what) ?? []
    return !openRows.has(index)
  })
}

/** Prepared statements whose answer is about all rows of a platform. */
const whole: Readonly<Record<string, string>> = {
  balance_history: 'sums all accounts of a platform',
  balance_extremes: 'sums all accounts of a platform',
  operator_ledger_accounts: 'sums the service’s own accounts, which are few',
  operator_ledger_held: 'sums all balances, when an operator asks',
}

type Named = { readonly name: string; readonly text: string }

/** Those whose text stands in the source; lists are built, and have tests of their own. */
function namedStatements(): Named[] {
  const named = /\bname: ['"`]([^'"`]+)['"`],\s*text:\s*(?:`([^`]*)`|'([^']*)')/g
  return [...readSources()].flatMap(([file, source]) =>
    /^(api|activities|worker|db)\//.test(file)
      ? [...source.matchAll(named)].flatMap(([, name = '', quoted, plain]) => {
          const text = quoted ?? plain ?? ''
          return text.includes('${') ? [] : [{ name, text }]
        })
      : [],
  )
}

test('prepared statements', async () => {
  const statements = namedStatements()
  expect(statements.length).toBeGreaterThan(60)
  const client = new Client({ connectionString: server.url })
  await client.connect()
  for (const preparation of preparations) await client.query(preparation)
  const wrong: string[] = []
  for (const { name, text } of statements) {
    const places = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place)))
    const plan = await genericPlan(client, text, places)
    if (name in whole) continue
    wrong.push(...wrongIn(plan).map((table) => `${name}: ${table}`))
  }
  await client.end()
  expect(wrong).toEqual([])
}, 600_000)

test('statements inside functions and triggers', async () => {
  const explaining = await anExplainingDatabase(server.url, preparations)
  const { database, plans } = explaining
  const fixture = await callPayments(explaining, server.url)
  const { platformId } = fixture
  await callAgents(database, fixture)
  await callCustomers(database, platformId)
  await callVerifications(database, platformId)
  const customerId = await callWallet(database, platformId)
  await callDocuments(database, platformId, customerId)
  await callCards(database, platformId)
  await callStablecoins(database, platformId)
  await callOthers(database, platformId, customerId)
  await callSandboxFaults(database, platformId)
  await callSca(database, platformId, customerId)
  await callAuthorizations(database, fixture)
  const called = await explaining.called()
  await explaining.end()
  const wrong = plans.flatMap(({ text, plan }) =>
    wrongIn(plan).map((table) => `${table} by ${text.replaceAll(/\s+/g, ' ').trim()}`),
  )
  expect([...new Set(wrong)]).toEqual([])
  expect([...new Set(explaining.transactions.flatMap(outOfOrder))]).toEqual([])
  expect((await proceduresOf(server.url)).filter((name) => !called.has(name))).toEqual(notCalled)
}, 1_800_000)

/**
 * In which order a transaction locks rows: two that did it in different orders could wait for each other. Rail orders are
 * no part of it: whoever locks one holds its payment.
 */
const lockOrder = [
  'agents',
  'customers',
  'idempotency_keys',
  'external_accounts',
  'payments',
  'ledger_balances',
  'payment_usage',
  'agent_actions',
  'agent_usage',
]

/** Functions that lock in another order, and why nobody waits for them in a circle. */
const unordered: Readonly<Record<string, string>> = {
  create_payment: 'the row is its own, and its key is locked by nobody who waits for the account',
  delete_customer: 'the customer is locked first, also by every payment to one of its accounts',
  erase_customers: 'the customers are locked first, by the query of a loop, which ends last',
  take_over_deposit: 'the store is closed for everybody else',
  take_over_payment: 'the store is closed for everybody else',
}

/** Tables that a transaction locks after one that comes later in the order, and how it began. */
function outOfOrder(transaction: readonly Explained[]): string[] {
  const locked: string[] = []
  for (const table of transaction.flatMap(locksOf)) {
    if (lockOrder.includes(table) && !locked.includes(table)) locked.push(table)
  }
  const ranks = locked.map((table) => lockOrder.indexOf(table))
  const isSorted = ranks.every((rank, index) => index === 0 || rank > (ranks[index - 1] ?? 0))
  const [, name = ''] = /^select (\w+)\(/.exec(transaction.at(-1)?.text ?? '') ?? []
  return isSorted || name in unordered ? [] : [`${name}: ${locked.join(', ')}`]
}

/**
 * `ledger_post` is of tests alone; the nightly clean-up's roll-up reads what is new, of all accounts; a clock that was
 * moved is one of the whole store (`test/testClock`).
 */
const notCalled: readonly string[] = [
  'begin_clock_move',
  'ledger_post',
  'ledger_roll_up',
  'move_clock',
  'move_clock_to',
]

/** Functions in PL/pgSQL: one in SQL may be a part of the statement that calls it. */
async function proceduresOf(url: string): Promise<string[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string }>(
      `select proname as name from pg_proc p join pg_language l on l.oid = p.prolang
        where pronamespace = 'public'::regnamespace and lanname = 'plpgsql'
          and prorettype <> 'trigger'::regtype order by 1`,
    ),
  )
  return rows.map(({ name }) => name)
}
