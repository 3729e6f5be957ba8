/** Payouts that an operator has paused wait, visibly, and go on once when the pause has ended. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStatus } from '../../scripts/serviceDriver/apiClient.ts'
import { rowsOf } from '../durability/payments.ts'
import { ledgerHolds, type Resource, shown, waitUntil } from '../support/builders.ts'
import { resolvePayment } from '../support/paymentsCommand.ts'
import { argumentsOf } from '../support/programs.ts'
import { aSharedStack, bareEnvironment, type SharedStack } from '../support/stack.ts'
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
  const [row] = await rowsOf<{ name: string }>(
    stack,
    'select p.name from platforms p join tokens t on t.platform_id = p.id where t.client_id = $1',
    [stack.platform.clientId],
  )
  platform = row?.name ?? ''
})
afterAll(async () => {
  await stack?.stop()
})

async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...argumentsOf(`scripts/${program}`), ...args],
    { env: { ...bareEnvironment(), DATA_DIR: stack.dataDir } },
  )
  return stdout
}
const mine = (): string[] => ['--environment', 'SANDBOX', '--platform', platform, '--by', 'Grace']

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
  expect(await run('payoutsPause', ...mine(), '--reason', 'the rail is slow')).toBe(
    `Payouts of ${platform} are paused.\n`,
  )
  expect(await run('payoutsPause', ...mine(), '--reason', 'again')).toContain('paused already')
  const [kept, refunded] = [await aPayment(), await aPayment()]
  await Promise.all([kept, refunded].map(untilHeldBack))
  expect(await run('payoutsPause')).toMatch(
    new RegExp(`"${platform}" {2}2 wait .*"the rail is slow"`),
  )
  await resolvePayment(stack, refunded, 'refund')
  expect(await untilEnded(ada.api, refunded)).toMatchObject({ status: 'FAILED' })
  expect([await atRail(kept), await atRail(refunded)]).toEqual([0, 0])

  expect(await run('payoutsResume', ...mine())).toBe(`Payouts of ${platform} go on.\n`)
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
  await expect(run('payoutsResume', ...mine())).rejects.toThrow(/are not paused/)
  expect(await untilEnded(ada.api, await aPayment())).toMatchObject({ status: 'COMPLETED' })
  await ledgerHolds(stack)
})
