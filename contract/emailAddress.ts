/**
 * Email addresses as RFC 5321 has them, with the letters of any script that RFC 6531 adds. Without
 * quoted names and addresses of hosts, which no mail service gives people.
 */
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\p{L}\\p{M}\\p{N}-]+"
const LABEL =
  '[A-Za-z0-9\\p{L}\\p{N}]([A-Za-z0-9\\p{L}\\p{M}\\p{N}-]*[A-Za-z0-9\\p{L}\\p{M}\\p{N}])?'
const SHAPE = new RegExp(`^${ATOM}(\\.${ATOM})*@(${LABEL}\\.)+${LABEL}$`, 'u')
/** In bytes of UTF-8. */
const NAME_MAX = 64
const DOMAIN_MAX = 255
const LABEL_MAX = 63

export function isEmailAddress(text: string): boolean {
  // First the length: the expression takes its time with a long text.
  if (text.length > NAME_MAX + DOMAIN_MAX || !SHAPE.test(text)) return false
  const [name = '', domain = ''] = text.split('@')
  // No top-level domain is a number, so that nothing is one and an address of a host too (RFC 3696).
  if (/\.\p{N}+$/u.test(domain)) return false
  return (
    Buffer.byteLength(name) <= NAME_MAX &&
    Buffer.byteLength(domain) <= DOMAIN_MAX &&
    domain.split('.').every((label) => Buffer.byteLength(label) <= LABEL_MAX)
  )
}
