/** A policy as a person edits it: amounts in units of their currency, what is empty is no limit. */
import { currencyOf } from '../../lib/currencies.ts'
import { minorOf, shownAmount } from '../../lib/money.ts'
import { ApiProblem, type FieldProblem } from '../../lib/problem.ts'
import type { Component } from '../../lib/request.ts'

export type Policy = Component<'AgentPolicy'>
type Rule = Component<'AgentAccountRule'>
export type Permission = Policy['permissions'][number]
export type Mode = Policy['defaultExecutionMode']

export type RuleDraft = {
  readonly accountId: string
  /** Empty: the default's. */
  readonly mode: '' | Mode
  readonly limit: string
}

export type Draft = {
  readonly permissions: readonly Permission[]
  readonly mode: Mode
  readonly currency: string
  readonly perTransaction: string
  readonly daily: string
  readonly dailyCount: string
  readonly monthly: string
  readonly threshold: string
  /** Undefined: all accounts of the customer. */
  readonly allowed: readonly string[] | undefined
  readonly rules: readonly RuleDraft[]
}

export const permissions = [
  'VIEW_TRANSACTIONS',
  'CREATE_QUOTES',
  'EXECUTE_QUOTES',
  'CREATE_TRANSFERS',
  'MANAGE_EXTERNAL_ACCOUNTS',
] as const satisfies readonly Permission[]

/** What a new agent begins with: it asks a person about everything. */
export const cautious: Draft = {
  permissions: ['VIEW_TRANSACTIONS', 'CREATE_QUOTES', 'EXECUTE_QUOTES'],
  mode: 'APPROVAL_REQUIRED',
  currency: 'USD',
  perTransaction: '100.00',
  daily: '500.00',
  dailyCount: '',
  monthly: '',
  threshold: '',
  allowed: undefined,
  rules: [],
}

export function draftOf({ accountRestrictions, ...policy }: Policy): Draft {
  const { spendingLimits: limits, approvalThresholds } = policy
  const shown = (minor: number | null | undefined): string =>
    minor === null || minor === undefined ? '' : plain(minor, limits.currency)
  return {
    permissions: policy.permissions,
    mode: policy.defaultExecutionMode,
    currency: limits.currency,
    perTransaction: shown(limits.perTransactionLimit),
    daily: shown(limits.dailyLimit),
    dailyCount: String(limits.dailyTransactionLimit ?? ''),
    monthly: shown(limits.monthlyLimit),
    threshold: shown(approvalThresholds?.amount),
    allowed: accountRestrictions?.allowedAccountIds ?? undefined,
    rules: (accountRestrictions?.accountRules ?? []).map((rule) => ({
      accountId: rule.accountId,
      mode: rule.executionMode ?? '',
      limit: shown(rule.perTransactionLimit),
    })),
  }
}

/** `1000.50`: without the code and the spaces between thousands. */
function plain(minor: number, code: string): string {
  return shownAmount(minor, currencyOf(code)).replace(` ${code}`, '').replaceAll(' ', '')
}

/** The whole policy: what is left out stays as it was, so nothing is. @throws ApiProblem by field */
export function policyOf(draft: Draft): Policy {
  const problems: FieldProblem[] = []
  const currency = currencyOf(draft.currency)
  const amount = (field: string, text: string): number | null => {
    if (text.trim() === '') return null
    try {
      return minorOf(text, currency)
    } catch (error) {
      problems.push({ field, message: error instanceof Error ? error.message : String(error) })
      return null
    }
  }
  const count = (field: string, text: string): number | null => {
    if (text.trim() === '') return null
    if (/^\d{1,9}$/.test(text.trim())) return Number(text)
    problems.push({ field, message: 'Write a whole number, or nothing for no limit.' })
    return null
  }
  const limits = 'policy.spendingLimits'
  const perTransactionLimit = amount(`${limits}.perTransactionLimit`, draft.perTransaction)
  if (draft.perTransaction.trim() === '') {
    problems.push({
      field: `${limits}.perTransactionLimit`,
      message: 'Every policy has this limit.',
    })
  }
  const accountRules = draft.rules.map(
    (rule, index): Rule => ({
      accountId: rule.accountId,
      ...(rule.mode !== '' && { executionMode: rule.mode }),
      perTransactionLimit: amount(
        `policy.accountRestrictions.accountRules.${index}.perTransactionLimit`,
        rule.limit,
      ),
    }),
  )
  const policy: Policy = {
    permissions: [...draft.permissions],
    defaultExecutionMode: draft.mode,
    spendingLimits: {
      currency: draft.currency,
      perTransactionLimit: perTransactionLimit ?? 0,
      dailyLimit: amount(`${limits}.dailyLimit`, draft.daily),
      dailyTransactionLimit: count(`${limits}.dailyTransactionLimit`, draft.dailyCount),
      monthlyLimit: amount(`${limits}.monthlyLimit`, draft.monthly),
    },
    approvalThresholds: {
      currency: draft.currency,
      amount: amount('policy.approvalThresholds.amount', draft.threshold),
    },
    accountRestrictions: {
      allowedAccountIds: draft.allowed === undefined ? null : [...draft.allowed],
      accountRules,
    },
  }
  if (problems.length > 0) {
    const reason = 'The policy is not complete.'
    throw new ApiProblem({ status: 0, code: 'INVALID_INPUT', reason, fields: problems })
  }
  return policy
}
