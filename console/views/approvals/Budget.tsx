/** What the limits leave before an action and after it. */
import { moneyOf } from '../../lib/currencies.ts'
import { shownAmount } from '../../lib/money.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Meter } from '../../ui/Meter.tsx'
import { type Rule, ruleName } from '../agents/rules.tsx'

const ofBudget = ['DAILY_LIMIT', 'MONTHLY_LIMIT', 'DAILY_TRANSACTION_LIMIT']

export function Budget({ rules }: { readonly rules: readonly Rule[] }) {
  const limits = rules.filter(({ rule }) => ofBudget.includes(rule))
  if (limits.length === 0) {
    return <Empty title="The policy limits neither the day nor the month." />
  }
  return (
    <ul class="stack">
      {limits.map((rule) => (
        <li key={rule.rule}>
          <Limit {...rule} />
        </li>
      ))}
    </ul>
  )
}

function Limit({ rule, limit = 0, used = 0, requested = 0, currency }: Rule) {
  const shown = (value: number): string => {
    if (currency === undefined) return String(value)
    const money = moneyOf(Math.abs(value), currency)
    return `${value < 0 ? '−' : ''}${shownAmount(money.amount, money.currency)}`
  }
  const [before, after] = [limit - used, limit - used - requested]
  const words = `${ruleName(rule)}: ${shown(before)} left before, ${shown(after)} after, of ${shown(limit)}`
  return (
    <div class="limit">
      <p class="limit-head">
        <span>{ruleName(rule)}</span>
        <span class="soft">of {shown(limit)}</span>
      </p>
      <Meter
        label={words}
        total={limit}
        parts={[
          { kind: 'used', value: used },
          { kind: 'asked', value: requested },
        ]}
      />
      <p class="limit-head">
        <span>
          Left before: <strong class="number">{shown(before)}</strong>
        </span>
        <span class={after < 0 ? 'too-much' : undefined}>
          after: <strong class="number">{shown(after)}</strong>
        </span>
      </p>
    </div>
  )
}
