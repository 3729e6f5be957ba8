/** Why a policy denies an action, in sentences that a program can act on. */
import { type ErrorCode, isErrorCode, Refusal } from '../../contract/errors.ts'
import type { JudgedRule, Judgement } from '../../contract/judgement.ts'
import { shownMoney } from '../../contract/money.ts'

/** The refusal of an action that was judged DENY; it names every rule that denies, with its numbers. */
export function denialOf({ rules, remaining, code }: Judgement): Refusal {
  const denying = rules.filter(({ decision }) => decision === 'DENY')
  const known: ErrorCode = code !== undefined && isErrorCode(code) ? code : 'FORBIDDEN'
  return new Refusal(known, {
    reason: denying.map(sentenceOf).join(' '),
    details: { rules: denying, remaining },
  })
}

export const PAUSED = 'The agent is paused: it may read, and act again once it is resumed.'

const sentences: Readonly<Record<string, (rule: JudgedRule) => string>> = {
  AGENT_DELETED: () => 'The agent is deleted.',
  AGENT_PAUSED: () => PAUSED,
  PERMISSION: ({ permission }) => `The policy lacks the permission ${permission}.`,
  ALLOWED_ACCOUNTS: () =>
    'The policy does not allow these accounts: source and destination must both be in ' +
    'allowedAccountIds.',
  EXCHANGE_RATE: ({ currency }) => `There is no exchange rate of ${currency} to judge the amount.`,
  PER_TRANSACTION_LIMIT: (rule) =>
    `The amount, ${money(rule, rule.requested)} with its fees, is above the limit of ` +
    `${money(rule, rule.limit)} for one transaction.`,
  DAILY_LIMIT: (rule) => exceeded('day', rule),
  MONTHLY_LIMIT: (rule) => exceeded('month', rule),
  DAILY_TRANSACTION_LIMIT: ({ limit, used }) =>
    `${used} of the ${limit} actions of this UTC day are used.`,
  PENDING_ACTIONS: ({ limit }) =>
    `${limit} actions wait for approval already: wait until some of them are decided.`,
}

function sentenceOf(rule: JudgedRule): string {
  const known = Object.hasOwn(sentences, rule.rule) ? sentences[rule.rule] : undefined
  return known?.(rule) ?? `The policy denies it (${rule.rule}).`
}

function exceeded(period: string, rule: JudgedRule): string {
  const { limit = 0, used = 0 } = rule
  return (
    `The limit of this UTC ${period} is ${money(rule, limit)}, of which ${money(rule, used)} are used: ` +
    `${money(rule, rule.requested)} with fees would exceed it, ` +
    `${money(rule, Math.max(limit - used, 0))} would not.`
  )
}

function money({ currency = '' }: JudgedRule, amount = 0): string {
  return shownMoney(amount, currency)
}
