/** Whose id tokens are taken: those that every installation knows, and those of its settings. */
import {
  canonicalIssuer,
  type IssuerKeys,
  type Issuers,
  knownIssuers,
} from '../../domain/wallet/oidc/index.ts'
import { type Config, ConfigError } from '../../runtime/config.ts'

type Settings = Pick<Config, 'OIDC_ISSUERS' | 'OIDC_KEYS_URLS' | 'ENVIRONMENT'>

/** Without a choice of its own an issuer signs as OpenID Connect has it by default. */
const DEFAULT_ALGORITHMS = ['RS256']

/**
 * Reads OIDC_ISSUERS, which adds issuers, and OIDC_KEYS_URLS, which has the keys of one fetched elsewhere.
 *
 * @throws ConfigError for an issuer that is not known and, in production, for an address whose
 *   answers a third party on the way could change: the keys decide who logs in
 */
export function identityIssuersOf(config: Settings): Issuers {
  const issuers = new Map<string, IssuerKeys>(knownIssuers)
  for (const [issuer, rest] of entriesOf(config.OIDC_ISSUERS)) {
    const [url = '', algorithms] = rest.split(';')
    issuers.set(canonicalIssuer(issuer), {
      keysUrl: keysUrlOf('OIDC_ISSUERS', issuer, url, config),
      algorithms: algorithms?.split('+') ?? DEFAULT_ALGORITHMS,
    })
  }
  for (const [issuer, url] of entriesOf(config.OIDC_KEYS_URLS)) {
    const known = issuers.get(canonicalIssuer(issuer))
    if (known === undefined)
      throw problem('OIDC_KEYS_URLS', `names no issuer that is taken: ${issuer}`)
    const keysUrl = keysUrlOf('OIDC_KEYS_URLS', issuer, url, config)
    issuers.set(canonicalIssuer(issuer), { ...known, keysUrl })
  }
  return issuers
}

function entriesOf(setting: string | undefined): readonly (readonly [string, string])[] {
  return (setting?.split(',') ?? []).map((entry) => {
    const at = entry.indexOf('=')
    return [entry.slice(0, at), entry.slice(at + 1)]
  })
}

function keysUrlOf(
  name: string,
  issuer: string,
  url: string,
  { ENVIRONMENT }: Pick<Config, 'ENVIRONMENT'>,
): string {
  if (!URL.canParse(url)) throw problem(name, `has no address for ${issuer}`)
  if (ENVIRONMENT === 'production' && !url.startsWith('https://')) {
    throw problem(name, `must be https in production: ${issuer}`)
  }
  return url
}

function problem(name: string, text: string): ConfigError {
  return new ConfigError(`Configuration: ${name} ${text}`)
}
