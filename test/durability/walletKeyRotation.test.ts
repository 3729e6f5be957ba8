/**
 * The key that our requests to the wallet provider are stamped with is replaced as docs/operating.md says: the
 * provider knows both, workers and API go from one to the other, and wallets are made and used all along.
 */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicHalf } from '../../scripts/devstack/secrets.ts'
import { aLoggedInWallet } from '../support/builders.ts'
import {
  anOwnProcess,
  type OwnProcess,
  stopOwnProcesses,
  withApis,
} from '../support/ownProcesses.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aPayment, execute, untilCompleted } from './payments.ts'

// Below the order of the curve.
const aKey = (): string => `0${randomBytes(32).toString('hex').slice(1)}`
const [old, next] = [aKey(), aKey()]

let stack: TestStack
let api: OwnProcess | undefined
let worker: OwnProcess | undefined

beforeAll(async () => {
  stack = await aRunningStack({
    roles: ['sandbox'],
    env: {
      SANDBOX_WALLET_API_PRIVATE_KEY: old,
      SANDBOX_PARENT_PUBLIC_KEY: [old, next].map(publicHalf).join(','),
    },
  })
})
afterAll(async () => {
  await stopOwnProcesses()
  await stack?.stop()
})

async function rollTo(key: string): Promise<void> {
  const settings = { SANDBOX_WALLET_API_PRIVATE_KEY: key }
  const nextWorker = await anOwnProcess(stack, 'worker', settings)
  await worker?.stop()
  worker = nextWorker
  const nextApi = await anOwnProcess(stack, 'api', settings)
  await api?.stop()
  api = nextApi
}

test('wallets are made and pay before and after, those of the old key too', async () => {
  await rollTo(old)
  const mine = (): TestStack => withApis(stack, api as OwnProcess)
  const before = await aLoggedInWallet(mine())
  await rollTo(next)
  const after = await aLoggedInWallet(mine())
  for (const wallet of [before, after]) {
    const its = { ...wallet, api: after.api }
    const payment = await aPayment(its)
    expect((await execute(its.api, payment)).status).toBe(200)
    await untilCompleted(its.api, payment)
  }
})
