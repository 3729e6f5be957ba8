/**
 * kill -9 of each process while customers are imported: each row makes its customer once, with all that
 * comes with one.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles } from '../../scripts/devstack/runFile.ts'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { aPlatform, apiOf } from '../support/builders.ts'
import { aPerson, csvOf, domainOf, type Row, upload } from '../support/importFiles.ts'
import { chanceOf, countOf } from '../support/seed.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import { rowsOf } from './payments.ts'

const ROWS = countOf(1_500, 20_000)
const KILLS = countOf(2, 20)
/** Every how many rows one has a wallet that is made at once, repeats another, or is wrong. */
const WITH_WALLET_EVERY = countOf(60, 20)
const REPEATED_EVERY = 101
const WRONG_EVERY = 97
const PAUSE_MS_MAX = 700

const chance = chanceOf('import kills')

let stack: TestStack
beforeAll(async () => {
  stack = await aKeptStack()
})
afterAll(() => stack?.stop())

function file(domain: string): { readonly rows: Row[]; readonly good: number } {
  const rows: Row[] = []
  let good = 0
  for (let number = 1; number <= ROWS; number += 1) {
    if (number % REPEATED_EVERY === 0) rows.push(rows[number - 10] as Row)
    else if (number % WRONG_EVERY === 0) rows.push(aPerson(domain, { birthDate: 'yesterday' }))
    else {
      rows.push(aPerson(domain, number % WITH_WALLET_EVERY === 0 ? {} : { email: '' }))
      good += 1
    }
  }
  return { rows, good }
}

test('every customer once, whatever is killed', async () => {
  const api = apiOf(stack, await aPlatform(stack))
  const { rows, good } = file(await domainOf(api))
  const jobId = await upload(api, csvOf(rows))
  for (let kill = 0; kill < KILLS; kill += 1) {
    await sleep(chance.integer(PAUSE_MS_MAX))
    await stack.kill(
      chance.pick(roles.filter((role) => ['api', 'worker', 'sandbox'].includes(role))),
    )
  }
  await stack.waitReady()
  const job = await endedThroughKills(api, jobId)
  expect(job).toMatchObject({
    status: 'COMPLETED',
    progress: { total: ROWS, processed: ROWS, successful: good, failed: ROWS - good },
  })

  const importId = jobId.split(':')[1]
  const [counts] = await rowsOf<Record<string, bigint>>(
    stack,
    `with c as (select c.* from customers c join bulk_imports i on i.platform_id = c.platform_id where i.id = $1)
      select (select count(*) from c) as customers, (select count(distinct platform_customer_id) from c) as ids,
        (select count(*) from internal_accounts a join c on a.customer_id = c.id) as accounts,
        (select count(*) from internal_accounts a join ledger_balances b on b.account_id = a.id
          join c on a.customer_id = c.id) as balances,
        (select count(*) from wallets w join internal_accounts a on a.id = w.account_id
          join c on a.customer_id = c.id) as wallets,
        (select count(*) from events e join c on e.subject = 'Customer:' || c.id) as events,
        (select count(*) from timeline t join c on t.subject = 'Customer:' || c.id and t.code = 'CREATED') as timelines,
        (select count(*) from events where subject = 'Job:' || $1) as ends,
        (select count(*) from bulk_import_errors where import_id = $1) as errors`,
    [importId],
  )
  expect(counts).toEqual({
    customers: BigInt(good),
    ids: BigInt(good),
    accounts: BigInt(3 * good),
    balances: BigInt(3 * good),
    wallets: BigInt(good),
    events: BigInt(good),
    timelines: BigInt(good),
    ends: 1n,
    errors: BigInt(ROWS - good),
  })
  await expect
    .poll(() => walletsOf(importId), { timeout: 300_000, interval: 250 })
    .toEqual([{ status: 'ACTIVE', is_open: false }])
}, 900_000)

async function endedThroughKills(api: ApiClient, jobId: string): Promise<unknown> {
  let last: unknown
  await expect
    .poll(
      async () => {
        const { body } = await api.call('GET', `/customers/bulk/jobs/${jobId}`)
        last = body
        return body.status
      },
      { timeout: 600_000, interval: 250 },
    )
    .toBe('COMPLETED')
  return last
}

function walletsOf(importId: string | undefined): Promise<object[]> {
  return rowsOf(
    stack,
    `select distinct a.status, i.is_open from internal_accounts a join bulk_imports i on i.id = a.import_id
      where a.import_id = $1`,
    [importId],
  )
}
