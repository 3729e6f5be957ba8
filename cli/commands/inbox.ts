/** `inbox`: what needs a person. */
import type { Command } from 'commander'
import type { Row } from '../api.ts'
import { type Column, pairs, table } from '../output.ts'
import { examples, seconds } from '../program.ts'
import { action } from '../tools.ts'

const columns: readonly Column[] = [
  ['KIND', 'kind'],
  ['SUBJECT', 'subject'],
  ['AMOUNT', 'amount'],
  ['SINCE', 'since'],
  ['ENVIRONMENT', 'environment'],
  ['PLATFORM', 'platform'],
  ['REASON', 'reason'],
]

type ListOptions = {
  readonly kind?: readonly string[]
  readonly platform?: string
  readonly subject?: string
  readonly waiting?: number
}

export function inboxCommands(program: Command): void {
  const noun = program.command('inbox').description('what needs a person')
  examples(noun, 'inbox list', 'inbox list --waiting 10m', 'inbox show Transaction:0199…')
  const list = noun
    .command('list')
    .description('the oldest first')
    .option('--kind <kind...>', 'for example SUSPENSE, UNAPPLIED_FUNDS, CARD_PULL')
  listInbox(list)
  showItem(
    noun.command('show').description('what happened, and what may be decided'),
    'a subject, as the list shows it',
  )
}

/** Lists what of some kinds needs a person. */
export function listInbox(command: Command, kinds?: readonly string[]): void {
  command
    .option('--platform <id>', 'PlatformConfig:<uuid>')
    .option('--subject <id>', 'of one thing')
    .option('--waiting <time>', 'open for at least this time: 30s, 10m, 2h, 1d', seconds)
    .action(
      action<ListOptions>(async ({ api, options, show }) => {
        const { kind = kinds, platform, subject, waiting: waitingSeconds } = options
        const query = { kind, platform, subject, waitingSeconds }
        show(await api.get('/inbox', query), columns, 'Nothing needs a person.')
      }),
    )
}

type Shown = Row & {
  readonly choices: readonly (Row & { readonly outcomes: unknown })[]
  readonly items: readonly Row[]
  readonly timeline: readonly Row[]
  readonly transfers: readonly Row[]
  readonly decisions: readonly Row[]
}

/** Shows one thing whole. */
export function showItem(command: Command, ids: string): void {
  command.argument('<id>', ids).action(
    action(async ({ api, options, show }, id = '') => {
      const item = await api.get<Shown>(`/inbox/${encodeURIComponent(id)}`)
      if (options.json) return show(item)
      process.stdout.write(textOf(item))
    }),
  )
}

function textOf({ subject, amount, platformId, state, nothing, progress, ...item }: Shown): string {
  const section = (title: string, rows: readonly Row[], shownColumns: readonly Column[]): string =>
    rows.length === 0 ? '' : `\n${title}\n${table(rows, shownColumns, '')}`
  return [
    pairs([
      ['Subject', subject],
      ['Amount', amount],
      ['Platform', platformId],
      ['State', state],
      ['Under way', progress],
      ['Not started', item.unstarted],
    ]),
    section('NEEDS A PERSON', item.items, [
      ['KIND', 'kind'],
      ['SINCE', 'since'],
      ['REASON', 'reason'],
    ]),
    section('TIMELINE', item.timeline, [
      ['AT', 'at'],
      ['WHAT', 'what'],
      ['NEXT', 'nextActor'],
      ['WAITS FOR', 'waitsFor'],
    ]),
    section('BOOKED', item.transfers, [
      ['AT', 'at'],
      ['STEP', 'step'],
      ['KIND', 'kind'],
      ['FROM', 'from'],
      ['TO', 'to'],
      ['AMOUNT', 'amount'],
    ]),
    section('DECIDED', item.decisions, [
      ['AT', 'decidedAt'],
      ['DECISION', 'decision'],
      ['STATUS', 'status'],
      ['BY', 'decidedBy'],
      ['OUTCOME', 'outcome'],
    ]),
    section('MAY BE DECIDED', item.choices, [
      ['DECISION', 'decision'],
      ['MEANING', 'meaning'],
      ['NEEDS', 'needs'],
    ]),
    nothing === undefined ? '' : `\n${pairs([['Nothing to decide', nothing]])}`,
  ].join('')
}
