/** The one lockout table, and what uses a proof up: the SQL functions alone, on a clock of the test's. */
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import type { AnswerChallengeInput, Judged, UsedProof } from '../../db/scaFunctions.ts'
import { alarmOf } from '../support/alarms.ts'
import { countOf } from '../support/seed.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

let server: TestDatabase
/** Two pools, as of two API processes. */
let pools: Database[]
let platformId: string
let customerId: string
let phone: string

const database = (): Database => pools[0] as Database

beforeAll(async () => {
  server = await aDatabase()
  pools = [openDatabase(server.url, { poolMax: 10 }), openDatabase(server.url, { poolMax: 10 })]
  const { clientId } = await createPlatform(server.url, { name: 'x', environment: 'SANDBOX' })
  const { platform_id: id } = await database().one<{ platform_id: string }>({
    text: 'select platform_id from tokens where client_id = $1',
    values: [clientId],
  })
  platformId = id
  await database().query({ text: 'create table own_clock (moved interval not null)' })
  await database().query({ text: `insert into own_clock values ('0')` })
  await database().query({
    text: `create or replace function service_now() returns timestamptz language sql volatile as
      $$ select '2030-01-01Z'::timestamptz + moved from own_clock $$`,
  })
})
afterAll(async () => {
  for (const pool of pools) await pool.close()
  await server.drop()
})
beforeEach(async () => {
  customerId = randomUUID()
  phone = `+49170${randomInt(1e8, 1e9)}`
  await database().query({
    text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status,
        region, email, phone_number, phone_verified_at)
      select $1::uuid, id, $1::text, 'INDIVIDUAL', '$' || $1::text || '@' || uma_domain, 'APPROVED', 'DE',
        'a@example.com', $3, service_now() from platforms where id = $2`,
    values: [customerId, platformId, phone],
  })
})

/** Moves the database's clock on, which stands still otherwise. */
async function pass(seconds: number): Promise<void> {
  await database().query({
    text: 'update own_clock set moved = moved + make_interval(secs => $1)',
    values: [seconds],
  })
}

async function aChallenge(more: object = {}): Promise<string> {
  const opened = await database().call('open_sca_challenge', {
    ...{ id: randomUUID(), platformId, customerId, purpose: 'LOGIN', factor: 'SMS_OTP' },
    ...{ recipient: phone, codeKey: 'x', ...more },
  })
  if (opened.outcome === 'REFUSED') throw new Error(opened.code)
  return opened.challenge.id
}

function answerOf(
  isRight: boolean,
  more: Partial<AnswerChallengeInput> = {},
): AnswerChallengeInput {
  const proof: UsedProof = { kind: 'CODE' }
  return { platformId, customerId, purpose: 'LOGIN', factor: 'SMS_OTP', isRight, proof, ...more }
}

async function guess(
  isRight = false,
  more: Partial<AnswerChallengeInput> = {},
  pool = database(),
): Promise<Judged> {
  return pool.call('answer_sca_challenge', answerOf(isRight, more))
}

const TABLE = [
  { failures: 5, seconds: 15 * 60 },
  { failures: 6, seconds: 30 * 60 },
  { failures: 7, seconds: 3_600 },
  { failures: 8, seconds: 24 * 3_600 },
] as const

test('locks for exactly as long as the table says, and in the end for good', async () => {
  for (let failures = 1; failures < 5; failures += 1) {
    const wrong = {
      outcome: 'WRONG',
      failedAttempts: failures,
      lockedUntil: null,
      suspended: false,
    }
    expect(await guess()).toEqual(wrong)
  }
  for (const { failures, seconds } of TABLE) {
    const judged = await guess()
    expect(judged).toMatchObject({ outcome: 'WRONG', failedAttempts: failures, suspended: false })
    const { wait } = await database().one<{ wait: number }>({
      text: `select extract(epoch from locked_until - updated_at)::integer as wait from sca_lockouts
        where customer_id = $1`,
      values: [customerId],
    })
    expect(wait).toBe(seconds)
    // A millisecond before the end it is locked, for right proofs too; then it is not.
    await pass(seconds - 0.001)
    expect(await guess(true)).toMatchObject({ outcome: 'LOCKED', failedAttempts: failures })
    await pass(0.001)
  }
  expect(await guess()).toMatchObject({
    ...{ outcome: 'WRONG', failedAttempts: 9, lockedUntil: null, suspended: true },
  })
  await pass(400 * 24 * 3_600)
  expect(await guess(true)).toMatchObject({ outcome: 'LOCKED', suspended: true, lockedUntil: null })
  await database().call('record_security_event', customerId, 'RESET_PASSWORD_COMPLETED')
  expect(await guess(true)).toEqual({ outcome: 'OK' })
})

test('a right proof clears the counter', async () => {
  for (let round = 0; round < 3; round += 1) {
    for (let failures = 1; failures <= 4; failures += 1) {
      expect(await guess()).toMatchObject({ failedAttempts: failures })
    }
    expect(await guess(true)).toEqual({ outcome: 'OK' })
  }
})

test('parallel guesses from two processes, each at a challenge of its own: five are judged', async () => {
  for (let round = 0; round < countOf(1, 5); round += 1) {
    const challenges = await Promise.all(
      Array.from({ length: 200 }, () => aChallenge({ factor: 'PASSKEY' })),
    )
    const outcomes = await Promise.all(
      challenges.map((challengeId, index) =>
        guess(false, { challengeId, factor: 'PASSKEY' }, pools[index % 2]),
      ),
    )
    const judged = outcomes.filter(({ outcome }) => outcome === 'WRONG')
    expect(judged).toHaveLength(5)
    expect(outcomes.filter(({ outcome }) => outcome === 'LOCKED')).toHaveLength(195)
    await database().call('record_security_event', customerId, 'RESET_PASSWORD_COMPLETED')
  }
})

test('a lock that has ended lets exactly one more guess through, however many come', async () => {
  for (let failures = 0; failures < 5; failures += 1) await guess()
  for (const { seconds } of TABLE) {
    await pass(seconds)
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => guess(false, {}, pools[index % 2])),
    )
    expect(outcomes.filter(({ outcome }) => outcome === 'WRONG')).toHaveLength(1)
  }
  await pass(365 * 24 * 3_600)
  expect(await guess(true)).toMatchObject({ outcome: 'LOCKED', suspended: true })
})

test('wrong proofs of every kind count together', async () => {
  const factorId = randomUUID()
  const kinds: readonly Partial<AnswerChallengeInput>[] = [
    { challengeId: await aChallenge() },
    { factor: 'TOTP', proof: { kind: 'TOTP', factorId, step: 1 }, isRight: true },
    { factor: 'PASSKEY', proof: { kind: 'PASSKEY', factorId, counter: 1 }, isRight: true },
    { factor: 'TOTP', proof: { kind: 'RECOVERY_CODE', hash: 'ab' }, isRight: true },
    { challengeId: await aChallenge({ purpose: 'PAYOUT' }), purpose: 'PAYOUT' },
  ]
  for (const [index, kind] of kinds.entries()) {
    expect(await guess(false, kind)).toMatchObject({ outcome: 'WRONG', failedAttempts: index + 1 })
  }
  expect(await guess(true)).toMatchObject({ outcome: 'LOCKED' })
  const event = await database().call('record_security_event', customerId, 'FAILED_LOGIN_ATTEMPT')
  expect(event).toMatchObject({ outcome: 'LOCKED', failedAttempts: 5 })
})

test('a challenge is answered once, within its time, five times at most, for what it was opened for', async () => {
  const challengeId = await aChallenge()
  const right = await Promise.all(
    Array.from({ length: 20 }, (_, index) => guess(true, { challengeId }, pools[index % 2])),
  )
  expect(right.filter(({ outcome }) => outcome === 'OK')).toHaveLength(1)
  expect(right.filter(({ outcome }) => outcome === 'EXPIRED')).toHaveLength(19)
  const late = await aChallenge()
  await pass(300)
  expect(await guess(true, { challengeId: late })).toEqual({ outcome: 'EXPIRED' })
  const binding = 'ab'.repeat(32)
  const subjectId = randomUUID()
  const payment = { purpose: 'PAYOUT', subjectId, binding } as const
  for (const other of [
    { binding: 'cd'.repeat(32) },
    { subjectId: randomUUID() },
    { binding: undefined },
  ]) {
    const bound = await aChallenge(payment)
    expect(await guess(true, { ...payment, challengeId: bound, ...other })).toEqual({
      outcome: 'EXPIRED',
    })
    // It is void now, for the right payment too.
    expect(await guess(true, { ...payment, challengeId: bound })).toEqual({ outcome: 'EXPIRED' })
  }
  const bound = await aChallenge(payment)
  expect(await guess(true, { challengeId: bound })).toEqual({ outcome: 'EXPIRED' })
  expect(await guess(true, { ...payment, challengeId: bound })).toEqual({ outcome: 'OK' })
  // Nothing of that was a wrong proof.
  expect(await guess()).toMatchObject({ failedAttempts: 1 })
})

test('a time step, a counter and a recovery code are used once, whoever comes first', async () => {
  const id = randomUUID()
  await database().query({
    text: `insert into sca_factors (id, platform_id, customer_id, type, status, counter)
      values ($1, $2, $3, 'TOTP', 'ACTIVE', 0), (gen_random_uuid(), $2, $3, 'PASSKEY', 'ACTIVE', 5)`,
    values: [id, platformId, customerId],
  })
  await database().query({
    text: `insert into sca_recovery_codes (customer_id, code_hash) values ($1, '\\xab')`,
    values: [customerId],
  })
  const { id: passkey } = await database().one<{ id: string }>({
    text: `select id from sca_factors where customer_id = $1 and type = 'PASSKEY'`,
    values: [customerId],
  })
  const proofs: readonly UsedProof[] = [
    { kind: 'TOTP', factorId: id, step: 100 },
    { kind: 'TOTP', factorId: id, step: 99 },
    { kind: 'TOTP', factorId: id, step: 101 },
    { kind: 'PASSKEY', factorId: passkey, counter: 6 },
    { kind: 'PASSKEY', factorId: passkey, counter: 6 },
    { kind: 'PASSKEY', factorId: passkey, counter: 7 },
    { kind: 'RECOVERY_CODE', hash: 'ab' },
  ]
  const accepted: number[] = []
  for (const proof of proofs) {
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        guess(true, { factor: 'TOTP', proof }, pools[index % 2]),
      ),
    )
    accepted.push(outcomes.filter(({ outcome }) => outcome === 'OK').length)
    await pass(3_600)
    await database().call('record_security_event', customerId, 'RESET_PASSWORD_COMPLETED')
  }
  expect(accepted).toEqual([1, 0, 1, 1, 0, 1, 1])
})

test('what is not sent is counted: while it waits, and once it is too late', async () => {
  await database().query({ text: 'update sca_challenges set sent_at = ordered_at' })
  const alarms = async (): Promise<number[]> => [
    await alarmOf(database(), 'oldest_unsent_message_seconds'),
    await alarmOf(database(), 'messages_not_sent'),
  ]
  const [sent, late, replaced] = [await aChallenge(), await aChallenge(), await aChallenge()]
  await database().call('record_code_sent', sent)
  const end = 'update sca_challenges set voided_at = service_now() where id = $1'
  await database().query({ text: end, values: [replaced] })
  await pass(100)
  expect(await alarms()).toEqual([100, 0])
  // Sent again, it is another message.
  await database().call('resend_code', sent)
  await database().call('record_code_sent', late)
  await pass(20)
  expect(await alarms()).toEqual([20, 0])
  await pass(180)
  expect(await alarms()).toEqual([0, 1])
  await pass(24 * 3_600)
  expect(await alarms()).toEqual([0, 0])
})

test('a new card or key needs a login, where strong authentication is asked', async () => {
  const refusal = async (): Promise<string | null> => {
    const { why } = await database().one<{ why: string | null }>({
      text: 'select new_instrument_refusal(c) as why from customers c where id = $1',
      values: [customerId],
    })
    return why
  }
  expect(await refusal()).toBe('SCA_SESSION_REQUIRED')
  await database().call('complete_sca_login', { ...answerOf(true), endUserIpAddress: '::1' })
  expect(await refusal()).toBeNull()
  await pass(180 * 24 * 3_600)
  expect(await refusal()).toBe('SCA_SESSION_REQUIRED')
  const leave = `update customers set region = 'US' where id = $1`
  await database().query({ text: leave, values: [customerId] })
  expect(await refusal()).toBeNull()
})

test('a session ends with the phone number, the region and the customer', async () => {
  const logIn = async (): Promise<boolean> => {
    const login = { ...answerOf(true), endUserIpAddress: '::1' }
    expect(await database().call('complete_sca_login', login)).toMatchObject({ outcome: 'OK' })
    return database().call('has_live_sca_session', customerId)
  }
  for (const change of [
    `phone_number = '+4917012346'`,
    `region = 'US'`,
    `region = null`,
    'is_deleted = true',
  ]) {
    await database().query({
      text: `update customers set region = 'DE', is_deleted = false where id = $1`,
      values: [customerId],
    })
    expect(await logIn()).toBe(true)
    const open = await aChallenge()
    await database().query({
      text: `update customers set ${change} where id = $1`,
      values: [customerId],
    })
    expect(await database().call('has_live_sca_session', customerId)).toBe(false)
    expect(await guess(true, { challengeId: open })).toEqual({ outcome: 'EXPIRED' })
  }
  await database().query({
    text: `update customers set region = 'DE', is_deleted = false where id = $1`,
    values: [customerId],
  })
  await logIn()
  await database().query({
    text: `update customers set region = 'FR', email = 'b@example.com' where id = $1`,
    values: [customerId],
  })
  expect(await database().call('has_live_sca_session', customerId)).toBe(true)
  await pass(180 * 24 * 3_600 - 60)
  expect(await database().call('has_live_sca_session', customerId)).toBe(true)
  await pass(60)
  expect(await database().call('has_live_sca_session', customerId)).toBe(false)
})

test('one reset of the phone number allows one change of it, however many come at once', async () => {
  // It can log in by more than the number, so that the second change takes a proof.
  await database().query({
    text: `insert into sca_factors (id, platform_id, customer_id, type, status)
      values (gen_random_uuid(), $1, $2, 'TOTP', 'ACTIVE')`,
    values: [platformId, customerId],
  })
  await database().query({
    text: `insert into sca_resets (id, platform_id, customer_id, factor, status, expires_at)
      values (gen_random_uuid(), $1, $2, 'SMS_OTP', 'LIVENESS_PASSED', service_now() + interval '1 hour')`,
    values: [platformId, customerId],
  })
  const changes = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (pools[index % 2] ?? database()).call('change_customer', customerId, {
        phoneNumber: `+49170999000${index}`,
        profile: {},
      }),
    ),
  )
  expect(changes.filter(({ outcome }) => outcome === 'COMMITTED')).toHaveLength(1)
})

test("no code of a login goes to a number that was the customer's before", async () => {
  const start = (recipient: string): Promise<{ readonly outcome: string }> =>
    database().call('start_sca_login', {
      ...{ id: randomUUID(), platformId, customerId, factor: 'SMS_OTP', recipient, codeKey: 'x' },
    })
  expect(await start(phone)).toMatchObject({ outcome: 'COMMITTED' })
  await database().query({
    text: `update customers set phone_number = '+4917012346' where id = $1`,
    values: [customerId],
  })
  // As a start that has read the number before it was changed, and one before the new one is verified.
  for (const number of [phone, '+4917012346']) {
    expect(await start(number)).toMatchObject({ outcome: 'REFUSED', code: 'CONFLICT' })
  }
})

test('a code that went to an earlier number proves nothing, whatever it was opened for', async () => {
  for (const purpose of ['LOGIN', 'TRUST', 'PAYOUT'] as const) {
    // As by a start that had read the number before it was changed.
    const challengeId = await aChallenge({ purpose, recipient: '+4917099999' })
    expect(await guess(true, { purpose, challengeId })).toEqual({ outcome: 'EXPIRED' })
  }
})

test("a factor of one's own, newly enrolled, gives no new attempts", async () => {
  const login = { ...answerOf(true), endUserIpAddress: '::1' }
  expect(await database().call('complete_sca_login', login)).toMatchObject({ outcome: 'OK' })
  for (let failures = 1; failures <= 4; failures += 1) await guess()
  const id = randomUUID()
  const started = await database().call('start_sca_enrollment', {
    ...{ id, platformId, customerId, type: 'TOTP', secret: 'x' },
  })
  expect(started).toMatchObject({ outcome: 'COMMITTED' })
  const confirmed = await database().call('confirm_sca_enrollment', {
    ...{ customerId, factorId: id, isRight: true, step: 1, recoveryCodes: [] },
  })
  expect(confirmed).toMatchObject({ outcome: 'OK' })
  expect(await guess()).toMatchObject({ outcome: 'WRONG', failedAttempts: 5 })
})
