/**
 * What customers prove themselves with, under stress: kill -9 of workers and API processes amid codes and
 * resets, and guesses from everywhere at once, on a clock of the test's.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { anExternalAccount, apiOf, waitUntil } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import {
  anUnverifiedCustomer,
  aScaCustomer,
  CODE,
  enrolTotp,
  logIn,
  resetStatusOf,
  type ScaCustomer,
  type StartedReset,
  showFace,
  WRONG_CODE,
} from '../support/sca.ts'
import { aPayerQuote, aScaPayer, executeQuote } from '../support/scaPayers.ts'
import { chanceOf, countOf } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { atOnce, rowsOf, untilKnown } from './payments.ts'

const KILLS = countOf(1, 20)
const GUESSES = 200
const AT_ONCE = 3

const chance = chanceOf('codes and resets')
const kills = Array.from({ length: KILLS }, (_, kill) => kill)
let stack: TestStack

beforeAll(async () => {
  stack = await aRunningStack({ apis: 2, workers: 2, env: { SWEEP_SECONDS: '2' } })
})
afterAll(async () => {
  await stack?.stop()
})

const uuidOf = ({ customer }: ScaCustomer): string => customer.id.replace('Customer:', '')

/** The customer's calls by any of the API processes, until their outcome is known. */
const byAny = (ask: (api: ApiClient) => ReturnType<ApiClient['call']>) =>
  untilKnown(stack, (index) => ask(apiOf(stack, stack.platform, index)))

type Step<Name> = { readonly role: 'worker' | 'api'; at(step: Name): Promise<unknown> }

/** Kills all processes of a role at one of the steps. */
function aKillAt<Name extends string>(steps: readonly Name[]): Step<Name> {
  const [role, chosen] = [chance.pick(['worker', 'api'] as const), chance.pick(steps)]
  return { role, at: async (step) => step === chosen && stack.kill(role) }
}

test.each(kills)(
  'kill %i amid contact verification: each code is sent, as one message, and verifies',
  async () => {
    await stack.waitReady()
    const kill = aKillAt(['ASK', 'SENT', 'CONFIRM'])
    const customers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => anUnverifiedCustomer(apiOf(stack))),
    )
    const each = (verb: 'ask' | 'confirm') =>
      customers.flatMap(({ customer }) =>
        ['email', 'phone'].map(async (contact) => {
          const path = `/customers/${customer.id}/verify-${contact}`
          const { status } = await byAny((api) =>
            verb === 'ask' ? api.call('POST', path) : confirm(api, path),
          )
          // A repeat of what had its outcome: the code is on its way; the contact is verified.
          expect(verb === 'ask' ? [204, 429] : [200, 409]).toContain(status)
        }),
      )
    const confirm = (api: ApiClient, path: string) =>
      api.call('POST', `${path}/confirm`, { code: CODE })
    await Promise.all([...each('ask'), kill.at('ASK')])
    await kill.at('SENT')
    await stack.waitReady()
    for (const { customer } of customers) {
      for (const contact of [customer.email, customer.phoneNumber]) {
        const mails = () => aSandboxControl(stack).mails(contact)
        await waitUntil('the code arrives', async () => (await mails()).length > 0)
        expect(await mails()).toHaveLength(1)
      }
    }
    await Promise.all([...each('confirm'), kill.at('CONFIRM')])
    await stack.waitReady()
    for (const { customer } of customers) {
      const shown = await byAny((api) => api.call('GET', `/customers/${customer.id}`))
      expect(shown.body.contactVerification).toEqual({ email: 'VERIFIED', phone: 'VERIFIED' })
    }
    const unsent = await rowsOf(stack, 'select 1 from sca_challenges where sent_at is null')
    expect(unsent).toEqual([])
  },
)

test.each(kills)(
  'kill %i amid a reset: it is completed once, and the lost factor is gone',
  async () => {
    await stack.waitReady()
    const kill = aKillAt(['START', 'PAGE', 'RECOGNIZED', 'COMPLETE'])
    const customers: ScaCustomer[] = []
    for (let turn = 0; turn < AT_ONCE; turn += 1) {
      const customer = await aScaCustomer(apiOf(stack))
      await logIn(customer)
      await enrolTotp(customer)
      customers.push(customer)
    }
    const of = ({ customer }: ScaCustomer, path: string): string =>
      `/sca/factors/reset${path}?customerId=${customer.id}`
    const start = async (customer: ScaCustomer): Promise<StartedReset> => {
      const factor = { factor: 'TOTP' }
      const answer = await byAny((api) => api.call('POST', of(customer, ''), factor))
      expect(answer.status).toBe(201)
      return answer.body as unknown as StartedReset
    }
    const [started] = await Promise.all([Promise.all(customers.map(start)), kill.at('START')])
    await kill.at('PAGE')
    const open = customers.map(
      (customer, index) => [customer, started[index] as StartedReset] as const,
    )
    await Promise.all([
      ...open.map(([customer, reset]) => showFace(stack, customer, reset)),
      kill.at('RECOGNIZED'),
    ])
    await stack.waitReady()
    for (const [customer, reset] of open) {
      await waitUntil('the person is recognized', async () => {
        const { status } = await resetStatusOf(customer, reset)
        return status === 'LIVENESS_PASSED'
      })
    }
    await Promise.all([
      ...open.map(async ([customer, { resetId }]) => {
        const path = of(customer, `/${resetId}/complete`)
        // A repeat finds it completed.
        expect([204, 409]).toContain((await byAny((api) => api.call('POST', path))).status)
      }),
      kill.at('COMPLETE'),
    ])
    await stack.waitReady()
    for (const [customer, reset] of open) {
      expect(await resetStatusOf(customer, reset)).toMatchObject({
        ...{ status: 'COMPLETED', enrollmentStatus: 'PENDING' },
      })
      const factors = await customer.sca('GET', '/factors')
      expect(factors.body.factors).toEqual([{ factor: 'SMS_OTP' }])
      const completed = `select 1 from timeline where subject = $1 and code = 'RESET_COMPLETED'`
      expect(await rowsOf(stack, completed, [reset.resetId])).toHaveLength(1)
    }
    // One whose caller never heard of it has got its page too, and runs out.
    const stuck = `select 1 from sca_resets where status = 'INITIATED'`
    await waitUntil('none is stuck', async () => (await rowsOf(stack, stuck)).length === 0)
  },
)

