/** What is done with a wallet's keys: operations that a stamp has authorized, and one-time codes. */
import { defineWorkflow } from '../defineWorkflow.ts'
import type { OutsideCalls } from '../outsideQueues.ts'

/** IDs are UUIDs without prefix. */
export type WalletOperationInput = OutsideCalls & {
  readonly platformId: string
  readonly requestId: string
}

export const walletOperation = defineWorkflow({
  name: 'walletOperation',
  id: ({ requestId }: Pick<WalletOperationInput, 'requestId'>) => `Request:${requestId}`,
  kind: 'WALLET_OPERATION',
  summary: 'Wallet operation: claimed, done by the provider, recorded',
  searchAttributes: ({ platformId }: WalletOperationInput) => ({ platformId }),
  openRows: {
    kinds: ['REQUEST'],
    input: ({ id, platform_id: platformId }, { outside }) => ({
      ...outside,
      ...{ platformId, requestId: id },
    }),
  },
})

/** UUIDs without prefix, and the sequence number of the code. */
export type OtpIssuanceInput = OutsideCalls & {
  readonly platformId: string
  readonly credentialId: string
  readonly number: number
}

export const otpIssuance = defineWorkflow({
  name: 'otpIssuance',
  id: ({ credentialId, number }: Pick<OtpIssuanceInput, 'credentialId' | 'number'>) =>
    `AuthMethod:${credentialId}/otp/${number}`,
  kind: 'OTP_ISSUANCE',
  summary: 'One-time code: sent by the provider',
  searchAttributes: ({ platformId }: OtpIssuanceInput) => ({ platformId }),
  openRows: {
    kinds: ['OTP_ISSUANCE'],
    input: ({ id, platform_id: platformId, number }, { outside }) => ({
      ...outside,
      ...{ platformId, credentialId: id, number },
    }),
  },
  isKeptWithRow: false,
})

/** IDs are UUIDs without prefix. */
export type OtpVerificationInput = OutsideCalls & {
  readonly platformId: string
  readonly verificationId: string
}

export const otpVerification = defineWorkflow({
  name: 'otpVerification',
  id: ({ verificationId }: Pick<OtpVerificationInput, 'verificationId'>) =>
    `Request:${verificationId}`,
  kind: 'OTP_VERIFICATION',
  summary: 'One-time code: checked by the provider',
  searchAttributes: ({ platformId }: OtpVerificationInput) => ({ platformId }),
  openRows: {
    kinds: ['OTP_VERIFICATION'],
    input: ({ id, platform_id: platformId }, { outside }) => ({
      ...outside,
      ...{ platformId, verificationId: id },
    }),
  },
  isKeptWithRow: false,
})
