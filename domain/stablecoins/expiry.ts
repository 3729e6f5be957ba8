/** How long an operation waits for money. */
import { instant } from '../../contract/time.ts'

const DAY_MS = 86_400_000
const WIRE_BUSINESS_DAYS = 5
const CLOSING_HOUR = 17
const DEPOSIT_MS = 72 * 3_600_000
const NEVER_FUNDED = '906'
const SANDBOX_MS = 60_000

/** ISO 8601; undefined for what needs no funding. */
export function expiryOf(
  sourceType: string,
  cents: bigint,
  { now, isSandbox }: { readonly now: Date; readonly isSandbox: boolean },
): string | undefined {
  if (sourceType !== 'WIRE' && sourceType !== 'EXTERNAL_ACCOUNT') return undefined
  if (isSandbox && String(cents).slice(-3) === NEVER_FUNDED) {
    return instant(now.getTime() + SANDBOX_MS).toISOString()
  }
  return sourceType === 'WIRE'
    ? closingAfter(now, WIRE_BUSINESS_DAYS).toISOString()
    : instant(now.getTime() + DEPOSIT_MS).toISOString()
}

/** 17:00 in New York, after `businessDays` days on which American banks work. */
export function closingAfter(now: Date, businessDays: number): Date {
  let day = dayInNewYork(now)
  for (let left = businessDays; left > 0; ) {
    day += DAY_MS
    if (isBusinessDay(instant(day))) left -= 1
  }
  // Eastern time is four or five hours behind.
  const [summer, winter] = [4, 5].map((hours) => instant(day + (CLOSING_HOUR + hours) * 3_600_000))
  const at = summer as Date
  return hourInNewYork(at) === CLOSING_HOUR ? at : (winter as Date)
}

const parts = new Intl.DateTimeFormat('en-CA', {
  ...{ timeZone: 'America/New_York', hourCycle: 'h23' },
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
})

function partOf(at: Date, type: string): string {
  return parts.formatToParts(at).find((part) => part.type === type)?.value ?? ''
}

function hourInNewYork(at: Date): number {
  return Number(partOf(at, 'hour'))
}

/** Midnight UTC of the day that it is in New York. */
function dayInNewYork(at: Date): number {
  const [year, month, day] = ['year', 'month', 'day'].map((type) => partOf(at, type))
  return instant(`${year}-${month}-${day}T00:00:00.000Z`).getTime()
}

/** Month and day of holidays with a date; Sunday's are kept on Monday. */
const dated = new Set(['1-1', '6-19', '7-4', '11-11', '12-25'])
/** Month, weekday and which of the month it is; -1 is the last one. */
const floating = [
  ...[
    [1, 1, 3],
    [2, 1, 3],
    [5, 1, -1],
    [9, 1, 1],
    [10, 1, 2],
    [11, 4, 4],
  ],
] as const

/** @param day midnight UTC of a calendar day */
export function isBusinessDay(day: Date): boolean {
  const weekday = day.getUTCDay()
  if (weekday === 0 || weekday === 6) return false
  const [month, date] = [day.getUTCMonth() + 1, day.getUTCDate()]
  const before = instant(day.getTime() - DAY_MS)
  const sunday = weekday === 1 && `${before.getUTCMonth() + 1}-${before.getUTCDate()}`
  if (dated.has(`${month}-${date}`) || (sunday && dated.has(sunday))) return false
  const isLast = instant(day.getTime() + 7 * DAY_MS).getUTCMonth() + 1 !== month
  return !floating.some(
    ([of, on, which]) =>
      of === month && on === weekday && (which === -1 ? isLast : Math.ceil(date / 7) === which),
  )
}
