/** Mints and burns: one call to the provider at a time, and what it has come to. */
import { activityInfo, heartbeat } from '@temporalio/activity'
import { apiClientSecretOf } from '../../contract/sealedText.ts'
import type {
  StablecoinNext,
  StablecoinReport,
  StablecoinToAdvance,
} from '../../db/stablecoinFunctions.ts'
import {
  type ProviderAccess,
  StablecoinProviderError,
} from '../../providers/stablecoinProvider/index.ts'
import type { ActivityDependencies } from '../dependencies.ts'
import { frozen, unknownOutcome } from '../retryableFailures.ts'
import { callProvider } from './calls.ts'

export type StablecoinOperationRunInput = {
  /** UUID without prefix. */
  readonly operationId: string
  readonly platformId: string
}

export type StablecoinTurn = {
  readonly isOpen: boolean
  readonly status: string
  /** Before the next call; 0: at once. */
  readonly waitSeconds: number
}

/** Polls are close together at first. */
const EAGER_SECONDS = 120
const STEADY_SECONDS = 60
const SLOW_SECONDS = 900
/** Between heartbeats while the provider is asked. */
const BEAT_MS = 1_000

/** Database steps. */
export function createStablecoinSteps({ database, config, log }: ActivityDependencies) {
  return {
    async recordStablecoinReport(input: {
      readonly operationId: string
      readonly report: StablecoinReport | null
    }): Promise<StablecoinTurn> {
      const { operationId, report } = input
      // The operation had ended before the call.
      if (report === null) return { isOpen: false, status: 'ENDED', waitSeconds: 0 }
      const next = await database.call('record_stablecoin_report', operationId, report)
      if (next.case !== null) log.error({ operationId, case: next.case }, 'a stablecoin case')
      const waitSeconds = waitOf(next, config.STABLECOIN_POLL_SECONDS)
      return { isOpen: next.isOpen, status: next.status, waitSeconds }
    },
  }
}

function waitOf(next: StablecoinNext, eagerSeconds: number): number {
  if (!next.isWaiting || !next.isOpen) return 0
  const steady = next.isSlow ? SLOW_SECONDS : STEADY_SECONDS
  const poll = next.ageSeconds < EAGER_SECONDS ? eagerSeconds : Math.max(steady, eagerSeconds)
  return Math.min(poll, next.secondsToExpiry ?? poll)
}

/** Calls to the stablecoin provider. */
export function createStablecoinCalls(dependencies: ActivityDependencies) {
  const { database, outside, records } = dependencies
  return {
    /** The next call of an operation; null if it has ended. While who is debited or paid is frozen it waits. */
    async advanceStablecoin(input: {
      readonly operationId: string
    }): Promise<StablecoinReport | null> {
      const facts = await database.call('stablecoin_operation_to_advance', input.operationId)
      if (!facts.isOpen) return null
      if (facts.isHeld) throw frozen()
      const { link } = facts
      const access: ProviderAccess = {
        accountId: link.provider_account_id,
        login: {
          clientId: link.api_client_id,
          clientSecret: records.open(link.api_client_secret, apiClientSecretOf(link.id)),
        },
      }
      const provider = outside.stablecoinProvider(link.environment)
      // A key may be forgotten there: what a lost answer was about is looked for first.
      const isRepeat = activityInfo().attempt > 1 || (facts.begunSeconds ?? 0) > STEADY_SECONDS
      const beat = setInterval(heartbeat, BEAT_MS)
      try {
        return await callProvider(provider, access, facts, isRepeat)
      } catch (error) {
        if (!(error instanceof StablecoinProviderError)) throw error
        if (error.kind === 'UNAUTHORIZED') await refused(dependencies, facts)
        throw unknownOutcome('the stablecoin operation', error)
      } finally {
        clearInterval(beat)
      }
    },
  }
}

/** The link is INVALID until it gets another login, with which the operation goes on. */
async function refused({ database }: ActivityDependencies, { link }: StablecoinToAdvance) {
  await database.call('note_stablecoin_login', link.id, link.login_version, false)
}
