/** The clock of the service's machine is five minutes off: the database's decides. */
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aLoggedInWallet, apiOf, ledgerHolds, shown } from '../support/builders.ts'
import {
  anOwnProcess,
  type OwnProcess,
  stopOwnProcesses,
  withApis,
} from '../support/ownProcesses.ts'
import { aScaCustomer, logIn } from '../support/sca.ts'
import { chanceOf, isLong } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aPayment, execute, expectPaidOnce, untilCompleted } from './payments.ts'

const MINUTES = 5
const shifts = [MINUTES, -MINUTES]
const SHIFTED_CLOCK = join(import.meta.dirname, '../support/shiftedClock.mjs')

let stack: TestStack

beforeAll(async () => {
  stack = await aRunningStack({ roles: ['sandbox'] })
})
afterAll(async () => {
  await stopOwnProcesses()
  await stack?.stop()
})

test.each(isLong ? shifts : [chanceOf('clock').pick(shifts)])(
  'a login, a payment and one-time passwords, %i minutes off',
  async (minutes) => {
    const settings = {
      NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`,
      CLOCK_SHIFT_MS: String(minutes * 60_000),
    }
    const worker: OwnProcess = await anOwnProcess(stack, 'worker', settings)
    const shifted = withApis(stack, await anOwnProcess(stack, 'api', settings))

    const owner = await aLoggedInWallet(shifted)
    const payment = await aPayment(owner)
    expect((await execute(owner.api, payment)).status).toBe(200)
    await untilCompleted(owner.api, payment)
    await expectPaidOnce(stack, [payment])

    const customer = await aScaCustomer(apiOf(shifted))
    shown('login', await logIn(customer), 200)
    const started = shown('TOTP', await customer.sca('POST', '/factors', { type: 'TOTP' }), 200)
    const { secret, secretBase32Encoded } = started as unknown as Record<string, string>
    const codeOf = (timestamp: number): string =>
      new TOTP({ secret: String(secretBase32Encoded) }).generate({ timestamp })
    const confirm = (timestamp: number) =>
      customer.sca('POST', '/factors/confirm', {
        ...{ type: 'TOTP', secret, code: codeOf(timestamp) },
      })
    const now = Date.now()
    expect((await confirm(now + minutes * 60_000)).status).not.toBe(200)
    shown('confirmed', await confirm(now), 200)

    await worker.stop()
    await ledgerHolds(stack)
  },
)
