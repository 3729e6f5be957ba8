/** Database steps whose COMMIT response is lost, and executes while no worker runs. */
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../scripts/serviceDriver/apiClient.ts'
import { logIn, signed } from '../../scripts/serviceDriver/device.ts'
import {
  accountOf,
  aFundedCustomer,
  amountsOf,
  anExternalAccount,
  from,
  to,
  untilEnded,
} from '../payments/customers.ts'
import {
  aFundedWallet,
  aLoggedInWallet,
  type LoggedInWallet,
  ledgerHolds,
  waitUntil,
} from '../support/builders.ts'
import { openRows } from '../support/openRows.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { sampleOf } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { anInTestWorker, holdWorkers, type InTestWorker } from './inTestWorker.ts'
import { sessionsOf } from './logins.ts'
import { aPayment, atOnce, execute, expectPaidOnce, rowsOf, untilCompleted } from './payments.ts'
import { whileNoWorkerRunsFor } from './withoutWorkers.ts'

let stack: TestStack
let wallet: LoggedInWallet
let worker: InTestWorker | undefined

beforeAll(async () => {
  // Longer than it takes to start a worker here: requests sent before that wait for it.
  stack = await aRunningStack({ apis: 2, env: { ANSWER_WAIT_MS: '5000' } })
  wallet = await aLoggedInWallet(stack)
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})
afterAll(async () => {
  await stack?.stop()
})

const TESTS_WITHOUT_WORKERS = 5
const whileNoWorkerRuns = whileNoWorkerRunsFor(TESTS_WITHOUT_WORKERS, {
  stop: () => holdWorkers(stack),
  run: () => stack.release('worker'),
})

test.concurrent('an execute sent while no worker runs is answered honestly and paid once later', async () => {
  const payment = await aPayment(wallet)
  await whileNoWorkerRuns(async () => {
    const answers = await atOnce(stack, 4, (api) => execute(api, payment))
    for (const { status, body, headers } of answers) {
      if (status === 200) expect(body.status).toBe('PROCESSING')
      else {
        expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
    }
  })
  await waitUntil('the repeated request finds it', async () => {
    const answer = await execute(wallet.api, payment)
    expect([200, 503]).toContain(answer.status)
    return answer.status === 200 && answer.body.status === 'PROCESSING'
  })
  await untilCompleted(wallet.api, payment)
  await expectPaidOnce(stack, [payment])
  await ledgerHolds(stack)
})

test.concurrent('what was not known yet is not refused from the row: its head may still pay', async () => {
  const poor = await aLoggedInWallet(stack, { minor: 1_000_000n })
  const payment = await aPayment(poor, { minor: 1_000_000n })
  const move = (id: string, debit: string, credit: string) =>
    rowsOf(
      stack,
      `select ledger_transfer($1, 'POSTED', ${debit}, ${credit}, 'USDB', 1000000, null, $1)`,
      [id, poor.wallet.id.split(':')[1]],
    )
  const [wallet, funding] = ['$2::uuid', "service_account('SANDBOX', 'FUNDING', 'USDB')"]
  await whileNoWorkerRuns(async () => {
    expect((await execute(poor.api, payment)).status).toBe(503)
    await move(`${payment.quote.id}/drained`, wallet, funding)
    expect((await execute(poor.api, payment)).status).toBe(503)
    await move(`${payment.quote.id}/filled`, funding, wallet)
  })
  await waitUntil('the repeated request finds it', async () => {
    const answer = await execute(poor.api, payment)
    expect([200, 503]).toContain(answer.status)
    return answer.status === 200
  })
  await untilCompleted(poor.api, payment)
  await expectPaidOnce(stack, [payment])
})

test.concurrent.each([
  ['a quote executed at once', 'quote'],
  ['a transfer', 'transfer'],
] as const)(
  '%s with unknown outcome gets no final refusal while its workflow may still pay',
  async (_, kind) => {
    const ada = await aFundedCustomer(stack, 'USD', 5_000n)
    const bank = await anExternalAccount(ada.api, ada.customer)
    const usd = accountOf(ada, 'USD')
    const headers = { 'Idempotency-Key': randomUUID() }
    const quote = { source: from(usd), destination: to(bank), ...lock, immediatelyExecute: true }
    const transfer = {
      source: { accountId: usd.id },
      destination: { accountId: bank.id },
      amount: 5_000,
    }
    const place = (): Promise<Answer> =>
      kind === 'quote'
        ? ada.api.call('POST', '/quotes', quote, headers)
        : ada.api.call('POST', '/transfer-out', transfer, headers)
    const setDeleted = (at: 'now()' | 'null') =>
      rowsOf(stack, `update external_accounts set deleted_at = ${at} where id = $1`, [
        bank.id.split(':')[1],
      ])
    await whileNoWorkerRuns(async () => {
      expect((await place()).status).toBe(503)
      await setDeleted('now()')
      expect((await place()).status).toBe(503)
      if (kind === 'quote') {
        const other = { ...quote, lockedCurrencyAmount: 1 }
        const answer = await ada.api.call('POST', '/quotes', other, headers)
        expect([answer.status, answer.body.code]).toEqual([409, 'DUPLICATE_PAY_REQUEST'])
      }
      await setDeleted('null')
    })
    const paid = await waitUntil('the repeated request finds it', async () => {
      const answer = await place()
      expect([201, 503]).toContain(answer.status)
      return answer.status === 201 ? answer : undefined
    })
    const id = kind === 'quote' ? paid.body.transactionId : paid.body.id
    expect(await untilEnded(ada.api, id)).toMatchObject({ status: 'COMPLETED' })
    expect((await amountsOf(ada.api, usd)).total).toBe(0)
    await ledgerHolds(stack)
  },
)

const lock = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 5_000 }

