/** Deposits that their bank takes back after an account has taken them: booked once, against the holder. */
import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { instant, systemClock } from '../../contract/time.ts'
import type { Database } from '../../db/database.ts'
import { listInbox } from '../../db/inbox.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import type { OutsideParties } from '../../providers/outsideParties.ts'
import { parseConfig } from '../../runtime/config.ts'
import { withClient } from '../../scripts/devstack/postgres.ts'
import type { Reconciliation } from '../../worker/reconcile/finding.ts'
import { depositFindings, reportOf } from '../../worker/reconcile/rail.ts'
import { sweepDeposit } from '../../worker/sweepDeposit.ts'
import { waitUntil } from '../support/builders.ts'
import { type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'
import { aSweepingHolder, type Holder } from './sweepingHolder.ts'

let fixture: LedgerFixture
let database: Database
let url: string
useLedgerFixture((given) => {
  fixture = given.fixture
  database = given.database
  url = given.url
})
afterEach(async () => {
  expect((await checkLedger(database)).findings).toEqual([])
})

const AMOUNT = 5_000
const config = parseConfig({})
const log = pino({ enabled: false })
const ask = (name: string, ...values: readonly unknown[]): Promise<unknown> =>
  fixture.ask(name, ...values)

const aHolder = (to = 'USDC'): Promise<Holder> => aSweepingHolder({ database, fixture }, { to })

/** The reference of the holder's own account. */
const ownReference = async ({ own }: Holder): Promise<string> =>
  String(await ask('funding_reference_of', own))

/** The bank's id of a deposit that has arrived. */
async function arrive(reference: string, amount = AMOUNT): Promise<string> {
  const id = `inbound_ach_transfer:${randomUUID()}`
  expect(
    await ask('receive_deposit', 'SANDBOX', id, reference, String(amount), 'USD', 'BANK'),
  ).toBe('APPLIED')
  return id
}

const takenBack = (id: string, amount = AMOUNT): Promise<unknown> =>
  ask('book_taken_back', 'SANDBOX', id, String(amount), 'BANK')

async function sweep(id: string, outside: object = { railProviderFor: () => 'RAIL' }) {
  const depositId = String(await ask('deposit_uuid', 'SANDBOX', id))
  const parties = outside as Pick<OutsideParties, 'railProviderFor'>
  await sweepDeposit({ database, config, log, clock: systemClock, outside: parties }, depositId)
}

/** Takes everything out of an account, as payments would. */
async function spend({ own }: Holder): Promise<void> {
  await database.query({
    text: `select ledger_transfer('spent ' || gen_random_uuid(), 'POSTED', b.account_id, service_account('SANDBOX', 'RAIL', 'USD'),
      'USD', b.posted, null, 'spent') from ledger_balances b where b.account_id = $1`,
    values: [own],
  })
}

/** What the holder has, and of a deposit: what is owed, its transaction, its timeline. */
async function standing({ own }: Holder, id: string): Promise<unknown> {
  const [row] = await database.query<{ shown: unknown }>({
    text: `select jsonb_build_object('own', (select posted from ledger_balances where account_id = $1),
        'owed', (select owed from taken_back_deposits where deposit_id = $2), 'status', t.status, 'refund', t.refund ->> 'status',
        'codes', (select jsonb_agg(code order by l.id) from timeline l where subject = 'Transaction:' || t.id
          and code like 'DEPOSIT%'),
        'events', (select count(*)::integer from events where subject = 'Transaction:' || t.id)) as shown
      from transactions t where t.id = deposit_uuid('SANDBOX', $2)`,
    values: [own, id],
  })
  return row?.shown
}

const codes = (last?: string): readonly string[] => [
  'DEPOSIT_TAKEN_BACK',
  ...(last === undefined ? [] : [last]),
]

async function inboxOf(id: string) {
  const subject = `Transaction:${await ask('deposit_uuid', 'SANDBOX', id)}`
  const items = await listInbox(database, { subject, limit: 5 })
  return items.map(({ kind, amount, reason }) => [kind, amount, reason])
}

test('an account that has the money gives it back, and the deposit says so', async () => {
  const holder = await aHolder()
  const id = await arrive(await ownReference(holder))
  await takenBack(id)
  expect(await standing(holder, id)).toEqual({
    ...{ own: 0, owed: 0, status: 'COMPLETED', refund: 'COMPLETED', events: 2 },
    codes: codes('DEPOSIT_RECOVERED'),
  })
  expect(await inboxOf(id)).toEqual([])
})

test('fifty equal notices at once book once; another amount or provider is for a person', async () => {
  const holder = await aHolder()
  const id = await arrive(await ownReference(holder))
  await arrive(await ownReference(holder))
  await Promise.all(Array.from({ length: 50 }, () => takenBack(id)))
  expect(await standing(holder, id)).toMatchObject({ own: AMOUNT, owed: 0, events: 2 })
  await expect(takenBack(id, AMOUNT - 1)).rejects.toThrow('taken back')
  await expect(ask('book_taken_back', 'SANDBOX', id, String(AMOUNT), 'RAIL')).rejects.toThrow(
    'taken back',
  )
})

test('what is spent is owed: the next money of any kind is taken, and no account is below zero', async () => {
  const holder = await aHolder()
  const reference = await ownReference(holder)
  const id = await arrive(reference)
  await spend(holder)
  await takenBack(id)
  expect(await standing(holder, id)).toMatchObject({ own: 0, owed: AMOUNT, codes: codes() })
  expect(await inboxOf(id)).toEqual([['DEPOSIT_TAKEN_BACK', BigInt(AMOUNT), null]])
  // A deposit at once, what comes otherwise by the round of a worker.
  await arrive(reference, 2_000)
  expect(await standing(holder, id)).toMatchObject({
    ...{ own: 0, owed: AMOUNT - 2_000 },
    codes: codes('DEPOSIT_RECOVERED_IN_PART'),
  })
  await database.query({
    text: `select ledger_transfer('given ' || $1::text, 'POSTED', service_account('SANDBOX', 'FUNDING', 'USD'), $1::text::uuid, 'USD', 4000::bigint,
      null, 'given')`,
    values: [holder.own],
  })
  const rounds = Array.from({ length: 10 }, () => ask('recover_taken_back_deposits', 100))
  await Promise.all(rounds)
  expect(await standing(holder, id)).toMatchObject({ own: 1_000, owed: 0 })
  expect(await inboxOf(id)).toEqual([])
})

test('a customer who owes is not deleted', async () => {
  const holder = await aHolder()
  const id = await arrive(await ownReference(holder))
  await spend(holder)
  await takenBack(id)
  const [refused] = await database.query<{ reason: string | null }>({
    text: `select deletion_refusal(c) as reason from customers c
      join internal_accounts a on a.customer_id = c.id where a.id = $1`,
    values: [holder.own],
  })
  expect(refused?.reason).toBe('The customer owes for a deposit that its bank has taken back.')
})

test('an account that is frozen gives nothing until its release', async () => {
  const holder = await aHolder()
  const id = await arrive(await ownReference(holder))
  await database.query({
    text: `insert into freezes (subject, subject_id, platform_id, frozen_by, reason) values ('InternalAccount:' || $1, $1::text::uuid,
      $2, 'Ada', 'any')`,
    values: [holder.own, fixture.platformId],
  })
  await takenBack(id)
  expect(await standing(holder, id)).toMatchObject({ own: AMOUNT, owed: AMOUNT })
  expect(await inboxOf(id)).toEqual([['DEPOSIT_TAKEN_BACK', BigInt(AMOUNT), 'FROZEN']])
  await ask('recover_taken_back_deposits', 100)
  expect(await standing(holder, id)).toMatchObject({ own: AMOUNT, owed: AMOUNT })
  await database.query({
    text: `update freezes set released_at = service_now(), released_by = 'Ada', release_reason = 'any'`,
  })
  await ask('recover_taken_back_deposits', 100)
  expect(await standing(holder, id)).toMatchObject({ own: 0, owed: 0 })
})

test('of a deposit that was swept the holder’s own account owes it', async () => {
  const holder = await aHolder()
  const id = await arrive(holder.reference)
  await sweep(id)
  await arrive(await ownReference(holder), 2_000)
  await takenBack(id)
  expect(await standing(holder, id)).toMatchObject({ own: 0, owed: 3_000, refund: 'COMPLETED' })
})

test('of one that was its holder’s after a failed sweep, too: taken once', async () => {
  const holder = await aHolder('bank')
  const id = await arrive(holder.reference)
  await sweep(id, { railProviderFor: () => undefined })
  expect(await standing(holder, id)).toMatchObject({ own: AMOUNT, status: 'FAILED' })
  await Promise.all(Array.from({ length: 50 }, () => takenBack(id)))
  expect(await standing(holder, id)).toMatchObject({ own: 0, owed: 0, refund: 'COMPLETED' })
})

test('one that waits for its sweep is not swept any more', async () => {
  const holder = await aHolder()
  const id = await arrive(holder.reference)
  await takenBack(id)
  expect(await standing(holder, id)).toMatchObject({ own: 0, owed: AMOUNT, status: 'PROCESSING' })
  await sweep(id)
  expect(await standing(holder, id)).toMatchObject({ own: 0, owed: 0, status: 'FAILED' })
})

test('taken back and swept at once: the deposit is taken once, whichever comes first', async () => {
  for (let turn = 0; turn < 20; turn += 1) {
    const holder = await aHolder()
    const id = await arrive(holder.reference)
    await Promise.all([sweep(id), takenBack(id), takenBack(id)])
    const { status, owed } = (await standing(holder, id)) as { status: string; owed: number }
    expect([status, owed]).toEqual(status === 'FAILED' ? ['FAILED', 0] : ['COMPLETED', AMOUNT])
  }
})

test('a sweep whose payout fails while its deposit is taken back waits, and neither is broken off', async () => {
  const holder = await aHolder('bank')
  const id = await arrive(holder.reference)
  await sweep(id)
  const [swept] = await database.query<{ payment_id: string }>({
    text: 'select payment_id from deposit_sweeps where deposit_id = $1',
    values: [id],
  })
  await withClient(url, async (client) => {
    await client.query('begin')
    await client.query('select ledger_lock($1::uuid)', [holder.own])
    const failed = ask(
      ...(['fail_payment', swept?.payment_id, 'PAYOUT_RETURNED'] as const),
      ...['TRANSACTION_FAILED', 'COMPLETED'],
    )
    await waitUntil('it waits', async () => {
      const [row] = await database.query<{ waits: boolean }>({
        text: `select exists (select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like '%fail_payment%') as waits`,
      })
      return row?.waits
    })
    await client.query("select book_taken_back('SANDBOX', $1, $2, 'BANK')", [id, AMOUNT])
    await client.query('commit')
    await failed
  })
  expect(await standing(holder, id)).toMatchObject({ own: 0, owed: 0, refund: 'COMPLETED' })
})

test('after a restore a deposit that an account had taken is booked, and owed by its holder, once', async () => {
  const holder = await aHolder()
  const [id, at] = [`inbound_ach_transfer:${randomUUID()}`, '2026-01-01T00:00:00.000Z']
  const deposit = { id, amountMinor: String(AMOUNT), currency: 'USD' }
  const notices = [
    { eventId: '1', at, reference: holder.reference, deposit },
    { eventId: '2', at, takenBack: { depositId: id, amountMinor: String(AMOUNT) } },
  ]
  const rail = {
    positionAt: async () => '',
    notices: async (from: string) => ({ notices: from === '' ? notices : [], position: 'end' }),
  }
  const context = {
    ...{ database, since: instant(0) },
    outside: { payoutRail: () => rail },
  } as unknown as Reconciliation
  const report = await reportOf(context, 'SANDBOX', 'BANK')
  const [found] = await depositFindings(context, report)
  expect(found).toMatchObject({ known: expect.stringContaining('gone back') })
  expect(found && 'apply' in found && (await found.apply())).toContain('taken back')
  expect(await standing(holder, id)).toMatchObject({ own: 0, owed: AMOUNT })
  // The feed is read again from before.
  await takenBack(id)
  expect(await depositFindings(context, report)).toEqual([])
  await sweep(id)
  expect(await standing(holder, id)).toMatchObject({ own: 0, owed: 0, status: 'FAILED' })
})

test('a sweep that keeps failing is in the inbox, with why', async () => {
  const holder = await aHolder()
  const id = await arrive(holder.reference)
  const uuid = await ask('deposit_uuid', 'SANDBOX', id)
  expect(await inboxOf(id)).toEqual([])
  await database.query({
    text: `update deposit_sweeps set created_at = created_at - interval '11 minutes' where deposit_id = $1`,
    values: [id],
  })
  await database.query({
    text: `update graphile_worker._private_jobs set last_error = E'no rate\n  at there', attempts = 25 where key = $1`,
    values: [`sweep of ${uuid}`],
  })
  expect(await inboxOf(id)).toEqual([['SWEEP_WAITING', BigInt(AMOUNT), 'no rate']])
  await sweep(id)
  expect(await inboxOf(id)).toEqual([])
})
