/** Policies of agents, merged and judged without a database; device codes as people type them. */
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEVICE_CODE_LENGTH, deviceCodeOf, typedDeviceCode } from '../../contract/deviceCode.ts'
import { type Loose, mergedPolicy, type Policy } from '../../domain/agents/policy.ts'
import { accountIdsIn, policyProblems } from '../../domain/agents/policyProblems.ts'
import { seed } from '../support/seed.ts'

const policy: Policy = {
  permissions: ['CREATE_QUOTES'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 10, dailyLimit: 20 },
  accountRestrictions: {
    allowedAccountIds: ['a', 'b'],
    accountRules: [{ accountId: 'a', perTransactionLimit: 5 }],
  },
  approvalThresholds: { currency: 'USD', amount: 7 },
}

describe('a merged policy', () => {
  test('is the policy where the change says nothing, or the same again', () => {
    for (const change of [{}, policy, { spendingLimits: {} }, { unknown: 1 }]) {
      expect(mergedPolicy(policy, change as Loose)).toEqual(policy)
    }
  })

  test('has no member that is null, and none that no policy has', () => {
    const change = {
      spendingLimits: { dailyLimit: null, other: 1 },
      accountRestrictions: { allowedAccountIds: null, accountRules: [{ accountId: 'a', x: 1 }] },
      approvalThresholds: { amount: null },
    }
    expect(mergedPolicy(policy, change)).toEqual({
      permissions: ['CREATE_QUOTES'],
      defaultExecutionMode: 'AUTO',
      spendingLimits: { currency: 'USD', perTransactionLimit: 10 },
      accountRestrictions: { accountRules: [{ accountId: 'a' }] },
    })
  })

  test('restates at a rate only what the change leaves out, rounded down', () => {
    const rate = { numerator: 2n, denominator: 3n }
    const change = { spendingLimits: { currency: 'EUR', dailyLimit: 100 } }
    expect(mergedPolicy(policy, change, rate)).toEqual({
      ...policy,
      spendingLimits: { currency: 'EUR', perTransactionLimit: 6, dailyLimit: 100 },
      accountRestrictions: {
        allowedAccountIds: ['a', 'b'],
        accountRules: [{ accountId: 'a', perTransactionLimit: 3 }],
      },
      approvalThresholds: { currency: 'EUR', amount: 4 },
    })
  })

  test('of any body is judged without an exception', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3 }), fc.jsonValue(), (body, value) => {
        for (const name of [
          'permissions',
          'spendingLimits',
          'accountRestrictions',
          'approvalThresholds',
        ]) {
          for (const change of [body, { [name]: value }, { [name]: { accountRules: [value] } }]) {
            const merged = mergedPolicy(policy, change)
            policyProblems(merged, () => false)
            accountIdsIn(change)
          }
        }
      }),
      { seed: Number(seed) },
    )
  })
})

test('a sound policy has no problems, each change of a limit alone its own', () => {
  const known = (id: string): boolean => id === 'a' || id === 'b'
  expect(policyProblems(policy, known)).toEqual([])
  const fields = (change: Loose): string[] =>
    policyProblems(mergedPolicy(policy, change), known).map(({ field }) => field)
  expect(fields({ spendingLimits: { dailyLimit: 9 } })).toEqual(['spendingLimits.dailyLimit'])
  expect(fields({ spendingLimits: { monthlyLimit: 19 } })).toEqual(['spendingLimits.monthlyLimit'])
  expect(fields({ spendingLimits: { dailyLimit: null, monthlyLimit: 9 } })).toEqual([
    'spendingLimits.monthlyLimit',
  ])
  expect(fields({ spendingLimits: { monthlyLimit: 20 } })).toEqual([])
  expect(fields({ approvalThresholds: { currency: 'EUR' } })).toEqual([
    'approvalThresholds.currency',
  ])
})

describe('a device code', () => {
  test('typed in any way is the same', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), (bytes) => {
        const code = deviceCodeOf(bytes)
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
        const plain = code.replaceAll('-', '')
        for (const typed of [
          code.toLowerCase(),
          plain,
          ` ${plain.slice(0, 5)} ${plain.slice(5)} `,
          plain.replaceAll('0', 'o').replaceAll('1', 'I'),
          plain.replaceAll('1', 'l').split('').join('-'),
        ]) {
          expect(typedDeviceCode(typed)).toBe(code)
        }
      }),
      { seed: Number(seed) },
    )
  })

  test('has every bit of its bytes', () => {
    const seen = new Set<string>()
    for (let value = 0; value < 32; value += 1) {
      seen.add(deviceCodeOf(new Uint8Array(DEVICE_CODE_LENGTH).fill(value)).slice(0, 1))
    }
    expect(seen.size).toBe(32)
    expect(() => deviceCodeOf(randomBytes(DEVICE_CODE_LENGTH - 1))).toThrow(RangeError)
  })
})
