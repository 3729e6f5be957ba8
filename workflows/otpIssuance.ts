/**
 * Issues a one-time code. Synchronous step: issuance n, within the limits. Then the provider sends
 * it.
 */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { Refused } from '../contract/refused.ts'
import type { OtpIssuanceInput } from './definitions/wallets.ts'
import { closeWithStatus, failWithRefusal, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'

export type OtpIssuanceResult = { readonly outcome: 'COMMITTED' } | Refused

export async function otpIssuance(input: OtpIssuanceInput): Promise<void> {
  const result = registerResultUpdate<OtpIssuanceResult>(input)
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { sendOtp } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'WALLET_PROVIDER'), 'Wallet provider: the mail'),
  )
  const { credentialId, number } = input

  const initial = await database.issueOtp(input)
  if (initial.outcome === 'REFUSED') {
    result.resolve(initial)
    return failWithRefusal(initial)
  }
  const sent = await sendOtp({ credentialId, number })
  await database.settleOtpIssuance({ credentialId, number, sent })
  if (sent.outcome === 'REFUSED') {
    result.resolve({ outcome: 'REFUSED', code: 'SERVICE_UNAVAILABLE', reason: sent.reason })
    await closeWithStatus('FAILED')
    return
  }
  result.resolve(initial)
  await closeWithStatus('COMPLETED')
}
