/** Whose id tokens log a wallet in: the issuer as in `iss`, and where its keys are. */
export const issuers = {
  'https://accounts.google.com': {
    providerName: 'Google',
    keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  },
  // The older spelling, which Google's tokens may still carry.
  'accounts.google.com': {
    providerName: 'Google',
    keysUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  },
  'https://appleid.apple.com': {
    providerName: 'Apple',
    keysUrl: 'https://appleid.apple.com/auth/keys',
  },
} as const

export type Issuer = keyof typeof issuers

/** The one name of an issuer that its tokens spell in several ways. */
export function canonicalIssuer<Text extends string>(
  issuer: Text,
): Text | 'https://accounts.google.com' {
  return issuer === 'accounts.google.com' ? 'https://accounts.google.com' : issuer
}

export function isIssuer(text: unknown): text is Issuer {
  return typeof text === 'string' && Object.hasOwn(issuers, text)
}
