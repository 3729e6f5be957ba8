import { routeOfId } from '../lib/resources.ts'
import { CopyButton, CopyId, shortId, WholeId } from './CopyId.tsx'
import { Link } from './Link.tsx'

type IdLinkProps = { readonly id: string; readonly isShort?: boolean }

/** An id that leads to the view of its resource, where there is one, and can be copied. */
export function IdLink({ id, isShort = false }: IdLinkProps) {
  const to = routeOfId(id)
  if (to === undefined) return <CopyId id={id} isShort={isShort} />
  const shown = isShort ? shortId(id) : id
  return (
    <span class="copy-id">
      <Link to={to}>
        <code title={isShort ? id : undefined}>{isShort ? shown : <WholeId id={id} />}</code>
      </Link>
      <CopyButton text={id} what={shown} />
    </span>
  )
}
