/**
 * One attempt at a one-time code. Head: the attempt is counted before the provider is asked.
 * Tail: the provider checks the code; a right one makes the signed-retry challenge.
 */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { Refused } from '../contract/refused.ts'
import { closeAs, closeRefused, openAnswer } from './head.ts'
import type { OtpVerificationInput } from './inputs.ts'
import { patient, quick } from './policy.ts'

export type OtpVerificationAnswer = { readonly outcome: 'MOVED' } | Refused

export async function otpVerification(input: OtpVerificationInput): Promise<void> {
  const answer = openAnswer<OtpVerificationAnswer>(input)
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { checkOtp } = proxyActivities<OutsideActivities>(
    patient(input.outsideTaskQueue, 'Wallet provider: the code check'),
  )
  const { verificationId } = input

  const head = await database.reserveOtpAttempt(input)
  if (head.outcome === 'REFUSED') {
    answer.give(head)
    return closeRefused(head)
  }
  const checked = await checkOtp({ verificationId })
  answer.give(checked)
  await closeAs(checked.outcome === 'REFUSED' ? 'FAILED' : 'COMPLETED')
}
