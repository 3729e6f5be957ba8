export type { ActivityStatus, ProviderActivity } from './activity.ts'
export { type ActivityType, activityTypes, submitName } from './activityTypes.ts'
export * from './bodies.ts'
export { createKeyStamper, type StampHeader } from './keyStamper.ts'
export {
  createWalletProvider,
  type ProviderApiKey,
  type ProviderUser,
  type WalletProvider,
  type WalletProviderOptions,
} from './provider.ts'
export { ProviderError, type ProviderErrorKind } from './providerError.ts'
export {
  apiKeyIdOf,
  authenticatorIdsOf,
  type CreatedWallet,
  createdWallet,
  credentialBundleOf,
  exportBundleOf,
  type IssuedOtp,
  issuedOtp,
  oauthProviderIdsOf,
  type RawSignature,
  rawSignatureOf,
  type SealedSession,
  userIdsOf,
  verificationTokenOf,
} from './results.ts'
export {
  loginUsageText,
  readVerificationToken,
  type VerificationToken,
} from './verificationToken.ts'
export { webauthnStamp } from './webauthnStamp.ts'
