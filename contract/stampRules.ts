/**
 * Who may stamp which operation: the table that the API, the database and the tests read. The rule
 * of a signed retry is stored in its row when the challenge is issued; the claim is checked against
 * it.
 */
export const stampRules = {
  /** The retry of an OTP verify: the key that the client sealed beside the code. */
  OTP_LOGIN: 'SEALED_KEY',
  /** The passkey's assertion, or the identity token, is the authorization itself. */
  PASSKEY_LOGIN: 'NO_STAMP',
  OAUTH_LOGIN: 'NO_STAMP',
  ADD_CREDENTIAL: 'ANY_SESSION',
  REVOKE_CREDENTIAL: 'SESSION_OF_ANOTHER_CREDENTIAL',
  REFRESH_SESSION: 'THAT_SESSION',
  REVOKE_SESSION: 'ANY_SESSION',
  EXPORT: 'ANY_SESSION',
  PRIVACY: 'ANY_SESSION',
  CONTACT_CHANGE: 'ANY_SESSION',
  /** A delegated key's holder at the provider, then the policy that allows it to sign. */
  CREATE_DELEGATED_KEY: 'ANY_SESSION',
  ACTIVATE_DELEGATED_KEY: 'ANY_SESSION',
} as const

export type WalletOperationKind = keyof typeof stampRules
export type StampRule = (typeof stampRules)[WalletOperationKind]

/** The operations that make a session. */
export const makesASession: ReadonlySet<WalletOperationKind> = new Set([
  'OTP_LOGIN',
  'PASSKEY_LOGIN',
  'OAUTH_LOGIN',
  'REFRESH_SESSION',
])
