/**
 * Lives of an account's deposits, against a model: right, wrong, too little, late, twice, applied, sent back, sent back
 * to us again, with kills of the worker amid arrivals and decisions. Afterwards each deposit is what the model says,
 * and our books are the rail's. The long suite plays 300 lives.
 */
import { Connection } from '@temporalio/client'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import { need, parseConfig } from '../../runtime/config.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { rowsOf } from '../durability/payments.ts'
import { aPlatform, ledgerHolds } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { countOf, fastCheckSeed, seed } from '../support/seed.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import { aCustomer } from './customers.ts'
import { aLife, type DepositStage, type Life, MINIMUM, play } from './depositModel.ts'

const LIVES = countOf(5, 300)
const AT_ONCE = 30
const KILLS_MAX = countOf(1, 3)

let stack: TestStack
let stage: (kill: () => Promise<void>) => DepositStage
let close = async (): Promise<void> => undefined

beforeAll(async () => {
  stack = await aKeptStack()
  const platform = await aPlatform(stack)
  const ada = await aCustomer(stack, { platform })
  const config = parseConfig(stack.env)
  const database = openDatabase(stack.databaseUrl, { poolMax: 10 })
  const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  const { platform_id: platformId } = await database.one<{ platform_id: string }>({
    text: 'select platform_id from tokens where client_id = $1',
    values: [platform.clientId],
  })
  await database.query({
    text: `update platforms set supported_currencies = (select jsonb_agg(c || jsonb_build_object('minAmount', $2::integer))
      from jsonb_array_elements(supported_currencies) c) where id = $1`,
    values: [platformId, MINIMUM],
  })
  const name = `foreign ${platformId}`
  const { clientId } = await createPlatform(stack.databaseUrl, { name, environment: 'PRODUCTION' })
  const { reference } = await database.one<{ reference: string }>({
    text: `select funding_reference_of(a.id) as reference from internal_accounts a
      join tokens t on t.platform_id = a.platform_id where t.client_id = $1 and a.currency = 'USD'`,
    values: [clientId],
  })
  const shared = {
    ...{ database, client: createClient(connection, config), config, platformId },
    ...{ control: aSandboxControl(stack), foreign: reference },
    customerId: ada.customer.id.split(':')[1] ?? '',
  }
  stage = (kill) => ({ ...shared, kill })
  close = async () => {
    await Promise.all([connection.close(), database.close()])
  }
})
afterAll(async () => {
  await close()
  await ledgerHolds(stack)
  await stack?.stop()
})

test(`${LIVES} lives: each deposit is what the model says, and the rail's books are ours`, {
  timeout: 3_600_000,
}, async () => {
  const lives = fc.sample(aLife, { seed: fastCheckSeed('deposits'), numRuns: LIVES })
  let kills = 0
  let played = 0
  const wrong: string[] = []
  for (let first = 0; first < lives.length; first += AT_ONCE) {
    let left = KILLS_MAX
    const kill = async (): Promise<void> => {
      left -= 1
      if (left < 0) return
      kills += 1
      await stack.kill('worker')
    }
    const some = lives.slice(first, first + AT_ONCE)
    const ended = await Promise.all(some.map((steps) => play(stage(kill), steps)))
    played += ended.reduce((sum, { deposits }) => sum + deposits.length, 0)
    for (const life of ended) wrong.push(...(await problemsOf(life)))
  }
  console.log(`${LIVES} lives of seed ${seed}: ${played} deposits, ${kills} kills of the worker`)
  expect(wrong, `seed ${seed}`).toEqual([])
})

type Books = {
  readonly balance: string
  readonly transactions: string
  readonly funding: string
  readonly suspense: string
  readonly rail: string
}

/** What is wrong after a life; empty if nothing is. */
async function problemsOf({ steps, accountId, deposits }: Life): Promise<string[]> {
  const ids = deposits.map(({ id }) => id)
  const rows = await rowsOf<{ id: string; outcome: string }>(
    stack,
    'select id, outcome from deposits where id = any ($1)',
    [ids],
  )
  const outcomes = new Map(rows.map(({ id, outcome }) => [id, outcome]))
  const [books] = await rowsOf<Books>(
    stack,
    `with moved as (select d.kind as debit, c.kind as credit, t.amount from ledger_transfers t
        join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
        where t.reference = any ($1) or t.reference = any ($2))
      select (select posted from ledger_balances where account_id = $3)::text as balance,
        (select count(*) from transactions where id = any ($4::uuid[]) and status = 'COMPLETED')::text as transactions,
        coalesce(sum(case when debit = 'FUNDING' then amount when credit = 'FUNDING' then -amount else 0 end), 0)::text as funding,
        coalesce(sum(case when credit = 'SUSPENSE' then amount when debit = 'SUSPENSE' then -amount else 0 end), 0)::text as suspense,
        coalesce(sum(case when credit = 'RAIL' then amount when debit = 'RAIL' then -amount else 0 end), 0)::text as rail
      from moved`,
    [
      ids.map((id) => `Arrival:${id}`),
      deposits.map(({ uuid }) => `Transaction:${uuid}`),
      accountId,
      deposits.map(({ uuid }) => uuid),
    ],
  )
  const [rail] = await rowsOf<{ reported: string; paid: string; submissions: string }>(
    { databaseUrl: stack.sandboxDatabaseUrl },
    `select (select coalesce(sum((d ->> 'amountMinor')::bigint), 0) from
        (select distinct deposit as d from sandbox.notices where deposit ->> 'id' = any ($1)) x)::text as reported,
      (select coalesce(sum((instruction ->> 'amountMinor')::bigint), 0) from sandbox.payouts
        where state = 'SETTLED' and split_part(reference, '/', 1) = any ($2))::text as paid,
      (select count(*) from sandbox.payouts where split_part(reference, '/', 1) = any ($2))::text as submissions`,
    [ids, deposits.map(({ uuid }) => `Deposit:${uuid}`)],
  )
  const sum = (outcome: string): string =>
    String(
      deposits
        .filter((one) => one.outcome === outcome)
        .reduce((total, { amount }) => total + amount, 0),
    )
  const expected = {
    outcomes: deposits.map(({ outcome }) => outcome),
    balance: sum('APPLIED'),
    transactions: String(deposits.filter(({ outcome }) => outcome === 'APPLIED').length),
    suspense: sum('UNAPPLIED'),
    funding: rail?.reported,
    rail: rail?.paid,
    paid: sum('RETURNED'),
    submissions: String(deposits.reduce((total, { returns }) => total + returns, 0)),
  }
  const found = {
    outcomes: deposits.map(({ id }) => outcomes.get(id)),
    ...books,
    ...{ paid: rail?.paid, submissions: rail?.submissions },
  }
  const same = Object.entries(expected).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(found[name as keyof typeof found]),
  )
  return same ? [] : [JSON.stringify({ steps, expected, found })]
}
