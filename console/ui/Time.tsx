import { useNow } from '../lib/clock.ts'
import { relativeTime, shownInstant } from '../lib/time.ts'

type TimeProps = { readonly at: string | undefined; readonly isExact?: boolean }

/** `5 min ago`, kept true; the exact time on hover, or always where it matters. */
export function Time({ at, isExact = false }: TimeProps) {
  const now = useNow()
  if (at === undefined) return <span class="soft">–</span>
  const exact = shownInstant(at)
  const relative = relativeTime(at, now)
  return (
    <time dateTime={at} title={isExact ? relative : exact} class={isExact ? 'exact' : undefined}>
      {isExact ? exact : relative}
    </time>
  )
}
