/** How the owner of a domain allows a platform to use it for UMA addresses. */
import { createHash } from 'node:crypto'

/** A TXT record. */
export type DomainProof = { readonly name: string; readonly value: string }

/**
 * The record that proves a domain for one platform. It holds for no other platform, environment or
 * domain: whoever publishes it names the platform. It is no secret.
 *
 * @param platformId bare uuid of the platform's row, which is one environment
 */
export function domainProofOf(platformId: string, domain: string): DomainProof {
  const name = domain.toLowerCase()
  const digest = createHash('sha256').update(`uma-domain\n${platformId}\n${name}`).digest('hex')
  return { name: `_uma-verification.${name}`, value: `uma-verification=${digest}` }
}
