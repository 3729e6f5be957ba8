/** The rest is in `railConformance.test.ts`: what every rail on this wire has to do. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { variants } from '../../contract/externalAccounts.ts'
import type {
  Payout,
  PayoutInstruction,
  PayoutState,
  RailNotice,
} from '../../providers/payoutRail/index.ts'
import { repeated } from '../payments/bank.ts'
import { anotherInfo } from '../support/accountBodies.ts'
import { type SandboxProcess, startSandboxProcess } from './sandboxProcess.ts'

let sandbox: SandboxProcess

beforeAll(async () => {
  sandbox = await startSandboxProcess()
})
afterAll(async () => {
  await sandbox.stop()
})

function anInstruction(suffix = '999'): PayoutInstruction {
  return {
    reference: `Transaction:${randomUUID()}`,
    amountMinor: '12500',
    currency: 'USD',
    destination: {
      accountType: 'USD_ACCOUNT',
      accountInfo: { accountNumber: `1234567${suffix}`, routingNumber: '021000021' },
    },
  }
}

async function ends(reference: string, state: PayoutState): Promise<Payout | undefined> {
  const find = (): Promise<Payout | undefined> => repeated(() => sandbox.rail.find(reference))
  await expect.poll(async () => (await find())?.state).toBe(state)
  return find()
}

async function noticesOf(reference: string): Promise<RailNotice[]> {
  const all: RailNotice[] = []
  for (let before = ''; ; ) {
    const { notices, position } = await sandbox.rail.notices(before, 100)
    if (notices.length === 0)
      return all.filter((notice) => 'reference' in notice && notice.reference === reference)
    all.push(...notices)
    before = position
  }
}

describe('every variant of an external account', () => {
  test.each([
    ['999', 'SETTLED', undefined],
    ['004', 'FAILED', 'ACCOUNT_CANNOT_RECEIVE'],
  ] as const)('ends as its suffix %s says: %s', async (suffix, state, reason) => {
    const payouts = variants.map(async (variant) => {
      const accountInfo = anotherInfo(variant, suffix)
      const destination = { accountType: variant.accountType, accountInfo }
      const currency = variant.currencies[0] ?? ''
      const instruction = { ...anInstruction(), currency, destination }
      // A server may close a connection that was idle as it is used again: the same order again is one payout.
      await repeated(() => sandbox.rail.submit(instruction))
      return [variant.accountType, await ends(instruction.reference, state)] as const
    })
    for (const [type, payout] of await Promise.all(payouts)) {
      expect([type, payout?.state, payout?.reason]).toEqual([type, state, reason])
    }
  })
})

describe('outcomes by suffix', () => {
  test.each([
    ['999', { state: 'SETTLED' }],
    ['002', { state: 'FAILED', reason: 'QUOTE_EXECUTION_FAILED', refund: 'ALLOWED' }],
    ['004', { state: 'FAILED', reason: 'ACCOUNT_CANNOT_RECEIVE', refund: 'ALLOWED' }],
    ['005', { state: 'RETURNED', reason: 'PAYOUT_RETURNED', refund: 'ALLOWED' }],
    ['006', { state: 'FAILED', cause: 'USER_CANCELLATION', refund: 'ALLOWED' }],
    ['007', { state: 'FAILED', refund: 'REFUSED' }],
  ] as const)('%s', async (suffix, outcome) => {
    const instruction = anInstruction(suffix)
    expect(await sandbox.rail.submit(instruction)).toEqual({
      reference: instruction.reference,
      amountMinor: instruction.amountMinor,
      currency: instruction.currency,
      state: 'PENDING',
    })
    expect(await ends(instruction.reference, outcome.state)).toMatchObject(outcome)
    const states = (await noticesOf(instruction.reference)).map(
      (notice) => 'state' in notice && notice.state,
    )
    expect(states).toEqual(suffix === '005' ? ['SETTLED', 'RETURNED'] : [outcome.state])
  })

  test('003 takes its time, and the control port can force it', async () => {
    const instruction = anInstruction('003')
    await sandbox.rail.submit(instruction)
    const { reference } = instruction
    await ends((await sandbox.rail.submit(anInstruction())).reference, 'SETTLED')
    expect((await sandbox.rail.find(reference))?.state).toBe('PENDING')
    await sandbox.control('POST', `/rail/payouts/${reference}/settle`)
    expect(await sandbox.rail.find(reference)).toMatchObject({ state: 'SETTLED' })
    await sandbox.control('POST', `/rail/payouts/${reference}/return`)
    expect((await noticesOf(reference)).map((notice) => 'state' in notice && notice.state)).toEqual(
      ['SETTLED', 'RETURNED'],
    )
  })
})

describe('the reference is the idempotency key', () => {
  test('20 identical orders at once are one payout', async () => {
    const instruction = anInstruction()
    await Promise.all(Array.from({ length: 20 }, () => sandbox.rail.submit(instruction)))
    await ends(instruction.reference, 'SETTLED')
    expect(await noticesOf(instruction.reference)).toHaveLength(1)
    const { acts } = await sandbox.control('GET', `/statistics?reference=${instruction.reference}`)
    expect(acts).toEqual([{ party: 'rail', operation: 'submit', count: 1 }])
  })
})

describe('faults', () => {
  test.each(['lostAnswer', 'errorAfter'] as const)('%s: find knows the payout', async (kind) => {
    await sandbox.control('POST', '/faults', { party: 'rail', operation: 'submit', kind })
    const instruction = anInstruction()
    await expect(sandbox.rail.submit(instruction)).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
    expect(await sandbox.rail.find(instruction.reference)).toBeDefined()
  })

  test('errorBefore: find knows nothing', async () => {
    await sandbox.control('POST', '/faults', {
      party: 'rail',
      operation: 'submit',
      kind: 'errorBefore',
    })
    const instruction = anInstruction()
    await expect(sandbox.rail.submit(instruction)).rejects.toMatchObject({ kind: 'UNAVAILABLE' })
    expect(await sandbox.rail.find(instruction.reference)).toBeUndefined()
  })

  test('a stuck payout and its fault survive kill -9, and clearing releases it', async () => {
    await sandbox.control('POST', '/faults', {
      party: 'rail',
      operation: 'submit',
      kind: 'stuckPending',
      count: 2,
    })
    const [first, second, third] = [anInstruction(), anInstruction(), anInstruction()]
    await sandbox.rail.submit(first)
    await sandbox.crash()
    await sandbox.rail.submit(second)
    await sandbox.rail.submit(third)
    await ends(third.reference, 'SETTLED')
    expect((await sandbox.rail.find(first.reference))?.state).toBe('PENDING')
    expect((await sandbox.rail.find(second.reference))?.state).toBe('PENDING')
    await sandbox.control('DELETE', '/faults')
    await ends(first.reference, 'SETTLED')
    await ends(second.reference, 'SETTLED')
  })

  test('an acknowledged payout settles after kill -9', async () => {
    const instruction = anInstruction()
    await sandbox.rail.submit(instruction)
    await sandbox.crash()
    await ends(instruction.reference, 'SETTLED')
  })
})
