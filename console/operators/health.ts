/** What runs, what it waits for, and payouts that are paused. */
import { announce, make, pair } from '../page.ts'
import { type Person, read, write } from './api.ts'
import { at, fieldsForm, part, table } from './parts.ts'

type Health = {
  readonly temporal: string
  readonly store: string
  readonly maintenance: boolean
  readonly workers: readonly {
    readonly pool: string
    readonly beatAt: string
    readonly isAlive: boolean
  }[]
  readonly parties: readonly string[]
  readonly inbox: Readonly<Record<string, number>>
  readonly backlogs: readonly {
    readonly name: string
    readonly count: number
    readonly oldest: string | null
  }[]
  readonly pauses: readonly {
    readonly environment: string
    readonly platform: string | null
    readonly platformId: string | null
    readonly reason: string
    readonly pausedBy: string
    readonly pausedAt: string
    readonly waiting: number
  }[]
}

export async function showHealth(content: HTMLElement, person: Person): Promise<void> {
  const health = await read<Health>('/health')
  const again = async (news: string): Promise<void> => {
    await showHealth(content, person)
    announce(news)
  }
  const facts = [
    ...pair('Temporal', health.temporal),
    ...pair('Store', health.store),
    ...pair('Maintenance', health.maintenance ? 'on' : 'off'),
    ...pair('Outside parties', health.parties.join(', ') || 'none'),
  ]
  const workers = health.workers.map((each) => [
    each.pool,
    at(each.beatAt),
    each.isAlive ? 'alive' : 'not heard of',
  ])
  const backlogs = health.backlogs.map((each) => [each.name, each.count, at(each.oldest)])
  const items = Object.entries(health.inbox).map(([kind, count]) => [kind, count])
  const pauses = health.pauses.map((each) => [
    each.environment,
    each.platform ?? 'every platform',
    each.waiting,
    `${each.pausedBy}, ${at(each.pausedAt)}`,
    each.reason,
  ])
  const columns = ['Environment', 'Platform', 'Waiting', 'By', 'Reason']
  content.replaceChildren(
    part(
      'Processes',
      make('dl', {}, ...facts),
      table('Workers', ['Pool', 'Last beat', 'State'], workers),
    ),
    part('Backlogs', table('What waits', ['What', 'How many', 'Oldest'], backlogs)),
    part('Needs a person', table('By kind', ['Kind', 'How many'], items)),
    part('Paused payouts', table('Pauses', columns, pauses), ...pauseForms(person, again)),
  )
}

const environment = {
  name: 'environment',
  label: 'Environment',
  choices: ['SANDBOX', 'PRODUCTION'],
}
const platform = { name: 'platform', label: 'Platform’s id (none: every platform)' }

function pauseForms(person: Person, again: (news: string) => Promise<void>): HTMLElement[] {
  if (person.role !== 'DECIDE') return []
  const send = async (act: string, values: Record<string, string>): Promise<void> => {
    const given = Object.entries(values).filter(([, value]) => value !== '')
    await write(`/payouts/${act}`, Object.fromEntries(given))
    await again(act === 'pause' ? 'Payouts are paused.' : 'Payouts go on.')
  }
  const reason = { name: 'reason', label: 'Reason', isRequired: true }
  const forms = [
    [
      'Pause payouts',
      fieldsForm([environment, platform, reason], 'Pause', (v) => send('pause', v)),
    ],
    ['Resume payouts', fieldsForm([environment, platform], 'Resume', (v) => send('resume', v))],
  ] as const
  return forms.map(([title, form]) => make('fieldset', {}, make('legend', {}, title), form))
}
