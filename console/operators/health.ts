/** What `/health` says: counts, and nothing of a customer, so that it can be asked for again and again. */
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
  readonly waiting: number
}

export type Health = {
  readonly temporal: string
  readonly store: string
  readonly maintenance: boolean
  readonly workers: readonly {
    readonly pool: string
    readonly beatAt: string
    readonly isAlive: boolean
  }[]
  readonly parties: readonly string[]
  /** How many of each kind need a person. */
  readonly inbox: Readonly<Record<string, number>>
  readonly backlogs: readonly {
    readonly name: string
    readonly count: number
    readonly oldest: string | null
  }[]
  readonly pauses: readonly Pause[]
}

const EVERY_MS = 10_000

export const HealthContext = createContext<Live<Health> | undefined>(undefined)

/** For the frame of the pages alone: one of them asks. */
export function useHealthReading(): Live<Health> {
  return useReading(read<Health>('/health'), { everyMs: EVERY_MS })
}

/** @throws Error outside of the frame */
export function useHealth(): Live<Health> {
  const health = useContext(HealthContext)
  if (health === undefined) throw new Error('useHealth is called outside of HealthContext')
  return health
}

/** How many need a person; undefined until it is known. */
export function inboxTotal(health: Health | undefined): number | undefined {
  return health && Object.values(health.inbox).reduce((sum, count) => sum + count, 0)
}
