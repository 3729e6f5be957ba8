/** Policy evaluation of an action. */
import { moneyOf } from '../../lib/currencies.ts'
import type { Component } from '../../lib/request.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Money } from '../../ui/Money.tsx'
import { type Tone, wordsOf } from '../../ui/statuses.ts'

export type Rule = NonNullable<Component<'AgentPolicyEvaluation'>['rules']>[number]
export type Decision = Rule['decision']

const decisions: Readonly<Record<Decision, readonly [Tone, string]>> = {
  ALLOW: ['good', 'Allowed'],
  APPROVAL_REQUIRED: ['warn', 'Asks a person'],
  DENY: ['bad', 'Denied'],
}

export function DecisionBadge({ decision }: { readonly decision: Decision }) {
  const [tone, words] = decisions[decision]
  return <Badge tone={tone}>{words}</Badge>
}

const ruleNames: Readonly<Record<string, string>> = {
  AGENT_DELETED: 'The agent was deleted',
  AGENT_PAUSED: 'The agent is paused',
  ALLOWED_ACCOUNTS: 'Accounts that it may use',
  APPROVAL_THRESHOLD: 'Approval threshold',
  DAILY_LIMIT: 'Limit of the day',
  DAILY_TRANSACTION_LIMIT: 'Actions a day',
  EXCHANGE_RATE: 'There is no exchange rate',
  EXECUTION_MODE: 'Everything waits for approval',
  MONTHLY_LIMIT: 'Limit of the month',
  PENDING_ACTIONS: 'Actions that wait already',
  PERMISSION: 'Permission',
  PER_TRANSACTION_LIMIT: 'Limit of one transaction',
}

export function ruleName(rule: string): string {
  return ruleNames[rule] ?? wordsOf(rule)
}

/** Applicable rules: DENY first, then APPROVAL_REQUIRED, then ALLOW. */
export function Rules({
  rules,
  label,
}: {
  readonly rules: readonly Rule[]
  readonly label: string
}) {
  const rank = { DENY: 0, APPROVAL_REQUIRED: 1, ALLOW: 2 }
  const sorted = rules.toSorted((one, other) => rank[one.decision] - rank[other.decision])
  return (
    <ul class="rules" aria-label={label}>
      {sorted.map((rule) => (
        <li key={rule.rule}>
          <span>{ruleName(rule.rule)}</span>
          <span class="soft">
            <Amounts rule={rule} />
          </span>
          <DecisionBadge decision={rule.decision} />
        </li>
      ))}
    </ul>
  )
}

function Amounts({ rule }: { readonly rule: Rule }) {
  const { limit, used, requested, currency, permission } = rule
  if (permission !== undefined) return <code>{permission}</code>
  if (limit === undefined || requested === undefined) return null
  const shown = (value: number) =>
    currency === undefined ? String(value) : <Money value={moneyOf(value, currency)} />
  return (
    <>
      {used !== undefined && <>{shown(used)} + </>}
      {shown(requested)} of {shown(limit)}
    </>
  )
}
