/**
 * Lives of accounts that sweep, against a model: deposits that their destination takes or refuses, too much, reported more
 * than once, with kills of the worker between arrival, sweep and payout. Afterwards each deposit is where the model
 * says, once, and the account has nothing. The long suite plays 300 lives.
 */
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '../durability/payments.ts'
import {
  anExternalAccount,
  ledgerHolds,
  type Resource,
  shown,
  waitUntil,
} from '../support/builders.ts'
import { aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { countOf, fastCheckSeed, seed } from '../support/seed.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import { aHolder, aRuleAccount } from './ruleAccounts.ts'

const LIVES = countOf(12, 300)
const AT_ONCE = 12
const KILLS_MAX = countOf(3, 4)
/** More than the corridor takes at once. */
const TOO_MUCH = 100_000_001

/** What the destination of a life's rule does, and with it every deposit that is in the band. */
const destinations = {
  wallet: 'SWEPT',
  bank: 'SWEPT',
  'bank 002': 'GIVEN',
  'bank 004': 'GIVEN',
  'bank 005': 'GIVEN',
  removed: 'GIVEN',
} as const

type Deposit = {
  readonly amount: number
  /** How many notices of it the rail sends at once. */
  readonly times: number
  /** After it has arrived the worker is killed. */
  readonly isKilled: boolean
}
type Life = { readonly to: keyof typeof destinations; readonly deposits: readonly Deposit[] }

const aLife: fc.Arbitrary<Life> = fc.record({
  to: fc.constantFrom(...(Object.keys(destinations) as (keyof typeof destinations)[])),
  deposits: fc.array(
    fc.record({
      amount: fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 100, max: 90_000 }) },
        { weight: 1, arbitrary: fc.constant(TOO_MUCH) },
      ),
      times: fc.integer({ min: 1, max: 3 }),
      isKilled: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    }),
    { minLength: 1, maxLength: 5 },
  ),
})

let stack: TestStack
let control: SandboxControl

beforeAll(async () => {
  stack = await aKeptStack()
  control = aSandboxControl(stack)
})
afterAll(async () => {
  await ledgerHolds(stack)
  await stack?.stop()
})

test(`${LIVES} lives of sweeps: nothing is lost, nothing is doubled`, {
  timeout: 3_600_000,
}, async () => {
  const lives = fc.sample(aLife, { seed: fastCheckSeed('sweeps'), numRuns: LIVES })
  let kills = 0
  const sums = { deposits: 0, swept: 0, given: 0, lost: 0, doubled: 0 }
  for (let first = 0; first < lives.length; first += AT_ONCE) {
    let left = KILLS_MAX
    const kill = async (): Promise<void> => {
      left -= 1
      if (left < 0) return
      kills += 1
      await stack.kill('worker')
    }
    const ended = await Promise.all(
      lives.slice(first, first + AT_ONCE).map(async (life) => play(life, kill)),
    )
    for (const one of ended) {
      for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += one[name]
    }
  }
  console.log(`${LIVES} lives of sweeps, seed ${seed}, ${kills} kills of the worker:`, sums)
  expect({ lost: sums.lost, doubled: sums.doubled }, `seed ${seed}`).toEqual({
    lost: 0,
    doubled: 0,
  })
})

type Ended = Record<'deposits' | 'swept' | 'given' | 'lost' | 'doubled', number>

async function play({ to, deposits }: Life, kill: () => Promise<void>): Promise<Ended> {
  const holder = await aHolder(stack)
  const { api, customer } = holder
  const destination =
    to === 'wallet'
      ? holder.wallet
      : await anExternalAccount(api, customer, to.startsWith('bank ') ? to.slice(5) : '789')
  const account = await aRuleAccount(holder, destination)
  if (to === 'removed') {
    const path = `/customers/external-accounts/${destination.id}`
    shown('delete', await api.call('DELETE', path), 204)
  }
  const accountId = account.id.split(':')[1] ?? ''
  const [row] = await rowsOf<{ reference: string }>(
    stack,
    'select funding_reference_of($1) as reference',
    [accountId],
  )
  const ids = deposits.map(() => randomUUID())
  for (const [index, { amount, times, isKilled }] of deposits.entries()) {
    const notice = {
      ...{ reference: row?.reference ?? '', amountMinor: String(amount), currency: 'USD' },
      id: ids[index] ?? '',
    }
    await Promise.all(Array.from({ length: times }, () => control.arrive(notice)))
    if (isKilled) await kill()
  }
  const isGiven = ({ amount }: Deposit): boolean =>
    amount === TOO_MUCH || destinations[to] === 'GIVEN'
  const given = deposits.filter(isGiven)
  const swept = deposits.filter((one) => !isGiven(one))
  const expected = {
    given: given.length,
    swept: swept.length,
    own: given.reduce((sum, { amount }) => sum + amount, 0),
  }
  const books = await waitUntil(
    'the deposits have ended',
    async () => {
      const now = await booksOf(accountId, holder.dollars, ids)
      return now.given + now.swept >= deposits.length && now.open === 0 ? now : undefined
    },
    120_000,
  )
  const paidTwice = await paidTwiceOf(accountId)
  const wrong = JSON.stringify({ to, deposits, expected, books, paidTwice })
  const found = { given: books.given, swept: books.swept, own: books.own }
  expect({ ...found, kept: books.kept }, wrong).toEqual({ ...expected, kept: 0 })
  const arrived = deposits.reduce((sum, { amount }) => sum + amount, 0)
  const accounted = books.own + books.sent
  return {
    ...{ deposits: deposits.length, swept: books.swept, given: books.given },
    lost: Math.max(0, arrived - accounted),
    doubled: Math.max(0, accounted - arrived) + paidTwice,
  }
}

type Books = Record<'given' | 'swept' | 'open' | 'own' | 'sent' | 'kept', number>

/** Where the deposits of an account are. */
async function booksOf(
  accountId: string,
  dollars: Resource,
  ids: readonly string[],
): Promise<Books> {
  const [row] = await rowsOf<Record<keyof Books, string>>(
    stack,
    `with sweep as (select s.*, q.status, q.sending_amount from deposit_sweeps s left join payments q on q.id = s.payment_id
        where s.account_id = $1 and s.deposit_id = any ($3))
      select count(*) filter (where state = 'GIVEN') as given,
        count(*) filter (where state = 'EXECUTED' and status = 'COMPLETED'
          and not (select bool_or(x.account_info ->> 'accountNumber' like '%005') from payments p
            join external_accounts x on x.id = p.destination_account_id where p.id = payment_id) is true) as swept,
        count(*) filter (where state = 'WAITING' or status = 'PROCESSING') as open,
        (select posted from ledger_balances where account_id = $2) as own,
        (select coalesce(sum(sending_amount), 0) from payments
          where source_account_id = $1 and status = 'COMPLETED') as sent,
        (select posted + pending_in from ledger_balances where account_id = $1) as kept
      from sweep`,
    [accountId, dollars.id.split(':')[1], ids],
  )
  return Object.fromEntries(
    Object.entries(row ?? {}).map(([name, value]) => [name, Number(value)]),
  ) as Books
}

/** Sweeps of the account that the rail was given more than one payout for. */
async function paidTwiceOf(accountId: string): Promise<number> {
  const sent = await rowsOf<{ reference: string }>(
    stack,
    `select 'Transaction:' || transaction_id as reference from payments where source_account_id = $1`,
    [accountId],
  )
  const acts = await Promise.all(sent.map(({ reference }) => control.acts(reference)))
  return acts.filter((act) => (act['rail submit'] ?? 0) > 1).length
}
