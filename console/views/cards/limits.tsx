/** The limits of a card: as they are shown, and as a form asks for them. */
import { minorIn } from '../../lib/fields.ts'
import { shownAmount } from '../../lib/money.ts'
import { Field } from '../../ui/Form.tsx'
import { Money } from '../../ui/Money.tsx'
import type { Card } from './facts.tsx'

type Unit = { readonly code: string; readonly decimals: number }

/** What a card's limits are in, whatever funds it. */
const MONEY: Unit = { code: 'USD', decimals: 2 }
const COUNT: Unit = { code: 'Transactions', decimals: 0 }

const limits = [
  ['maxSpendPerTransaction', 'Limit of a purchase', MONEY],
  ['maxSpendPerDay', 'A day at most', MONEY],
  ['maxTransactionsPerDay', 'Purchases a day', COUNT],
] as const

type Name = (typeof limits)[number][0]

/** The limits that a form has; null for an empty field. */
export function limitsIn(values: Readonly<Record<string, string>>): Record<Name, number | null> {
  const of = (name: Name, unit: Unit): number | null => minorIn(values, name, unit) ?? null
  return {
    maxSpendPerTransaction: of('maxSpendPerTransaction', MONEY),
    maxSpendPerDay: of('maxSpendPerDay', MONEY),
    maxTransactionsPerDay: of('maxTransactionsPerDay', COUNT),
  }
}

/** @param card whose limits stand in the fields; a new one has none */
export function LimitFields({ card }: { readonly card?: Card }) {
  return (
    <>
      {limits.map(([name, label, unit]) => (
        <Field
          key={name}
          name={name}
          label={unit === MONEY ? `${label}, ${unit.code}` : label}
          inputMode="decimal"
          placeholder="No limit"
          value={bare(card?.[name] ?? null, unit)}
        />
      ))}
    </>
  )
}

/** As it is typed: without spaces and the code. */
function bare(limit: number | null, unit: Unit): string {
  if (limit === null) return ''
  return unit === COUNT
    ? String(limit)
    : shownAmount(limit, unit).replaceAll(' ', '').slice(0, -unit.code.length)
}

export function CardLimit({
  card,
  name = 'maxSpendPerTransaction',
}: {
  readonly card: Card
  readonly name?: Name
}) {
  const amount = card[name]
  if (amount === null) return <span class="soft">No limit</span>
  if (name === 'maxTransactionsPerDay') return <>{amount}</>
  return <Money value={{ amount, currency: MONEY }} />
}
