/** What needs a person, and one item of it with its decisions. */
import { announce, make, pair } from '../page.ts'
import { type Person, read, write } from './api.ts'
import { asked, at, fieldsForm, part, table } from './parts.ts'

type Item = {
  readonly kind: string
  readonly subject: string
  readonly platform: string | null
  readonly environment: string | null
  readonly since: string
  readonly amount: string | null
  readonly reason: string | null
}
type Transfer = {
  readonly step: string
  readonly kind: string
  readonly from: string
  readonly to: string
  readonly amount: string
}
type Choice = {
  readonly decision: string
  readonly meaning: string
  readonly needsTransferId?: boolean
  readonly needsAccountId?: boolean
  readonly outcomes: readonly {
    readonly when: string
    readonly result: string
    readonly transfers: readonly Transfer[]
  }[]
}
type Decision = {
  readonly id: string
  readonly subject: string
  readonly decision: string
  readonly reason: string
  readonly status: string
  readonly outcome: string | null
  readonly decidedBy: string
  readonly decidedAt: string
  readonly confirmedBy: string | null
}
type Whole = {
  readonly subject: string
  readonly platformId?: string
  readonly amount?: string
  readonly items: readonly Item[]
  readonly timeline: readonly {
    readonly at: string
    readonly what: string
    readonly nextActor: string | null
    readonly waitsFor: string | null
  }[]
  readonly transfers: readonly (Transfer & { readonly at: string })[]
  readonly state: string
  readonly choices: readonly Choice[]
  readonly nothing?: string
  readonly decisions: readonly Decision[]
}

/** Shows the list, or the item that the address names. */
export async function showInbox(content: HTMLElement, person: Person): Promise<void> {
  const subject = asked('item')
  if (subject !== '') return showItem(content, person, subject)
  const { data, counts } = await read<{ data: Item[]; counts: Record<string, number> }>('/inbox')
  const { data: open } = await read<{ data: Decision[] }>('/decisions', {
    status: 'PENDING_CONFIRMATION',
  })
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const rows = data.map((item) => [
    item.kind,
    link(item.subject),
    item.amount,
    at(item.since),
    item.platform,
    item.environment,
    item.reason,
  ])
  const columns = ['What', 'About', 'Amount', 'Since', 'Platform', 'Environment', 'Reason']
  content.replaceChildren(
    part(
      'Inbox',
      make('p', {}, total === 1 ? '1 needs a person.' : `${total} need a person.`),
      table('Items', columns, rows),
    ),
    part('Decisions that wait for a second person', decisionsTable(open)),
  )
}

function link(subject: string): HTMLElement {
  const href = `/?item=${encodeURIComponent(subject)}`
  return make('a', { href }, make('code', {}, subject))
}

function decisionsTable(decisions: readonly Decision[]): HTMLElement {
  const rows = decisions.map((made) => [
    link(made.subject),
    made.decision,
    made.reason,
    `${made.decidedBy}, ${at(made.decidedAt)}`,
    made.confirmedBy,
    made.status,
    made.outcome,
  ])
  const columns = ['About', 'Decision', 'Reason', 'By', 'Confirmed by', 'Status', 'Outcome']
  return table('Decisions', columns, rows)
}

async function showItem(content: HTMLElement, person: Person, subject: string): Promise<void> {
  const whole = await read<Whole>(`/inbox/${encodeURIComponent(subject)}`)
  const again = (): Promise<void> => showItem(content, person, subject)
  const facts = [
    ...pair('Id', make('code', {}, whole.subject)),
    ...(whole.amount ? pair('Amount', whole.amount) : []),
    ...(whole.platformId ? pair('Platform', make('code', {}, whole.platformId)) : []),
    ...whole.items.flatMap((item) => pair(item.kind, `${at(item.since)} ${item.reason ?? ''}`)),
  ]
  const happened = whole.timeline.map((row) => [at(row.at), row.what, row.nextActor, row.waitsFor])
  const booked = whole.transfers.map((row) => [at(row.at), ...transferCells(row)])
  content.replaceChildren(
    part(
      'Item',
      make('p', {}, make('a', { href: '/' }, 'Back to the inbox')),
      make('dl', {}, ...facts),
    ),
    part('What happened', table('Timeline', ['When', 'What', 'Next', 'It waits for'], happened)),
    part('Books', table('Ledger entries', ['When', ...transferColumns], booked)),
    part('Decide', ...decisionParts(whole, person, again)),
    part('Decisions about it', decisionsTable(whole.decisions), ...openParts(whole, person, again)),
  )
}

const transferColumns = ['Step', 'Kind', 'From', 'To', 'Amount'] as const

function transferCells({ step, kind, from, to, amount }: Transfer): string[] {
  return [step, kind, from, to, amount]
}

function decisionParts(whole: Whole, person: Person, again: () => Promise<void>): HTMLElement[] {
  const { choices, nothing, state, subject } = whole
  if (nothing !== undefined) return [make('p', {}, nothing)]
  return choices.map((choice) => {
    const outcomes = choice.outcomes.flatMap(({ when, result, transfers }) => [
      make('p', {}, `Outcome (${when}): `, make('b', {}, result || 'nothing is booked')),
      ...(transfers.length === 0
        ? []
        : [table(`Booked (${when})`, transferColumns, transfers.map(transferCells))]),
    ])
    const act = async (values: Record<string, string>): Promise<void> => {
      const made = await write<Decision>('/decisions', {
        ...{ subject, decision: choice.decision, state, ...values },
      })
      await again()
      announce(`The decision is ${made.status}.`)
    }
    const fields = [
      { name: 'reason', label: `Reason for “${choice.decision}”`, isRequired: true },
      ...(choice.needsTransferId
        ? [{ name: 'transferId', label: 'Transfer at the provider', isRequired: true }]
        : []),
      ...(choice.needsAccountId
        ? [{ name: 'accountId', label: 'Account that is credited', isRequired: true }]
        : []),
    ]
    const form = fieldsForm(fields, `Decide: ${choice.decision}`, act)
    return make(
      'fieldset',
      {},
      make('legend', {}, `${choice.decision}: ${choice.meaning}`),
      ...outcomes,
      ...(person.role === 'DECIDE' ? [form] : []),
    )
  })
}

/** What a second person does about a decision that waits. */
function openParts(whole: Whole, person: Person, again: () => Promise<void>): HTMLElement[] {
  if (person.role !== 'DECIDE') return []
  return whole.decisions
    .filter(({ status }) => status === 'PENDING_CONFIRMATION')
    .flatMap(({ id, decision, decidedBy }) =>
      (['confirm', 'withdraw'] as const)
        .filter((act) => act === 'withdraw' || decidedBy !== person.name)
        .map((act) =>
          fieldsForm([], `${act === 'confirm' ? 'Confirm' : 'Withdraw'}: ${decision}`, async () => {
            await write(`/decisions/${id}/${act}`, {})
            await again()
          }),
        ),
    )
}
