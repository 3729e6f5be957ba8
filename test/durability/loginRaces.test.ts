/** Concurrent logins, over two API processes and two workers. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilSettled } from '../../scripts/serviceDriver/device.ts'
import { retryUntilAnswered } from '../model/books.ts'
import { aFundedWallet, waitUntil } from '../support/builders.ts'
import { type Acts, aSandboxControl, type SandboxControl } from '../support/sandboxControl.ts'
import { aSharedStack, type SharedStack } from '../support/stack.ts'
import { anOpenLogin, challenge, sealCodes, sessionsOf, verify } from './logins.ts'
import { atOnce, rowsOf } from './payments.ts'

let stack: SharedStack
let control: SandboxControl

beforeAll(async () => {
  stack = await aSharedStack({ alone: true })
  control = aSandboxControl(stack)
})
afterAll(async () => {
  await stack?.stop()
})

/** How often an operation has acted since. */
async function actsSince(before: Acts, operation: string): Promise<number> {
  return ((await control.acts())[operation] ?? 0) - (before[operation] ?? 0)
}

test('20 identical concurrent signed retries create one session', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const wallet = await aFundedWallet(stack, { minor: 0n })
    const { body, headers } = await anOpenLogin(stack, wallet)
    const before = await control.acts()
    const answers = await atOnce(stack, 20, (api) => verify(api, wallet, body, headers))
    const sessions = new Set<unknown>()
    for (const answer of answers) {
      if (answer.status === 401) expect(answer.body.code).toBe('UNAUTHORIZED')
      else expect(answer.status).toBe(200)
      if (answer.status === 200 && answer.body.status !== 'PROCESSING') sessions.add(answer.body.id)
    }
    expect(sessions.size).toBeLessThanOrEqual(1)
    // Calls that got PROCESSING are retried; at least one call has the session by then.
    const last = await untilSettled(() => verify(wallet.api, wallet, body, headers))
    expect(last.status).toBe(sessions.size === 0 ? 200 : 401)
    expect(await sessionsOf(stack, wallet)).toBe(1)
    expect(await actsSince(before, 'provider OTP_LOGIN_V2')).toBe(1)
  }
})

test('20 identical signed retries while the provider is slow all join one operation', async () => {
  const wallet = await aFundedWallet(stack, { minor: 0n })
  const { body, headers } = await anOpenLogin(stack, wallet)
  const before = await control.acts()
  await control.order({
    party: 'provider',
    operation: 'OTP_LOGIN_V2',
    kind: 'delay',
    delayMs: 1_000,
  })
  const answers = await atOnce(stack, 20, (api) => verify(api, wallet, body, headers))
  // All of them had loaded the request before there was an outcome: all get it.
  for (const answer of answers) {
    expect([answer.status, answer.body.id]).toEqual([200, answers[0]?.body.id])
  }
  expect(await sessionsOf(stack, wallet)).toBe(1)
  expect(await actsSince(before, 'provider OTP_LOGIN_V2')).toBe(1)
})

test('50 concurrent challenges share one code and one mail', async () => {
  const email = `race-${randomUUID()}@example.com`
  const wallet = await aFundedWallet(stack, { minor: 0n, email })
  await control.order({
    party: 'provider',
    operation: 'INIT_OTP_V3',
    kind: 'delay',
    delayMs: 1_000,
  })
  const answers = await atOnce(stack, 50, (api) => challenge(api, wallet))
  const bundles = new Set<unknown>()
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    if (body.status !== 'PROCESSING') bundles.add(body.otpEncryptionTargetBundle)
  }
  expect(bundles.size).toBeLessThanOrEqual(1)
  if (bundles.size === 0) await untilSettled(() => challenge(wallet.api, wallet))
  expect(await control.mails(email)).toHaveLength(1)
  const [row] = await rowsOf(stack, 'select otp_issuance from credentials where contact = $1', [
    email,
  ])
  expect(row?.otp_issuance).toBe(1)
})

test('50 concurrent guesses: at most 5 reach the provider, the correct code comes too late', async () => {
  const wallet = await aFundedWallet(stack, { minor: 0n })
  const challenged = await untilSettled(() => challenge(wallet.api, wallet))
  const codes = Array.from({ length: 50 }, (_, index) => String(111_111 + index))
  const guesses = await sealCodes(stack, challenged, codes)
  const before = await control.acts()
  const answers = await atOnce(stack, 50, async (api, index) => {
    const guess = guesses[index]
    if (guess === undefined) throw new Error('fewer guesses than calls')
    return untilSettled(() => retryUntilAnswered(() => verify(api, wallet, guess)))
  })
  for (const { status, body } of answers) {
    expect([status, body.code]).toEqual([401, 'UNAUTHORIZED'])
  }
  expect(await actsSince(before, 'provider VERIFY_OTP_V2')).toBeLessThanOrEqual(5)
  const [right] = await sealCodes(stack, challenged, ['000000'])
  if (right === undefined) throw new Error('no code was sealed')
  const late = await verify(wallet.api, wallet, right)
  expect([late.status, late.body.code]).toEqual([401, 'UNAUTHORIZED'])
  expect(await actsSince(before, 'provider VERIFY_OTP_V2')).toBeLessThanOrEqual(5)
  expect(await sessionsOf(stack, wallet)).toBe(0)
})

test('one sealed code sent 20 times concurrently is one attempt', async () => {
  const wallet = await aFundedWallet(stack, { minor: 0n })
  const challenged = await untilSettled(() => challenge(wallet.api, wallet))
  const [guess] = await sealCodes(stack, challenged, ['123456'])
  if (guess === undefined) throw new Error('no code was sealed')
  const before = await control.acts()
  const answers = await atOnce(stack, 20, (api) =>
    untilSettled(() => retryUntilAnswered(() => verify(api, wallet, guess))),
  )
  for (const { status } of answers) expect(status).toBe(401)
  expect(await actsSince(before, 'provider VERIFY_OTP_V2')).toBe(1)
  const credentialId = wallet.credential.id.split(':')[1]
  const [issuance] = await waitUntil('the attempt is counted', () =>
    rowsOf<{ attempts: number }>(
      stack,
      'select attempts from otp_issuances where credential_id = $1',
      [credentialId],
    ),
  )
  expect(issuance?.attempts).toBe(1)
})
