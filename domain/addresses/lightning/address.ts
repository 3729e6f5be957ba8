/** Lightning addresses (LUD-16): a name at a domain, written like an email address. */

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const NAME = '[a-z0-9_+-]+(\\.[a-z0-9_+-]+)*'
const SHAPE = new RegExp(`^${NAME}@(${LABEL}\\.)+${LABEL}$`, 'i')
const NAME_MAX = 64
const DOMAIN_MAX = 253

/** Domains that the public name system never answers for (RFC 6761, 7686, 8375, 9476), and Tor's, where we are not. */
const UNREACHABLE =
  /\.(onion|invalid|test|example|localhost|local|internal|intranet|private|corp|home|lan|alt|arpa)$/i

/** Whether it can be looked up: parts between dots are not empty, and the domain can be one. */
function isLightningAddress(text: string): boolean {
  const [name = '', domain = ''] = text.split('@')
  return (
    SHAPE.test(text) &&
    name.length <= NAME_MAX &&
    domain.length <= DOMAIN_MAX &&
    /[a-z]/i.test(domain.slice(domain.lastIndexOf('.')))
  )
}

/**
 * What is wrong with an address that should be paid, as the end of a sentence; undefined if nothing is.
 *
 * @param reachableOnly whether it is paid with real money, at a domain that has to answer
 */
export function lightningAddressProblem(
  text: string,
  { reachableOnly }: { readonly reachableOnly: boolean },
): string | undefined {
  if (!isLightningAddress(text)) return 'is not a Lightning address'
  return reachableOnly && UNREACHABLE.test(text)
    ? 'is at a domain that the public name system does not have'
    : undefined
}
