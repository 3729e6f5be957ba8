/** Pulls that could not be made: what operators see of them, and asking for them again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { rowsOf } from '../durability/payments.ts'
import { alarmOf } from '../support/alarms.ts'
import {
  aLoggedInWallet,
  balanceOf,
  type LoggedInWallet,
  ledgerHolds,
  listed,
  type Resource,
} from '../support/builders.ts'
import { play, purchaseOf, untilTransaction } from '../support/cardPlays.ts'
import { aDelegatedKey } from '../support/delegatedKeys.ts'
import { asOperator, withoutAsking } from '../support/paymentsCommand.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'

const UNITS = 10_000n

let stack: TestStack
let database: Database
let owner: LoggedInWallet
let card: Resource

beforeAll(async () => {
  stack = await aRunningStack()
  database = openDatabase(stack.databaseUrl, { poolMax: 1 })
  owner = await aLoggedInWallet(stack, { minor: 100n * 100n * UNITS })
  card = (await aDelegatedKey(owner)).card
})
afterAll(async () => {
  await database?.close()
  await stack?.stop()
})

const list = (): Promise<string> => asOperator(stack, 'card', 'list')
const retry = (id: unknown): Promise<string> =>
  asOperator(stack, 'card', 'retry', String(id), ...withoutAsking)
const until = (token: unknown, status: string) =>
  untilTransaction(owner.api, owner.customer, token, status)
async function purchase(cents: number, clearedCents: number): Promise<[unknown, Resource]> {
  const { body } = await play(owner.api, card, 'authorization', purchaseOf(cents))
  const token = body.issuerTransactionToken
  const held = await until(token, 'AUTHORIZED')
  const clearing = { cardTransactionId: held.id, amount: clearedCents }
  expect((await play(owner.api, card, 'clearing', clearing)).status).toBe(202)
  return [token, held]
}
/** What has left the wallet for a transaction, by ledger step. */
async function takenFor({ id }: Resource): Promise<unknown[]> {
  const entries = listed(await owner.api.call('GET', `/transactions/${id}/ledger-entries`))
  return entries.map(({ step }) => step).filter((step) => /^pull\/\d+$/.test(String(step)))
}

test('a pull without money waits, is listed and counted, and is made once by any number of retries', async () => {
  expect(await list()).toBe('Nothing needs a person.\n')
  expect(await alarmOf(database, 'card_pulls_in_exception')).toBe(0)
  expect(await alarmOf(database, 'oldest_card_pull_in_exception_seconds')).toBe(0)
  // 70.00 were authorized and are taken; the wallet has 30.00 for the 35.00 above, the most that is taken.
  const [token, { id }] = await purchase(7_000, 10_500)
  const waiting = await until(token, 'EXCEPTION')
  expect(await alarmOf(database, 'card_pulls_in_exception')).toBe(1)
  expect(await alarmOf(database, 'oldest_card_pull_in_exception_seconds')).toBeGreaterThan(0)
  expect(await list()).toMatch(new RegExp(`\nCARD_PULL +${id} .*35.* SANDBOX .*INSUFFICIENT_FUNDS`))

  // Without the money it fails again.
  expect(await retry(id)).toBe('The pulls are asked for again.\n')
  const timeline = async (): Promise<unknown[]> =>
    listed(await owner.api.call('GET', `/transactions/${id}/timeline`)).map(({ what }) => what)
  const failures = async (): Promise<number> =>
    (await timeline()).filter((what) => /not taken .*INSUFFICIENT_FUNDS/.test(String(what))).length
  await expect.poll(failures, { timeout: 60_000 }).toBe(2)
  expect(await timeline()).toContain(
    'decided by Grace Hopper: retry (the bank confirmed by telephone)',
  )
  expect(await until(token, 'EXCEPTION')).toMatchObject({ settledAmount: waiting.settledAmount })

  const path = `/sandbox/internal-accounts/${owner.wallet.id}/fund`
  expect((await owner.api.call('POST', path, { amount: Number(60n * 100n * UNITS) })).status).toBe(
    200,
  )
  const answers = await Promise.allSettled(Array.from({ length: 4 }, () => retry(id)))
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  await until(token, 'SETTLED')
  expect(await takenFor(waiting)).toHaveLength(2)
  expect((await balanceOf(owner)) / UNITS).toBe(5_500n)
  expect(await alarmOf(database, 'card_pulls_in_exception')).toBe(0)

  // One event of the issuer's, two pulls of it by then, each signed and booked once.
  const pulls = await rowsOf<{ cents: string; state: string; signatures: string }>(
    stack,
    `select cents, state, (select count(*) from card_pull_signatures where pull_id = p.id and signature is not null) as signatures
      from card_pulls p where transaction_id = $1 order by cents`,
    [id.slice('Transaction:'.length)],
  )
  expect(
    pulls.map(({ cents, state, signatures }) => [Number(cents), state, Number(signatures)]),
  ).toEqual([
    [3_500, 'DONE', 1],
    [7_000, 'DONE', 1],
  ])
  await expect(retry(id)).rejects.toThrow('no pull that could not be made')
  expect((await ledgerHolds(stack)).findings).toEqual([])
})

test('only what waits is touched: a held purchase and an unknown one change nothing', async () => {
  const { body } = await play(owner.api, card, 'authorization', purchaseOf(100))
  const { id } = await until(body.issuerTransactionToken, 'AUTHORIZED')
  const unknown = `Transaction:${crypto.randomUUID()}`
  await expect(retry(id)).rejects.toThrow('no pull that could not be made')
  await expect(retry(unknown)).rejects.toThrow('exit code 7')
  expect(await rowsOf(stack, `select 1 from card_pulls where state <> 'DONE'`)).toEqual([])
})
