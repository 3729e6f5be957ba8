/** Hundreds of deposits of one account wait to be swept: nothing else waits for them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '../durability/payments.ts'
import { aPlatform, ledgerHolds, waitUntil } from '../support/builders.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import { aHolder, aRuleAccount, arriveAt, untilSwept } from './ruleAccounts.ts'

const MANY = 400

let stack: TestStack

beforeAll(async () => {
  stack = await aKeptStack()
})
afterAll(async () => {
  await ledgerHolds(stack)
  await stack?.stop()
})

async function waiting(): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    stack,
    `select count(*)::integer as count from deposit_sweeps where state = 'WAITING'`,
  )
  return row?.count ?? 0
}

test('other jobs, and sweeps of another platform, come before them', async () => {
  const quiet = await aHolder(stack, { platform: await aPlatform(stack) })
  const stormy = await aHolder(stack)
  const [calm, storm] = [
    await aRuleAccount(quiet, quiet.wallet),
    await aRuleAccount(stormy, stormy.wallet),
  ]
  await rowsOf(
    stack,
    `select receive_deposit('SANDBOX', gen_random_uuid()::text, funding_reference_of($1), 1000 + n, 'USD')
      from generate_series(1, $2::integer) n`,
    [storm.id.split(':')[1], MANY],
  )
  const key = `probe of ${storm.id}`
  const payload = `json_build_object('paymentId', gen_random_uuid())`
  await rowsOf(stack, `select queue_job('expire_payment', ${payload}, $1)`, [key])
  await waitUntil('the other job is done', async () => {
    const jobs = await rowsOf(stack, 'select 1 from graphile_worker._private_jobs where key = $1', [
      key,
    ])
    return jobs.length === 0 || undefined
  })
  expect(await waiting()).toBeGreaterThan(MANY / 2)
  await untilSwept(quiet.api, await arriveAt(quiet.api, calm, 1_000))
  expect(await waiting()).toBeGreaterThan(MANY / 4)
  await waitUntil('all are swept', async () => (await waiting()) === 0 || undefined, 100_000)
})
