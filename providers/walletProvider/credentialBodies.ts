import type { Attestation } from '../../domain/wallet/passkey/index.ts'
import { body, type Envelope } from './body.ts'

const providerTransports: Readonly<Record<string, string>> = {
  usb: 'AUTHENTICATOR_TRANSPORT_USB',
  nfc: 'AUTHENTICATOR_TRANSPORT_NFC',
  ble: 'AUTHENTICATOR_TRANSPORT_BLE',
  internal: 'AUTHENTICATOR_TRANSPORT_INTERNAL',
  hybrid: 'AUTHENTICATOR_TRANSPORT_HYBRID',
}

/**
 * WebAuthn's names of transports as the provider's. They are a hint to browsers, so a name that
 * the provider does not know is left out, not refused.
 */
export function transportsFor(transports: readonly string[] = []): string[] {
  return transports.flatMap((name) =>
    Object.hasOwn(providerTransports, name) ? (providerTransports[name] ?? []) : [],
  )
}

/** Adds a passkey to a user. Client stamp, sub-organization. */
export function createAuthenticatorsBody(
  parameters: Envelope & {
    readonly userId: string
    readonly authenticatorName: string
    /** base64url, as in the attestation's client data. */
    readonly challenge: string
    readonly attestation: Attestation
  },
): string {
  const { userId, authenticatorName, challenge } = parameters
  const { credentialId, clientDataJson, attestationObject, transports } = parameters.attestation
  const attestation = {
    credentialId,
    clientDataJson,
    attestationObject,
    transports: transportsFor(transports),
  }
  return body('ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2', parameters, {
    authenticators: [{ authenticatorName, challenge, attestation }],
    userId,
  })
}

/** Removes passkeys of a user. Client stamp, sub-organization. Their sessions live on. */
export function deleteAuthenticatorsBody(
  parameters: Envelope & { readonly userId: string; readonly authenticatorIds: readonly string[] },
): string {
  const { userId, authenticatorIds } = parameters
  return body('ACTIVITY_TYPE_DELETE_AUTHENTICATORS', parameters, { authenticatorIds, userId })
}

/**
 * Lets an identity of an OIDC issuer log a user in. Client stamp, sub-organization. It carries
 * claims and no token: the client is shown this text, and it is stored.
 */
export function createOauthProvidersBody(
  parameters: Envelope & {
    readonly userId: string
    readonly providerName: string
    readonly oidcClaims: { readonly iss: string; readonly sub: string; readonly aud: string }
  },
): string {
  const { userId, providerName } = parameters
  const { iss, sub, aud } = parameters.oidcClaims
  return body('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS_V2', parameters, {
    oauthProviders: [{ oidcClaims: { aud, iss, sub }, providerName }],
    userId,
  })
}

/** Removes OIDC identities of a user. Client stamp, sub-organization. Their sessions live on. */
export function deleteOauthProvidersBody(
  parameters: Envelope & { readonly userId: string; readonly providerIds: readonly string[] },
): string {
  const { userId, providerIds } = parameters
  return body('ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS', parameters, { providerIds, userId })
}

/** Sets where a user's codes are mailed. Client stamp, sub-organization. Empty text removes it. */
export function updateUserEmailBody(
  parameters: Envelope & { readonly userId: string; readonly userEmail: string },
): string {
  const { userId, userEmail } = parameters
  return body('ACTIVITY_TYPE_UPDATE_USER_EMAIL', parameters, { userEmail, userId })
}

/** Sets where a user's codes are texted. Client stamp, sub-organization. Empty text removes it. */
export function updateUserPhoneNumberBody(
  parameters: Envelope & { readonly userId: string; readonly userPhoneNumber: string },
): string {
  const { userId, userPhoneNumber } = parameters
  return body('ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER', parameters, { userPhoneNumber, userId })
}
