import { useNow } from '../lib/clock.ts'
import { shownInstant } from '../lib/time.ts'

type CountdownProps = {
  readonly to: string
  /** What is shown when the time is over. */
  readonly over: string
}

/** `14 min 32 s`: how much time is left, every second; the exact end on hover. */
export function Countdown({ to, over }: CountdownProps) {
  const left = Math.max(0, Math.ceil((Date.parse(to) - useNow()) / 1_000))
  return (
    <time dateTime={to} title={shownInstant(to)} class="number">
      {left === 0 ? over : timeLeft(left)}
    </time>
  )
}

/** The two largest units: `2 d 3 h`, `14 min 32 s`, `8 s`. */
export function timeLeft(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(first, first + 2)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