type Guess = Awaited<ReturnType<ApiClient['call']>>

const loginBy = ({ customer }: ScaCustomer, code: string) => {
  const path = `/sca/login/complete?customerId=${customer.id}`
  const body = { factor: 'TOTP', code, endUserIpAddress: '203.0.113.7' }
  return (api: ApiClient): Promise<Guess> => api.call('POST', path, body)
}

/** How many were judged and not right; all others found the login locked. */
function judgedOf(guesses: readonly Guess[]): number {
  const [judged, locked] = [400, 423].map((wanted) =>
    guesses.filter(({ status }) => status === wanted),
  ) as [Guess[], Guess[]]
  expect(judged.length + locked.length, JSON.stringify(guesses.map((guess) => guess.body))).toBe(
    guesses.length,
  )
  return judged.length
}

test(`${GUESSES} guesses at once by two API processes, at a login, a payment and a beneficiary: five are judged`, async () => {
  await stack.waitReady()
  const payer = await aScaPayer(stack)
  const customer: ScaCustomer = {
    api: payer.api,
    customer: payer.customer as ScaCustomer['customer'],
    sca: (method, path, sent) =>
      payer.api.call(method, `/sca${path}?customerId=${payer.customer.id}`, sent),
  }
  await enrolTotp(customer)
  const quote = await aPayerQuote(payer)
  expect((await executeQuote(payer.api, quote)).body.status).toBe('PENDING_AUTHORIZATION')
  const bank = await anExternalAccount(payer.api, payer.customer)
  const trust = `/customers/external-accounts/${bank.id}/trust`
  expect((await payer.api.call('POST', trust)).status).toBe(200)
  const code = { code: WRONG_CODE }
  const ways = [
    loginBy(customer, WRONG_CODE),
    (api: ApiClient) => api.call('POST', `/quotes/${quote.id}/authorize`, code),
    (api: ApiClient) => api.call('POST', `${trust}/confirm`, code),
  ]
  const guesses = await atOnce(stack, GUESSES, (api, index) => {
    const way = ways[index % ways.length] ?? loginBy(customer, WRONG_CODE)
    return way(api)
  })
  expect(judgedOf(guesses)).toBe(5)
  const [lock] = await rowsOf<{ failed_attempts: number }>(
    stack,
    'select failed_attempts from sca_lockouts where customer_id = $1',
    [uuidOf(customer)],
  )
  expect(lock?.failed_attempts).toBe(5)
  // The right proof is not judged either.
  const right = await payer.api.call('POST', `/quotes/${quote.id}/authorize`, { code: CODE })
  expect(right.status).toBe(423)
})

const MINUTE_MS = 60_000
/** How long an account is locked after `failures` wrong proofs in a row. */
const locks = [
  { failures: 5, lockMs: 15 * MINUTE_MS },
  { failures: 6, lockMs: 30 * MINUTE_MS },
  { failures: 7, lockMs: 60 * MINUTE_MS },
  { failures: 8, lockMs: 24 * 60 * MINUTE_MS },
] as const

test('a login is locked to the millisecond as the table says, by all API processes', async () => {
  const customer = await aScaCustomer(apiOf(stack))
  await logIn(customer)
  await enrolTotp(customer)
  let now = Date.parse('2040-01-01T00:00:00Z')
  const passes = async (ms: number): Promise<void> => {
    now += ms
    const at = new Date(now).toISOString()
    const clock = `create or replace function service_now() returns timestamptz language sql volatile
      as $$ select '${at}'::timestamptz $$`
    await rowsOf(stack, clock)
  }
  const guess = (count: number, code = WRONG_CODE) => atOnce(stack, count, loginBy(customer, code))
  await passes(0)
  for (const { failures, lockMs } of locks) {
    expect(judgedOf(await guess(40))).toBe(failures === 5 ? 5 : 1)
    for (const waited of [0, lockMs - 1]) {
      await passes(waited)
      for (const { status, body } of await guess(2, CODE)) {
        expect(status).toBe(423)
        const lockedUntil = new Date(now - waited + lockMs).toISOString()
        expect(body.details).toMatchObject({
          lockedUntil,
          failedAttempts: failures,
          suspended: false,
        })
      }
    }
    await passes(1)
  }
  expect(judgedOf(await guess(40))).toBe(1)
  await passes(3_650 * 24 * 60 * MINUTE_MS)
  const [suspended] = await guess(1, CODE)
  const details = { lockedUntil: null, failedAttempts: 9, suspended: true }
  expect(suspended).toMatchObject({ status: 423, body: { details } })
  await customer.sca('POST', '/record-event', { eventType: 'RESET_PASSWORD_COMPLETED' })
  expect((await guess(1, CODE)).map(({ status }) => status)).toEqual([200])
})
