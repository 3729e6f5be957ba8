/** The period that a query asks for: from `startDate`, or `hours` before its end, to `endDate` or now. */
import { type FieldError, invalidInput } from '../contract/errors.ts'
import { type Clock, FIRST_INSTANT, instant } from '../contract/time.ts'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS

type PeriodQuery = {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly hours: number
}

export type Period = { readonly from: Date; readonly until: Date }

/** @throws Refusal `INVALID_INPUT` where the period is empty, too long or begins before all dates */
export function periodOf(query: PeriodQuery, clock: Clock, daysMax: number): Period {
  const until = query.endDate === undefined ? clock.now() : instant(query.endDate)
  const from =
    query.startDate === undefined
      ? instant(until.getTime() - query.hours * HOUR_MS)
      : instant(query.startDate)
  const spanMs = until.getTime() - from.getTime()
  const problems: FieldError[] = []
  const add = (field: string, message: string): void => {
    problems.push({ field, constraint: 'range', message })
  }
  if (spanMs <= 0) add('startDate', 'must be before endDate')
  if (spanMs > daysMax * DAY_MS) add('startDate', `must be at most ${daysMax} days before endDate`)
  if (from.getTime() < FIRST_INSTANT) add('endDate', 'is less than `hours` after the year 1 begins')
  if (problems.length > 0) throw invalidInput(problems)
  return { from, until }
}
