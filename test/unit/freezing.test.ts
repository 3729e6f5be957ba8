/** What operators freeze, by the SQL functions: what it holds back, what arrives, and what goes on after the release. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { checkLedger } from '../../db/ledger/check.ts'
import { waitUntil } from '../support/builders.ts'
import { anOperator, anOperatorListener, type OperatorListener } from '../support/operators.ts'
import {
  executed,
  type LedgerFixture,
  type PlannedPayment,
  type Shape,
  useLedgerFixture,
} from './ledgerFixture.ts'

const AT_ONCE = 50

let database: Database
let fixture: LedgerFixture
let url: string
let places: Places
/** Pools of their own: a freeze does not wait for the executes to leave one. */
let many: Database
let operators: Database

useLedgerFixture((given) => {
  ;({ database, fixture, url } = given)
})
beforeAll(async () => {
  many = openDatabase(url, { poolMax: 25, poolWaitMs: 60_000, statementTimeoutMs: 60_000 })
  operators = openDatabase(url)
  places = await placesOf(await executed(fixture, fixture.planned('BANK', 100)))
})
afterAll(async () => {
  await many?.close()
  await operators?.close()
  expect((await checkLedger(database)).findings).toEqual([])
})

const freeze = (subject: string) =>
  operators.call('freeze_subject', subject, 'Ada', 'a court order')
const release = (subject: string) => operators.call('release_subject', subject, 'Grace', 'lifted')

/** Freezes it while `during` runs. */
async function frozen<T>(subject: string, during: () => Promise<T>): Promise<T> {
  expect(await freeze(subject)).toBe('FROZEN')
  try {
    return await during()
  } finally {
    expect(await release(subject)).toBe('RELEASED')
  }
}

test('a subject is frozen once, and released once; another id is not found', async () => {
  for (const subject of Object.values(places)) {
    await frozen(subject, async () => expect(await freeze(subject)).toBe('FROZEN_BEFORE'))
    expect(await release(subject)).toBe('NOT_FROZEN')
  }
  const other = randomUUID()
  for (const id of [`Customer:${other}`, `ExternalAccount:${other}`, 'Customer:x', 'x', '']) {
    expect(await freeze(id)).toBe('NOT_FOUND')
    expect(await release(id)).toBe('NOT_FOUND')
  }
})

