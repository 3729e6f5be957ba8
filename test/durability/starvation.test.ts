/**
 * Too little CPU: a payment's time-outs must leave room for workers that wait for a processor. The long suite has
 * processes that use up all of it; what it prints is compared by hand (docs/decisions/durable-execution.md).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Connection } from '@temporalio/client'
import { afterEach, describe, expect, test } from 'vitest'
import { need, parseConfig } from '../../runtime/config.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { aLoggedInWallet, apiOf } from '../support/builders.ts'
import { countOf, isLong } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import {
  aPayment,
  execute,
  expectPaidOnce,
  type Payment,
  untilCompleted,
  untilKnown,
} from './payments.ts'

const BUSY_PROCESSES = 20
const PAYMENTS = countOf(6, 60)
const WALLETS = 6

let busy: ChildProcess[] = []
afterEach(async () => {
  for (const child of busy.splice(0)) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

/** In sessions of their own: the kernel shares the processors between sessions first. */
function useUpProcessors(): void {
  busy = Array.from({ length: BUSY_PROCESSES }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { detached: true, stdio: 'ignore' }),
  )
}

describe.runIf(isLong)('twenty busy processes', () => {
  test('payments are made, and how many workflow tasks were lost', async () => {
    const stack = await aRunningStack()
    try {
      const wallets = await Promise.all(
        Array.from({ length: WALLETS }, () => aLoggedInWallet(stack)),
      )
      const payments = await Promise.all(
        Array.from({ length: PAYMENTS }, (_, index) => {
          const wallet = wallets[index % WALLETS]
          if (wallet === undefined) throw new Error('no wallet')
          return aPayment(wallet)
        }),
      )
      useUpProcessors()
      const seconds: number[] = []
      const pay = async (payment: Payment): Promise<void> => {
        const began = performance.now()
        const answer = await untilKnown(stack, (index) =>
          execute(apiOf(stack, undefined, index), payment),
        )
        expect(answer.status, JSON.stringify(answer.body)).toBe(200)
        await untilCompleted(apiOf(stack), payment)
        seconds.push((performance.now() - began) / 1_000)
      }
      await Promise.all(payments.map(pay))
      await expectPaidOnce(stack, payments)
      const lost = await lostTasksOf(
        stack,
        payments.map(({ quote }) => quote.id),
      )
      seconds.sort((a, b) => a - b)
      const at = (share: number): string =>
        (seconds[Math.floor(share * (seconds.length - 1))] ?? 0).toFixed(1)
      console.log(
        `${seconds.length} payments completed; ${lost} workflow tasks timed out; execute to COMPLETED: median ${at(0.5)} s, 95 % ${at(0.95)} s, worst ${at(1)} s`,
      )
    } finally {
      await stack.stop()
    }
  })

  test('a killed worker: how long the execute that it held waits for the other one', async () => {
    const stack = await aRunningStack({ workers: 2 })
    try {
      const wallet = await aLoggedInWallet(stack)
      const payments = []
      for (let count = 0; count < countOf(2, 10); count += 1) payments.push(await aPayment(wallet))
      const waited: number[] = []
      for (const payment of payments) {
        const answering = untilKnown(stack, () => execute(wallet.api, payment))
        const killed = performance.now()
        await stack.kill('worker')
        expect((await answering).status).toBe(200)
        waited.push(performance.now() - killed)
        await stack.waitReady('worker')
        await untilCompleted(wallet.api, payment)
      }
      await expectPaidOnce(stack, payments)
      console.log(`kill to answer: ${waited.map((ms) => (ms / 1_000).toFixed(1)).join(' ')} s`)
    } finally {
      await stack.stop()
    }
  })
})

/** Of those workflows: the tasks that a worker had taken and did not answer in time. */
async function lostTasksOf(stack: TestStack, workflowIds: readonly string[]): Promise<number> {
  const config = parseConfig(stack.env)
  const connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  try {
    const { workflow } = createClient(connection, config)
    let lost = 0
    for (const id of workflowIds) {
      const { events } = await workflow.getHandle(id).fetchHistory()
      lost += (events ?? []).filter((event) => event.workflowTaskTimedOutEventAttributes).length
    }
    return lost
  } finally {
    await connection.close()
  }
}
