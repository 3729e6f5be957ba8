/** Platforms, and what was sent to one. */
import { make, pair } from '../page.ts'
import { read } from './api.ts'
import { asked, at, fieldsForm, part, table } from './parts.ts'
import { platformLink } from './search.ts'

type Listed = {
  readonly id: string
  readonly name: string
  readonly environment: string
  readonly webhookEndpoint: string | null
  readonly processing: number
  readonly undelivered: number
}
type Delivery = {
  readonly endpoint: string
  readonly status: string
  readonly lastResponseBody: string | null
  readonly attempts: readonly {
    readonly number: number
    readonly at: string
    readonly durationMs: number | null
    readonly responseStatus: number | null
    readonly error: string | null
  }[]
}
type Platform = Listed & {
  readonly pauses: readonly { readonly reason: string; readonly pausedBy: string }[]
  readonly events: readonly {
    readonly id: string
    readonly type: string
    readonly subject: string
    readonly status: string
    readonly timestamp: string
    readonly body: string
    readonly deliveries: readonly Delivery[]
  }[]
}

/** Shows the list, or the platform that the address names. */
export async function showPlatforms(content: HTMLElement): Promise<void> {
  const id = asked('id')
  if (id !== '') return showPlatform(content, id)
  const rows = make('div', {})
  const load = async (filter: Record<string, string>): Promise<void> => {
    const { data } = await read<{ data: Listed[] }>('/platforms', filter)
    const cells = data.map((each) => [
      platformLink(each.id, each.name),
      each.environment,
      each.processing,
      each.undelivered,
      each.webhookEndpoint,
    ])
    const columns = ['Platform', 'Environment', 'In progress', 'Undelivered', 'Endpoint']
    rows.replaceChildren(table('All platforms', columns, cells))
  }
  const fields = [{ name: 'name', label: 'Name' }]
  content.replaceChildren(part('Platforms', fieldsForm(fields, 'Filter', load), rows))
  await load({})
}

async function showPlatform(content: HTMLElement, id: string): Promise<void> {
  const path = `/platforms/${encodeURIComponent(id)}`
  const sent = make('div', {})
  const load = async (filter: Record<string, string>): Promise<Platform> => {
    const platform = await read<Platform>(path, filter)
    const rows = platform.events.map((event) => [
      at(event.timestamp),
      event.type,
      make('code', {}, event.subject),
      event.status,
      attemptsOf(event.deliveries),
      make('details', {}, make('summary', {}, 'Body'), make('pre', {}, event.body)),
    ])
    const columns = ['When', 'Type', 'About', 'Status', 'Attempts', 'Body']
    sent.replaceChildren(table('Events', columns, rows))
    return platform
  }
  const platform = await load({})
  const facts = [
    ...pair('Id', make('code', {}, platform.id)),
    ...pair('Environment', platform.environment),
    ...pair('Endpoint', platform.webhookEndpoint ?? 'none'),
    ...platform.pauses.flatMap(({ reason, pausedBy }) =>
      pair('Payouts are paused', `${reason} (${pausedBy})`),
    ),
  ]
  const fields = [{ name: 'subject', label: 'About (id)' }]
  const form = fieldsForm(fields, 'Filter', async (filter) => void (await load(filter)))
  content.replaceChildren(
    part(platform.name, make('dl', {}, ...facts)),
    part('What was sent', form, sent),
  )
}

function attemptsOf(deliveries: readonly Delivery[]): HTMLElement {
  const lines = deliveries.flatMap(({ endpoint, attempts, lastResponseBody }) => [
    ...attempts.map(({ number, at: when, responseStatus, error, durationMs }) =>
      [
        `${number}.`,
        at(when),
        responseStatus ?? error ?? 'no answer',
        `${durationMs ?? '?'} ms`,
        endpoint,
      ].join(' '),
    ),
    ...(lastResponseBody ? [`answer: ${lastResponseBody}`] : []),
  ])
  if (lines.length === 0) return make('span', { className: 'hint' }, 'none')
  const summary = make('summary', {}, `${lines.length}`)
  return make('details', {}, summary, ...lines.map((line) => make('p', {}, line)))
}
