/** Lightning addresses (LUD-16): a name at a domain, written like an email address. */

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const NAME = '[a-z0-9_+-]+(\\.[a-z0-9_+-]+)*'
const SHAPE = new RegExp(`^${NAME}@(${LABEL}\\.)+${LABEL}$`, 'i')
const NAME_MAX = 64
const DOMAIN_MAX = 253

/** Whether it can be looked up: parts between dots are not empty, and the domain can be one. */
export function isLightningAddress(text: string): boolean {
  const [name = '', domain = ''] = text.split('@')
  return (
    SHAPE.test(text) &&
    name.length <= NAME_MAX &&
    domain.length <= DOMAIN_MAX &&
    /[a-z]/i.test(domain.slice(domain.lastIndexOf('.')))
  )
}
