/** What is done with a wallet's keys: operations that a stamp has authorized, and one-time codes. */
import type { IssueOtpInput } from '../../activities/oneTimeCodes/issuance.ts'
import type { ReserveOtpAttemptInput } from '../../activities/oneTimeCodes/verification.ts'
import type { ClaimRequestInput } from '../../activities/walletOperations/claim.ts'
import { defineWorkflow } from '../defineWorkflow.ts'
import type { OutsideCalls } from '../outsideQueues.ts'

export type WalletOperationInput = ClaimRequestInput & OutsideCalls

export const walletOperation = defineWorkflow({
  name: 'walletOperation',
  id: ({ requestId }: Pick<WalletOperationInput, 'requestId'>) => `Request:${requestId}`,
  kind: 'WALLET_OPERATION',
  summary: 'Wallet operation: claimed, done by the provider, recorded',
  searchAttributes: ({ platformId }: WalletOperationInput) => ({ platformId }),
  openRows: {
    kinds: ['REQUEST'],
    input: ({ id, platform_id: platformId, number }, { outside }) => ({
      ...outside,
      ...{ attempt: number, platformId, requestId: id },
    }),
  },
})

export type OtpIssuanceInput = IssueOtpInput & OutsideCalls

export const otpIssuance = defineWorkflow({
  name: 'otpIssuance',
  id: ({ credentialId, number }: Pick<OtpIssuanceInput, 'credentialId' | 'number'>) =>
    `AuthMethod:${credentialId}/otp/${number}`,
  kind: 'OTP_ISSUANCE',
  summary: 'One-time code: sent by the provider',
  searchAttributes: ({ platformId }: OtpIssuanceInput) => ({ platformId }),
  openRows: {
    kinds: ['ISSUANCE'],
    input: ({ id, platform_id: platformId, number }, { outside }) => ({
      ...outside,
      ...{ attempt: 1, platformId, credentialId: id, number },
    }),
  },
  isKeptWithRow: false,
})

export type OtpVerificationInput = ReserveOtpAttemptInput & OutsideCalls

export const otpVerification = defineWorkflow({
  name: 'otpVerification',
  id: ({ verificationId }: Pick<OtpVerificationInput, 'verificationId'>) =>
    `Request:${verificationId}`,
  kind: 'OTP_VERIFICATION',
  summary: 'One-time code: checked by the provider',
  searchAttributes: ({ platformId }: OtpVerificationInput) => ({ platformId }),
  openRows: {
    kinds: ['VERIFICATION'],
    input: (row, { outside }) => ({
      ...outside,
      ...{ attempt: 1, platformId: row.platform_id, verificationId: row.id },
      ...{ credentialId: row.credential_id ?? '', number: row.number },
    }),
  },
  isKeptWithRow: false,
})
