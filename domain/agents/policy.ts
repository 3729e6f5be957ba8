/** Policies of agents: how a change is merged, and what contradicts itself. */
import type { AgentPermission } from '../../contract/agentPermissions.ts'
import { AMOUNT_MAX, mulDiv, type Rate } from '../../contract/money.ts'

type ExecutionMode = 'AUTO' | 'APPROVAL_REQUIRED'

/** As it is stored and shown: what is not limited is absent. Amounts in the limits' currency. */
export type Policy = {
  readonly permissions: readonly AgentPermission[]
  readonly defaultExecutionMode: ExecutionMode
  readonly spendingLimits: {
    readonly currency: string
    readonly perTransactionLimit: number
    readonly dailyLimit?: number
    readonly dailyTransactionLimit?: number
    readonly monthlyLimit?: number
  }
  readonly accountRestrictions: {
    readonly allowedAccountIds?: readonly string[]
    readonly accountRules: readonly {
      readonly accountId: string
      readonly executionMode?: ExecutionMode
      readonly perTransactionLimit?: number
    }[]
  }
  readonly approvalThresholds?: { readonly currency: string; readonly amount: number }
}

/** Of a request, unchecked: a member may be missing, or of another type than it should be. */
export type Loose = Readonly<Record<string, unknown>>

export function looseOf(value: unknown): Loose {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Loose) : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/**
 * A policy after a change: members that the change leaves out stay, lists are replaced, and null
 * removes. Without a policy, a new one. It is a `Policy` where the change has passed its schema and
 * `policyProblems` finds nothing.
 *
 * @param rate from the policy's currency to the change's, where that is another: amounts that the
 *   change leaves out are restated
 */
export function mergedPolicy(current: Policy | undefined, change: Loose, rate?: Rate): Loose {
  const before = looseOf(current && rate ? restated(current, rate) : current)
  const limits = pick({ ...looseOf(before.spendingLimits), ...looseOf(change.spendingLimits) }, [
    'currency',
    'perTransactionLimit',
    'dailyLimit',
    'dailyTransactionLimit',
    'monthlyLimit',
  ])
  const restrictions = {
    ...looseOf(before.accountRestrictions),
    ...looseOf(change.accountRestrictions),
  }
  const thresholds = {
    ...looseOf(before.approvalThresholds),
    ...looseOf(change.approvalThresholds),
  }
  return pick(
    {
      permissions: change.permissions ?? before.permissions,
      defaultExecutionMode: change.defaultExecutionMode ?? before.defaultExecutionMode,
      spendingLimits: limits,
      accountRestrictions: pick(
        {
          allowedAccountIds: restrictions.allowedAccountIds,
          accountRules: listOf(restrictions.accountRules).map((rule) =>
            pick(looseOf(rule), ['accountId', 'executionMode', 'perTransactionLimit']),
          ),
        },
        ['allowedAccountIds', 'accountRules'],
      ),
      approvalThresholds: thresholdOf(thresholds, limits.currency),
    },
    [
      'permissions',
      'defaultExecutionMode',
      'spendingLimits',
      'accountRestrictions',
      'approvalThresholds',
    ],
  )
}

/** A currency without an amount stays, for `policyProblems` to name. */
function thresholdOf({ currency, amount }: Loose, limitsCurrency: unknown): Loose | undefined {
  if (typeof amount === 'number') return { currency: currency ?? limitsCurrency, amount }
  return amount === undefined && currency !== undefined ? { currency } : undefined
}

/** Every amount in the currency of the limits that follow. The limits' own `currency` is replaced. */
function restated(policy: Policy, rate: Rate): Loose {
  const { spendingLimits: limits, accountRestrictions: accounts, approvalThresholds } = policy
  const at = (amount: number | undefined): number | undefined =>
    amount === undefined ? undefined : restatedAmount(amount, rate)
  return {
    ...policy,
    spendingLimits: {
      ...limits,
      perTransactionLimit: at(limits.perTransactionLimit),
      dailyLimit: at(limits.dailyLimit),
      monthlyLimit: at(limits.monthlyLimit),
    },
    accountRestrictions: {
      ...accounts,
      accountRules: accounts.accountRules.map((rule) => ({
        ...rule,
        perTransactionLimit: at(rule.perTransactionLimit),
      })),
    },
    approvalThresholds: approvalThresholds && { amount: at(approvalThresholds.amount) },
  }
}

/** Rounded down: restating a limit never allows more. Beyond what a limit can be, one more than that. */
function restatedAmount(amount: number, { numerator, denominator }: Rate): number {
  const exact = mulDiv(BigInt(amount), numerator, denominator, 'floor')
  return exact > BigInt(AMOUNT_MAX) ? AMOUNT_MAX + 1 : Number(exact)
}

/** The named members that have a value. */
function pick(from: Loose, names: readonly string[]): Loose {
  const has = (name: string): boolean => from[name] !== null && from[name] !== undefined
  return Object.fromEntries(names.filter(has).map((name) => [name, from[name]]))
}
