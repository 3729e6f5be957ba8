/**
 * Random payments of every kind, with faults on the rail and workers that die, against a model of
 * the balances in a map. Everything ends, and every balance is the model's. TEST_SEED repeats the
 * choices; the sample is one sequence with one kill, the long suite thirty with kills in each.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf, untilTransaction } from '../durability/payments.ts'
import { ledgerHolds, type Resource, waitUntil } from '../support/builders.ts'
import { openRows } from '../support/openRows.ts'
import { aSandboxControl, type FaultOrder } from '../support/sandboxControl.ts'
import { type Chance, chanceOf, countOf, isLong, seed } from '../support/seed.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import { actions } from './actions.ts'
import { Books, type OpenPayment } from './books.ts'
import { aModelFixture, type ModelFixture, shownBalances } from './modelFixture.ts'

const SEQUENCES = countOf(1, 30)
const DEEDS = isLong ? 24 : 16
const KILLS = isLong ? 2 : 1
const FAULTS = 5
const SPREAD_MS = 3_000

let stack: TestStack
let fixture: ModelFixture

beforeAll(async () => {
  stack = await aKeptStack()
})
afterAll(async () => {
  await fixture?.stop()
  await stack?.stop()
})

const numbers = Array.from({ length: SEQUENCES }, (_, index) => index + 1)

test.each(numbers)(
  'sequence %i: everything becomes terminal, and every balance is the model’s',
  async (number) => {
    const chance = chanceOf(`model ${number}`)
    console.log(`sequence ${number} of seed ${seed}`)
    await stack.waitReady()
    fixture = await aModelFixture(stack)
    const books = new Books()
    for (const [id, shown] of await shownBalances(fixture)) {
      books.balances.set(id, (shown as { total: number }).total)
    }
    const faults = await orderFaults(chance)
    const killing = kill(chance)
    await Promise.all(
      Array.from({ length: DEEDS }, async (_, index) => {
        // A random generator per action: concurrent actions do not change its choices.
        const own = chanceOf(`model ${number}/${index}`)
        await sleep(own.integer(SPREAD_MS))
        await own.pick(actions)({ fixture, books, chance: own })
      }),
    )
    await killing
    await stack.waitReady()
    await faults.release()
    await Promise.all(books.open.map(untilOver))
    for (const ask of books.unknownOutcomes) await ask()
    const ended = await Promise.all(books.open.map(untilOver))
    for (const [index, open] of books.open.entries()) books.close(open, ended[index] as Resource)
    const sums = summaryOf(ended)
    console.log(
      `sequence ${number}: ${books.open.length} payments: ${sums}; faults ${faults.names}`,
    )
    await expectNothingOpen()
    const shown = await shownBalances(fixture)
    const wrong = [...books.balances]
      .map(([id, total]) => ({ id, model: { spendable: total, total }, shown: shown.get(id) }))
      .filter((one) => !isDeepStrictEqual(one.model, one.shown))
    // All at once: what is wrong, and every payment that the model knows of.
    if (wrong.length > 0)
      console.log(
        JSON.stringify(
          { wrong, open: books.open.map(({ what, outcomes }) => ({ what, outcomes })), ended },
          null,
          1,
        ),
      )
    expect(wrong, `sequence ${number} of seed ${seed}`).toEqual([])
    await ledgerHolds(stack)
    await fixture.stop()
  },
)

async function orderFaults(chance: Chance): Promise<{ names: string; release(): Promise<void> }> {
  const control = aSandboxControl(stack)
  const orders = Array.from({ length: FAULTS }, (): FaultOrder => {
    const kind = chance.pick(['delay', 'twice', 'lostAnswer', 'errorBefore', 'errorAfter'] as const)
    const operation = chance.pick(['submit', 'find', 'collect', 'cancel', 'notices', 'sign'])
    return {
      ...(operation === 'sign'
        ? { party: 'provider', operation: 'SIGN_RAW_PAYLOAD_V2' }
        : { party: 'rail', operation }),
      kind,
      count: 1 + chance.integer(3),
      ...(kind === 'delay' && { delayMs: 500 + chance.integer(5_500) }),
    }
  })
  const releases = await Promise.all(orders.map((order) => control.order(order)))
  return {
    names: orders.map(({ operation, kind }) => `${operation} ${kind}`).join(', '),
    async release() {
      for (const release of releases) await release()
    },
  }
}

/** Workers die somewhere in the sequence, and are started again by their supervisor. */
async function kill(chance: Chance): Promise<void> {
  for (let turn = 0; turn < KILLS; turn += 1) {
    await sleep(800 + chance.integer(SPREAD_MS))
    await stack.kill('worker')
    await stack.waitReady('worker')
  }
}

/** Ended for good: a payout that the bank will return has come back. */
function untilOver({ api, transactionId, outcomes }: OpenPayment): Promise<Resource> {
  const mayComplete = outcomes.COMPLETED !== undefined
  return untilTransaction(
    api,
    transactionId,
    ({ status, refund }) => {
      const isOpen = ['PENDING', 'PROCESSING'].includes(String(status))
      const isRefunding = (refund as { status?: string } | undefined)?.status === 'PENDING'
      return !isOpen && !isRefunding && (status !== 'COMPLETED' || mayComplete)
    },
    120_000,
  ).catch((error: Error) => {
    throw new Error(`${error.message}: ${JSON.stringify(outcomes)}`)
  })
}

async function expectNothingOpen(): Promise<void> {
  await waitUntil('no row is open', async () => {
    return (await rowsOf(stack, `select 1 from ${openRows()}`)).length === 0
  })
}

function summaryOf(ended: readonly Resource[]): string {
  const counts = new Map<string, number>()
  for (const { status, failureReason } of ended) {
    const name = [status, failureReason].filter(Boolean).join(' ')
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].map(([name, of]) => `${of} ${name}`).join(', ')
}
