/** Which check an attestation or assertion failed; safe to show to the caller. */
export type PasskeyReason =
  | 'credential id does not match'
  | 'credential id is too long'
  | 'user handle does not match'
  | 'challenge does not match'
  | 'origin is not allowed'
  | 'page around it is not allowed'
  | 'relying party does not match'
  | 'user is not present'
  | 'user is not verified'
  | 'key algorithm is not supported'
  | 'key is too short'
  | 'counter did not increase'
  | 'signature does not verify'
  | 'attestation does not verify'
  | 'client data is of another ceremony'
  | 'cannot be read'

/** An attestation or assertion that is not what it should be. Its message holds no input. */
export class PasskeyError extends Error {
  readonly reason: PasskeyReason

  constructor(reason: PasskeyReason, options: { cause?: unknown } = {}) {
    super(reason, options)
    this.name = 'PasskeyError'
    this.reason = reason
  }
}

/**
 * The library names its checks only in its messages. A message that none of these matches means
 * a malformed input: broken base64url, CBOR, JSON, key or signature encoding.
 */
const checks: readonly (readonly [RegExp, PasskeyReason])[] = [
  [/challenge/, 'challenge does not match'],
  [/origin/, 'origin is not allowed'],
  [/RP ID hash/, 'relying party does not match'],
  [/response type/, 'client data is of another ceremony'],
  [/not present/, 'user is not present'],
  [/could not be verified/, 'user is not verified'],
  [/Unexpected public key alg|PQC|does not support use of/, 'key algorithm is not supported'],
  [/counter value/, 'counter did not increase'],
]

/** The failed check behind an error of the library. */
export function passkeyErrorOf(thrown: unknown): PasskeyError {
  if (thrown instanceof PasskeyError) return thrown
  const message = thrown instanceof Error ? thrown.message : ''
  const [, reason = 'cannot be read'] = checks.find(([pattern]) => pattern.test(message)) ?? []
  return new PasskeyError(reason, { cause: thrown })
}
