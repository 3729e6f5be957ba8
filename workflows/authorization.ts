/** A payment waits for its payer's proofs, before any other step. */
import { condition, defineSignal, proxyLocalActivities, setHandler } from '@temporalio/workflow'
import type { DatabaseActivities } from '../activities/index.ts'
import { clockMoves } from './clockMoves.ts'
import { quick } from './policy.ts'
import { awaiting } from './progress.ts'

/** A proof was accepted, or the payment has ended without one: its rows say which. */
export const authorizationChangedSignal = defineSignal('authorizationChanged')

const WAITING = 'The customer: authorization of the payment'
/** Of what is over for the workflow, and not for the database yet. */
const RETRY_MS = 1_000

/**
 * Waits until the payer has given all proofs, or a challenge of them has expired, which ends the
 * payment. The database decides, by its own clock.
 *
 * @returns whether the payment goes on
 */
export async function awaitAuthorization(paymentId: string): Promise<boolean> {
  const { followAuthorization } = proxyLocalActivities<DatabaseActivities>(quick)
  let isChanged = false
  setHandler(authorizationChangedSignal, () => {
    isChanged = true
  })
  for (;;) {
    isChanged = false
    const isMoved = clockMoves()
    const now = await followAuthorization({ paymentId })
    if (now.state !== 'WAITING') return now.state === 'AUTHORIZED'
    const left = Math.max(now.secondsLeft * 1_000, RETRY_MS)
    await awaiting(
      'CUSTOMER',
      WAITING,
      condition(() => isChanged || isMoved(), left, { summary: WAITING }),
    )
  }
}
