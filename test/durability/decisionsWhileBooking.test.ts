/**
 * An operator decides while the payout's activity books the settlement: the run waits for the activity no
 * longer, and the activity goes on. Whichever comes first, the payment is settled once. The sample has two
 * of the decisions and moments, the long suite all.
 */
import { type Client, Connection } from '@temporalio/client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { need, parseConfig } from '../../runtime/config.ts'
import { createClient } from '../../worker/temporalClient.ts'
import { type Decision, resolveSignal } from '../../workflows/operatorDecisions.ts'
import { searchAttributes } from '../../workflows/searchAttributes.ts'
import {
  aLoggedInWallet,
  type LoggedInWallet,
  ledgerHolds,
  waitUntil,
} from '../support/builders.ts'
import { sampleOf } from '../support/seed.ts'
import { aKeptStack, type TestStack } from '../support/stack.ts'
import { anInTestWorker, holdWorkers, type InTestWorker } from './inTestWorker.ts'
import { aPayment, execute, expectPaidOnce, rowsOf } from './payments.ts'

let stack: TestStack
let wallet: LoggedInWallet
let connection: Connection
let client: Client
let worker: InTestWorker | undefined

beforeAll(async () => {
  stack = await aKeptStack()
  wallet = await aLoggedInWallet(stack)
  const config = parseConfig(stack.env)
  connection = await Connection.connect({ address: need(config, 'TEMPORAL_ADDRESS') })
  client = createClient(connection, config)
  await holdWorkers(stack)
})
afterEach(async () => {
  await worker?.stop()
  worker = undefined
})
afterAll(async () => {
  await connection?.close()
  await stack?.stop()
})

/** Holds the first booking; all others, which the decision leads to, go on. */
function aHold() {
  let isFirst = true
  let isReached = false
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return {
    reached: () => waitUntil('the booking is reached', () => isReached),
    release: () => release(),
    async pass(name: string): Promise<void> {
      if (name !== 'settle_payment' || !isFirst) return
      isFirst = false
      isReached = true
      await released
    },
  }
}

const moments = ['beforeSend', 'afterCommit'] as const
/** Why the decision is refused on the timeline, by the moment; undefined: it is not. */
const refusals: Readonly<Record<Decision['decision'], readonly (string | undefined)[]>> = {
  // The rail has settled what is to be stopped.
  refund: ['SETTLED_AT_RAIL', 'SETTLED_AT_RAIL'],
  // Before the booking the decision books, after it nothing is left to decide.
  paid: [undefined, 'ENDED'],
  retry: [undefined, undefined],
}
const cases = Object.entries(refusals).flatMap(([decision, whys]) =>
  moments.map((moment, index) => [decision as Decision['decision'], moment, whys[index]] as const),
)

test.each(sampleOf('decisions while booking', cases, 2))(
  '“%s”, held at %s of the settlement',
  async (decision, moment, why) => {
    const hold = aHold()
    worker = await anInTestWorker(stack, { [moment]: hold.pass })
    const payment = await aPayment(wallet)
    expect((await execute(wallet.api, payment)).status).toBe(200)
    await hold.reached()
    const handle = client.workflow.getHandle(payment.quote.id)
    await handle.signal(resolveSignal, { decision, by: 'Grace Hopper', reason: 'no response' })
    expect(await handle.result()).toBe('COMPLETED')
    hold.release()
    // Its workers end when the activity has.
    await worker.stop()
    worker = undefined

    const { typedSearchAttributes } = await handle.describe()
    expect(typedSearchAttributes.get(searchAttributes.status)).toBe('COMPLETED')
    const timeline = await rowsOf<{ code: string; why: string | null }>(
      stack,
      "select code, parameters ->> 'why' as why from timeline where subject = $1",
      [payment.transactionId],
    )
    const times = (code: string): number => timeline.filter((row) => row.code === code).length
    expect([times('SETTLED'), times('DECIDED')]).toEqual([1, 1])
    const refused = timeline.filter(({ code }) => code === 'DECISION_REFUSED')
    expect(refused.map((row) => row.why)).toEqual(why === undefined ? [] : [why])
    await expectPaidOnce(stack, [payment])
    await ledgerHolds(stack)
  },
)
