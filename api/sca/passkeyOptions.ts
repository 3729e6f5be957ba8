/** What a browser is asked to do with a passkey. */
import { randomBytes } from 'node:crypto'
import { COSE_ALGORITHMS, webAuthn } from '../../domain/wallet/passkey/index.ts'
import { relyingPartyOf } from '../auth/passkeys.ts'
import type { ScaCustomer } from './customer.ts'

const CHALLENGE_BYTES = 32

/** Random bytes to be signed. */
export function newPasskeyChallenge(): Buffer {
  return randomBytes(CHALLENGE_BYTES)
}

/** Where a passkey of the platform may be used. */
export function relyingPartyShown(customer: ScaCustomer): {
  readonly allowedOrigins: readonly string[]
  readonly relyingPartyId: string
} {
  const { origins, rpIds } = relyingPartyOf(customer, '')
  return { allowedOrigins: origins, relyingPartyId: rpIds[0] ?? 'localhost' }
}

/** The user handle of a customer's passkey, which authenticators give back. */
export function userHandleOf({ id }: Pick<ScaCustomer, 'id'>): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

/** PublicKeyCredentialCreationOptionsJSON. */
export async function creationOptions(customer: ScaCustomer, challenge: Buffer): Promise<object> {
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpName: customer.platformName,
    rpID: relyingPartyShown(customer).relyingPartyId,
    userID: Uint8Array.from(userHandleOf(customer)),
    userName: customer.email ?? customer.phone ?? customer.platformCustomerId,
    challenge: Uint8Array.from(challenge),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    supportedAlgorithmIDs: [...COSE_ALGORITHMS],
  })
}

/** PublicKeyCredentialRequestOptionsJSON for one passkey. */
export async function requestOptions(
  passkey: { readonly rpId: string; readonly credentialId: string },
  challenge: Uint8Array,
): Promise<object> {
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({
    rpID: passkey.rpId,
    allowCredentials: [{ id: passkey.credentialId }],
    challenge: Uint8Array.from(challenge),
    userVerification: 'required',
  })
}
