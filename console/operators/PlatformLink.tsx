import { Link } from '../ui/Link.tsx'

type PlatformLinkProps = { readonly id: string | null; readonly name: string | null }

export function PlatformLink({ id, name }: PlatformLinkProps) {
  if (id === null) return <span class="soft">–</span>
  return (
    <Link to={{ view: 'platforms', selected: id }} class="over">
      {name ?? id}
    </Link>
  )
}
