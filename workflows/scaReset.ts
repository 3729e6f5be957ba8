/**
 * Resets a factor. The verification vendor gives a page that recognizes the person, for which the request that has begun
 * the reset waits, and its verdict is awaited for as long as the reset is open. The caller completes it; its row has the
 * outcome.
 */
import {
  condition,
  defineSignal,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
} from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { Refused } from '../contract/refused.ts'
import { systemClock } from '../contract/time.ts'
import type { ScaResetInput } from './definitions/customers.ts'
import { closeWithStatus, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'
import { awaiting } from './progress.ts'

export type ScaResetResult =
  | { readonly outcome: 'COMMITTED'; readonly link: string; readonly expiresAt: string }
  | Refused

/** It was completed by its caller: the row says so. */
export const resetCompletedSignal = defineSignal('resetCompleted')

const WAITING = 'Customer: liveness at the verification vendor'
const COMPLETION = 'The platform: completion of the reset'

export async function scaReset(input: ScaResetInput): Promise<void> {
  const result = registerResultUpdate<ScaResetResult>()
  let isCompleted = false
  setHandler(resetCompletedSignal, () => {
    isCompleted = true
  })
  const { moveScaReset, readScaReset } = proxyLocalActivities<DatabaseActivities>(quick)
  const queue = queueOf(input, 'VERIFICATION_VENDOR')
  const { createLivenessPage } = proxyActivities<OutsideActivities>(
    patient(queue, 'Verification vendor: a page for the liveness check'),
  )
  const { resetId, environment = 'SANDBOX' } = input

  const open = await readScaReset({ resetId })
  if (open === null) return closeWithStatus('COMPLETED')
  const { secondsLeft: seconds, expiresAt } = open
  const endsAt = systemClock.now().getTime() + seconds * 1_000
  const end = async (status: 'REJECTED' | 'EXPIRED'): Promise<void> => {
    const last = await moveScaReset({ resetId, status })
    await closeWithStatus(last === 'COMPLETED' ? 'COMPLETED' : 'FAILED')
  }
  const link = await createLivenessPage({ resetId, environment, seconds })
  if (link === null) {
    result.resolve({ outcome: 'REFUSED', code: 'CONFLICT', reason: NO_CHECK })
    return end('REJECTED')
  }
  await moveScaReset({ resetId, status: 'PENDING_REVIEW' })
  result.resolve({ outcome: 'COMMITTED', link, expiresAt })

  const { awaitLiveness } = proxyActivities<OutsideActivities>({
    ...patient(queue, WAITING),
    // Its attempts, hours of them, leave nothing in the history.
    scheduleToCloseTimeout: `${seconds} seconds`,
  })
  const verdict = await awaitLiveness({ resetId, environment }).catch(() => 'EXPIRED' as const)
  if (verdict === 'EXPIRED') return end('EXPIRED')
  if (!verdict) return end('REJECTED')
  await moveScaReset({ resetId, status: 'LIVENESS_PASSED' })
  await awaiting(
    'PLATFORM',
    COMPLETION,
    condition(() => isCompleted, Math.max(1, endsAt - systemClock.now().getTime())),
  )
  return end('EXPIRED')
}

const NO_CHECK = 'The verification vendor cannot check this person.'