describe.each(['customer', 'account', 'bank'] as const)('of a frozen %s', (name) => {
  const code = name === 'customer' ? 'USER_NOT_READY' : 'CONFLICT'

  test('of fifty executes at once none is made after the answer', async () => {
    const planned = await created(() => fixture.planned('BANK', 100))
    const made = planned.map(execute)
    // Some of them are decided by now.
    await Promise.any(made)
    await frozen(places[name], async () => {
      const atAnswer = await countExecuted(planned)
      const outcomes = await Promise.all(made)
      const late = await Promise.all(planned.map(execute))
      expect(await countExecuted(planned)).toBe(atAnswer)
      expect(await executedAfterFreeze(planned)).toBe(0)
      expect(outcomes.filter(({ outcome }) => outcome === 'COMMITTED')).toHaveLength(atAnswer)
      const refused = { outcome: 'REFUSED', code }
      expect(outcomes.filter((each) => each.outcome === 'REFUSED')).toEqual(
        Array(AT_ONCE - atAnswer).fill(refused),
      )
      expect(late.filter((each) => each.outcome === 'REFUSED')).toEqual(
        Array(AT_ONCE - atAnswer).fill(refused),
      )
      expect((await checkLedger(database)).findings).toEqual([])
    })
  })

  test('payments that are created with their execution are refused; a payee does not keep others', async () => {
    const place = (shape: Shape): Promise<unknown> => fixture.place(fixture.planned(shape, 100))
    await frozen(places[name], async () => {
      expect(await place('BANK')).toMatchObject({ outcome: 'REFUSED', code })
      // Another way: to another account here.
      const inside = { outcome: name === 'bank' ? 'COMMITTED' : 'REFUSED' }
      expect(await place('NEIGHBOUR')).toMatchObject(inside)
      // A bank account that is frozen is not pulled either.
      const pulled = { outcome: name === 'account' ? 'COMMITTED' : 'REFUSED' }
      expect(await place('PULLED_OWN')).toMatchObject(pulled)
    })
    expect(await place('BANK')).toMatchObject({ outcome: 'COMMITTED' })
  })

  test('what is accepted and has not left waits, says why, and goes on after the release', async () => {
    const [left, waits] = [await underWay(), await underWay()]
    expect(await prepared(left)).toBe('SUBMIT')
    await frozen(places[name], async () => {
      for (let turn = 0; turn < 3; turn += 1) expect(await prepared(waits)).toBe('WAIT')
      // What has left is followed.
      expect(await prepared(left)).toBe('SUBMIT')
      expect(await fixture.ask('is_held', waits.id)).toBe(true)
      expect(await linesOf(waits, 'PAYMENT_FROZEN')).toBe(1)
      expect(await resumed()).not.toContain(waits.id)
      // A pause that ends meanwhile does not let it go.
      await database.call('pause_payouts', 'SANDBOX', null, 'Ada', 'slow')
      await database.call('resume_payouts', 'SANDBOX', null, 'Ada')
      expect(await prepared(waits)).toBe('WAIT')
    })
    expect(await resumed()).toContain(waits.id)
    expect(await prepared(waits)).toBe('SUBMIT')
    expect(await fixture.ask('is_held', waits.id)).toBe(false)
  })

  test('nothing is collected for its payment, nor paid back, until the release', async () => {
    const isPayer = name !== 'account'
    const [pulled, back] = [await underWay('PULLED_OWN'), await underWay('PULLED_OWN')]
    await fixture.ask('fail_payment', back.id, 'QUOTE_EXECUTION_FAILED', ...failedAndRefunded)
    expect(await fixture.ask('settle_late_collection', back.id)).toBe('REFUND_AT_RAIL')
    const actions = async (): Promise<unknown[]> => [
      await actionOf(pulled, 'COLLECTION'),
      await actionOf(back, 'REFUND'),
    ]
    // A pause is of payouts alone.
    await database.call('pause_payouts', 'SANDBOX', null, 'Ada', 'slow')
    if (isPayer) {
      await frozen(places[name], async () => {
        for (let turn = 0; turn < 3; turn += 1) expect(await actions()).toEqual(['WAIT', 'WAIT'])
        for (const each of [pulled, back]) {
          expect(await linesOf(each, 'PAYMENT_FROZEN')).toBe(1)
          expect(await resumed()).not.toContain(each.id)
        }
      })
      expect(await resumed()).toEqual(expect.arrayContaining([pulled.id, back.id]))
    } else {
      await frozen(places[name], async () => expect(await actions()).toEqual(['SUBMIT', 'SUBMIT']))
    }
    expect(await actions()).toEqual(['SUBMIT', 'SUBMIT'])
    expect(await resumed()).not.toContain(back.id)
    await database.call('resume_payouts', 'SANDBOX', null, 'Ada')
    await fixture.ask('settle_refund', back.id, true)
  })

  test('what arrives is kept, on the account', async () => {
    await frozen(places[name], async () => {
      const deposit = randomUUID()
      const before = await balance()
      expect(await receive(deposit)).toBe('APPLIED')
      expect(await balance()).toBe(before + 700)
    })
  })
})

