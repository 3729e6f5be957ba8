import { requireAncestor } from './ancestors.ts'
import { requireBase64url, unpadded } from './encoding.ts'
import { PasskeyError, passkeyErrorOf } from './passkeyError.ts'
import { webAuthn } from './webAuthn.ts'

/** A WebAuthn assertion as clients send it; every member is base64url. */
export type Assertion = {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly authenticatorData: string
  readonly signature: string
  /** Of discoverable passkeys; others give none. */
  readonly userHandle?: string | undefined
}

export type AssertionCheck = {
  /** What the authenticator signed: these bytes, or the UTF-8 bytes of a text. */
  readonly challenge: string | Uint8Array
  readonly assertion: Assertion
  /** What was kept when the passkey was registered. */
  readonly credential: {
    readonly credentialId: string
    readonly publicKey: string
    readonly counter: number
    readonly rpId: string
    /** The user's, base64url, where it is known: passkeys are made by others, too. */
    readonly userHandle?: string | undefined
  }
  readonly origins: readonly string[]
  /** Pages that may frame those of `origins`; undefined: any. */
  readonly topOrigins?: readonly string[] | undefined
  readonly requireUserVerification: boolean
}

/**
 * Checks that the holder of a passkey signed this challenge.
 *
 * @returns the counter to keep, in the transaction that uses up the challenge
 * @throws PasskeyError with the check that failed
 */
export async function checkAssertion(check: AssertionCheck): Promise<{ newCounter: number }> {
  const { assertion, credential } = check
  const { credentialId, clientDataJson, authenticatorData, signature } = assertion
  requireBase64url(credentialId, clientDataJson, authenticatorData, signature)
  const id = unpadded(credentialId)
  // The library takes any id as long as the stored key signed.
  if (id !== unpadded(credential.credentialId)) {
    throw new PasskeyError('credential id does not match')
  }
  if (isAnothers(assertion.userHandle, credential.userHandle)) {
    throw new PasskeyError('user handle does not match')
  }
  const topOrigin = requireAncestor(clientDataJson, check.topOrigins)
  const challenge = Buffer.from(check.challenge as Uint8Array).toString('base64url')
  const { verifyAuthenticationResponse } = await webAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientDataJson, authenticatorData, signature },
      },
      expectedChallenge: (given) => unpadded(given) === challenge,
      expectedOrigin: [...check.origins],
      ...(topOrigin !== undefined && { expectedTopOrigin: topOrigin }),
      expectedRPID: credential.rpId,
      credential: {
        id,
        publicKey: Uint8Array.from(Buffer.from(credential.publicKey, 'base64url')),
        counter: credential.counter,
      },
      requireUserVerification: check.requireUserVerification,
    })
    if (!verified) throw new PasskeyError('signature does not verify')
    return { newCounter: authenticationInfo.newCounter }
  } catch (thrown) {
    throw passkeyErrorOf(thrown)
  }
}

/** WebAuthn Level 2, 7.2, step 6: a handle that is given maps to the owner of the passkey. */
function isAnothers(given: string | undefined, known: string | undefined): boolean {
  return given !== undefined && known !== undefined && unpadded(given) !== unpadded(known)
}
