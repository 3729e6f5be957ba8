export { type Assertion, type AssertionCheck, checkAssertion } from './assertion.ts'
export { PasskeyError, type PasskeyReason } from './passkeyError.ts'
export {
  type Attestation,
  checkRegistration,
  type RegisteredPasskey,
  type RegistrationCheck,
} from './registration.ts'
