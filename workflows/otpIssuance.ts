/** Has the provider send a one-time code that was ordered. The request that has ordered it waits for the end. */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { DatabaseActivities, OutsideActivities } from '../activities/index.ts'
import type { OtpIssuanceInput } from './definitions/wallets.ts'
import { closeWithStatus, registerResultUpdate } from './earlyReturn.ts'
import { queueOf } from './outsideQueues.ts'
import { patient, quick } from './policy.ts'

export async function otpIssuance(input: OtpIssuanceInput): Promise<void> {
  const result = registerResultUpdate<'ENDED'>()
  const database = proxyLocalActivities<DatabaseActivities>(quick)
  const { sendOtp } = proxyActivities<OutsideActivities>(
    patient(queueOf(input, 'WALLET_PROVIDER'), 'Wallet provider: the mail'),
  )
  const { credentialId, number } = input

  const sent = await sendOtp({ credentialId, number })
  await database.settleOtpIssuance({ credentialId, number, sent })
  result.resolve('ENDED')
  await closeWithStatus(sent.outcome === 'REFUSED' ? 'FAILED' : 'COMPLETED')
}
