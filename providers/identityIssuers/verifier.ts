import { compactVerify, decodeJwt, errors, type RemoteJWKSet } from 'jose'
import { Agent } from 'undici'
import {
  canonicalIssuer,
  type IssuerKeys,
  type Issuers,
  knownIssuers,
} from '../../domain/wallet/oidc/issuers.ts'
import { OidcError } from '../../domain/wallet/oidc/oidcError.ts'
import { type RemoteKeysOptions, remoteKeys } from './remoteKeys.ts'

export type IdTokenVerifierOptions = Partial<Omit<RemoteKeysOptions, 'dispatcher'>> & {
  /** Whose tokens are taken; without them, those that every installation knows. */
  readonly issuers?: Issuers
}

/** Resolves for a token that its issuer signed. Throws OidcError for any other. */
export type VerifyIdTokenSignature = (text: string) => Promise<void>

const TIMEOUT_MS = 3_000
const KEYS_BYTES_MAX = 1_000_000

/**
 * Checks tokens against their issuers' published keys. Make it once: the cache of keys is in it.
 */
export function createIdTokenVerifier({
  issuers = knownIssuers,
  timeoutMs = TIMEOUT_MS,
  ...times
}: IdTokenVerifierOptions = {}): VerifyIdTokenSignature {
  const dispatcher = new Agent({ maxResponseSize: KEYS_BYTES_MAX })
  const keySets = new Map<IssuerKeys, RemoteJWKSet>()
  return async (text) => {
    const issuer = issuerOf(text, issuers)
    const keys =
      keySets.get(issuer) ?? remoteKeys(issuer.keysUrl, { dispatcher, timeoutMs, ...times })
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
