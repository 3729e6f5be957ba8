/** The SQL functions that record what was found out about an account, and what the account is then. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { listInbox } from '../../db/inbox.ts'
import { type LedgerFixture, useLedgerFixture } from './ledgerFixture.ts'

let fixture: LedgerFixture
let database: Database
useLedgerFixture((given) => {
  fixture = given.fixture
  database = given.database
})

async function anAccount(method: 'BANK' | 'NAME' = 'BANK'): Promise<string> {
  const id = randomUUID()
  await fixture.ask('create_external_account', {
    ...{ id, platformId: fixture.platformId, accountType: 'USD_ACCOUNT', currency: 'USD' },
    ...{ status: method === 'BANK' ? 'PENDING' : 'ACTIVE', isDefault: false, accountInfo: {} },
    ...{ identity: id, nameCheck: 'PENDING', validation: { method, provider: 'SANDBOX' } },
  })
  return id
}
const record = (id: string, answer: object): Promise<unknown> =>
  fixture.ask('record_account_validation', id, answer)
/** As if the time were over in which a prenotification may be returned. */
const endSilence = (id: string): Promise<unknown> =>
  database.query({
    text: `update account_validations set silent_until = service_now() where account_id = $1`,
    values: [id],
  })
const accountOf = (id: string): Promise<Record<string, unknown>> =>
  database.one({
    text: `select e.status, e.status_reason as reason, e.beneficiary_verification_status as name, e.corrected_info as corrected,
        v.state, (select count(*)::integer from events where subject = 'ExternalAccount:' || e.id) as events
      from external_accounts e join account_validations v on v.account_id = e.id where e.id = $1`,
    values: [id],
  })

const inboxOf = async (id: string, waitingSeconds = 600): Promise<unknown[]> => {
  const subject = `ExternalAccount:${id}`
  const items = await listInbox(database, { subject, waitingSeconds, limit: 10 })
  return items.map(({ kind, reason }) => [kind, reason])
}

test('an account is valid when nothing is returned in time, once for fifty answers at once', async () => {
  const id = await anAccount()
  expect(await record(id, { word: 'SENT' })).toMatchObject({ state: 'OPEN', secondsLeft: 5 })
  expect(await accountOf(id)).toMatchObject({ status: 'PENDING', state: 'OPEN', events: 0 })
  await endSilence(id)
  const answers = await Promise.all(Array.from({ length: 50 }, () => record(id, { word: 'SENT' })))
  expect(answers).toEqual(Array(50).fill({ state: 'PASSED', secondsLeft: 0 }))
  expect(await accountOf(id)).toMatchObject({ status: 'ACTIVE', state: 'PASSED', events: 1 })
  // What comes too late changes nothing here.
  await record(id, { word: 'INVALID', code: 'R03' })
  expect(await accountOf(id)).toMatchObject({ status: 'ACTIVE', state: 'PASSED', events: 1 })
})

test('an account whose prenotification is returned is invalid for good, and a correction is kept', async () => {
  const id = await anAccount()
  const correction = { routingNumber: '101050001' }
  await record(id, { word: 'SENT', correction })
  expect(await record(id, { word: 'INVALID', code: 'R03' })).toMatchObject({ state: 'FAILED' })
  const after = { status: 'INACTIVE', reason: 'R03', corrected: correction, events: 1 }
  expect(await accountOf(id)).toMatchObject(after)
  expect(await fixture.ask('account_to_validate', id)).toBeNull()
})

test('an account that a payment has shown to be invalid meanwhile stays so', async () => {
  const id = await anAccount()
  await fixture.ask('move_external_account', id, 'INACTIVE', 'R02')
  await record(id, { word: 'KNOWN' })
  expect(await accountOf(id)).toMatchObject({ status: 'INACTIVE', reason: 'R02', state: 'PASSED' })
})

test('an account that is INACTIVE gets its reason later, once and without another event', async () => {
  const id = await anAccount()
  await fixture.ask('move_external_account', id, 'INACTIVE')
  expect(await accountOf(id)).toMatchObject({ status: 'INACTIVE', reason: null, events: 1 })
  for (const code of ['R02', 'R03'])
    await fixture.ask('move_external_account', id, 'INACTIVE', code)
  expect(await accountOf(id)).toMatchObject({ status: 'INACTIVE', reason: 'R02', events: 1 })
})