describe('of a platform', () => {
  test('fifty executes to the same bank account under another id leave none after the answer either', async () => {
    const [own, payee] = await ofPlatform()
    const twin = randomUUID()
    // Of another customer, say, or made again after it was deleted.
    await database.query({
      text: `insert into external_accounts (id, platform_id, customer_id, account_type, currency, status, account_info, identity)
        select $1, platform_id, $3, account_type, currency, status, account_info, '0' || identity || '/x'
        from external_accounts where id = $2`,
      values: [twin, payee, places.customer.slice('Customer:'.length)],
    })
    const isFrozen = (): Promise<unknown> => fixture.ask('is_payee_frozen', twin)
    expect(await isFrozen()).toBe(false)
    const planned = await created(() => ofPlatformItself(own, twin))
    const made = planned.map(execute)
    await Promise.any(made)
    await frozen(`ExternalAccount:${payee}`, async () => {
      await Promise.all(made)
      await Promise.all(planned.map(execute))
      expect(await executedAfterFreeze(planned)).toBe(0)
      await database.query({
        text: 'update external_accounts set deleted_at = service_now() where id = $1',
        values: [payee],
      })
      expect(await isFrozen()).toBe(true)
    })
    expect(await isFrozen()).toBe(false)
  })

  test('fifty executes of its own account, and to its own payee, leave none after the answer', async () => {
    const [own, payee] = await ofPlatform()
    for (const subject of [`InternalAccount:${own}`, `ExternalAccount:${payee}`]) {
      const planned = await created(() => ofPlatformItself(own, payee), 1)
      const made = planned.map(execute)
      await Promise.any(made)
      await frozen(subject, async () => {
        const atAnswer = await countExecuted(planned)
        const outcomes = await Promise.all(made)
        expect(await countExecuted(planned)).toBe(atAnswer)
        expect(outcomes.filter(({ outcome }) => outcome === 'COMMITTED')).toHaveLength(atAnswer)
      })
    }
  })
})

test('a freeze comes through a stream of executes that has no gap', async () => {
  let isOver = false
  const made = { before: 0, after: 0 }
  let isFrozen = false
  await fixture.fund(0, 1_000_000)
  const streams = Array.from({ length: 10 }, async () => {
    while (!isOver) {
      const wasFrozen = isFrozen
      const { outcome } = (await fixture.place(fixture.planned('BANK', 100))) as {
        outcome: string
      }
      if (outcome === 'COMMITTED') made[wasFrozen ? 'after' : 'before'] += 1
    }
  })
  await waitUntil('payments are made', async () => made.before > 20)
  await frozen(places.customer, async () => {
    isFrozen = true
    await new Promise((resolve) => setTimeout(resolve, 300))
    isOver = true
    await Promise.all(streams)
  })
  expect(made.before).toBeGreaterThan(20)
  expect(made.after).toBe(0)
})

test('a rejected verification and an operator’s freeze do not end each other', async () => {
  const reject = 'select freeze_customer(c) from customers c where id = $1'
  const values = [uuidIn(places.customer)]
  await frozen(places.customer, async () => {
    const approve = 'select set_customer_status($1, $2)'
    for (const status of ['HOLD', 'APPROVED']) {
      await database.query({ text: approve, values: [...values, status] })
    }
    expect(await fixture.place(fixture.planned('BANK', 100))).toMatchObject({
      code: 'USER_NOT_READY',
    })
    await database.query({ text: reject, values })
  })
  expect(await statuses()).toEqual(['FROZEN'])
  expect(await fixture.place(fixture.planned('BANK', 100))).toMatchObject({ code: 'CONFLICT' })
  await database.query({
    text: `update internal_accounts set status = 'ACTIVE' where customer_id = $1`,
    values,
  })
})

test('the accounts show it, and their events say so; a second freeze changes nothing of that', async () => {
  const events = async (): Promise<unknown[]> =>
    (
      await database.query<{ status: string }>({
        text: `select snapshot ->> 'status' as status from events where subject = $1
          and type = 'INTERNAL_ACCOUNT.STATUS_UPDATED' order by sequence`,
        values: [places.account],
      })
    ).map(({ status }) => status)
  const before = (await events()).length
  await frozen(places.customer, async () => {
    expect(new Set(await shownStatuses())).toEqual(new Set(['FROZEN']))
    await frozen(places.account, async () => expect(await shownStatus()).toBe('FROZEN'))
    expect(await shownStatus()).toBe('FROZEN')
  })
  expect(await shownStatus()).toBe('ACTIVE')
  expect((await events()).slice(before)).toEqual(['FROZEN', 'ACTIVE'])
  const payee = async (): Promise<unknown> =>
    (
      await database.one<{ status: string }>({
        text: `select external_account_row(e) ->> 'status' as status from external_accounts e where id = $1`,
        values: [uuidIn(places.bank)],
      })
    ).status
  await frozen(places.bank, async () => expect(await payee()).toBe('INACTIVE'))
  expect(await payee()).toBe('ACTIVE')
})

