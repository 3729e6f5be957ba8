/**
 * Lives of payments over the bank: payouts, pulls and deposits under lost answers, errors, late and repeated events, with
 * cancellations, returns after the settlement, reversals of a part, corrections, deposits that their bank takes back, and
 * kills of the worker. Afterwards the bank's own books are the ledger's. The long suite lives 300.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { theBankOf } from '../payments/bank.ts'
import { aFundedCustomer } from '../payments/customers.ts'
import { ledgerHolds } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { chanceOf, countOf, isLong, seed } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { bankBooksOf } from './bankBooks.ts'
import { aPlan, type BankStage, live } from './bankLives.ts'

const LIVES = countOf(16, 300)
const AT_ONCE = 20
const KILLS_MAX = 2
const END_MS = 120_000
const POLL_MS = 1_000
/** Of each class that the long suite names. */
const LEAST = 20

let stack: TestStack
beforeAll(async () => {
  stack = await aRunningStack({ env: { SANDBOX_RAILS: 'USD:bank,*:rail' } })
})
afterAll(async () => {
  await stack?.stop()
})

test(`${LIVES} lives: the bank's books are the ledger's`, { timeout: 3_600_000 }, async () => {
  const [bank, books] = [theBankOf(stack), bankBooksOf(stack)]
  const holder = await aFundedCustomer(stack, 'USD', 100_000_000n)
  await bank.controlled('/accounts/account_sandbox/funds', { cents: 100_000_000 })
  await bank.controlled('/behaviour', { slowMs: 4_000 })
  const before = await books.totals()
  const counts = new Map<string, number>()
  const wrong: string[] = []
  for (let first = 1; first <= LIVES; first += AT_ONCE) {
    let kills = 0
    const stage: BankStage = {
      ...{ holder, bank, books, control: aSandboxControl(stack), counts },
      async kill() {
        kills += 1
        if (kills <= KILLS_MAX) await stack.kill('worker')
        return kills <= KILLS_MAX
      },
    }
    const numbers = Array.from(
      { length: Math.min(AT_ONCE, LIVES - first + 1) },
      (_, index) => first + index,
    )
    wrong.push(...(await liveAtOnce(stage, numbers)))
    console.log(
      `${numbers.at(-1)} of ${LIVES} lives of seed ${seed}: ${JSON.stringify(Object.fromEntries(counts))}`,
    )
  }
  expect(wrong, `seed ${seed}`).toEqual([])
  const after = await books.totals()
  expect(after.bank - before.bank - after.halves).toBe(after.ledger - before.ledger)
  expect((await ledgerHolds(stack)).findings).toEqual([])
  if (isLong && LIVES >= 300) {
    expect([...counts].filter(([, count]) => count < LEAST)).toEqual([])
  }
})

/** @returns the lives after which something is wrong */
async function liveAtOnce(stage: BankStage, numbers: readonly number[]): Promise<string[]> {
  const plans = numbers.map((number) => aPlan(number, chanceOf(`bank ${number}`)))
  const lives = await Promise.all(plans.map((plan) => live(stage, plan)))
  const deadline = performance.now() + END_MS
  const wrong = await Promise.all(
    lives.map(async (life, index) => {
      for (;;) {
        const problems = await stage.books.problemsOf(life)
        if (problems.length === 0) return undefined
        if (performance.now() > deadline) {
          const trace = await stage.books.traceOf(life)
          return JSON.stringify({ problems, life, plan: plans[index], trace })
        }
        await sleep(POLL_MS)
      }
    }),
  )
  return wrong.filter((one) => one !== undefined)
}
