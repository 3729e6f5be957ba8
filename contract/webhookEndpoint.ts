/** What an address must be before a webhook goes there; names are resolved only at delivery. */

import ipaddr from 'ipaddr.js'
import type { Environment } from './outsideParties.ts'
import { urlIn } from './urlText.ts'

/**
 * `PUBLIC`: https to public addresses. `LOCAL` also takes http, and this machine itself: for
 * sandbox platforms of a service that is not in production.
 */
export type Reach = 'PUBLIC' | 'LOCAL'

/** How far a platform's webhooks may reach. */
export function reachOf(
  platformEnvironment: Environment,
  serviceEnvironment: 'development' | 'production',
): Reach {
  return platformEnvironment === 'SANDBOX' && serviceEnvironment !== 'production'
    ? 'LOCAL'
    : 'PUBLIC'
}

/**
 * What is wrong with an endpoint as a text, or undefined. Asks no name server: a name that
 * resolves to a forbidden address is found when something is delivered.
 *
 * @returns a sentence for the `message` of a FieldError
 */
export function webhookEndpointProblem(endpoint: string, reach: Reach): string | undefined {
  const url = urlIn(endpoint)
  if (url === undefined) return 'must be an absolute URL'
  if (url.protocol !== 'https:' && !(reach === 'LOCAL' && url.protocol === 'http:')) {
    return 'must be an https URL'
  }
  if (url.username !== '' || url.password !== '') return 'must not carry credentials'
  const host = bareHost(url)
  if (ipaddr.isValid(host)) {
    return isAllowedAddress(host, reach) ? undefined : 'must be a public address'
  }
  if (/(^|\.)localhost\.?$/.test(host) && reach !== 'LOCAL') return 'must be a public address'
  return undefined
}

/** The address of an endpoint as it is requested: scheme and host in lower case, a name of another script as `xn--`. */
export function wireEndpoint(endpoint: string): string {
  const url = new URL(endpoint)
  const isWireForm = endpoint.startsWith(url.origin) && /^[\x21-\x7e]+$/.test(endpoint)
  return isWireForm ? endpoint : url.href
}

/** The host without the brackets that a URL puts around IPv6. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/**
 * Whether we may connect to this address. Only plain global unicast is public: everything with a
 * purpose of its own (private, shared, link-local, documentation, multicast, and every way of
 * spelling IPv4 inside IPv6: mapped, NAT64, 6to4, Teredo) is refused.
 *
 * @param address an IPv4 or IPv6 address as text; anything else is refused
 */
export function isAllowedAddress(address: string, reach: Reach): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range === 'loopback') return reach === 'LOCAL'
  if (range !== 'unicast') return false
  // What the library calls unicast in IPv6 is the rest; the allocated part of it is 2000::/3.
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

const globalUnicast = ipaddr.parseCIDR('2000::/3')
