import { shownAmount } from '../lib/money.ts'

type MoneyProps = {
  readonly value:
    | {
        /** Digits as text where a number would not hold them. */
        readonly amount: number | string
        readonly currency: { readonly code: string; readonly decimals: number }
      }
    | undefined
  /** `+` before what came in. */
  readonly sign?: '+' | '−'
}

/** An amount with as many decimals as its currency needs, digits below digits. */
export function Money({ value, sign }: MoneyProps) {
  if (value === undefined) return <span class="soft">–</span>
  const text = shownAmount(value.amount, value.currency)
  const code = text.lastIndexOf(' ')
  return (
    <span class="money">
      {sign}
      {text.slice(0, code)} <span class="currency">{text.slice(code + 1)}</span>
    </span>
  )
}
