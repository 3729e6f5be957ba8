/** The SQL functions of micro-entries: each entry is paid once, and three wrong pairs of amounts make an account invalid. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { microEntryAmounts } from '../../contract/sandboxOutcomes.ts'
import type { Database } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { microEntryReport, withoutMicroAmount } from '../../providers/payoutRail/index.ts'
import { recordMicroEntry } from '../../worker/microEntries.ts'
import { aLedgerFixture, type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

let fixture: LedgerFixture
let database: Database
let url: string
useLedgerFixture((given) => {
  fixture = given.fixture
  database = given.database
  url = given.url
})

const DAY_MS = 86_400_000
const AT_ONCE = 50
const RAIL = 'RAIL' as const

type Entry = { readonly reference: string; readonly state: string; readonly amount: bigint | null }

async function anAccount(of = fixture): Promise<string> {
  const id = randomUUID()
  await of.ask('create_external_account', {
    ...{ id, platformId: of.platformId, accountType: 'USD_ACCOUNT', currency: 'USD' },
    ...{ status: 'PENDING', isDefault: false, accountInfo: { accountNumber: '304' } },
    ...{ identity: id, validation: { method: 'MICRO_ENTRIES', provider: 'SANDBOX' } },
  })
  return id
}

const entriesOf = (id: string): Promise<Entry[]> =>
  database.query<Entry>({
    text: 'select reference, state, amount from micro_entries where account_id = $1 order by number',
    values: [id],
  })
const amountsOf = async (id: string): Promise<number[]> =>
  (await entriesOf(id)).map(({ amount }) => Number(amount))
const accountOf = (id: string): Promise<Record<string, unknown>> =>
  database.one({
    text: `select e.status, e.status_reason as reason, v.state, v.guesses,
        (select count(*)::integer from events where subject = 'ExternalAccount:' || e.id) as events
      from external_accounts e join account_validations v on v.account_id = e.id where e.id = $1`,
    values: [id],
  })
const book = (reference: string, state: string, reported: object = {}) =>
  database.call('book_micro_entry', 'SANDBOX', reference, state, { provider: RAIL, ...reported })
const confirm = (id: string, amounts: readonly number[], always: readonly number[] = []) =>
  database.call('confirm_micro_entries', id, amounts, always, 'Grace')
/** The service's expense for an account's entries, in cents: what left, less what came back. */
const costOf = async (id: string): Promise<number> =>
  Number(
    (
      await database.one<{ cost: bigint }>({
        text: `select coalesce(sum(case when a.kind = 'VALIDATION_EXPENSE' then t.amount else -t.amount end), 0)::bigint as cost
          from ledger_transfers t join ledger_accounts a on a.id = t.debit_account_id
          where t.reference like 'ExternalAccount:' || $1 || '/%'`,
        values: [id],
      })
    ).cost,
  )
const ledgerFindings = async (): Promise<unknown> => (await checkLedger(database)).findings

/** A new account, both of whose entries are settled. */
async function settled(of = fixture): Promise<string> {
  const id = await anAccount(of)
  for (const [index, { reference }] of (await entriesOf(id)).entries()) {
    await database.call('prepare_micro_entry', id, index + 1)
    const environment = of === fixture ? 'SANDBOX' : 'PRODUCTION'
    const reported = { provider: RAIL }
    const booked = await database.call(
      'book_micro_entry',
      environment,
      reference,
      'SETTLED',
      reported,
    )
    expect(booked).toBe('SETTLED')
  }
  return id
}
/** Two different amounts from 1 to 99, one of them the account's: the pair is wrong. */
async function wrongFor(id: string): Promise<number[]> {
  const [one = 0, two = 0] = await amountsOf(id)
  return one % 99 === two - 1 ? [one, two === 1 ? 99 : two - 1] : [one, (two % 99) + 1]
}

