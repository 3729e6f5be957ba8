/** The SQL functions of the ledger, on a real database. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Environment } from '../../contract/outsideParties.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
let database: Database
/** The other side of every test's transfers: an account without a floor. */
let funding: string
let liquidity: string
beforeAll(async () => {
  server = await aDatabase()
  database = openDatabase(server.url, { poolMax: 16 })
  funding = await noFloor('FUNDING')
  liquidity = await noFloor('LIQUIDITY')
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

type Kind = 'POSTED' | 'PENDING' | 'POST_PENDING' | 'VOID_PENDING'
type Transfer = {
  readonly id: string
  readonly kind: Kind
  readonly debit: string
  readonly credit: string
  readonly currency: string
  readonly amount: number
  readonly pendingId?: string
  readonly reference: string
}
type Balance = {
  readonly posted: bigint
  readonly pending_in: bigint
  readonly pending_out: bigint
}

/** Refusals of the ledger by SQLSTATE: raised by ours, and the constraint that is the floor. */
const OTHER_CONTENT = 'LG001'
const NOT_THE_PENDING_ONE = 'LG003'
const CHECK_VIOLATED = '23514'
const UNIQUE_VIOLATED = '23505'
/** The foreign keys of a transfer: an account of another currency or environment is none. */
const NO_SUCH_ACCOUNT = '23503'

async function noFloor(kind: string, environment: Environment = 'SANDBOX'): Promise<string> {
  const [row] = await database.query<{ id: string }>({
    text: 'select service_account($1, $2, $3) as id',
    values: [environment, kind, 'USDB'],
  })
  return row?.id ?? ''
}

/** An account with a floor, and money in it. */
async function aHolder(
  amount = 0,
  currency = 'USDB',
  environment: Environment = 'SANDBOX',
): Promise<string> {
  const id = randomUUID()
  await database.query({
    text: `with account as (insert into ledger_accounts (id, environment, kind, currency, has_floor)
      values ($1, $3, 'HOLDER', $2, true) returning id) insert into ledger_balances (account_id) select id from account`,
    values: [id, currency, environment],
  })
  if (amount > 0) await post(aTransfer({ debit: funding, credit: id, amount }))
  return id
}

function aTransfer(fields: Partial<Transfer>): Transfer {
  const id = `test/${randomUUID()}`
  const accounts = { debit: funding, credit: liquidity }
  return { id, kind: 'POSTED', ...accounts, currency: 'USDB', amount: 1, reference: id, ...fields }
}

/** Posts, and answers how many of the transfers were new. */
async function post(...transfers: readonly Transfer[]): Promise<number> {
  const [row] = await database.query<{ posted: number }>({
    text: 'select ledger_post($1::jsonb) as posted',
    values: [JSON.stringify(transfers)],
  })
  return row?.posted ?? -1
}

const refusalOf = async (...transfers: readonly Transfer[]): Promise<string> =>
  post(...transfers).then(
    () => 'posted',
    (error: { code: string }) => error.code,
  )

async function balanceOf(account: string): Promise<readonly [bigint, bigint, bigint]> {
  const [row] = await database.query<Balance>({
    text: 'select posted, pending_in, pending_out from ledger_balances where account_id = $1',
    values: [account],
  })
  return [row?.posted ?? -1n, row?.pending_in ?? -1n, row?.pending_out ?? -1n]
}

describe('a transfer', () => {
  test('that is repeated is a no-op', async () => {
    const holder = await aHolder()
    const transfer = aTransfer({ credit: holder, amount: 500 })
    expect(await post(transfer)).toBe(1)
    expect(await post(transfer)).toBe(0)
    expect(await Promise.all(Array.from({ length: 20 }, () => post(transfer)))).toEqual(
      Array.from({ length: 20 }, () => 0),
    )
    expect(await balanceOf(holder)).toEqual([500n, 0n, 0n])
  })

  test('sent many times concurrently is posted once', async () => {
    const holder = await aHolder()
    const transfer = aTransfer({ credit: holder, amount: 7 })
    const posted = await Promise.all(Array.from({ length: 20 }, () => post(transfer)))
    expect(posted.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect(await balanceOf(holder)).toEqual([7n, 0n, 0n])
  })

  test('with the id of another one is an error, and moves nothing', async () => {
    const [a, b] = [await aHolder(1_000), await aHolder()]
    const transfer = aTransfer({ debit: a, credit: b, amount: 10 })
    await post(transfer)
    for (const other of [
      { amount: 11 },
      { debit: b, credit: a },
      { credit: liquidity },
      { kind: 'PENDING' as const },
      { currency: 'USD' },
    ]) {
      expect(await refusalOf({ ...transfer, ...other })).toBe(OTHER_CONTENT)
    }
    expect([await balanceOf(a), await balanceOf(b)]).toEqual([
      [990n, 0n, 0n],
      [10n, 0n, 0n],
    ])
  })

  test('of nothing, of less, to itself, or across currencies cannot be written', async () => {
    const [holder, dollars] = [await aHolder(100), await aHolder(0, 'USD')]
    expect(await refusalOf(aTransfer({ debit: holder, amount: 0 }))).toBe(CHECK_VIOLATED)
    expect(await refusalOf(aTransfer({ debit: holder, amount: -5 }))).toBe(CHECK_VIOLATED)
    expect(await refusalOf(aTransfer({ debit: holder, credit: holder }))).toBe(CHECK_VIOLATED)
    const across = aTransfer({ debit: holder, credit: dollars })
    expect(await refusalOf(across)).toBe(NO_SUCH_ACCOUNT)
    expect(await refusalOf({ ...across, currency: 'USD' })).toBe(NO_SUCH_ACCOUNT)
    expect(await balanceOf(holder)).toEqual([100n, 0n, 0n])
  })

  test('from one environment to the other is refused, in either direction', async () => {
    const sandbox = await aHolder(100)
    const production = await aHolder(0, 'USDB', 'PRODUCTION')
    const liquidities = [await noFloor('LIQUIDITY'), await noFloor('LIQUIDITY', 'PRODUCTION')]
    expect(new Set(liquidities).size).toBe(2)
    for (const [debit = '', credit = ''] of [
      [sandbox, production],
      [production, sandbox],
      [sandbox, liquidities[1]],
      [liquidities[1], sandbox],
      [funding, production],
      liquidities,
    ]) {
      expect(await refusalOf(aTransfer({ debit, credit }))).toBe(NO_SUCH_ACCOUNT)
    }
    expect(await balanceOf(sandbox)).toEqual([100n, 0n, 0n])
    expect(await balanceOf(production)).toEqual([0n, 0n, 0n])
    // Nor can a statement beside the function: the constraint is the table's.
    const insert = database.query({
      text: `insert into ledger_transfers (id, environment, kind, debit_account_id, credit_account_id,
          currency, amount, reference) values ('by hand', 'SANDBOX', 'POSTED', $1, $2, 'USDB', 1, 'x')`,
      values: [sandbox, production],
    })
    await expect(insert).rejects.toMatchObject({ code: NO_SUCH_ACCOUNT })
  })

  test('linked to one that is refused is refused with it', async () => {
    const [rich, poor] = [await aHolder(100), await aHolder()]
    const links = [
      aTransfer({ debit: rich, amount: 60 }),
      aTransfer({ debit: poor, credit: rich, amount: 1 }),
    ]
    expect(await refusalOf(...links)).toBe(CHECK_VIOLATED)
    expect(await balanceOf(rich)).toEqual([100n, 0n, 0n])
  })
})

describe('the floor', () => {
  test('holds under fifty holds at once: exactly as many as the balance covers', async () => {
    const holder = await aHolder(1_000)
    const holds = Array.from({ length: 50 }, () =>
      aTransfer({ kind: 'PENDING', debit: holder, credit: liquidity, amount: 70 }),
    )
    const outcomes = await Promise.all(holds.map((hold) => refusalOf(hold)))
    expect(outcomes.filter((outcome) => outcome === 'posted').length).toBe(14)
    expect(new Set(outcomes)).toEqual(new Set(['posted', CHECK_VIOLATED]))
    expect(await balanceOf(holder)).toEqual([1_000n, 0n, 980n])
  })

  test('counts what is held as gone, and what is on its way in as not there yet', async () => {
    const [a, b] = [await aHolder(100), await aHolder()]
    await post(aTransfer({ kind: 'PENDING', debit: a, credit: b, amount: 80 }))
    expect(await refusalOf(aTransfer({ debit: a, amount: 21 }))).toBe(CHECK_VIOLATED)
    expect(await refusalOf(aTransfer({ debit: b, amount: 1 }))).toBe(CHECK_VIOLATED)
    expect(await balanceOf(b)).toEqual([0n, 80n, 0n])
  })

  test('concurrent transfers in both directions never deadlock', async () => {
    const [a, b] = [await aHolder(10_000), await aHolder(10_000)]
    const both = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? aTransfer({ debit: a, credit: b, amount: 3 })
        : aTransfer({ debit: b, credit: a, amount: 3 }),
    )
    const outcomes = await Promise.all(both.map((transfer) => refusalOf(transfer)))
    expect(new Set(outcomes)).toEqual(new Set(['posted']))
    expect([await balanceOf(a), await balanceOf(b)]).toEqual([
      [10_000n, 0n, 0n],
      [10_000n, 0n, 0n],
    ])
  })
})

describe('a hold', () => {
  const aHold = async (): Promise<Transfer> => {
    const hold = aTransfer({
      kind: 'PENDING',
      debit: await aHolder(100),
      credit: await aHolder(),
      amount: 40,
    })
    await post(hold)
    return hold
  }
  const endOf = (hold: Transfer, kind: Kind, fields: Partial<Transfer> = {}): Transfer => ({
    ...hold,
    id: `${hold.id}/${kind}`,
    kind,
    pendingId: hold.id,
    ...fields,
  })

  test('is posted exactly once, or voided exactly once, never both', async () => {
    const [kept, freed] = [await aHold(), await aHold()]
    const post1 = endOf(kept, 'POST_PENDING')
    expect([await post(post1), await post(post1)]).toEqual([1, 0])
    expect(await refusalOf(endOf(kept, 'VOID_PENDING'))).toBe(UNIQUE_VIOLATED)
    expect(await refusalOf({ ...post1, id: `${kept.id}/again` })).toBe(UNIQUE_VIOLATED)
    expect([await balanceOf(kept.debit), await balanceOf(kept.credit)]).toEqual([
      [60n, 0n, 0n],
      [40n, 0n, 0n],
    ])
    const void1 = endOf(freed, 'VOID_PENDING')
    expect([await post(void1), await post(void1)]).toEqual([1, 0])
    expect(await refusalOf(endOf(freed, 'POST_PENDING'))).toBe(UNIQUE_VIOLATED)
    expect([await balanceOf(freed.debit), await balanceOf(freed.credit)]).toEqual([
      [100n, 0n, 0n],
      [0n, 0n, 0n],
    ])
  })

  test('posted and voided concurrently is closed once', async () => {
    const hold = await aHold()
    const ends = Array.from({ length: 10 }, (_, index) =>
      endOf(hold, index % 2 === 0 ? 'POST_PENDING' : 'VOID_PENDING'),
    )
    await Promise.all(ends.map((end) => refusalOf(end)))
    expect([
      [60n, 0n, 0n],
      [100n, 0n, 0n],
    ]).toContainEqual(await balanceOf(hold.debit))
  })

  test('ends with its own accounts and amount, or not at all', async () => {
    const hold = await aHold()
    for (const wrong of [
      { amount: 39 },
      { credit: liquidity },
      { debit: hold.credit, credit: hold.debit },
    ]) {
      expect(await refusalOf(endOf(hold, 'POST_PENDING', wrong))).toBe(NOT_THE_PENDING_ONE)
    }
    const posted = aTransfer({ debit: hold.debit, amount: 1 })
    await post(posted)
    expect(await refusalOf(endOf(posted, 'POST_PENDING'))).toBe(NOT_THE_PENDING_ONE)
    expect(await refusalOf(endOf({ ...hold, id: 'no such hold' }, 'POST_PENDING'))).not.toBe(
      'posted',
    )
    expect(await balanceOf(hold.debit)).toEqual([99n, 0n, 40n])
  })
})

describe('any sequence of holds, ends and transfers', () => {
  type Begin = { readonly kind: 'transfer' | 'hold'; from: number; to: number; amount: number }
  type End = { readonly kind: 'post' | 'void'; which: number }
  const holders = fc.integer({ min: 0, max: 2 })
  const steps = fc.oneof(
    fc.record({
      kind: fc.constantFrom<'transfer' | 'hold'>('transfer', 'hold'),
      from: holders,
      to: holders,
      amount: fc.integer({ min: 1, max: 120 }),
    }),
    fc.record({ kind: fc.constantFrom<'post' | 'void'>('post', 'void'), which: fc.nat(5) }),
  )

  /** What a ledger is, in twenty lines: balances and open holds. */
  class Model {
    readonly posted = [100, 100, 100]
    readonly holds: { transfer: Transfer; from: number; to: number; open: boolean }[] = []

    spendable(of: number): number {
      const held = this.holds.filter(({ from, open }) => open && from === of)
      return held.reduce((left, { transfer }) => left - transfer.amount, this.posted[of] ?? 0)
    }

    move(from: number, to: number, amount: number): void {
      this.posted[from] = (this.posted[from] ?? 0) - amount
      this.posted[to] = (this.posted[to] ?? 0) + amount
    }

    balance(of: number): [bigint, bigint, bigint] {
      const sum = (side: 'from' | 'to'): bigint =>
        this.holds
          .filter((hold) => hold.open && hold[side] === of)
          .reduce((total, { transfer }) => total + BigInt(transfer.amount), 0n)
      return [BigInt(this.posted[of] ?? 0), sum('to'), sum('from')]
    }
  }

  async function take(step: Begin | End, model: Model, accounts: readonly string[]): Promise<void> {
    if ('from' in step) {
      const { from, to, amount } = step
      const kind = step.kind === 'hold' ? 'PENDING' : 'POSTED'
      const transfer = aTransfer({ kind, debit: accounts[from], credit: accounts[to], amount })
      const isAllowed = from !== to && model.spendable(from) >= amount
      expect(await refusalOf(transfer)).toBe(isAllowed ? 'posted' : CHECK_VIOLATED)
      if (!isAllowed) return
      if (kind === 'PENDING') model.holds.push({ transfer, from, to, open: true })
      else model.move(from, to, amount)
      return
    }
    const hold = model.holds[step.which]
    if (hold === undefined) return
    const kind = step.kind === 'post' ? 'POST_PENDING' : 'VOID_PENDING'
    const { id } = hold.transfer
    const end = { ...hold.transfer, id: `${id}/${randomUUID()}`, kind, pendingId: id } as const
    expect(await refusalOf(end)).toBe(hold.open ? 'posted' : UNIQUE_VIOLATED)
    if (hold.open && kind === 'POST_PENDING') model.move(hold.from, hold.to, hold.transfer.amount)
    hold.open = false
  }

  test('leaves the balances that a simple model has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 25 }), async (sequence) => {
        const accounts = await Promise.all([aHolder(100), aHolder(100), aHolder(100)])
        const model = new Model()
        for (const step of sequence) await take(step, model, accounts)
        const balances = await Promise.all(accounts.map(balanceOf))
        expect(balances).toEqual([0, 1, 2].map((of) => model.balance(of)))
      }),
      { numRuns: 30 },
    )
  })
})

test('after all of it every currency sums to zero and every balance equals its entries', async () => {
  const report = await checkLedger(database)
  const ours = report.findings.filter(
    // Holds that no quote stands for are this file's own doing.
    ({ check }) => check !== 'a hold has a payment in progress, or is posted or voided',
  )
  expect(ours).toEqual([])
  expect(report.sums).toContainEqual({ environment: 'SANDBOX', currency: 'USDB', total: '0' })
  expect(report.transfers).toBeGreaterThan(200)
})

test('a roll-up changes no sum', async () => {
  const sum = async (): Promise<bigint | undefined> => {
    const [row] = await database.query<{ sum: bigint }>({
      text: 'select ledger_sum($1) as sum',
      values: [funding],
    })
    return row?.sum
  }
  const before = await sum()
  await database.query({
    text: "update ledger_transfers set created_at = created_at - interval '2 hours' where debit_account_id = $1 and id < 'test/8'",
    values: [funding],
  })
  await database.query({ text: 'select ledger_roll_up()' })
  expect(await sum()).toBe(before)
  await post(aTransfer({ credit: await aHolder(), amount: 5 }))
  expect(await sum()).toBe((before ?? 0n) - 5n)
})
