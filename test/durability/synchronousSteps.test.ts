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

const TESTS_WITHOUT_WORKERS = 3
const whileNoWorkerRuns = whileNoWorkerRunsFor(TESTS_WITHOUT_WORKERS, {
  stop: () => holdWorkers(stack),
  run: () => stack.release('worker'),
})

test.concurrent('an execute sent while no worker runs is answered as usual and paid once later', async () => {
  const payment = await aPayment(wallet)
  await whileNoWorkerRuns(async () => {
    const answers = await atOnce(stack, 4, (api) => execute(api, payment))
    for (const { status, body } of answers) {
      expect([status, body.status]).toEqual([200, 'PROCESSING'])
    }
  })
  expect((await execute(wallet.api, payment)).body.status).toBe('PROCESSING')
  await untilCompleted(wallet.api, payment)
  await expectPaidOnce(stack, [payment])
  await ledgerHolds(stack)
})

test.concurrent.each([
  ['a quote executed at once', 'quote'],
  ['a transfer', 'transfer'],
] as const)('%s is answered while no worker runs, and carried out once later', async (_, kind) => {
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
  const answers: Answer[] = []
  await whileNoWorkerRuns(async () => {
    for (let turn = 0; turn < 3; turn += 1) answers.push(await place())
  })
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  const replayed = answers.map(({ headers: each }) => each.get('idempotent-replayed'))
  expect(replayed).toEqual([null, 'true', 'true'])
  const [first] = answers
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => first?.body))
  const id = kind === 'quote' ? first?.body.transactionId : first?.body.id
  expect(await untilEnded(ada.api, id)).toMatchObject({ status: 'COMPLETED' })
  expect((await amountsOf(ada.api, usd)).total).toBe(0)
  await ledgerHolds(stack)
})

const lock = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 5_000 }

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
  'activate_wallet',
  'settle_otp_issuance',
  'accept_otp',
  'record_operation',
  'settle_payment',
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
    const phoneNumber = `+1415${randomInt(2_000_000, 9_999_999)}`
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
