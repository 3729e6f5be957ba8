/** The sandbox's feeds of exchange rates, and what each is ordered to do. */
import type { Logger } from 'pino'
import type { Faults } from '../faults.ts'
import type { PartyClock } from '../store/clock.ts'

export const feedNames = ['latest', 'daily', 'ticker'] as const
export type FeedName = (typeof feedNames)[number]

export type FeedBehaviour = {
  /** ISO 8601: its time stands there. */
  frozenAt?: string | undefined
  /** Its time is so far behind. */
  lateSeconds?: number | undefined
  /** Other prices than usual, as it writes them: by currency, or by product. A sound one is a decimal number. */
  prices?: Readonly<Record<string, string>> | undefined
  /** Currencies or products that it leaves out. */
  missing?: readonly string[] | undefined
  /** It answers nothing but this. */
  status?: number | undefined
  /** Its answer is much longer than any real one. */
  isHuge?: boolean | undefined
}

export type Feeds = {
  readonly faults: Faults
  readonly log: Logger
  readonly clock: PartyClock
  /** For as long as the process runs. */
  readonly behaviour: Record<FeedName, FeedBehaviour>
}

/** All of them sound, and always fresh. */
export function usualFeeds(): Feeds['behaviour'] {
  return { latest: {}, daily: {}, ticker: {} }
}