test('amounts are two different ones below a dollar, and no event or timeline has them', async () => {
  const ids = await Promise.all(Array.from({ length: 60 }, anAccount))
  const pairs = await Promise.all(ids.map(amountsOf))
  for (const [one = 0, two = 0] of pairs) {
    expect(one).not.toBe(two)
    for (const amount of [one, two]) expect(amount >= 1 && amount <= 99, `${amount}`).toBe(true)
  }
  expect(new Set(pairs.map(String)).size).toBeGreaterThan(50)
  const id = await settled()
  const [first = 0, second = 0] = await amountsOf(id)
  await confirm(id, await wrongFor(id))
  await confirm(id, [first, second])
  const shown = await database.one<{ text: string }>({
    text: `select string_agg(x, ' ') as text from (
        select to_jsonb(v)::text as x from events v where subject = 'ExternalAccount:' || $1
        union all select to_jsonb(l)::text from timeline l where subject = 'ExternalAccount:' || $1) all_of_it`,
    values: [id],
  })
  expect(shown.text).not.toMatch(/"amount|"guess/i)
})

test('an entry prepared again, as after a crash, has the same content and is no longer the first', async () => {
  const id = await anAccount()
  const first = await database.call('prepare_micro_entry', id, 1)
  expect(first).toMatchObject({ action: 'SUBMIT', isFirst: true, provider: RAIL })
  expect(first.instruction).toMatchObject({
    ...{ product: 'MICRO_ENTRY', currency: 'USD', reference: first.reference },
    amountMinor: String((await amountsOf(id))[0]),
  })
  const again = await database.call('prepare_micro_entry', id, 1)
  expect(again).toMatchObject({ ...first, isFirst: false })
})

test('fifty reports of a settlement are one expense, and a return gives it back once', async () => {
  const id = await anAccount()
  const [one, two] = await entriesOf(id)
  for (const number of [1, 2]) await database.call('prepare_micro_entry', id, number)
  const report = (entry: Entry | undefined, state: string): Promise<unknown> =>
    Promise.all(
      Array.from({ length: AT_ONCE }, () => book(String(entry?.reference), state, { code: 'R03' })),
    )
  await report(one, 'SETTLED')
  expect(await costOf(id)).toBe(Number(one?.amount))
  expect(await confirm(id, [1, 2])).toEqual({ outcome: 'NOT_SETTLED' })
  await report(two, 'SETTLED')
  expect(await costOf(id)).toBe(Number(one?.amount) + Number(two?.amount))
  expect(await ledgerFindings()).toEqual([])
  await report(two, 'RETURNED')
  expect(await costOf(id)).toBe(Number(one?.amount))
  // A notice read after the later one changes nothing.
  await report(two, 'SETTLED')
  expect(await costOf(id)).toBe(Number(one?.amount))
  expect(await accountOf(id)).toMatchObject({
    ...{ status: 'INACTIVE', reason: 'R03', state: 'FAILED', events: 1 },
  })
  expect((await entriesOf(id)).map(({ amount }) => amount)).toEqual([null, null])
  expect(await ledgerFindings()).toEqual([])
})

test('amounts are right in any order, and of fifty confirmations at once one counts', async () => {
  for (const turn of [(all: number[]) => all, (all: number[]) => all.toReversed()]) {
    const id = await settled()
    const amounts = turn(await amountsOf(id))
    const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => confirm(id, amounts)))
    expect(outcomes.filter(({ outcome }) => outcome !== 'NONE')).toEqual([
      { outcome: 'RIGHT', left: 3 },
    ])
    expect(await accountOf(id)).toMatchObject({ status: 'ACTIVE', state: 'PASSED', events: 1 })
    // Nothing needs them any more.
    expect((await entriesOf(id)).map(({ amount }) => amount)).toEqual([null, null])
  }
  expect(await ledgerFindings()).toEqual([])
})

test('of fifty wrong pairs at once exactly three are counted, and then it is invalid for good', async () => {
  const id = await settled()
  const amounts = await amountsOf(id)
  const wrong = await wrongFor(id)
  const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => confirm(id, wrong)))
  const judged = outcomes.flatMap(({ outcome, left }) => (outcome === 'WRONG' ? [left] : []))
  expect(judged.sort()).toEqual([0, 1, 2])
  expect(outcomes.filter(({ outcome }) => outcome === 'NONE')).toHaveLength(AT_ONCE - 3)
  const after = { status: 'INACTIVE', reason: 'WRONG_AMOUNTS', state: 'FAILED', guesses: 3 }
  expect(await accountOf(id)).toMatchObject({ ...after, events: 1 })
  expect(await confirm(id, amounts)).toEqual({ outcome: 'NONE' })
  // What was paid stays an expense.
  expect(await costOf(id)).toBe(amounts.reduce((sum, amount) => sum + amount))
  expect(await ledgerFindings()).toEqual([])
})