test('a validation that fails without a code has a reason too', async () => {
  const id = await anAccount()
  await record(id, { word: 'INVALID' })
  expect(await accountOf(id)).toMatchObject({ status: 'INACTIVE', reason: 'INVALID' })
})

test('what a person must judge is under review, and of fifty decisions at once one counts', async () => {
  for (const [isAccepted, status, reason] of [
    [true, 'ACTIVE', null],
    [false, 'INACTIVE', 'R16'],
  ] as const) {
    const id = await anAccount()
    expect(await fixture.ask('decide_account_review', id, isAccepted, 'Ada')).toBeNull()
    const answer = { word: 'REVIEW', code: 'R16' }
    expect(await record(id, answer)).toMatchObject({ state: 'UNDER_REVIEW' })
    expect(await accountOf(id)).toMatchObject({ status: 'UNDER_REVIEW', reason: 'R16', events: 1 })
    expect(await record(id, { word: 'KNOWN' })).toMatchObject({ state: 'UNDER_REVIEW' })
    expect(await inboxOf(id)).toEqual([['ACCOUNT_REVIEW', 'R16']])
    const decided = await Promise.all(
      Array.from({ length: 50 }, () => fixture.ask('decide_account_review', id, isAccepted, 'Ada')),
    )
    expect(decided.filter((one) => one !== null)).toEqual([status])
    expect(await accountOf(id)).toMatchObject({ status, reason, events: 2 })
    expect(await inboxOf(id)).toEqual([])
  }
})

test('of an account under review that is deleted nothing is decided any more', async () => {
  const id = await anAccount()
  await record(id, { word: 'REVIEW', code: 'R16' })
  await fixture.ask('remove_external_account', fixture.platformId, id, false)
  expect(await inboxOf(id)).toEqual([])
  expect(await fixture.ask('decide_account_review', id, true, 'Ada')).toBeNull()
})

test('a validation that goes on for too long is in the inbox', async () => {
  const id = await anAccount()
  expect(await inboxOf(id)).toEqual([])
  expect(await inboxOf(id, -1)).toEqual([['VALIDATION_WAITING', 'NOT_SENT']])
  await record(id, { word: 'SENT' })
  expect(await inboxOf(id, -1)).toEqual([])
  await endSilence(id)
  expect(await inboxOf(id, -1)).toEqual([['VALIDATION_WAITING', 'NOT_ENDED']])
  await record(id, { word: 'SENT' })
  expect(await inboxOf(id, -1)).toEqual([])
})

test('a name is checked without a change of the status', async () => {
  const id = await anAccount('NAME')
  await record(id, { word: 'SENT' })
  await endSilence(id)
  await record(id, { word: 'SENT' })
  expect(await accountOf(id)).toMatchObject({ status: 'ACTIVE', name: 'MATCHED', events: 1 })
})

test('a deleted account is not validated any more', async () => {
  const id = await anAccount()
  await fixture.ask('remove_external_account', fixture.platformId, id, false)
  expect(await record(id, { word: 'KNOWN' })).toEqual({ state: 'ABANDONED', secondsLeft: 0 })
  expect(await accountOf(id)).toMatchObject({ status: 'PENDING', state: 'ABANDONED', events: 0 })
})

/** A return may take three banking days, and a holiday may fall between: four weekdays, from a Friday, a Monday and a Saturday. */
test.each([
  ['2026-11-27T15:00:00Z', '2026-12-03T15:00:00Z'],
  ['2026-11-30T15:00:00Z', '2026-12-04T15:00:00Z'],
  ['2026-11-28T15:00:00Z', '2026-12-03T15:00:00Z'],
])('four weekdays after %s is %s', async (from, to) => {
  const { at } = await database.one<{ at: Date }>({
    text: 'select weekday_after($1, 4) as at',
    values: [from],
  })
  expect(new Date(at).toISOString()).toBe(new Date(to).toISOString())
})
