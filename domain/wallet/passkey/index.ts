export { type Assertion, type AssertionCheck, checkAssertion } from './assertion.ts'
export { unpadded } from './encoding.ts'
export { PasskeyError, type PasskeyReason } from './passkeyError.ts'
export {
  type Attestation,
  COSE_ALGORITHMS,
  checkRegistration,
  type RegisteredPasskey,
  type RegistrationCheck,
} from './registration.ts'
export { webAuthn } from './webAuthn.ts'
