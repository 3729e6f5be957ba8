/**
 * What one person is sent and may guess within an hour, whatever clears the counters in between: the SQL functions
 * alone, on a clock of the test's.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { createPlatform } from '../../db/platforms.ts'
import { aDatabase, type TestDatabase } from '../support/stack.ts'

/** As `person_bound` says, and `docs/reference/limits.md`. */
const MESSAGES = 30
const GUESSES = 20

let server: TestDatabase
let database: Database
const platformIds: string[] = []

type Person = {
  readonly platformId: string
  readonly customerId: string
  readonly credentialId: string
  readonly phone: string
}
let person: Person

beforeAll(async () => {
  server = await aDatabase()
  const patient = { poolWaitMs: 60_000, statementTimeoutMs: 60_000 }
  database = openDatabase(server.url, { poolMax: 20, ...patient })
  for (const name of ['one', 'two']) {
    const { clientId } = await createPlatform(server.url, { name, environment: 'SANDBOX' })
    const { platform_id: id } = await database.one<{ platform_id: string }>({
      text: 'select platform_id from tokens where client_id = $1',
      values: [clientId],
    })
    platformIds.push(id)
  }
  await database.query({ text: 'create table own_clock (moved interval not null)' })
  await database.query({ text: `insert into own_clock values ('0')` })
  await database.query({
    text: `create or replace function service_now() returns timestamptz language sql volatile as
      $$ select '2030-01-01Z'::timestamptz + moved from own_clock $$`,
  })
})
beforeEach(async () => {
  person = await aPerson()
})
afterAll(async () => {
  await database.close()
  await server.drop()
})

async function pass(seconds: number): Promise<void> {
  await database.query({
    text: 'update own_clock set moved = moved + make_interval(secs => $1)',
    values: [seconds],
  })
}

/** A customer with a verified phone number, and a wallet that it logs in to with codes. */
async function aPerson(
  phone = `+49170${randomInt(1e8, 1e9)}`,
  platformId = platformIds[0] ?? '',
): Promise<Person> {
  const [customerId, accountId, credentialId] = [randomUUID(), randomUUID(), randomUUID()]
  await database.query({
    text: `insert into customers (id, platform_id, platform_customer_id, customer_type, uma_address, kyc_status,
        region, email, phone_number, phone_verified_at)
      select $1::uuid, id, $1::text, 'INDIVIDUAL', '$' || $1::text || '@' || uma_domain, 'APPROVED', 'DE',
        $1::text || '@example.com', $3, service_now() from platforms where id = $2`,
    values: [customerId, platformId, phone],
  })
  await database.query({
    text: `insert into ledger_accounts (id, environment, kind, currency, has_floor)
      values ($1, 'SANDBOX', 'HOLDER', 'USDB', true)`,
    values: [accountId],
  })
  await database.query({
    text: `insert into internal_accounts (id, platform_id, environment, customer_id, type, currency, status)
      values ($1, $2, 'SANDBOX', $3, 'EMBEDDED_WALLET', 'USDB', 'ACTIVE')`,
    values: [accountId, platformId, customerId],
  })
  await database.query({
    text: `insert into credentials (id, platform_id, account_id, type, nickname, contact)
      values ($1, $2, $3, 'SMS_OTP', 'phone', $4)`,
    values: [credentialId, platformId, accountId, phone],
  })
  return { platformId, customerId, credentialId, phone }
}

const startLogin = (whose: Person = person): Promise<string> =>
  database
    .call('start_sca_login', {
      ...{ id: randomUUID(), platformId: whose.platformId, customerId: whose.customerId },
      ...{ factor: 'SMS_OTP', recipient: whose.phone, codeKey: 'x' },
    })
    .then((opened) => (opened.outcome === 'REFUSED' ? opened.code : opened.challenge.id))

async function guess(isRight: boolean): Promise<string> {
  const { platformId, customerId } = person
  const { outcome } = await database.call('answer_sca_challenge', {
    ...{ platformId, customerId, purpose: 'LOGIN', factor: 'TOTP' },
    ...{ isRight, proof: { kind: 'CODE' } },
  })
  return outcome
}

/** Whatever clears the counter of wrong proofs. */
const clears: Readonly<Record<string, () => Promise<unknown>>> = {
  'a reset of the platform’s password': () =>
    database.call('record_security_event', person.customerId, 'RESET_PASSWORD_COMPLETED'),
  'a right proof': () => guess(true),
  'the reset of a factor': async () => {
    const { platformId, customerId } = person
    const resetId = randomUUID()
    await database.call('start_sca_reset', { platformId, customerId, resetId, factor: 'TOTP' })
    await database.call('move_sca_reset', resetId, 'PENDING_REVIEW')
    await database.call('move_sca_reset', resetId, 'LIVENESS_PASSED')
    await database.call('complete_sca_reset', { platformId, customerId, resetId })
  },
}

