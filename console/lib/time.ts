/** Times: exact ones in UTC, relative ones for people. */
let aheadMs = 0

/** How far the stack's test clock is ahead of the browser's. */
export function setAhead(seconds: number): void {
  aheadMs = seconds * 1_000
}

/** Milliseconds since 1970: the browser's clock, and what the service's is ahead of it. */
export function now(): number {
  return performance.timeOrigin + performance.now() + aheadMs
}

/** `2026-01-15 09:30:00 UTC` of an instant of the API. */
export function shownInstant(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`
}

/** `2026-01-15 09:30`: shorter, for axes and narrow columns. */
export function shownMinute(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)}`
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const units = [
  ['d', DAY],
  ['h', HOUR],
  ['min', MINUTE],
] as const

/** The browser's clock may be so far behind the service's. */
const SKEW_SECONDS = 5

/** `just now`, `12 s ago`, `5 min ago`, `in 3 h`; the date from a month on. */
export function relativeTime(instant: string, nowMs: number): string {
  const seconds = Math.round((nowMs - Date.parse(instant)) / 1_000)
  const size = Math.abs(seconds)
  if (size < 2 || (seconds < 0 && size <= SKEW_SECONDS)) return 'just now'
  if (size > 30 * DAY) return instant.slice(0, 10)
  const [name, length] = units.find(([, each]) => size >= each) ?? ['s', 1]
  const text = `${Math.floor(size / length)} ${name}`
  return seconds < 0 ? `in ${text}` : `${text} ago`
}

/** `820 ms`, `3.2 s`, `5 min`: how long something took. */
export function shownDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  if (ms < HOUR * 1_000) return `${Math.round(ms / 60_000)} min`
  return `${(ms / HOUR / 1_000).toFixed(1)} h`
}

/** The instant that was `hours` ago, as the API takes it. */
export function hoursAgo(hours: number): string {
  return instantOf(now() - hours * HOUR * 1_000)
}

/** Milliseconds since 1970 as an instant of the API. */
export function instantOf(ms: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(ms)
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '00'
  const date = `${part('year')}-${part('month')}-${part('day')}`
  return `${date}T${part('hour')}:${part('minute')}:${part('second')}.000Z`
}
