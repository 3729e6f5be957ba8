/**
 * kill -9 of each process amid purchases: what the issuer has cleared is pulled once, what it has authorized is
 * held, and its books are ours.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '../durability/payments.ts'
import {
  aLoggedInWallet,
  type LoggedInWallet,
  ledgerHolds,
  type Resource,
  waitUntil,
} from '../support/builders.ts'
import { play, purchaseOf, transactionOf } from '../support/cardPlays.ts'
import { aDelegatedKey } from '../support/delegatedKeys.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { chanceOf, countOf } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'

const UNITS = 10_000n
const FUNDED = 1_000_000n * UNITS
const AT_ONCE = 4
const LATEST_KILL_MS = 1_500
/** How long the provider takes to sign, so that kills meet pulls too. */
const SIGNING_MS = 300

const chance = chanceOf('kills of purchases')
const kills = (['worker', 'api', 'sandbox'] as const).flatMap((role) =>
  Array.from({ length: countOf(1, 20) }, (_, turn) => [role, turn] as const),
)

let stack: TestStack
let owner: LoggedInWallet
let card: Resource

beforeAll(async () => {
  // Events that do not arrive are made up for by the issuer's list.
  stack = await aRunningStack({ env: { SWEEP_SECONDS: '1', CARD_DECISION_TIMEOUT_MS: '5000' } })
  owner = await aLoggedInWallet(stack, { minor: FUNDED })
  card = (await aDelegatedKey(owner)).card
})
afterAll(() => stack?.stop())

/** A purchase that is cleared, some of them above what was authorized; no call is repeated. */
async function purchase(cents: number, clearedCents: number): Promise<void> {
  const asked = await play(owner.api, card, 'authorization', purchaseOf(cents)).catch(
    () => undefined,
  )
  const token = asked?.body.issuerTransactionToken
  if (token === undefined) return
  const listed = await waitUntil('the purchase is listed or declined', async () => {
    const found = await transactionOf(owner.api, owner.customer, token).catch(() => undefined)
    return found ?? ((await isDeclined(token)) && 'DECLINED')
  })
  // A decision that is not made in time is a decline.
  if (listed === 'DECLINED') return
  const clearing = { cardTransactionId: listed.id, amount: clearedCents }
  await play(owner.api, card, 'clearing', clearing).catch(() => undefined)
}

async function isDeclined(token: unknown): Promise<boolean> {
  const text = `select 1 from sandbox.issuer_transactions where token = $1 and result <> 'APPROVED'`
  return (await rowsOf({ databaseUrl: stack.sandboxDatabaseUrl }, text, [token])).length > 0
}

type Books = readonly {
  readonly token: string
  readonly pending: number
  readonly settled: number
}[]

/** The issuer's word of the card, without what came to nothing. */
async function theirBooks(): Promise<Books> {
  const rows = await rowsOf<{ token: string; pending: string; settled: string }>(
    { databaseUrl: stack.sandboxDatabaseUrl },
    `select token, pending, settled from sandbox.issuer_transactions where card_token = $1 and (pending <> 0 or settled <> 0)
      order by token`,
    [card.issuerRef],
  )
  return rows.map(numbers)
}

/** What we hold, and what has left the wallet. */
async function ourBooks(): Promise<Books> {
  const rows = await rowsOf<{ token: string; pending: string; settled: string }>(
    stack,
    `select * from (select t.token, t.held as pending, coalesce((select sum(cents) from card_pulls
        where transaction_id = t.id and state = 'DONE'), 0) as settled from card_transactions t where t.card_id = $1) x
      where pending <> 0 or settled <> 0 order by token`,
    [bare(card)],
  )
  return rows.map(numbers)
}

function numbers(row: { token: string; pending: string; settled: string }): Books[number] {
  return { token: row.token, pending: Number(row.pending), settled: Number(row.settled) }
}
const bare = ({ id }: { readonly id: string }): string => id.split(':')[1] ?? ''

