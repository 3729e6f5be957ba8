/** How the owner of a domain allows a platform to use it for UMA addresses. */
import { createHash } from 'node:crypto'

/** A TXT record. */
export type DomainProof = { readonly name: string; readonly value: string }

/**
 * The TXT record by which the owner of a domain allows one platform to use it. It is valid for this
 * platform, environment and domain only, and is not secret.
 *
 * @param platformId UUID of the platform's row, which is one environment
 */
export function domainProofOf(platformId: string, domain: string): DomainProof {
  const name = domain.toLowerCase()
  const digest = createHash('sha256').update(`uma-domain\n${platformId}\n${name}`).digest('hex')
  return { name: `_uma-verification.${name}`, value: `uma-verification=${digest}` }
}
