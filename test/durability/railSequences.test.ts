/**
 * Faults of the rail at every call, together with cancellations, operators' decisions, returns,
 * outcomes that the rail takes back and kills of the worker: afterwards the rail's own books are
 * the ledger's, and nobody is paid and refunded without an alarm. The long suite plays 300
 * sequences with each kind of rail; `--count` takes fewer.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from '@temporalio/client'
import { afterEach, describe, expect, test } from 'vitest'
import { need, parseConfig } from '../../runtime/config.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { accountOf, aFundedCustomer, anExternalAccount } from '../payments/customers.ts'
import { ledgerHolds, type Resource } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { chanceOf, countOf, sampleOf, seed } from '../support/seed.ts'
import { aKeptStack, aRunningStack, type TestStack } from '../support/stack.ts'
import { railBooksOf } from './railBooks.ts'
import { aSequence, type Played, play, type Stage, suffixes } from './railSequences.ts'

const AT_ONCE = 40
const KILLS_MAX = 2
/** For what is under way when the faults have been lifted; the longest delay is shorter. */
const QUIET_MS = 9_500
const END_MS = 120_000
const BALANCE = 100_000_000n

let stack: TestStack | undefined
afterEach(async () => {
  await stack?.stop()
  stack = undefined
})

const rails = [
  ['voids', countOf(5, 300), () => aKeptStack()],
  [
    'does not void',
    countOf(3, 300),
    () => aRunningStack({ env: { SANDBOX_RAIL_VOIDS_UNKNOWN_REFERENCES: 'false' } }),
  ],
] as const

describe.each(sampleOf('kinds of rail', rails, 1))(
  'at a rail that %s unknown references',
  (name, count, aStack) => {
    test(`${count} sequences: the rail's books are the ledger's`, {
      timeout: 3_600_000,
    }, async () => {
      const running = await aStack()
      stack = running
      const { stage, close } = await aStage(running)
      const wrong: string[] = []
      for (let first = 1; first <= count; first += AT_ONCE) {
        const numbers = Array.from(
          { length: Math.min(AT_ONCE, count - first + 1) },
          (_, index) => first + index,
        )
        wrong.push(...(await playAtOnce(stage(), name, numbers)))
        console.log(`${name}: ${numbers.at(-1)} of ${count} sequences of seed ${seed}`)
      }
      await close()
      expect(wrong, `seed ${seed}`).toEqual([])
      await ledgerHolds(running)
    })
  },
)

/** @returns the sequences after which something is wrong */
async function playAtOnce(stage: Stage, rail: string, numbers: number[]): Promise<string[]> {
  const played = await Promise.all(
    numbers.map((number) => play(stage, aSequence(number, chanceOf(`rail ${rail} ${number}`)))),
  )
  await sleep(QUIET_MS)
  const deadline = performance.now() + END_MS
  const wrong = await Promise.all(played.map((one) => untilEnded(stage, one, deadline)))
  return wrong.filter((problem) => problem !== undefined)
}

/** Settles what the rail has left pending, and looks again until nothing is wrong. */
async function untilEnded(
  { books, control }: Stage,
  { sequence, transactionId }: Played,
  deadline: number,
): Promise<string | undefined> {
  for (;;) {
    for (const { reference, state } of await books.instructionsOf(transactionId)) {
      if (state === 'PENDING') await control.force(reference, 'settle')
    }
    const problems = await books.problemsOf(transactionId)
    if (problems.length === 0) return undefined
    if (performance.now() > deadline) {
      const trace = await books.traceOf(transactionId)
      return JSON.stringify({ problems, transactionId, sequence, trace })
    }
    await sleep(1_000)
  }
}

async function aStage(
  running: TestStack,
): Promise<{ stage: () => Stage; close: () => Promise<void> }> {
  const config = parseConfig(running.env)
  const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  const payer = await aFundedCustomer(running, 'USD', BALANCE)
  const made = await Promise.all(
    suffixes.map(async (suffix) => {
      return [suffix, await anExternalAccount(payer.api, payer.customer, suffix)] as const
    }),
  )
  const shared = {
    api: payer.api,
    client: createClient(connection, config),
    control: aSandboxControl(running),
    books: railBooksOf(running),
    balance: accountOf(payer, 'USD'),
    origin: await anExternalAccount(payer.api, payer.customer),
    banks: Object.fromEntries(made) as Record<(typeof suffixes)[number], Resource>,
  }
  return {
    stage() {
      let kills = 0
      return {
        ...shared,
        async kill() {
          kills += 1
          if (kills <= KILLS_MAX) await running.kill('worker')
        },
      }
    },
    close: () => connection.close(),
  }
}
