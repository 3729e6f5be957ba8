/** UMA addresses, `$user@domain`: upper and lower case are the same. */

/** Domains of the sandbox's own counterparties; no platform can have one in the sandbox. */
export const SANDBOX_UMA_DOMAINS: readonly string[] = ['sandbox.uma.money']

// An address has 200 characters with the name before the domain, which is thus shorter.
const ADDRESS = /^\$[a-z0-9_.+-]{1,63}@(?=.{1,190}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/

/**
 * Whether a text in lower case is an address as it is compared and stored. A domain with a dot at its
 * end is another spelling of the one without: it would pass for a domain that is not ours.
 */
export function isUmaAddress(text: string): boolean {
  return ADDRESS.test(text)
}

/** The domain of an address, in lower case; '' for a text without one. */
export function domainOf(umaAddress: string): string {
  return umaAddress.split('@')[1]?.toLowerCase() ?? ''
}
