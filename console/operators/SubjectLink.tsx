import type { RouteChange } from '../lib/route.ts'
import { CopyButton, shortId } from '../ui/CopyId.tsx'
import { Link } from '../ui/Link.tsx'

const INBOX_KINDS = /^(Transaction|CardTransaction|StablecoinOperation|Deposit):/
const IDS = /^[A-Za-z]+:[0-9a-f-]{36}$/

/** Where an operator reads about an id: what happened to it, its platform, or what it names. */
export function routeOfSubject(id: string): RouteChange | undefined {
  if (INBOX_KINDS.test(id)) return { view: 'inbox', selected: id }
  if (id.startsWith('PlatformConfig:')) return { view: 'platforms', selected: id }
  return IDS.test(id) ? { view: 'search', selected: undefined, query: { id } } : undefined
}

type SubjectLinkProps = { readonly id: string; readonly isShort?: boolean }

/** An id that leads to where an operator reads about it, and can be copied. */
export function SubjectLink({ id, isShort = false }: SubjectLinkProps) {
  const to = routeOfSubject(id)
  const shown = isShort ? shortId(id) : id
  const code = (
    <code class={isShort ? 'short' : undefined} title={isShort ? id : undefined}>
      {shown}
    </code>
  )
  return (
    <span class="copy-id">
      {to === undefined ? code : <Link to={to}>{code}</Link>}
      <CopyButton text={id} what={shown} />
    </span>
  )
}
