import {
  compactVerify,
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type RemoteJWKSet,
} from 'jose'
import { Agent } from 'undici'
import {
  canonicalIssuer,
  type IssuerKeys,
  type Issuers,
  knownIssuers,
} from '../../domain/wallet/oidc/issuers.ts'
import { OidcError } from '../../domain/wallet/oidc/oidcError.ts'
import { plainFetch } from '../guardedConnections.ts'

export type IdTokenVerifierOptions = {
  /** Whose tokens are taken; without them, those that every installation knows. */
  readonly issuers?: Issuers
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
  const {
    issuers = knownIssuers,
    timeoutMs = TIMEOUT_MS,
    cacheMs = CACHE_MS,
    cooldownMs = COOLDOWN_MS,
  } = options
  const dispatcher = new Agent({ maxResponseSize: KEYS_BYTES_MAX })
  const keysOf = ({ keysUrl }: IssuerKeys): RemoteJWKSet =>
    createRemoteJWKSet(new URL(keysUrl), {
      timeoutDuration: timeoutMs,
      cacheMaxAge: cacheMs,
      cooldownDuration: cooldownMs,
      [customFetch]: (url, { method, headers, signal }) =>
        plainFetch(url, { method, headers: Object.fromEntries(headers), signal, dispatcher }),
    })
  const keySets = new Map<IssuerKeys, RemoteJWKSet>()
  return async (text) => {
    const issuer = issuerOf(text, issuers)
    const keys = keySets.get(issuer) ?? keysOf(issuer)
    keySets.set(issuer, keys)
    try {
      await compactVerify(text, keys, { algorithms: [...issuer.algorithms] })
    } catch (cause) {
      throw signatureErrorOf(cause)
    }
  }
}

function issuerOf(text: string, issuers: Issuers): IssuerKeys {
  try {
    const { iss } = decodeJwt(text)
    const issuer = typeof iss === 'string' ? issuers.get(canonicalIssuer(iss)) : undefined
    if (issuer !== undefined) return issuer
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
