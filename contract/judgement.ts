/** What the judge of agents' actions answers. */
export type JudgedDecision = 'ALLOW' | 'APPROVAL_REQUIRED' | 'DENY'

/** A rule that has something to say about an action, with its numbers. */
export type JudgedRule = {
  readonly rule: string
  readonly decision: JudgedDecision
  /** Amounts in the smallest unit of `currency`; counts without one. */
  readonly limit?: number
  readonly used?: number
  readonly requested?: number
  readonly currency?: string
  /** Of the rule PERMISSION. */
  readonly permission?: string
}

export type Judgement = {
  readonly decision: JudgedDecision
  readonly rules: readonly JudgedRule[]
  /** What the limits leave, before this action; what is absent has no limit. */
  readonly remaining: {
    readonly currency: string
    readonly perTransaction: number
    readonly daily?: number
    readonly dailyTransactions?: number
    readonly monthly?: number
  }
  /** Of a denial. */
  readonly code?: string
}
