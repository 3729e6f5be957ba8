export type { ActivityStatus, ProviderActivity } from './activity.ts'
export { type ActivityType, activityTypes, submitName } from './activityTypes.ts'
export {
  createSubOrganizationBody,
  fingerprintOf,
  initOtpBody,
  otpLoginBody,
  signRawPayloadBody,
  verifyOtpBody,
  type WalletNetwork,
} from './bodies.ts'
export type { StampHeader } from './parentStamper.ts'
export {
  createWalletProvider,
  type ProviderApiKey,
  type ProviderUser,
  type WalletProvider,
  type WalletProviderOptions,
} from './provider.ts'
export { ProviderError, type ProviderErrorKind } from './providerError.ts'
export {
  type CreatedWallet,
  createdWallet,
  type IssuedOtp,
  issuedOtp,
  type RawSignature,
  rawSignatureOf,
  verificationTokenOf,
} from './results.ts'
export {
  loginUsageText,
  readVerificationToken,
  type VerificationToken,
} from './verificationToken.ts'
