/**
 * The only access to the wall clock outside workflows. Handlers and activities get a Clock;
 * decisions use the database's clock; workflows sleep with `sleepUntil`.
 */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The clock as a cache takes it (`perf` of lru-cache): its entries end by the service's time. */
export function perfOf(clock: Clock): { now(): number } {
  return { now: () => clock.now().getTime() }
}

/** An instant that came as text, for example from a column or a payload. */
export function instant(text: string | number): Date {
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw new Error(`not an instant: ${text}`)
  return date
}

/** The years 1 to 9999, in milliseconds: the instants whose text has a year of four digits. */
export const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00Z')
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z')
