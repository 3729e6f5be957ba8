import { Link } from '../ui/Link.tsx'

type OlderOnesProps = {
  readonly rows: readonly { readonly id: string }[] | undefined
  /** How many rows were asked for: where fewer came, there are no older ones. */
  readonly limit: number
}

/** Leads to what follows in a list that a page shows a part of. */
export function OlderOnes({ rows, limit }: OlderOnesProps) {
  const last = rows?.at(-1)
  if (last === undefined || rows?.length !== limit) return null
  return (
    <p>
      <Link to={{ query: { before: last.id } }}>Older ones</Link>
    </p>
  )
}
