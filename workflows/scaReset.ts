/**
 * Resets an SCA factor. The request that started the reset waits for the vendor's liveness page. The workflow then waits
 * for the liveness result, and for the platform to complete the reset. The outcome is in the row.
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
import { clockMoves } from './clockMoves.ts'
import type { ScaResetInput } from './definitions/customers.ts'
import { closeWithStatus, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'
import { awaiting } from './progress.ts'

export type ScaResetResult =
  | { readonly outcome: 'COMMITTED'; readonly link: string; readonly expiresAt: string }
  | Refused

/** The platform has completed the reset; the row is already COMPLETED. */
export const resetCompletedSignal = defineSignal('resetCompleted')

const LIVENESS_STEP = 'Customer: liveness at the verification vendor'
const COMPLETION_STEP = 'The platform: completion of the reset'

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
  const { expiresAt } = open
  const seconds = Math.max(1, open.secondsLeft)
  const closeReset = async (status: 'REJECTED' | 'EXPIRED'): Promise<void> => {
    const finalStatus = await moveScaReset({ resetId, status })
    await closeWithStatus(finalStatus === 'COMPLETED' ? 'COMPLETED' : 'FAILED')
  }
  const link = await createLivenessPage({ resetId, environment, seconds })
  if (link === null) {
    result.resolve({ outcome: 'REFUSED', code: 'CONFLICT', reason: NO_CHECK })
    return closeReset('REJECTED')
  }
  await moveScaReset({ resetId, status: 'PENDING_REVIEW' })
  result.resolve({ outcome: 'COMMITTED', link, expiresAt })

  const { awaitLiveness } = proxyActivities<OutsideActivities>({
    ...patient(queue, LIVENESS_STEP),
    // Polling by activity retries for hours adds no events to the history.
    scheduleToCloseTimeout: `${seconds} seconds`,
  })
  const liveness = await awaitLiveness({ resetId, environment }).catch(() => 'EXPIRED' as const)
  if (liveness === 'EXPIRED') return closeReset('EXPIRED')
  if (!liveness) return closeReset('REJECTED')
  await moveScaReset({ resetId, status: 'LIVENESS_PASSED' })
  for (;;) {
    const isMoved = clockMoves()
    const left = await readScaReset({ resetId })
    if (left === null || left.secondsLeft === 0) break
    await awaiting(
      'PLATFORM',
      COMPLETION_STEP,
      condition(() => isCompleted || isMoved(), `${left.secondsLeft} seconds`),
    )
    if (isCompleted) break
  }
  return closeReset('EXPIRED')
}

const NO_CHECK = 'The verification vendor cannot check this person.'
