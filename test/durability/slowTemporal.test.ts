/** Temporal answers, and takes three seconds for each answer: it decides nothing, so the answers do not wait for it. */
import { afterAll, beforeAll, test } from 'vitest'
import { aRelay, type Relay } from '../support/relay.ts'
import { countOf } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aLoad } from './load.ts'

const SECONDS = countOf(6, 60)
const SLOW_MS = 3_000

let stack: TestStack
let relay: Relay
let delayMs = 0

beforeAll(async () => {
  relay = await aRelay(`tcp://${process.env.TEST_TEMPORAL_ADDRESS}`, {
    toClient(bytes, { client }) {
      if (delayMs === 0) return true
      setTimeout(() => client.write(bytes), delayMs)
      return false
    },
  })
  const { host } = new URL(relay.url)
  stack = await aRunningStack({ apis: 2, env: { TEMPORAL_ADDRESS: host } })
})
afterAll(async () => {
  await stack?.stop()
  relay?.stop()
})

test(`Temporal takes 3 s for each answer, for ${SECONDS} s under load: no answer is a 5xx, and all is carried out`, async () => {
  const load = await aLoad(stack, SECONDS)
  delayMs = SLOW_MS
  await load.run()
  // What was sent late is not overtaken by what is sent at once: its connections are made anew.
  relay.cut()
  delayMs = 0
  await load.carriedOut()
})
