/** One transaction: what happened, what it waits for, its books and its webhooks. */
import { amountsOf, shownAmount } from '../lib/money.ts'
import { shownInstant } from '../lib/time.ts'
import type { Api } from '../api.ts'
import { announce, make, pair, section } from '../page.ts'
import { outcomes } from '../paymentProgress.ts'
import type {
  LedgerEntry,
  OperationsSettings,
  TimelineEntry,
  Transaction,
  WebhookDelivery,
  WebhookEvent,
} from '../shapes.ts'
import type { Store } from '../state.ts'
import { live, shortId } from './live.ts'
import { fillWebhooks } from './webhookRows.ts'

const LOOK_MS = 1_500

export type Chosen = {
  readonly id: string | undefined
  choose(id: string | undefined): void
  /** Calls when another one is chosen. */
  watch(show: () => void): void
}

type Found = {
  readonly transaction: Transaction
  readonly timeline: readonly TimelineEntry[]
  readonly entries: readonly LedgerEntry[]
  readonly events: readonly WebhookEvent[]
  readonly deliveries: readonly WebhookDelivery[]
}

export function showTransaction(store: Store, { temporalUi }: OperationsSettings): Chosen {
  // What scrolls sideways on a narrow screen must be reached by the keyboard.
  const ledger = Object.assign(section('ledger'), { role: 'region', tabIndex: 0 })
  ledger.ariaLabel = 'Ledger entries'
  let id: string | undefined
  let drawn = ''
  const watchers: (() => void)[] = []
  const looking = live(store, LOOK_MS, async (api) => {
    if (id === undefined) return
    const found = await read(api, id)
    // Another one was chosen meanwhile.
    if (found.transaction.id !== id) return
    const text = JSON.stringify(found)
    if (text === drawn) return
    drawn = text
    draw(found)
    section('workflow-links').replaceChildren(...workflowLinks(found.transaction, temporalUi))
    fillWebhooks(section('chosen-webhooks'), found, api, looking)
  })
  const chosen: Chosen = {
    get id() {
      return id
    },
    choose(next) {
      id = next
      drawn = ''
      section('none-chosen').hidden = next !== undefined
      if (next === undefined) section('chosen').hidden = true
      for (const show of watchers) show()
      looking.again()
    },
    watch: (show) => watchers.push(show),
  }
  let shownApi: Api | undefined
  store.watch(({ api }) => {
    if (api !== shownApi) chosen.choose(undefined)
    shownApi = api
  })
  return chosen
}

async function read(api: Api, id: string): Promise<Found> {
  const list = async <T>(path: string): Promise<readonly T[]> =>
    (await api.call<{ data: T[] }>('GET', path)).body.data
  const about = `subject=${encodeURIComponent(id)}&sortOrder=asc&limit=100`
  const [transaction, timeline, entries, events, deliveries] = await Promise.all([
    api.call<Transaction>('GET', `/transactions/${id}`),
    list<TimelineEntry>(`/transactions/${id}/timeline`),
    list<LedgerEntry>(`/transactions/${id}/ledger-entries`),
    list<WebhookEvent>(`/webhooks/events?${about}`),
    list<WebhookDelivery>(`/webhooks/deliveries?${about}`),
  ])
  return { transaction: transaction.body, timeline, entries, events, deliveries }
}

function draw({ transaction, timeline, entries }: Found): void {
  section('chosen').hidden = false
  section('chosen-amount').textContent = amountsOf(transaction)
  const { status, failureReason } = transaction
  const shown = section('chosen-status')
  const text = failureReason === undefined ? status : `${status}: ${failureReason}`
  if (shown.textContent !== text) announce(`The transaction is ${text}.`)
  shown.textContent = text
  shown.className = `status ${outcomes[status] ?? ''}`
  section('chosen-next').textContent = nextOf(timeline)
  section('chosen-facts').replaceChildren(...factsOf(transaction))
  section('timeline').replaceChildren(...timeline.map(entry))
  section('ledger').replaceChildren(ledgerOf(entries))
}

/** The party that must act next. */
function nextOf(timeline: readonly TimelineEntry[]): string {
  const { nextActor, waitsFor } = timeline.at(-1) ?? {}
  if (nextActor === undefined) return 'It has ended: no action is needed.'
  return `Next: ${nextActor}${waitsFor === undefined ? '' : `. It waits for ${waitsFor}`}.`
}

function factsOf(transaction: Transaction): Node[] {
  const { id, customerId, createdAt, settledAt, quoteId, fees, refund } = transaction
  const { currency } = transaction.sentAmount ?? transaction.receivedAmount ?? {}
  const code = (text: string): Node => make('code', {}, text)
  return [
    ...pair('Id', code(id)),
    ...pair('Whose', code(customerId)),
    ...(quoteId === undefined ? [] : pair('Quote', code(quoteId))),
    ...(fees === undefined || currency === undefined
      ? []
      : pair('Fees, included', shownAmount(fees, currency))),
    ...(refund === undefined ? [] : pair('Refund', refund.status)),
    ...pair('Began', shownInstant(createdAt)),
    ...(settledAt === undefined ? [] : pair('Settled', shownInstant(settledAt))),
  ]
}

function entry({ at, what, attempt, nextActor, waitsFor }: TimelineEntry): HTMLElement {
  const next = [nextActor, waitsFor].filter(Boolean).join(', ')
  const about = [
    shownInstant(at),
    ...(attempt !== undefined && attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(next === '' ? [] : [`next: ${next}`]),
  ]
  return make('li', {}, what, make('p', { className: 'hint' }, about.join(' · ')))
}

function ledgerOf(entries: readonly LedgerEntry[]): HTMLElement {
  if (entries.length === 0) return make('p', { className: 'hint' }, 'No money has moved.')
  const heads = ['Step', 'Kind', 'From', 'To'].map((text) => make('th', { scope: 'col' }, text))
  const amount = make('th', { scope: 'col', className: 'number' }, 'Amount')
  return make(
    'table',
    {},
    make('thead', {}, make('tr', {}, ...heads, amount)),
    make('tbody', {}, ...entries.map(ledgerRow)),
  )
}

function ledgerRow({ step, kind, debit, credit, amount }: LedgerEntry): HTMLElement {
  const cells = [step, kindWords[kind], partyOf(debit), partyOf(credit)]
  const money = shownAmount(amount.amount, amount.currency)
  return make(
    'tr',
    {},
    ...cells.map((text) => make('td', {}, text)),
    make('td', { className: 'number' }, money),
  )
}

const kindWords: Readonly<Record<LedgerEntry['kind'], string>> = {
  POSTED: 'posted',
  PENDING: 'held',
  POST_PENDING: 'hold posted',
  VOID_PENDING: 'hold released',
}

function partyOf({ kind, accountId }: LedgerEntry['debit']): string {
  return accountId === undefined ? kind.toLowerCase() : `account ${shortId(accountId)}`
}

function workflowLinks(
  { id, quoteId }: Transaction,
  ui: OperationsSettings['temporalUi'],
): HTMLElement[] {
  if (ui === undefined) return []
  const base = `${ui.url}/namespaces/${encodeURIComponent(ui.namespace)}/workflows`
  const link = (text: string, href: string): HTMLElement =>
    make('a', { href, target: '_blank', rel: 'noreferrer' }, text)
  const query = encodeURIComponent(`TransactionId="${id}"`)
  return [
    ...(quoteId === undefined
      ? []
      : [link('Workflow in Temporal', `${base}/${encodeURIComponent(quoteId)}`)]),
    link('All its workflows', `${base}?query=${query}`),
  ]
}
