/**
 * One attempt at a one-time code. Head: the attempt is counted before the provider is asked.
 * Tail: the provider checks the code; a right one makes the signed-retry challenge.
 */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import { closeAs, closeRefused, openAnswer, type Refused } from './head.ts'
import { patient, quick } from './policy.ts'

export type OtpVerificationInput = {
  readonly attempt: number
  readonly platformId: string
  readonly credentialId: string
  readonly number: number
  readonly verificationId: string
  readonly outsideTaskQueue: string
  /** What is reserved; absent when a sweep takes up a reserved attempt. */
  readonly submission?: {
    readonly path: string
    readonly requestHash: string
    readonly encryptedBundle: string
  }
}

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
