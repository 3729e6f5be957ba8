type Library = typeof import('@simplewebauthn/server')
type Helpers = typeof import('@simplewebauthn/server/helpers')

export type WebAuthn = Pick<
  Library & Helpers,
  | 'generateAuthenticationOptions'
  | 'generateRegistrationOptions'
  | 'verifyAuthenticationResponse'
  | 'verifyRegistrationResponse'
  | 'decodeAttestationObject'
  | 'isoBase64URL'
  | 'isoCBOR'
>

let loaded: Promise<WebAuthn> | undefined

/**
 * The library, loaded with the first passkey: it takes a third of a second of CPU, and processes should
 * be ready soon. No chain of certificates leads to a root of it, as `statement.ts` says.
 */
export function webAuthn(): Promise<WebAuthn> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<WebAuthn> {
  const [library, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  for (const identifier of ['apple', 'android-key', 'android-safetynet', 'mds'] as const) {
    library.SettingsService.setRootCertificates({ identifier, certificates: [] })
  }
  return { ...library, ...helpers }
}
