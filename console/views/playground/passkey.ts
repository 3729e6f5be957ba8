/** WebAuthn ceremonies of this browser, in the members that the API takes. */

/** True if this page may use passkeys: a secure context with a relying party of its own. */
export function arePasskeysPossible(): boolean {
  // An address is no relying party: the page must be opened by its name.
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
}

export type NewPasskey = {
  /** Unpadded base64url: what stands for the platform's backend makes it. */
  readonly challenge: string
  readonly attestation: object
}

/**
 * Makes a passkey.
 *
 * @param known ids of passkeys of the same wallet, which no authenticator may repeat
 * @throws DOMException when the person cancels or the authenticator refuses
 */
export async function createPasskey(
  owner: { readonly id: string; readonly name: string },
  known: readonly string[],
): Promise<NewPasskey> {
  const challenge = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({
    challenge,
    rp: { id: location.hostname, name: 'Wallet playground' },
    user: { id: base64urlOfText(owner.id), name: owner.name, displayName: owner.name },
    pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials: known.map((id) => ({ type: 'public-key', id })),
    authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
  })
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  const { id, response } = made.toJSON() as RegistrationResponseJSON
  return {
    challenge,
    attestation: {
      credentialId: id,
      clientDataJson: response.clientDataJSON,
      attestationObject: response.attestationObject,
      transports: response.transports,
    },
  }
}

/**
 * Signs a login's challenge.
 *
 * @param challenge as the API shows it: its UTF-8 bytes are the WebAuthn challenge
 * @throws DOMException when the person cancels or no authenticator has the passkey
 */
export async function assertPasskey(challenge: string, credentialId: string): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    challenge: base64urlOfText(challenge),
    rpId: location.hostname,
    allowCredentials: [{ type: 'public-key', id: credentialId }],
    userVerification: 'required',
  })
  const given = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
  const { id, response } = given.toJSON() as AuthenticationResponseJSON
  return {
    credentialId: id,
    clientDataJson: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle && { userHandle: response.userHandle }),
  }
}

function base64urlOfText(text: string): string {
  return base64url(new TextEncoder().encode(text))
}

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
