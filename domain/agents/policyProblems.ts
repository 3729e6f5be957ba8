/** What in a policy contradicts itself, or names what is not the customer's. */
import type { FieldError } from '../../contract/errors.ts'
import { AMOUNT_MAX } from '../../contract/money.ts'
import { type Loose, listOf, looseOf } from './policy.ts'

/**
 * One error for each contradiction.
 *
 * @param policy merged; members of a wrong type are not judged here
 * @param isCustomers whether an account id is one of the agent's customer
 */
export function policyProblems(
  policy: Loose,
  isCustomers: (accountId: string) => boolean,
): FieldError[] {
  return [
    ...limitProblems(looseOf(policy.spendingLimits)),
    ...thresholdProblems(policy),
    ...allowedProblems(policy, isCustomers),
    ...ruleProblems(policy, isCustomers),
  ]
}

/** Ids of accounts that a policy, or a change of one, names. */
export function accountIdsIn(policy: Loose): string[] {
  const { allowedAccountIds, accountRules } = looseOf(policy.accountRestrictions)
  const ruled = listOf(accountRules).map((rule) => looseOf(rule).accountId)
  return [...listOf(allowedAccountIds), ...ruled].filter((id) => typeof id === 'string')
}

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value)

function limitProblems(limits: Loose): FieldError[] {
  const at = (name: string): string => `spendingLimits.${name}`
  const { perTransactionLimit, dailyLimit, monthlyLimit } = limits
  const below = (name: string, limit: unknown, leastName: string, least: unknown): FieldError[] => {
    if (!isAmount(limit) || !isAmount(least) || limit >= least) return []
    const message = `must not be below ${leastName}, which is ${least}`
    return [{ field: at(name), constraint: 'minimum', message }]
  }
  const daily = below('dailyLimit', dailyLimit, 'perTransactionLimit', perTransactionLimit)
  const monthly = [
    ...below('monthlyLimit', monthlyLimit, 'dailyLimit', dailyLimit),
    ...below('monthlyLimit', monthlyLimit, 'perTransactionLimit', perTransactionLimit),
  ].slice(0, 1)
  return [
    ...restatedProblems(at('perTransactionLimit'), perTransactionLimit),
    ...restatedProblems(at('dailyLimit'), dailyLimit),
    ...restatedProblems(at('monthlyLimit'), monthlyLimit),
    ...daily,
    ...monthly,
  ]
}

/** An amount that was not sent but restated may be one that no request could send. */
function restatedProblems(field: string, amount: unknown): FieldError[] {
  if (!isAmount(amount) || (amount > 0 && amount <= AMOUNT_MAX)) return []
  const message = `restated in the new currency, must be from 1 to ${AMOUNT_MAX}: send it too`
  return [{ field, constraint: amount > 0 ? 'maximum' : 'exclusiveMinimum', message }]
}

function thresholdProblems({ spendingLimits, approvalThresholds }: Loose): FieldError[] {
  const { currency, amount } = looseOf(approvalThresholds)
  const wanted = looseOf(spendingLimits).currency
  const field = 'approvalThresholds.amount'
  const problems = restatedProblems(field, amount)
  if (currency !== undefined && amount === undefined) {
    problems.push({ field, constraint: 'required', message: 'must be sent: there is no threshold' })
  }
  if (typeof currency !== 'string' || typeof wanted !== 'string' || currency === wanted) {
    return problems
  }
  const message = `must be the currency of spendingLimits, ${wanted}`
  return [...problems, { field: 'approvalThresholds.currency', constraint: 'const', message }]
}

const NOT_CUSTOMERS = 'must be an account of the agent’s customer'

function allowedProblems(
  { accountRestrictions }: Loose,
  isCustomers: (accountId: string) => boolean,
): FieldError[] {
  return listOf(looseOf(accountRestrictions).allowedAccountIds).flatMap((id, index) => {
    if (typeof id !== 'string' || isCustomers(id)) return []
    const field = `accountRestrictions.allowedAccountIds.${index}`
    return [{ field, constraint: 'enum', message: NOT_CUSTOMERS }]
  })
}

function ruleProblems(policy: Loose, isCustomers: (accountId: string) => boolean): FieldError[] {
  const { allowedAccountIds, accountRules } = looseOf(policy.accountRestrictions)
  const allowed = Array.isArray(allowedAccountIds) ? allowedAccountIds : undefined
  const rules = listOf(accountRules).map(looseOf)
  const ids = rules.map(({ accountId }) => accountId)
  return rules.flatMap((rule, index) => {
    const { accountId } = rule
    const at = (name: string): string => `accountRestrictions.accountRules.${index}.${name}`
    const problems = ruleLimitProblems(policy, rule, at('perTransactionLimit'))
    if (typeof accountId !== 'string') return problems
    const wrong = (constraint: string, message: string): void => {
      problems.push({ field: at('accountId'), constraint, message })
    }
    if (!isCustomers(accountId)) wrong('enum', NOT_CUSTOMERS)
    else if (ids.indexOf(accountId) < index) wrong('uniqueItems', 'must have one rule only')
    else if (allowed && !allowed.includes(accountId)) {
      wrong('enum', 'must be in allowedAccountIds, or the rule is for nothing')
    }
    return problems
  })
}

function ruleLimitProblems({ spendingLimits }: Loose, rule: Loose, field: string): FieldError[] {
  const { perTransactionLimit } = rule
  const problems = restatedProblems(field, perTransactionLimit)
  for (const name of ['dailyLimit', 'monthlyLimit']) {
    const limit = looseOf(spendingLimits)[name]
    if (problems.length > 0 || !isAmount(perTransactionLimit) || !isAmount(limit)) continue
    if (perTransactionLimit <= limit) continue
    const message = `must not be above ${name}, which is ${limit}`
    problems.push({ field, constraint: 'maximum', message })
  }
  return problems
}
