/** The reset of a customer's factor: its row, and the check that the person is who it should be. */
import { ApplicationFailure, activityInfo } from '@temporalio/activity'
import { idOf } from '../contract/ids.ts'
import type { Environment } from '../contract/outsideParties.ts'
import type { ScaResetStatus } from '../db/scaFunctions.ts'
import { VendorError } from '../providers/verificationVendor/index.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { unknownOutcome } from './retryableFailures.ts'

/** A reset that is open, with the time that is left of it. */
export type OpenScaReset = {
  /** ISO 8601. */
  readonly expiresAt: string
  /** 0 when its time is over. */
  readonly secondsLeft: number
}

/** Pauses between looks at the vendor grow by this much, to a minute. */
const POLL_STEP_MS = 1_000
const POLL_MS_MAX = 60_000

/** Database steps. */
export function createScaResetSteps({ database }: ActivityDependencies) {
  return {
    /** Null if it has ended. */
    async readScaReset({ resetId }: { resetId: string }): Promise<OpenScaReset | null> {
      return database.call('open_sca_reset', resetId)
    },
    async moveScaReset(input: {
      resetId: string
      status: ScaResetStatus
    }): Promise<ScaResetStatus | null> {
      return database.call('move_sca_reset', input.resetId, input.status)
    },
  }
}

type ResetCall = { readonly resetId: string; readonly environment: Environment }

/** Calls to the verification vendor. */
export function createScaResetCalls({ database, outside }: ActivityDependencies) {
  return {
    /** A page that recognizes the person; null if the vendor will make none. */
    async createLivenessPage(input: ResetCall & { seconds: number }): Promise<string | null> {
      const { id, email, phone } = await database.one<{
        id: string
        email: string | null
        phone: string | null
      }>({
        name: 'sca_reset_customer',
        text: `select c.id, c.email, c.phone_number as phone from sca_resets r
          join customers c on c.id = r.customer_id where r.id = $1`,
        values: [input.resetId],
      })
      const vendor = outside.verificationVendor(input.environment)
      return unlessRefused('liveness page', async () => {
        const { url } = await vendor.createLivenessLink(idOf('ScaReset', input.resetId), {
          externalUserId: idOf('Customer', id),
          lifetimeSeconds: input.seconds,
          email: email ?? undefined,
          phone: phone ?? undefined,
        })
        return url
      })
    },

    /** Whether the person was recognized; retried until the vendor has decided, or the reset's time is over. */
    async awaitLiveness(input: ResetCall): Promise<boolean | 'EXPIRED'> {
      const vendor = outside.verificationVendor(input.environment)
      const result = await unlessRefused('liveness', () =>
        vendor.livenessResult(idOf('ScaReset', input.resetId)),
      )
      if (result === 'PASSED') return true
      if (result === 'FAILED') return false
      const open = await database.call('open_sca_reset', input.resetId)
      if (open === null || open.secondsLeft === 0) return 'EXPIRED'
      throw ApplicationFailure.create({
        type: 'STILL_PENDING',
        message: 'liveness is pending',
        nextRetryDelay: Math.min(activityInfo().attempt * POLL_STEP_MS, POLL_MS_MAX),
      })
    },
  }
}

/** Null for a final refusal; any other error is retried. */
async function unlessRefused<Result>(
  what: string,
  call: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof VendorError && error.kind === 'REFUSED') return null
    throw unknownOutcome(what, error)
  }
}
