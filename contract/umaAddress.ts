/** UMA addresses, `$user@domain`: upper and lower case are the same. */

/** Domains of the sandbox's own counterparties; no platform can have one in the sandbox. */
export const SANDBOX_UMA_DOMAINS: readonly string[] = ['sandbox.uma.money']

/** The domain of an address, in lower case; '' for a text without one. */
export function domainOf(umaAddress: string): string {
  return umaAddress.split('@')[1]?.toLowerCase() ?? ''
}