test.concurrent('what was not known yet and is refused in the end may be tried again', async () => {
  const ada = await aFundedCustomer(stack, 'USD', 5_000n)
  const bank = await anExternalAccount(ada.api, ada.customer)
  const quote = { source: from(accountOf(ada, 'USD')), destination: to(bank), ...lock }
  const headers = { 'Idempotency-Key': randomUUID() }
  const place = (): Promise<Answer> =>
    ada.api.call('POST', '/quotes', { ...quote, immediatelyExecute: true }, headers)
  await whileNoWorkerRuns(async () => {
    expect((await place()).status).toBe(503)
    const path = `/customers/external-accounts/${bank.id}`
    expect((await ada.api.call('DELETE', path)).status).toBe(204)
  })
  const refused = await waitUntil('the head has refused it', async () => {
    const answer = await place()
    return answer.status === 503 ? undefined : answer
  })
  expect([refused.status, refused.body.code]).toEqual([404, 'REFERENCE_NOT_FOUND'])
  expect((await place()).status).toBe(404)
  expect((await amountsOf(ada.api, accountOf(ada, 'USD'))).spendable).toBe(5_000)
})

/** Throws once for each name, after the statement has committed. */
function forgetful(names: (name: string) => boolean): {
  readonly forgotten: Set<string>
  afterCommit(name: string): void
} {
  const forgotten = new Set<string>()
  return {
    forgotten,
    afterCommit(name) {
      if (!names(name) || forgotten.has(name)) return
      forgotten.add(name)
      throw new Error(`the connection was lost after ${name} had committed`)
    },
  }
}

const synchronousSteps = [
  'create_customer',
  'issue_otp',
  'reserve_otp_attempt',
  'claim_request',
  'decide_payment',
]

const forgettings: readonly (readonly [string, (name: string) => boolean])[] = [
  ['each synchronous step', (name) => synchronousSteps.includes(name)],
  ['every single database step', () => true],
]

