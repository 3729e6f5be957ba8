/** Payouts that an operator has paused wait, visibly, and go on once when the pause has ended. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { idOf } from '../../contract/ids.ts'
import { expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { rowsOf } from '../durability/payments.ts'
import { ledgerHolds, type Resource, shown, waitUntil } from '../support/builders.ts'
import { asOperator, payments, resolvePayment } from '../support/paymentsCommand.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import {
  accountOf,
  aFundedCustomer,
  anExternalAccount,
  askQuote,
  bookedSteps,
  from,
  type TestCustomer,
  timelineOf,
  to,
  untilEnded,
} from './customers.ts'

let stack: SharedStack
let ada: TestCustomer
let platform: string

beforeAll(async () => {
  stack = await aSharedStack()
  ada = await aFundedCustomer(stack, 'USD', 1_000_000n)
  const [row] = await rowsOf<{ id: string }>(
    stack,
    'select p.id from platforms p join tokens t on t.platform_id = p.id where t.client_id = $1',
    [stack.platform.clientId],
  )
  platform = idOf('PlatformConfig', row?.id ?? '')
})
afterAll(async () => {
  await stack?.stop()
})

/** At the database, as where the API hangs. */
async function pauses(...given: readonly string[]): Promise<string> {
  const { stdout } = await payments({ DATA_DIR: stack.dataDir }, 'admin', 'payouts', ...given)
  return stdout
}
const mine = (): string[] => ['--environment', 'SANDBOX', '--platform', platform]
const resume = (): Promise<string> => asOperator(stack, 'payouts', 'resume', ...mine(), '--yes')

/** @returns the transaction's id, of a payment that is on its way */
async function aPayment(): Promise<string> {
  const bank = to(await anExternalAccount(ada.api, ada.customer), { paymentRail: 'ACH' })
  const asked = await askQuote(ada.api, from(accountOf(ada, 'USD')), bank, 10_000)
  const quote: Resource = shown('quote', asked, 201)
  expectStatus('execute', await ada.api.call('POST', `/quotes/${quote.id}/execute`), 200)
  return String(quote.transactionId)
}

const untilHeldBack = (id: string): Promise<unknown> =>
  waitUntil('it is held back', async () =>
    (await timelineOf(ada.api, id)).includes('payout held back: payouts are paused'),
  )
const atRail = async (id: string): Promise<number> =>
  (
    await rowsOf<{ reference: string }>(
      { databaseUrl: stack.sandboxDatabaseUrl },
      'select reference from sandbox.payouts where reference = $1',
      [id],
    )
  ).length

test('they wait, are refunded if an operator says so, and leave once when the pause has ended', async () => {
  const pause = ['pause', ...mine(), '--by', 'Grace', '--reason']
  expect(await pauses(...pause, 'the rail is slow')).toBe(
    `Payouts of ${platform} in SANDBOX are paused.\n`,
  )
  expect(await pauses(...pause, 'again')).toContain('paused already')
  const [kept, refunded] = [await aPayment(), await aPayment()]
  await Promise.all([kept, refunded].map(untilHeldBack))
  const listed = JSON.parse(await pauses('list', '--json')).data
  expect(listed).toContainEqual(
    expect.objectContaining({ platformId: platform, waiting: 2, reason: 'the rail is slow' }),
  )
  await resolvePayment(stack, refunded, 'refund')
  expect(await untilEnded(ada.api, refunded)).toMatchObject({ status: 'FAILED' })
  expect([await atRail(kept), await atRail(refunded)]).toEqual([0, 0])

  await resume()
  // At once: by themselves they would ask again ten minutes later.
  expect(await untilEnded(ada.api, kept)).toMatchObject({ status: 'COMPLETED' })
  expect([await atRail(kept), await atRail(refunded)]).toEqual([1, 0])
  const steps = await bookedSteps(stack, kept)
  expect(steps.filter((step) => step === 'payout')).toHaveLength(1)
  const line = await timelineOf(ada.api, kept)
  expect(line.filter((each) => each.startsWith('payout '))).toEqual([
    'payout held back: payouts are paused',
    'payout submitted',
  ])
  await expect(resume()).rejects.toThrow(/are not paused/)
  expect(await untilEnded(ada.api, await aPayment())).toMatchObject({ status: 'COMPLETED' })
  await ledgerHolds(stack)
})