describe('wrong proofs', () => {
  test.each(Object.keys(clears))('are bounded by the hour, though %s clears them', async (by) => {
    let judged = 0
    for (let round = 0; round < 60; round += 1) {
      for (let index = 0; index < 4; index += 1) {
        if ((await guess(false)) === 'WRONG') judged += 1
      }
      await clears[by]?.()
    }
    expect(judged).toBe(GUESSES)
    expect(await guess(true)).toBe('LOCKED')
    await pass(3_600)
    expect(await guess(true)).toBe('OK')
  })

  test('fifty at once, from a cleared counter each time: no more are judged', async () => {
    let judged = 0
    for (let round = 0; round < 8; round += 1) {
      const outcomes = await Promise.all(Array.from({ length: 50 }, () => guess(false)))
      judged += outcomes.filter((outcome) => outcome === 'WRONG').length
      await clears['a reset of the platform’s password']?.()
    }
    expect(judged).toBe(GUESSES)
  })

  test('the platform is shown that the lock of the hour stays', async () => {
    for (let index = 0; index < GUESSES; index += 1) {
      await guess(false)
      if (index % 4 === 3) await clears['a reset of the platform’s password']?.()
    }
    const event = ['record_security_event', person.customerId, 'RESET_PASSWORD_COMPLETED'] as const
    const shown = await database.call(...event)
    expect(shown).toMatchObject({ failedAttempts: 0, suspended: false })
    expect(shown.lockedUntil).not.toBeNull()
  })

  test('codes of a wallet count for the same person, and an unlock does not forget them', async () => {
    const wrong = async (number: number): Promise<boolean> => {
      const { platformId, credentialId } = person
      const base = { credentialId, platformId, number }
      await database.call('issue_otp', { ...base, burst: 1_000, secondsPerCode: 1 })
      await database.call('settle_otp_issuance', credentialId, number, 'otp', 'x', 300, null)
      const verificationId = randomUUID()
      const reserved = await database.call('reserve_otp_attempt', {
        ...{ ...base, verificationId, path: '/', requestHash: 'ab' },
        ...{ encryptedBundle: 'x', attemptsMax: 5 },
      })
      if (reserved.outcome === 'REFUSED') {
        expect(reserved.code).toBe('ACCOUNT_LOCKED')
        return false
      }
      await database.call('refuse_otp', verificationId, 'UNAUTHORIZED', 'wrong', true)
      await database.query({
        text: `select unlock_credentials(account_id, null, 'the platform') from credentials where id = $1`,
        values: [credentialId],
      })
      return true
    }
    let judged = 0
    for (let number = 1; number <= 25; number += 1) if (await wrong(number)) judged += 1
    expect(judged).toBe(GUESSES)
    expect(await guess(true)).toBe('LOCKED')
  })
})

describe('messages', () => {
  /** The messages that were ordered to a number. */
  async function sent(phone: string): Promise<number> {
    const { count } = await database.one<{ count: number }>({
      text: `select coalesce(sum(1 + resends), 0)::integer as count from sca_challenges where recipient = $1`,
      values: [phone],
    })
    return count
  }

  test('are bounded by the hour, though logins end and begin, and the counter is cleared', async () => {
    for (let round = 0; round < 60; round += 1) {
      await startLogin()
      await database.query({
        text: 'update sca_challenges set voided_at = service_now() where customer_id = $1 and attempts < $2',
        values: [person.customerId, round % 3],
      })
      await clears['a reset of the platform’s password']?.()
      await pass(30)
    }
    expect(await sent(person.phone)).toBe(MESSAGES)
    await pass(1_800)
    expect(await startLogin()).not.toBe('RATE_LIMITED')
  })

  test('fifty logins at once, of fifty customers with one number: no more are sent', async () => {
    const people = await Promise.all(Array.from({ length: 50 }, () => aPerson(person.phone)))
    const started = await Promise.all(people.map(startLogin))
    expect(started.filter((one) => one !== 'RATE_LIMITED')).toHaveLength(MESSAGES)
    expect(await sent(person.phone)).toBe(MESSAGES)
    // Of another platform it is another count.
    expect(await startLogin(await aPerson(person.phone, platformIds[1]))).not.toBe('RATE_LIMITED')
  })

  test('with a change of the number the customer is still the same', async () => {
    const answers: string[] = []
    for (let round = 0; round < 40; round += 1) {
      const phone = `+49171${randomInt(1e8, 1e9)}`
      await database.query({
        text: 'update customers set phone_number = $2 where id = $1',
        values: [person.customerId, phone],
      })
      await database.query({
        text: 'update customers set phone_verified_at = service_now() where id = $1',
        values: [person.customerId],
      })
      answers.push(await startLogin({ ...person, phone }))
    }
    expect(answers).not.toContain('CONFLICT')
    expect(answers.filter((answer) => answer !== 'RATE_LIMITED')).toHaveLength(MESSAGES)
  })

  test('codes of a wallet count for the same person', async () => {
    const { platformId, credentialId } = person
    const answers: string[] = []
    for (let number = 1; number <= MESSAGES + 1; number += 1) {
      const base = { credentialId, platformId, number, burst: 1_000, secondsPerCode: 1 }
      const issued = await database.call('issue_otp', base)
      answers.push(issued.outcome === 'REFUSED' ? issued.code : issued.outcome)
    }
    expect(answers).toEqual([...Array(MESSAGES).fill('COMMITTED'), 'RATE_LIMITED'])
    expect(await startLogin()).toBe('RATE_LIMITED')
  })
})
