/**
 * Has the provider check a one-time code whose attempt is counted; a correct one opens the signed-retry challenge. The
 * request that has sent the code waits for the end.
 */
import { proxyActivities } from '@temporalio/workflow'
import type { OutsideActivities } from '../activities/index.ts'
import type { OtpVerificationInput } from './definitions/wallets.ts'
import { closeWithStatus, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient } from './policy.ts'

export async function otpVerification(input: OtpVerificationInput): Promise<void> {
  const result = registerResultUpdate<'ENDED'>()
  const { checkOtp } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'WALLET_PROVIDER'), 'Wallet provider: the code check'),
  )
  const checked = await checkOtp({ verificationId: input.verificationId })
  result.resolve('ENDED')
  await closeWithStatus(checked.outcome === 'REFUSED' ? 'FAILED' : 'COMPLETED')
}
