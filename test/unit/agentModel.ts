/** The rules about an agent's actions in words of their own, and sequences of what may happen to them. */
import fc from 'fast-check'
import type { AgentPayment } from './agentFixture.ts'

export type Policy = {
  readonly permissions: readonly string[]
  readonly defaultExecutionMode: 'AUTO' | 'APPROVAL_REQUIRED'
  readonly spendingLimits: {
    readonly currency: string
    readonly perTransactionLimit: number
    readonly dailyLimit: number | null
    readonly monthlyLimit: number | null
    readonly dailyTransactionLimit: number | null
  }
  readonly approvalThresholds: { readonly amount: number | null }
}

const limit = (min: number, max: number) => fc.option(fc.integer({ min, max }), { freq: 2 })
export const policies: fc.Arbitrary<Policy> = fc.record({
  permissions: fc.subarray(['CREATE_TRANSFERS', 'EXECUTE_QUOTES'], { minLength: 1 }),
  defaultExecutionMode: fc.constantFrom('AUTO', 'AUTO', 'APPROVAL_REQUIRED'),
  spendingLimits: fc.record({
    currency: fc.constant('USD'),
    perTransactionLimit: fc.integer({ min: 500, max: 6_000 }),
    dailyLimit: limit(2_000, 20_000),
    monthlyLimit: limit(5_000, 40_000),
    dailyTransactionLimit: limit(1, 8),
  }),
  approvalThresholds: fc.record({ amount: limit(500, 5_000) }),
})

export type Step =
  | { readonly do: 'SUBMIT'; readonly amount: number; readonly kind: 'QUOTE' | 'TRANSFER_OUT' }
  | { readonly do: 'APPROVE' | 'REJECT' | 'REFUND' | 'RETURN'; readonly pick: number }
  | { readonly do: 'PAUSE' | 'RESUME' | 'DELETE' }
  | { readonly do: 'POLICY'; readonly policy: Policy }
  | { readonly do: 'WAIT'; readonly days: number }

const pick = fc.nat(20)
// A multiple of seven stands for a price that is over in the fixture.
export const amounts = fc
  .integer({ min: 200, max: 5_000 })
  .map((amount) => amount + (amount % 7 === 0 ? 1 : 0))
export const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('SUBMIT' as const),
      amount: amounts,
      kind: fc.constantFrom('QUOTE' as const, 'TRANSFER_OUT' as const),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(...(['APPROVE', 'APPROVE', 'REJECT', 'REFUND', 'RETURN'] as const)),
      pick,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('PAUSE' as const, 'RESUME' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('POLICY' as const), policy: policies }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('WAIT' as const), days: fc.constantFrom(1, 1, 31) }),
  },
)

export type Action = {
  readonly payment: AgentPayment
  readonly amount: number
  readonly kind: string
  /** The price of a quote is over on another day. */
  readonly madeOn: string
  status: 'PENDING_APPROVAL' | 'APPROVED' | 'REJECTED' | 'FAILED'
  /** The day that counts it; amount and count may end apart. */
  day: string
  amountCounts: boolean
  countCounts: boolean
  isRefunded: boolean
}

export class Model {
  readonly actions: Action[] = []
  isPaused = false
  isDeleted = false
  policy: Policy
  private readonly today: () => string

  /** @param today the day of the database's clock, UTC */
  constructor(policy: Policy, today: () => string) {
    this.policy = policy
    this.today = today
  }

  counted(period: string): number {
    return this.sum((action) => action.amountCounts && action.day.startsWith(period))
  }

  count(day: string): number {
    return this.actions.filter((action) => action.countCounts && action.day === day).length
  }

  /** @param own a pending action, which does not count against itself */
  judge(amount: number, kind: string, own?: Action): string {
    const { spendingLimits: limits, approvalThresholds, permissions } = this.policy
    const [day, month] = [this.today(), this.today().slice(0, 7)]
    const ownOf = (period: string): number => (own?.day.startsWith(period) ? own.amount : 0)
    const needed = kind === 'QUOTE' ? 'EXECUTE_QUOTES' : 'CREATE_TRANSFERS'
    const over = (used: number, max: number | null): boolean => max !== null && used > max
    if (
      this.isPaused ||
      this.isDeleted ||
      !permissions.includes(needed) ||
      over(amount, limits.perTransactionLimit) ||
      over(this.counted(day) - ownOf(day) + amount, limits.dailyLimit) ||
      over(this.counted(month) - ownOf(month) + amount, limits.monthlyLimit) ||
      over(this.count(day) - (own?.day === day ? 1 : 0) + 1, limits.dailyTransactionLimit)
    ) {
      return 'DENY'
    }
    const isSeen = this.policy.defaultExecutionMode === 'APPROVAL_REQUIRED'
    return isSeen || over(amount, approvalThresholds.amount) ? 'APPROVAL_REQUIRED' : 'ALLOW'
  }

  private sum(of: (action: Action) => boolean): number {
    return this.actions.filter(of).reduce((sum, { amount }) => sum + amount, 0)
  }
}

/** What is rejected or fails counts no more. */
export function release(action: Action, status: Action['status']): void {
  Object.assign(action, { status, amountCounts: false, countCounts: false })
}
