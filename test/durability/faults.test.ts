/**
 * Outside parties that answer late, wrongly, twice or not at all: the same request finds the
 * result, and outside it happened once. The sample breaks each operation in one way that the seed
 * picks; the long suite in every way.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '../../scripts/serviceDriver/device.ts'
import { aFundedWallet, aLoggedInWallet, ledgerHolds, waitUntil } from '../support/builders.ts'
import { openRows } from '../support/openRows.ts'
import { aSandboxControl, type FaultOrder } from '../support/sandboxControl.ts'
import { chanceOf, isLong } from '../support/seed.ts'
import { aKeptStack } from '../support/stack.ts'
import { type OutsideCall, type OutsideCallContext, outsideCalls } from './outsideCalls.ts'
import { rowsOf } from './payments.ts'

type Fault = Pick<FaultOrder, 'kind' | 'delayMs' | 'count'>

const faults: Readonly<Record<string, Fault>> = {
  'answers after 4 s': { kind: 'delay', delayMs: 4_000 },
  'acts after its caller has hung up': { kind: 'delay', delayMs: 6_000 },
  'fails before acting': { kind: 'errorBefore' },
  'fails before acting, three times': { kind: 'errorBefore', count: 3 },
  'fails after acting': { kind: 'errorAfter' },
  'loses its answer': { kind: 'lostAnswer' },
  'is asked twice': { kind: 'twice' },
  'stays pending': { kind: 'stuckPending', count: 100 },
}

const chance = chanceOf('faults')
const all = outsideCalls.flatMap((call) =>
  Object.entries(faults).map(([name, fault]) => [call.operation, name, call, fault] as const),
)
const runs = isLong
  ? all
  : outsideCalls.map((call) => chance.pick(all.filter(([, , one]) => one === call)))

const PENDING_MS = 2_500

let context: OutsideCallContext

beforeAll(async () => {
  const stack = await aKeptStack()
  context = { stack, control: aSandboxControl(stack), wallet: await aLoggedInWallet(stack) }
})
afterAll(async () => {
  await context?.stack.stop()
})

test.each(runs)(
  '%s %s: it happens once, and the same request finds it',
  async (_operation, name, call, fault) => {
    const { stack, control } = context
    // A session lives 15 minutes, less than the long suite.
    if (isLong) context = { ...context, wallet: await aLoggedInWallet(stack) }
    const request = await call.prepare(context)
    const before = await actsOf(call)
    const { party, operation } = call
    const release = await control.order({ party, operation, ...fault })

    const beganAt = performance.now()
    const first = await request.call()
    const answeredMs = Math.round(performance.now() - beganAt)
    // 2xx or 503: never a final refusal.
    expect(first.status === 503 || first.status < 300, JSON.stringify(first.body)).toBe(true)
    if (fault.kind === 'stuckPending') {
      await new Promise((resolve) => setTimeout(resolve, PENDING_MS))
      expect(await request.isSettled(await request.call())).toBe(false)
      await release()
    }
    // The terminal response has been sent: the same call again would be a new request.
    let isSettled = first.status !== 503 && (await request.isSettled(first))
    await waitUntil(`${operation} ${name}`, async () => {
      if (isSettled) return true
      const answer = await request.call()
      expect(answer.status === 503 || answer.status < 300, JSON.stringify(answer.body)).toBe(true)
      isSettled = answer.status !== 503 && (await request.isSettled(answer))
      return isSettled
    })
    await release()
    console.log(`${operation} ${name}: ${first.status} after ${answeredMs} ms`)
    expect((await actsOf(call)) - before).toBe(1)
    await request.check?.()
    await ledgerHolds(stack)
  },
)

test('with a provider that is always slower than 2 s a login succeeds, with one mail', async () => {
  const { stack, control } = context
  const wallet = await aFundedWallet(stack, { minor: 0n })
  const { otp } = await control.signers()
  await control.order({
    party: 'provider',
    operation: '*',
    kind: 'delay',
    delayMs: 2_300,
    count: 1_000,
  })
  const before = await control.acts()
  const device = await logIn(wallet.api, { credentialId: wallet.credential.id, otpSigner: otp })
  await control.clear()
  expect(device.sessionId).toMatch(/^Session:/)
  expect(await control.mails(String(wallet.customer.email))).toHaveLength(1)
  const acts = await control.acts()
  for (const operation of ['INIT_OTP_V3', 'VERIFY_OTP_V2', 'OTP_LOGIN_V2']) {
    const name = `provider ${operation}`
    expect((acts[name] ?? 0) - (before[name] ?? 0), name).toBe(1)
  }
})

test('nothing is left open', async () => {
  await waitUntil('no open rows', async () => {
    return (await rowsOf(context.stack, `select 1 from ${openRows()}`)).length === 0
  })
  await ledgerHolds(context.stack)
})

async function actsOf({ party, operation }: OutsideCall): Promise<number> {
  return (await context.control.acts())[`${party} ${operation}`] ?? 0
}
