/** The answer of the operators' `/health`. It has counts and no customer's data, and reading it is not audited: pages poll it. */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Live } from '../lib/live.ts'
import { read } from './api.ts'
import { useReading } from './useReading.ts'

export type Pause = {
  readonly environment: string
  readonly platform: string | null
  readonly platformId: string | null
  readonly reason: string
  readonly pausedBy: string
  readonly pausedAt: string
  /** Payouts that wait for its end. */
  readonly waiting: number
}

export type Health = {
  readonly temporal: string
  readonly store: string
  readonly maintenance: boolean
  readonly workers: readonly {
    readonly pool: string
    /** When it last reported; ISO 8601. */
    readonly beatAt: string
    readonly isAlive: boolean
  }[]
  /** Configured outside parties, each with its environment. */
  readonly parties: readonly string[]
  /** The number of items of each kind in the operators' inbox. */
  readonly inbox: Readonly<Record<string, number>>
  readonly backlogs: readonly {
    readonly name: string
    readonly count: number
    /** The instant of its oldest entry; ISO 8601. */
    readonly oldest: string | null
  }[]
  readonly pauses: readonly Pause[]
}

const EVERY_MS = 10_000

export const HealthContext = createContext<Live<Health> | undefined>(undefined)

/** Polls `/health`. Only the frame around all pages calls it; a page calls `useHealth`. */
export function useHealthReading(): Live<Health> {
  return useReading(read<Health>('/health'), { everyMs: EVERY_MS })
}

/**
 * What the frame has last read.
 *
 * @throws Error outside of the frame
 */
export function useHealth(): Live<Health> {
  const health = useContext(HealthContext)
  if (health === undefined) throw new Error('useHealth is called outside of HealthContext')
  return health
}

/** The number of items in the operators' inbox; undefined until it is known. */
export function inboxTotal(health: Health | undefined): number | undefined {
  return health && Object.values(health.inbox).reduce((sum, count) => sum + count, 0)
}
