/** The wallet's side of an app: browser and React Native; see docs/guides/wallet-login.md. */
export { browserKeyring } from './browserKeyring.ts'
export { arePasskeysPossible, assertPasskey, createPasskey } from './browserPasskey.ts'
export { productionSigners } from './bundle.ts'
export { DeviceError, type DeviceErrorCode } from './errors.ts'
export type { Keyring } from './keyring.ts'
export type { ExportExpected, SealingKey, SigningKey } from './keys.ts'
export { memoryKeyring } from './memoryKeyring.ts'
export { oauthNonce } from './oauthNonce.ts'
export {
  type Assertion,
  type Attestation,
  assertionOf,
  attestationOf,
  type Login,
  type LoginAnswer,
  loginOptions,
  type Registration,
  type RegistrationAnswer,
  registrationOptions,
} from './passkey.ts'
export { type CodeSealing, sealCode } from './sealCode.ts'
export { type SecureStore, storeKeyring } from './storeKeyring.ts'