test.each(sampleOf('forgotten commits', forgettings, 1))(
  '%s fails after its COMMIT: customer, login and payment finish, once',
  async (_what, names) => {
    await holdWorkers(stack)
    const { forgotten, afterCommit } = forgetful(names)
    worker = await anInTestWorker(stack, { afterCommit })
    const control = aSandboxControl(stack)
    const before = await control.acts()

    const owner = await aFundedWallet(stack)
    const { otp } = await control.signers()
    const device = await logIn(owner.api, { credentialId: owner.credential.id, otpSigner: otp })
    const payment = await aPayment({ ...owner, device })
    const answer = await execute(owner.api, payment)
    expect([answer.status, answer.body.status]).toEqual([200, 'PROCESSING'])
    await untilCompleted(owner.api, payment)

    for (const step of synchronousSteps) expect(forgotten).toContain(step)
    await expectPaidOnce(stack, [payment])
    expect(await sessionsOf(stack, owner)).toBe(1)
    expect(await control.mails(String(owner.customer.email))).toHaveLength(1)
    const acts = await control.acts()
    for (const operation of Object.keys(acts)) {
      expect((acts[operation] ?? 0) - (before[operation] ?? 0), operation).toBe(1)
    }
    const issued = await rowsOf<{ attempts: number }>(
      stack,
      'select attempts from otp_issuances where credential_id = $1',
      [owner.credential.id.split(':')[1]],
    )
    expect(issued).toEqual([{ attempts: 1 }])
    await ledgerHolds(stack)
  },
)

test.each(sampleOf('forgotten records', [1, 6], 1))(
  'a code is added, and its record is not heard of %i times: one message',
  async (times) => {
    const owner = await (async () => {
      await holdWorkers(stack)
      worker = await anInTestWorker(stack)
      const logged = await aLoggedInWallet(stack, { minor: 0n })
      await worker.stop()
      return logged
    })()
    let left = times
    worker = await anInTestWorker(stack, {
      // Until its response arrives, the workflow does not start the sending: the caller does.
      afterCommit(name) {
        if (name !== 'record_operation' || left === 0) return
        left -= 1
        throw new Error('the connection was lost after the credential was recorded')
      },
    })
    const phoneNumber = `+1415${randomInt(1_000_000, 9_999_999)}`
    const phone = { customerType: 'INDIVIDUAL', phoneNumber }
    await owner.api.call('PATCH', `/customers/${owner.customer.id}`, phone)
    const body = { type: 'SMS_OTP', accountId: owner.wallet.id }
    const added = await signed(owner.api, owner.device, 'POST', '/auth/credentials', body)
    expect([added.status, added.body.otpEncryptionTargetBundle]).toEqual([201, expect.any(String)])
    await waitUntil('the operation has ended', () => left === 0)
    await waitUntil('nothing is open', async () => {
      return (await rowsOf(stack, `select 1 from ${openRows()}`)).length === 0
    })
    expect(await aSandboxControl(stack).mails(phoneNumber)).toHaveLength(1)
  },
)

test('a refusal whose response was lost is returned again, and counted once', async () => {
  await holdWorkers(stack)
  const { afterCommit } = forgetful((name) => name === 'decide_payment')
  const poor = await (async () => {
    worker = await anInTestWorker(stack)
    const logged = await aLoggedInWallet(stack, { minor: 1_000_000n })
    await worker.stop()
    return logged
  })()
  // Both are accepted while the balance covers either; then the worker starts and one is refused.
  const payments = [await aPayment(poor), await aPayment(poor)] as const
  const sent = Promise.all(payments.map((payment) => execute(poor.api, payment)))
  worker = await anInTestWorker(stack, { afterCommit })
  const statuses = (await sent).map(({ status }) => status)
  const attempts = async (): Promise<number[]> => {
    const ids = payments.map(({ quote }) => quote.id.split(':')[1])
    const text =
      'select attempt from payments where id = any($1::uuid[]) order by array_position($1::uuid[], id)'
    return (await rowsOf<{ attempt: number }>(stack, text, [ids])).map(({ attempt }) => attempt)
  }
  await waitUntil('one is refused', async () => (await attempts()).some((attempt) => attempt > 1))
  const refused = (await attempts()).findIndex((attempt) => attempt > 1)
  const paid = payments[1 - refused]
  if (paid === undefined) throw new Error('both were refused')
  await untilCompleted(poor.api, paid)
  expect((await attempts()).sort()).toEqual([1, 2])
  // 503: the worker was not there in time.
  expect([400, 503]).toContain(statuses[refused])
  expect([200, 503]).toContain(statuses[1 - refused])
  await ledgerHolds(stack)
})
