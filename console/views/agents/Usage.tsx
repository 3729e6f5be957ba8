/** What an agent has used of its limits today and this month, in UTC. */
import { moneyOf } from '../../lib/currencies.ts'
import { shownAmount } from '../../lib/money.ts'
import { Meter } from '../../ui/Meter.tsx'
import { Section } from '../../ui/Section.tsx'
import type { Agent } from './facts.tsx'

export function Usage({ agent: { usage, policy } }: { readonly agent: Agent }) {
  const { currency, dailyLimit, dailyTransactionLimit, monthlyLimit } = policy.spendingLimits
  const shown = (value: number): string => {
    const money = moneyOf(value, currency)
    return shownAmount(money.amount, money.currency)
  }
  return (
    <Section title="Usage">
      <ul class="stack">
        <li>
          <Bar
            title={`Today, ${usage.dailyResetDate ?? ''} UTC`}
            all={usage.dailySpend}
            reserved={usage.dailyReserved ?? 0}
            limit={dailyLimit ?? undefined}
            shown={shown}
          />
        </li>
        <li>
          <Bar
            title={`This month, ${usage.monthlyResetMonth ?? ''} UTC`}
            all={usage.monthlySpend}
            reserved={usage.monthlyReserved ?? 0}
            limit={monthlyLimit ?? undefined}
            shown={shown}
          />
        </li>
        <li>
          <Bar
            title="Actions today"
            all={usage.dailyTransactionCount}
            limit={dailyTransactionLimit ?? undefined}
            shown={String}
          />
        </li>
      </ul>
    </Section>
  )
}

type BarProps = {
  readonly title: string
  /** What is reserved is part of it. */
  readonly all: number
  readonly reserved?: number
  readonly limit: number | undefined
  readonly shown: (value: number) => string
}

function Bar({ title, all, reserved, limit, shown }: BarProps) {
  const used = all - (reserved ?? 0)
  // After a limit was lowered more may be used than it allows.
  const left = limit === undefined ? undefined : Math.max(0, limit - all)
  const facts = [
    `used ${shown(used)}`,
    ...(reserved === undefined ? [] : [`reserved ${shown(reserved)}`]),
    left === undefined ? 'no limit' : `left ${shown(left)}`,
  ]
  return (
    <div class="limit">
      <p class="limit-head">
        <span>{title}</span>
        {limit !== undefined && <span class="soft">of {shown(limit)}</span>}
      </p>
      {limit !== undefined && (
        <Meter
          label={`${title}: ${facts.join(', ')}`}
          total={limit}
          parts={[
            { kind: 'used', value: used },
            { kind: 'reserved', value: reserved ?? 0 },
          ]}
        />
      )}
      <p class="limit-head number">
        {facts.map((fact) => (
          <span key={fact}>{fact.charAt(0).toUpperCase() + fact.slice(1)}</span>
        ))}
      </p>
    </div>
  )
}
