import { useRoute } from '../lib/route.ts'
import { Link } from './Link.tsx'

type PagerProps = {
  /** A page of the API, as far as it is known. */
  readonly page:
    | {
        readonly data: readonly unknown[]
        readonly hasMore: boolean
        readonly nextCursor?: string | undefined
        readonly totalCount?: number | undefined
      }
    | undefined
}

/** The page is in the address, as the API's cursor: the browser's back leads to the one before. */
export function Pager({ page }: PagerProps) {
  const { cursor } = useRoute().query
  if (page === undefined || (cursor === undefined && !page.hasMore && page.data.length === 0)) {
    return <nav class="pager" aria-label="Pages" />
  }
  const count = page.totalCount ?? page.data.length
  return (
    <nav class="pager" aria-label="Pages">
      <span class="soft">
        {cursor === undefined && !page.hasMore ? `${count} in all` : `${page.data.length} here`}
      </span>
      {cursor !== undefined && <Link to={{ query: { cursor: undefined } }}>First page</Link>}
      {page.hasMore && page.nextCursor !== undefined && (
        <Link to={{ query: { cursor: page.nextCursor } }}>Next page</Link>
      )}
    </nav>
  )
}
