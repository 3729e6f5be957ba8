/** Where the keys of identity issuers are, if not where the issuers say. */

import { canonicalIssuer, type Issuer, isIssuer } from '../../domain/wallet/oidc/index.ts'
import { type Config, ConfigError } from '../../runtime/config.ts'

/**
 * Reads OIDC_KEYS_URLS.
 *
 * @throws ConfigError for an issuer that is not supported and, in production, for an address whose
 *   answers somebody on the way could change: the keys decide who logs in
 */
export function issuerKeysUrls(
  config: Pick<Config, 'OIDC_KEYS_URLS' | 'ENVIRONMENT'>,
): Partial<Record<Issuer, string>> {
  const urls: Partial<Record<Issuer, string>> = {}
  for (const entry of config.OIDC_KEYS_URLS?.split(',') ?? []) {
    const at = entry.indexOf('=')
    const [issuer, url] = [entry.slice(0, at), entry.slice(at + 1)]
    if (!isIssuer(issuer)) throw problem(`names no supported issuer: ${issuer}`)
    if (!URL.canParse(url)) throw problem(`has no address for ${issuer}`)
    if (config.ENVIRONMENT === 'production' && !url.startsWith('https://')) {
      throw problem(`must be https in production: ${issuer}`)
    }
    urls[canonicalIssuer(issuer)] = url
  }
  return urls
}

function problem(text: string): ConfigError {
  return new ConfigError(`Configuration: OIDC_KEYS_URLS ${text}`)
}
