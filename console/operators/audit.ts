/** What operators have read and done. */
import { make } from '../page.ts'
import { read } from './api.ts'
import { at, fieldsForm, part, table } from './parts.ts'

type Row = {
  readonly at: string
  readonly operator: string
  readonly action: string
  readonly subject: string | null
  readonly requestId: string | null
  readonly details: object
}

/** Shows the newest, and those of an operator or about an id. */
export async function showAudit(content: HTMLElement): Promise<void> {
  const rows = make('div', {})
  const load = async (filter: Record<string, string>): Promise<void> => {
    const { data } = await read<{ data: Row[] }>('/audit', filter)
    const columns = ['When', 'Who', 'What', 'About', 'Details', 'Request']
    const cells = data.map((row) => [
      at(row.at),
      row.operator,
      row.action,
      row.subject,
      JSON.stringify(row.details),
      row.requestId,
    ])
    rows.replaceChildren(table('Entries', columns, cells))
  }
  const fields = [
    { name: 'operator', label: 'Operator' },
    { name: 'subject', label: 'Id' },
  ]
  content.replaceChildren(part('Audit', fieldsForm(fields, 'Filter', load), rows))
  await load({})
}