/** Each clearing of the issuer's with what was pulled for it, signed at the provider, and booked. */
async function expectPulledOnce(): Promise<void> {
  const clearings = await rowsOf<{ token: string; amount: string }>(
    { databaseUrl: stack.sandboxDatabaseUrl },
    `select e.token, e.amount from sandbox.issuer_transaction_events e join sandbox.issuer_transactions t on t.token = e.transaction_token
      where t.card_token = $1 and e.type = 'CLEARING' and e.result = 'APPROVED' order by e.token`,
    [card.issuerRef],
  )
  const pulled = await rowsOf<{ token: string; amount: string; pulls: string; booked: string }>(
    stack,
    `select p.event_token as token, sum(p.cents) as amount, count(*) as pulls, sum((select count(*) from ledger_transfers l
        where l.id = 'Transaction:' || t.id || '/pull/' || p.number and l.amount = p.cents * t.units_per_cent)) as booked
      from card_pulls p join card_transactions t on t.id = p.transaction_id
      where t.card_id = $1 and p.state = 'DONE' group by p.event_token order by p.event_token`,
    [bare(card)],
  )
  expect(pulled.map(({ token, amount }) => [token, Number(amount)])).toEqual(
    clearings.map(({ token, amount }) => [token, Number(amount)]),
  )
  for (const { token, pulls, booked } of pulled) {
    expect([token, Number(booked)]).toEqual([token, Number(pulls)])
  }
  const signed = await rowsOf<{ count: string }>(
    { databaseUrl: stack.sandboxDatabaseUrl },
    `select count(*) from sandbox.activities where type like '%SIGN_RAW_PAYLOAD_V2' and status = 'COMPLETED'
      and organization_id = $1`,
    [await organizationOf(owner.wallet)],
  )
  const pulls = pulled.reduce((total, row) => total + Number(row.pulls), 0)
  expect(Number(signed[0]?.count)).toBe(pulls)
}

async function organizationOf(wallet: { readonly id: string }): Promise<string> {
  const text = 'select sub_organization_id as id from wallets where account_id = $1'
  const [row] = await rowsOf<{ id: string }>(stack, text, [bare(wallet)])
  return row?.id ?? ''
}

test.each(kills)('kill -9 of the %s (%i): one pull for each clearing', async (role) => {
  const control = aSandboxControl(stack)
  await control.order({
    ...{ party: 'provider', operation: 'SIGN_RAW_PAYLOAD_V2', kind: 'delay' },
    ...{ delayMs: SIGNING_MS, count: 2 * AT_ONCE },
  })
  const purchases = Array.from({ length: AT_ONCE }, async (_, index) => {
    await sleep(index * 100)
    await purchase(1_000, index % 2 === 0 ? 1_000 : 1_300)
  })
  await sleep(chance.integer(LATEST_KILL_MS))
  await stack.kill(role)
  await stack.waitReady()
  await Promise.all(purchases)
  await control.clear()
  // As if the time had passed in which the issuer reports what it was answered.
  await rowsOf(
    stack,
    `update card_transactions set updated_at = service_now() - interval '10 minutes' where not is_reported`,
  )
  await waitUntil('the books are equal', async () => {
    const [theirs, ours] = await Promise.all([theirBooks(), ourBooks()])
    return JSON.stringify(theirs) === JSON.stringify(ours)
  })
  await expectPulledOnce()
  const books = await ourBooks()
  const sum = (of: 'pending' | 'settled'): bigint =>
    BigInt(books.reduce((total, one) => total + one[of], 0)) * UNITS
  const [balance] = await rowsOf<{ posted: string; pending_out: string }>(
    stack,
    'select posted, pending_out from ledger_balances where account_id = $1',
    [bare(owner.wallet)],
  )
  expect([BigInt(balance?.posted ?? 0), BigInt(balance?.pending_out ?? 0)]).toEqual([
    FUNDED - sum('settled'),
    sum('pending'),
  ])
  await ledgerHolds(stack)
})

test('a purchase is cleared, and pulled in two parts', async () => {
  await waitUntil('two parts', async () => {
    await purchase(1_000, 1_300)
    const [parts] = await rowsOf<{ most: string | null }>(
      stack,
      `select max(count) as most from (select count(*) from card_pulls where state = 'DONE' group by event_token) x`,
    )
    return Number(parts?.most) === 2
  })
})