describe('on the operators’ API', () => {
  let listener: OperatorListener
  let ada: string
  let viewer: string
  beforeAll(async () => {
    listener = await anOperatorListener(url)
    ada = await anOperator(database, 'Ada Freezer')
    viewer = await anOperator(database, 'A viewer', 'VIEW')
  })
  afterAll(() => listener?.stop())

  const item = async (subject: string) => (await listener.as(ada, `/api/inbox/${subject}`)).body
  const decide = (subject: string, decision: string, state: string, who = ada) =>
    listener.as(who, '/api/decisions', { subject, decision, reason: 'a court order', state })

  test('a decision freezes, another one releases; both are of the state that was seen', async () => {
    for (const subject of Object.values(places)) {
      const { state, choices } = await item(subject)
      expect(choices.map((each: { decision: string }) => each.decision)).toEqual(['freeze'])
      expect((await decide(subject, 'freeze', state, viewer)).status).toBe(403)
      expect((await decide(subject, 'release', state)).status).toBe(400)
      expect(await decide(subject, 'freeze', state)).toMatchObject({
        status: 201,
        body: { status: 'CARRIED_OUT', outcome: 'It is frozen.' },
      })
      expect((await decide(subject, 'freeze', state)).status).toBe(409)
      const seen = await item(subject)
      expect(seen.choices).toMatchObject([{ decision: 'release' }])
      expect(seen.choices[0].meaning).toContain('Ada Freezer froze it at ')
      expect(seen.choices[0].meaning).toContain(': a court order')
      expect(seen.timeline.at(-1).what).toBe('frozen by Ada Freezer')
      const listed = await listener.as(viewer, '/api/freezes')
      expect(listed.body.data).toMatchObject([
        { subject, by: 'Ada Freezer', reason: 'a court order', environment: 'SANDBOX' },
      ])
      // By a command meanwhile.
      expect(await release(subject)).toBe('RELEASED')
      expect((await decide(subject, 'release', seen.state)).status).toBe(409)
      expect(await freeze(subject)).toBe('FROZEN')
      const { state: now } = await item(subject)
      expect((await decide(subject, 'release', now)).status).toBe(201)
      expect((await item(subject)).timeline.at(-1).what).toBe('released by Ada Freezer')
    }
    expect((await item(`Customer:${randomUUID()}`)).code).toBe('REFERENCE_NOT_FOUND')
  })

  test('a customer of a region of strong authentication may be let leave it', async () => {
    const move = 'update customers set region = $2 where id = $1'
    await database.query({ text: move, values: [uuidIn(places.customer), 'DE'] })
    const { state, choices } = await item(places.customer)
    expect(choices).toMatchObject([{ decision: 'freeze' }, { decision: 'leave_region' }])
    expect((await decide(places.customer, 'leave_region', state)).status).toBe(201)
    const releases = await database.query({
      text: 'select released_by, reason from sca_region_releases where customer_id = $1',
      values: [uuidIn(places.customer)],
    })
    expect(releases).toEqual([{ released_by: 'Ada Freezer', reason: 'a court order' }])
    expect((await decide(places.customer, 'leave_region', state)).status).toBe(409)
    await database.query({ text: move, values: [uuidIn(places.customer), null] })
  })
})

type Decided = { readonly outcome: string; readonly code?: string }

const execute = ({ id }: PlannedPayment): Promise<Decided> =>
  many.call('decide_payment', {
    ...{ paymentId: id, platformId: fixture.platformId, key: `execute ${id}` },
    requestHash: 'ab'.repeat(32),
  }) as Promise<Decided>

/** Fifty payments that may be executed. @param holder whose account of the fixture gets money for them */
async function created(plan: () => PlannedPayment, holder = 0): Promise<PlannedPayment[]> {
  const planned = Array.from({ length: AT_ONCE }, plan)
  for (const each of planned) await fixture.create(each)
  await fixture.fund(holder, 100_000)
  return planned
}

type Places = { readonly customer: string; readonly account: string; readonly bank: string }

const uuidIn = (id: string): string => id.split(':')[1] ?? ''
const underWay = (shape: Shape = 'BANK') => executed(fixture, fixture.planned(shape, 100))
const prepared = async ({ id }: PlannedPayment): Promise<unknown> =>
  ((await fixture.ask('prepare_payout', id)) as { action: string }).action

