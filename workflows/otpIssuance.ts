/** A one-time code. Head: issuance n, within the limits. Tail: the provider sends it. */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { Refused } from '../contract/refused.ts'
import { closeAs, closeRefused, openAnswer } from './head.ts'
import type { OtpIssuanceInput } from './inputs.ts'
import { patient, quick } from './policy.ts'

export type OtpIssuanceAnswer = { readonly outcome: 'MOVED' } | Refused

export async function otpIssuance(input: OtpIssuanceInput): Promise<void> {
  const answer = openAnswer<OtpIssuanceAnswer>(input)
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { sendOtp } = proxyActivities<OutsideActivities>(
    patient(input.outsideTaskQueue, 'Wallet provider: the mail'),
  )
  const { credentialId, number } = input

  const head = await database.issueOtp(input)
  if (head.outcome === 'REFUSED') {
    answer.give(head)
    return closeRefused(head)
  }
  const sent = await sendOtp({ credentialId, number })
  await database.settleOtpIssuance({ credentialId, number, sent })
  if (sent.outcome === 'REFUSED') {
    answer.give({ outcome: 'REFUSED', code: 'SERVICE_UNAVAILABLE', reason: sent.reason })
    await closeAs('FAILED')
    return
  }
  answer.give(head)
  await closeAs('COMPLETED')
}