test('one amount twice, or one that is right, is not the pair', async () => {
  const id = await settled()
  const [one = 0, two = 0] = await amountsOf(id)
  expect(await confirm(id, [one, one])).toEqual({ outcome: 'WRONG', left: 2 })
  expect(await confirm(id, [two, two])).toEqual({ outcome: 'WRONG', left: 1 })
  expect(await confirm(id, [two, one])).toEqual({ outcome: 'RIGHT', left: 1 })
})

test('the amounts of the documents are right in the sandbox alone', async () => {
  const real = await aLedgerFixture(database, url, 'PRODUCTION')
  const [sandbox, production] = [await settled(), await settled(real)]
  const drawn = await amountsOf(production)
  const confirmPublished = (id: string) =>
    confirm(id, microEntryAmounts.toReversed(), microEntryAmounts)
  expect(await confirmPublished(sandbox)).toMatchObject({ outcome: 'RIGHT' })
  const isDrawn = [11, 22].every((one) => drawn.includes(one))
  expect(await confirmPublished(production)).toMatchObject({ outcome: isDrawn ? 'RIGHT' : 'WRONG' })
  expect(await ledgerFindings()).toEqual([])
})

test('without a confirmation within ten days an account is invalid', async () => {
  const id = await settled()
  const { secondsLeft, state } = await database.call('record_account_validation', id, {
    word: 'ENTRIES',
  })
  expect([state, Math.round((secondsLeft * 1_000) / DAY_MS)]).toEqual(['OPEN', 10])
  await database.query({
    text: 'update account_validations set silent_until = service_now() where account_id = $1',
    values: [id],
  })
  expect(await confirm(id, await amountsOf(id))).toEqual({ outcome: 'TOO_LATE' })
  const over = { state: 'FAILED', secondsLeft: 0 }
  expect(await database.call('record_account_validation', id, { word: 'ENTRIES' })).toEqual(over)
  expect(await accountOf(id)).toMatchObject({
    ...{ status: 'INACTIVE', reason: 'NOT_CONFIRMED', guesses: 0, events: 1 },
  })
})

test('an account in use whose entry comes back is invalid from then on', async () => {
  const id = await settled()
  const [one] = await entriesOf(id)
  await confirm(id, await amountsOf(id))
  await book(String(one?.reference), 'RETURNED', { code: 'R02', amountMinor: String(one?.amount) })
  expect(await accountOf(id)).toMatchObject({ status: 'INACTIVE', reason: 'R02', state: 'PASSED' })
  expect(await ledgerFindings()).toEqual([])
})

test('an entry that fails without a code leaves the account under review by a person', async () => {
  const id = await anAccount()
  const [one] = await entriesOf(id)
  await database.call('prepare_micro_entry', id, 1)
  await book(String(one?.reference), 'FAILED')
  expect(await accountOf(id)).toMatchObject({ status: 'UNDER_REVIEW', reason: 'NOT_SENT' })
  // The other one never leaves.
  expect(await database.call('prepare_micro_entry', id, 2)).toMatchObject({ action: 'NONE' })
  expect(await costOf(id)).toBe(0)
  // Reported late, it has left after all.
  await book(String(one?.reference), 'SETTLED', { amountMinor: String(one?.amount) })
  expect(await costOf(id)).toBe(Number(one?.amount))
  expect(await accountOf(id)).toMatchObject({ status: 'UNDER_REVIEW' })
  expect(await ledgerFindings()).toEqual([])
})

test('after a deletion no further entry leaves, and one that has left is booked before its amount is deleted', async () => {
  const id = await anAccount()
  const [one] = await entriesOf(id)
  await database.call('prepare_micro_entry', id, 1)
  await fixture.ask('remove_external_account', fixture.platformId, id, false)
  expect((await entriesOf(id)).map(({ amount }) => amount)).toEqual([one?.amount, null])
  expect(await database.call('account_to_validate', id)).toMatchObject({ method: 'MICRO_ENTRIES' })
  expect(await database.call('prepare_micro_entry', id, 1)).toMatchObject({ action: 'SUBMIT' })
  expect(await database.call('prepare_micro_entry', id, 2)).toMatchObject({ action: 'NONE' })
  await book(String(one?.reference), 'SETTLED')
  expect(await database.call('account_to_validate', id)).toBeNull()
  expect((await entriesOf(id)).map(({ amount }) => amount)).toEqual([null, null])
  expect(await costOf(id)).toBe(Number(one?.amount))
  expect(await confirm(id, [1, 2])).toEqual({ outcome: 'NONE' })
  expect(await accountOf(id)).toMatchObject({ status: 'PENDING', state: 'ABANDONED', events: 0 })
  expect(await ledgerFindings()).toEqual([])
})

