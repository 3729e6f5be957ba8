import { classes } from './classes.ts'

export type MeterPart = {
  readonly value: number
  readonly kind: 'used' | 'reserved' | 'asked'
}

type MeterProps = {
  /** All of it in words, numbers included: what a person sees at a glance. */
  readonly label: string
  readonly total: number
  /** In the order that they are drawn. */
  readonly parts: readonly MeterPart[]
}

const LENGTH = 1_000

/** How much of a limit is taken. What goes beyond the end is cut off there, and shown as too much. */
export function Meter({ label, total, parts }: MeterProps) {
  const sum = parts.reduce((before, { value }) => before + value, 0)
  const scale = LENGTH / Math.max(1, total)
  let from = 0
  return (
    <svg
      class={classes('meter', sum > total && 'over')}
      viewBox={`0 0 ${LENGTH} 8`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <rect class="meter-ground" width={LENGTH} height="8" />
      {parts.map(({ value, kind }) => {
        const x = Math.min(LENGTH, from)
        const width = Math.min(LENGTH - x, value * scale)
        from += value * scale
        return <rect key={kind} class={`meter-${kind}`} x={x} width={width} height="8" />
      })}
    </svg>
  )
}
