/** What was asked when, and how it was answered. */
import { make } from '../page.ts'
import { read } from './api.ts'
import { at, fieldsForm, part, table } from './parts.ts'
import { platformLink } from './search.ts'

type Row = {
  readonly at: string
  readonly requestId: string
  readonly platformId: string | null
  readonly platform: string | null
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
}

export async function showRequests(content: HTMLElement): Promise<void> {
  const found = make('div', {})
  const load = async (filter: Record<string, string>): Promise<void> => {
    const { data } = await read<{ data: Row[] }>('/requests', filter)
    const rows = data.map((row) => [
      at(row.at),
      row.status,
      `${row.method} ${row.path}`,
      `${row.ms} ms`,
      row.platformId === null ? null : platformLink(row.platformId, row.platform ?? ''),
      make('code', {}, row.requestId),
    ])
    const columns = ['When', 'Status', 'Request', 'Took', 'Platform', 'X-Request-Id']
    found.replaceChildren(table('Newest first', columns, rows))
  }
  const fields = [
    { name: 'from', label: 'From (2026-01-31T14:30:00Z)' },
    { name: 'until', label: 'Until' },
    { name: 'requestId', label: 'X-Request-Id' },
    { name: 'path', label: 'Part of the path' },
    { name: 'status', label: 'Status' },
    { name: 'platform', label: 'Platform’s id' },
  ]
  content.replaceChildren(part('Requests', fieldsForm(fields, 'Filter', load), found))
  await load({})
}