test('a store that is set back books what the rail reports, and sends nothing a second time', async () => {
  const id = await settled()
  const before = await amountsOf(id)
  await confirm(id, await wrongFor(id))
  // As when the account was created: the entries are recorded, and not yet as sent.
  const back = [
    `update micro_entries set state = 'CREATED', submitted_at = null where account_id = $1`,
    `update account_validations set silent_until = null, guesses = 0 where account_id = $1`,
    `delete from ledger_transfers where reference like 'ExternalAccount:' || $1::text || '/%'`,
  ]
  for (const text of back) await database.query({ text, values: [id] })
  for (const [index, { reference }] of (await entriesOf(id)).entries()) {
    await book(reference, 'SETTLED', { amountMinor: String(before[index]) })
    const call = await database.call('prepare_micro_entry', id, index + 1)
    expect(call).toMatchObject({ action: 'FOLLOW', reference })
  }
  expect(await costOf(id)).toBe(before.reduce((sum, amount) => sum + amount))
  expect(await confirm(id, before)).toMatchObject({ outcome: 'RIGHT' })
  expect(await ledgerFindings()).toEqual([])
})

test('nothing leaves while payouts are paused, or the account is frozen', async () => {
  const id = await anAccount()
  const action = async (): Promise<string> =>
    (await database.call('prepare_micro_entry', id, 1)).action
  await fixture.ask('pause_payouts', 'SANDBOX', fixture.platformId, 'Grace', 'test')
  expect(await action()).toBe('WAIT')
  await fixture.ask('resume_payouts', 'SANDBOX', fixture.platformId, 'Grace')
  await fixture.ask('freeze_subject', `ExternalAccount:${id}`, 'Grace', 'test')
  expect(await action()).toBe('WAIT')
  expect((await entriesOf(id))[0]?.state).toBe('CREATED')
  await fixture.ask('release_subject', `ExternalAccount:${id}`, 'Grace', 'test')
  expect(await action()).toBe('SUBMIT')
})

test('a notice is compared with what was sent, and neither it nor its refusal has an amount', async () => {
  const id = await anAccount()
  const [one] = await entriesOf(id)
  const { reference } = await database.call('prepare_micro_entry', id, 1)
  const read = {
    eventId: '1',
    at: '2026-01-01T00:00:00Z',
    state: 'SETTLED',
    currency: 'USD',
  } as const
  const notice = withoutMicroAmount({ ...read, reference, amountMinor: String(one?.amount) })
  expect(notice).toEqual({ ...read, reference })
  const reporter = (amount: number, environment: 'SANDBOX' | 'PRODUCTION' = 'SANDBOX') => ({
    ...{ environment, provider: RAIL },
    rail: {
      find: async () => ({
        ...({ reference, state: 'SETTLED', currency: 'USD' } as const),
        amountMinor: String(amount),
      }),
    },
  })
  const record = (...of: Parameters<typeof reporter>) =>
    recordMicroEntry(database, reporter(...of), { ...read, reference })
  expect(await record(Number(one?.amount), 'PRODUCTION')).toBe(false)
  await expect(record(Number(one?.amount) + 100)).rejects.toThrow(
    /^\S+ is reported as another one than was sent$/,
  )
  expect(await costOf(id)).toBe(0)
  expect(await record(Number(one?.amount))).toBe(true)
  expect(await costOf(id)).toBe(Number(one?.amount))
})

test('the reason that a rail without codes gives for an invalid account is its code', () => {
  const report = microEntryReport('RAIL', { reason: 'ACCOUNT_INVALID', amountMinor: '5' })
  expect(report).toMatchObject({ code: 'ACCOUNT_INVALID', amountMinor: '5' })
  expect(microEntryReport('BANK', { reason: 'ACCOUNT_INVALID', code: 'R04' }).code).toBe('R04')
  expect(microEntryReport('RAIL', { reason: 'QUOTE_EXECUTION_FAILED' }).code).toBeUndefined()
})