async function placesOf({ id }: PlannedPayment): Promise<Places> {
  return database.one<Places>({
    text: `select 'Customer:' || customer_id as customer, 'InternalAccount:' || source_account_id as account,
        'ExternalAccount:' || destination_account_id as bank from payments where id = $1`,
    values: [id],
  })
}

async function countExecuted(planned: readonly PlannedPayment[]): Promise<number> {
  const { count } = await database.one<{ count: number }>({
    text: 'select count(executed_at)::integer as count from payments where id = any ($1)',
    values: [planned.map(({ id }) => id)],
  })
  return count
}

/** Of payments, those that were decided once the last freeze held. */
async function executedAfterFreeze(planned: readonly PlannedPayment[]): Promise<number> {
  const { count } = await database.one<{ count: number }>({
    text: `select count(*)::integer as count from payments where id = any ($1)
        and executed_at > (select max(frozen_at) from freezes)`,
    values: [planned.map(({ id }) => id)],
  })
  return count
}

async function linesOf({ transactionId }: PlannedPayment, code: string): Promise<number> {
  const lines = await database.query({
    text: 'select 1 from timeline where subject = $1 and code = $2',
    values: [`Transaction:${transactionId}`, code],
  })
  return lines.length
}

async function resumed(): Promise<unknown[]> {
  const rows = await database.query<{ payment_id: string }>({
    text: 'select * from resumed_payouts($1, 1000)',
    values: ['00000000-0000-0000-0000-000000000000'],
  })
  return rows.map((row) => row.payment_id)
}

const failedAndRefunded = ['TRANSACTION_FAILED', 'COMPLETED'] as const

async function actionOf({ id }: PlannedPayment, kind: 'COLLECTION' | 'REFUND'): Promise<unknown> {
  const { action } = (await fixture.ask('prepare_rail_call', id, kind, 1)) as { action: unknown }
  return action
}

const receive = async (deposit: string): Promise<unknown> => {
  const { reference } = await database.one<{ reference: string }>({
    text: 'select funding_reference_of($1) as reference',
    values: [uuidIn(places.account)],
  })
  return database.call('receive_deposit', 'SANDBOX', deposit, reference, '700', 'USD')
}

async function balance(): Promise<number> {
  const { posted } = await database.one<{ posted: bigint }>({
    text: 'select posted from ledger_balances where account_id = $1',
    values: [uuidIn(places.account)],
  })
  return Number(posted)
}

async function statuses(): Promise<string[]> {
  const rows = await database.query<{ status: string }>({
    text: 'select distinct status from internal_accounts where customer_id = $1',
    values: [uuidIn(places.customer)],
  })
  return rows.map(({ status }) => status)
}

async function shownStatuses(): Promise<string[]> {
  const rows = await database.query<{ status: string }>({
    text: `select account_row(a) ->> 'status' as status from internal_account_views a where customer_id = $1`,
    values: [uuidIn(places.customer)],
  })
  return rows.map(({ status }) => status)
}

async function shownStatus(): Promise<string> {
  const { status } = await database.one<{ status: string }>({
    text: `select account_row(a) ->> 'status' as status from internal_account_views a where id = $1`,
    values: [uuidIn(places.account)],
  })
  return status
}

/** The platform's own account, and a bank account of its own. */
async function ofPlatform(): Promise<[string, string]> {
  const payee = randomUUID()
  await database.query({
    text: `insert into external_accounts (id, platform_id, account_type, currency, status, account_info, identity)
      values ($1, $2, 'USD_ACCOUNT', 'USD', 'ACTIVE', '{}', $3)`,
    values: [payee, fixture.platformId, payee],
  })
  const { id } = await database.one<{ id: string }>({
    text: `select id from internal_accounts where platform_id = $1 and customer_id is null and currency = 'USD'`,
    values: [fixture.platformId],
  })
  return [id, payee]
}

function ofPlatformItself(own: string, payee: string): PlannedPayment {
  const planned = fixture.planned('BANK', 100)
  const order = { ...planned.order, customerId: undefined, sourceAccountId: own }
  return { ...planned, order: { ...order, destinationAccountId: payee } }
}
