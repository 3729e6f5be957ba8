/** What an id or a reference names. */
import { make } from '../page.ts'
import { read } from './api.ts'
import { asked, at, fieldsForm, part, table } from './parts.ts'

type Hit = {
  readonly subject: string
  readonly how: string
  readonly status: string | null
  readonly platformId: string | null
  readonly platform: string | null
  readonly createdAt: string | null
  readonly transaction: string | null
}

/** Shows the search, and what is found of the id in the address. */
export async function showSearch(content: HTMLElement): Promise<void> {
  const found = make('div', {})
  const load = async ({ id = '' }: Record<string, string>): Promise<void> => {
    history.replaceState(null, '', `/search?id=${encodeURIComponent(id)}`)
    const { data } = await read<{ data: Hit[] }>('/search', { id })
    const rows = data.map((hit) => [
      make('code', {}, hit.subject),
      hit.how,
      hit.status,
      at(hit.createdAt),
      hit.platformId === null ? null : platformLink(hit.platformId, hit.platform ?? ''),
      hit.transaction === null
        ? null
        : make('a', { href: `/?item=${encodeURIComponent(hit.transaction)}` }, 'What happened'),
    ])
    const columns = ['What', 'Found by', 'Status', 'Created', 'Platform', 'More']
    found.replaceChildren(table('Found', columns, rows))
  }
  const id = asked('id')
  const fields = [{ name: 'id', label: 'Id or reference', value: id, isRequired: true }]
  content.replaceChildren(part('Search', fieldsForm(fields, 'Search', load), found))
  if (id !== '') await load({ id })
}

/** A link to a platform's page. */
export function platformLink(id: string, name: string): HTMLElement {
  return make('a', { href: `/platforms?id=${encodeURIComponent(id)}` }, name)
}
