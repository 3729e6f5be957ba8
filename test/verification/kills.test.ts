/**
 * kill -9 of each process amid verifications, and notices that are lost, repeated and out of order: each
 * is decided, its applicant is created once, and each event is there once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../../scripts/serviceDriver/apiClient.ts'
import { apiOf, type Resource } from '../support/builders.ts'
import { aSandboxControl } from '../support/sandboxControl.ts'
import { chanceOf, isLong } from '../support/seed.ts'
import { aRunningStack, type TestStack } from '../support/stack.ts'
import { aBusiness, eventsOf, submit, untilStatus } from './businesses.ts'

const chance = chanceOf('kills of verifications')
const roles = ['worker', 'api', 'sandbox'] as const
const kills = isLong ? Array.from({ length: 5 }, () => roles).flat() : [chance.pick(roles)]
const AT_ONCE = 4
const LATEST_KILL_MS = 900

let stack: TestStack
let api: ApiClient

beforeAll(async () => {
  // Notices that do not arrive are made up for by readings.
  stack = await aRunningStack({ env: { VERIFICATION_POLL_SECONDS: '2' } })
  api = apiOf(stack)
})
afterAll(async () => {
  await stack?.stop()
})

async function expectDecidedOnce(businesses: readonly Resource[]): Promise<void> {
  for (const business of businesses) {
    const verification = await submitted(business)
    await untilStatus(api, verification, 'APPROVED')
    expect((await eventsOf(stack, business)).sort()).toEqual([
      'CUSTOMER.KYB_APPROVED',
      'CUSTOMER.KYB_PENDING',
      'VERIFICATION.APPROVED',
      'VERIFICATION.IN_PROGRESS',
    ])
    const acts = await aSandboxControl(stack).acts(business.id)
    expect(acts['verification create']).toBe(1)
  }
}

/** By this call or by one before it: a repeat finds the same verification. */
async function submitted(business: Resource): Promise<Resource> {
  for (;;) {
    const made = await submit(api, business).catch(() => undefined)
    if (made !== undefined) return made
    const list = await api
      .call('GET', `/verifications?customerId=${business.id}`)
      .catch(() => undefined)
    const [found] = (list?.body.data ?? []) as Resource[]
    if (found !== undefined) return found
    await sleep(200)
  }
}

test.each(kills.map((role, at) => [role, at] as const))(
  'kill -9 of %s (%i) leaves no verification undecided',
  async (role) => {
    await stack.waitReady()
    const businesses: Resource[] = []
    for (let turn = 0; turn < AT_ONCE; turn += 1) businesses.push(await aBusiness(api))
    const submitting = businesses.map((business) => submitted(business))
    await sleep(chance.integer(LATEST_KILL_MS))
    await stack.kill(role)
    await stack.waitReady()
    await Promise.all(submitting)
    await expectDecidedOnce(businesses)
  },
)

test('lost, repeated and late notices change nothing', async () => {
  const control = aSandboxControl(stack)
  const businesses: Resource[] = []
  for (const kind of ['errorBefore', 'twice', 'outOfOrder', 'lostAnswer'] as const) {
    const business = await aBusiness(api)
    await control.order({
      ...{ party: 'verification', operation: 'notice', kind, count: 3, match: business.id },
    })
    businesses.push(business)
  }
  await Promise.all(businesses.map((business) => submitted(business)))
  await expectDecidedOnce(businesses)
})
