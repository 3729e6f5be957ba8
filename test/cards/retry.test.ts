/** Pulls that could not be made: what operators see of them, and asking for them again. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
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
import { argumentsOf } from '../support/programs.ts'
import { aRunningStack, bareEnvironment, type TestStack } from '../support/stack.ts'

const UNITS = 10_000n
const operator = ['--by', 'Grace Hopper', '--reason', 'the customer has paid in']

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

/** As an operator runs it; its output. @throws Error with the command's line when it refuses */
async function retry(...given: string[]): Promise<string> {
  const env = { ...bareEnvironment(), DATA_DIR: stack.dataDir }
  const program = [...argumentsOf('scripts/cardRetry'), ...given]
  return (await promisify(execFile)(process.execPath, program, { env })).stdout
}
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
  expect(await retry()).toBe('Every pull has been made, or is being made.\n')
  expect(await alarmOf(database, 'card_pulls_in_exception')).toBe(0)
  expect(await alarmOf(database, 'oldest_card_pull_in_exception_seconds')).toBe(0)
  // 70.00 were authorized and are taken; the wallet has 30.00 for the 35.00 above, the most that is taken.
  const [token, { id }] = await purchase(7_000, 10_500)
  const waiting = await until(token, 'EXCEPTION')
  expect(await alarmOf(database, 'card_pulls_in_exception')).toBe(1)
  expect(await alarmOf(database, 'oldest_card_pull_in_exception_seconds')).toBeGreaterThan(0)
  expect(await retry()).toMatch(
    new RegExp(`^${id} .* INSUFFICIENT_FUNDS .*35.* of ${owner.wallet.id}, SANDBOX platform .*\n$`),
  )

  // Without the money it fails again.
  expect(await retry(id, ...operator)).toBe(`${id}: its pulls are made again.\n`)
  const timeline = async (): Promise<unknown[]> =>
    listed(await owner.api.call('GET', `/transactions/${id}/timeline`)).map(({ what }) => what)
  const failures = async (): Promise<number> =>
    (await timeline()).filter((what) => /not taken .*INSUFFICIENT_FUNDS/.test(String(what))).length
  await expect.poll(failures, { timeout: 60_000 }).toBe(2)
  expect(await timeline()).toContain('decided by Grace Hopper: retry (the customer has paid in)')
  expect(await until(token, 'EXCEPTION')).toMatchObject({ settledAmount: waiting.settledAmount })

  const path = `/sandbox/internal-accounts/${owner.wallet.id}/fund`
  expect((await owner.api.call('POST', path, { amount: Number(60n * 100n * UNITS) })).status).toBe(
    200,
  )
  const answers = await Promise.allSettled(Array.from({ length: 4 }, () => retry(id, ...operator)))
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
  await expect(retry(id, ...operator)).rejects.toThrow('has no pull that could not be made')
  expect((await ledgerHolds(stack)).findings).toEqual([])
})

test('only what waits is touched: a held purchase, an unknown one and half a command change nothing', async () => {
  const { body } = await play(owner.api, card, 'authorization', purchaseOf(100))
  const { id } = await until(body.issuerTransactionToken, 'AUTHORIZED')
  const unknown = `Transaction:${crypto.randomUUID()}`
  for (const one of [id, unknown]) {
    await expect(retry(one, ...operator)).rejects.toThrow('has no pull that could not be made')
  }
  const half = [
    [id],
    [id, '--by', 'Grace Hopper'],
    operator,
    ['x', ...operator],
    [id, id, ...operator],
  ]
  for (const given of half) await expect(retry(...given)).rejects.toThrow('usage: card:retry')
  expect(await rowsOf(stack, `select 1 from card_pulls where state <> 'DONE'`)).toEqual([])
})
