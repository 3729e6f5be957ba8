import {
  compactVerify,
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type RemoteJWKSet,
} from 'jose'
import { Agent, fetch } from 'undici'
import {
  canonicalIssuer,
  type Issuer,
  isIssuer,
  issuers,
} from '../../domain/wallet/oidc/issuers.ts'
import { OidcError } from '../../domain/wallet/oidc/oidcError.ts'

export type IdTokenVerifierOptions = {
  /** Where an issuer's keys are, if not where the issuer says. */
  readonly keysUrls?: Partial<Readonly<Record<Issuer, string>>>
  /** For one fetch of keys. */
  readonly timeoutMs?: number
  /** How long fetched keys are cached. */
  readonly cacheMs?: number
  /** How soon after a fetch an unknown key may cause the next: what a flood of tokens can cost. */
  readonly cooldownMs?: number
}

/** Resolves for a token that its issuer signed. Throws OidcError for any other. */
export type VerifyIdTokenSignature = (text: string) => Promise<void>

const TIMEOUT_MS = 3_000
const CACHE_MS = 600_000
const COOLDOWN_MS = 30_000
const KEYS_BYTES_MAX = 1_000_000

/**
 * Checks tokens against their issuers' published keys. Keys are cached; one that is not known yet
 * is fetched, which is how a rotation is followed. Make it once: the cache is in it.
 */
export function createIdTokenVerifier(
  options: IdTokenVerifierOptions = {},
): VerifyIdTokenSignature {
  const { timeoutMs = TIMEOUT_MS, cacheMs = CACHE_MS, cooldownMs = COOLDOWN_MS } = options
  const dispatcher = new Agent({ maxResponseSize: KEYS_BYTES_MAX })
  const keysOf = (issuer: Issuer): RemoteJWKSet =>
    createRemoteJWKSet(new URL(options.keysUrls?.[issuer] ?? issuers[issuer].keysUrl), {
      timeoutDuration: timeoutMs,
      cacheMaxAge: cacheMs,
      cooldownDuration: cooldownMs,
      [customFetch]: async (url, { method, headers, redirect, signal }) => {
        const wanted = { method, headers: [...headers], redirect, signal, dispatcher }
        // The library's Response, which is declared apart from the global one.
        return (await fetch(url, wanted)) as unknown as Response
      },
    })
  const keySets = new Map<Issuer, RemoteJWKSet>()
  return async (text) => {
    const issuer = issuerOf(text)
    const keys = keySets.get(issuer) ?? keysOf(issuer)
    keySets.set(issuer, keys)
    try {
      await compactVerify(text, keys, { algorithms: ['RS256'] })
    } catch (cause) {
      throw signatureErrorOf(cause)
    }
  }
}

function issuerOf(text: string): Issuer {
  try {
    const { iss } = decodeJwt(text)
    if (isIssuer(iss)) return canonicalIssuer(iss)
  } catch (cause) {
    throw new OidcError('MALFORMED', 'not an id token', { cause })
  }
  throw new OidcError('UNSUPPORTED_ISSUER', 'the token is of an unsupported issuer')
}

/** What the token itself causes; anything else is trouble with fetching the keys. */
const tokenErrors = [
  errors.JWSSignatureVerificationFailed,
  errors.JWSInvalid,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
]

function signatureErrorOf(cause: unknown): OidcError {
  if (tokenErrors.some((kind) => cause instanceof kind)) {
    return new OidcError('SIGNATURE', 'the token is not signed by its issuer', { cause })
  }
  return new OidcError('UNAVAILABLE', "the issuer's keys cannot be fetched", { cause })
}
