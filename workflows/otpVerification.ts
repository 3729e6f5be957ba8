/**
 * Verifies a one-time code. Synchronous step: the attempt is counted before the provider is called.
 * Then the provider checks the code; a correct one opens the signed-retry challenge.
 */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { Refused } from '../contract/refused.ts'
import type { OtpVerificationInput } from './definitions/wallets.ts'
import { closeWithStatus, failWithRefusal, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'

export type OtpVerificationResult = { readonly outcome: 'COMMITTED' } | Refused

export async function otpVerification(input: OtpVerificationInput): Promise<void> {
  const result = registerResultUpdate<OtpVerificationResult>(input)
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { checkOtp } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'WALLET_PROVIDER'), 'Wallet provider: the code check'),
  )
  const { verificationId } = input

  const initial = await database.reserveOtpAttempt(input)
  if (initial.outcome === 'REFUSED') {
    result.resolve(initial)
    return failWithRefusal(initial)
  }
  const checked = await checkOtp({ verificationId })
  result.resolve(checked)
  await closeWithStatus(checked.outcome === 'REFUSED' ? 'FAILED' : 'COMPLETED')
}
