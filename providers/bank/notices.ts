/** The bank's feed: an event is a door, and the object behind it is read again. */
import { type Clock, instant } from '../../contract/time.ts'
import type { Payer } from '../payoutRail/index.ts'
import { type Answer, type Http, required } from './http.ts'
import { type BankPayout, payoutOf } from './states.ts'
import {
  accountNumberIn,
  type BankCorrection,
  type BankEvent,
  type BankInbound,
  type BankTransaction,
  eventIn,
  eventsIn,
  inboundIn,
  kinds,
  transactionIn,
  transferIn,
} from './wire.ts'

type Reported = {
  /** Once for each event, however often it is read. */
  readonly eventId: string
  /** ISO 8601 UTC. */
  readonly at: string
}

export type BankNotice = Reported &
  (
    | { readonly kind: 'ORDER'; readonly reference: string; readonly payout: BankPayout }
    | {
        readonly kind: 'CORRECTION'
        readonly reference: string
        readonly corrections: readonly BankCorrection[]
      }
    | {
        readonly kind: 'DEPOSIT'
        /** Of the number that it came to. */
        readonly reference: string
        readonly deposit: {
          readonly id: string
          readonly amountMinor: string
          readonly currency: string
          readonly payer: Payer
        }
      }
    /** It has gone back to the payer, or the payer's bank has taken it. */
    | {
        readonly kind: 'DEPOSIT_TAKEN_BACK'
        readonly depositId: string
        readonly amountMinor: string
      }
    /** Money has come or gone, and no order and no number of ours is why. */
    | { readonly kind: 'UNKNOWN'; readonly what: string }
  )

/** How far the feed has been read: events of the last minutes may still be shown late. */
type Position = {
  readonly since: string
  /** Ids and times of those that have been read in that span. */
  readonly seen: readonly (readonly [id: string, at: string])[]
}

const OVERLAP_MS = 10 * 60_000
/** How long the bank keeps events: what is older is to be found in its transactions. */
const KEPT_MS = 30 * 86_400_000
const PAGE = '100'
const PAGES_MAX = 200

const transferTypes = Object.values(kinds).map(({ type }) => type)
const categories = [
  'transaction.created',
  ...transferTypes.flatMap((type) => [`${type}.created`, `${type}.updated`]),
]

/** Money that has come, by the category of its transaction, with the list of its object. */
const arrivals: Readonly<Record<string, string>> = {
  inbound_ach_transfer: 'inbound_ach_transfer',
  inbound_wire_transfer: 'inbound_wire_transfer',
  inbound_real_time_payments_transfer_confirmation: 'inbound_real_time_payments_transfer',
  inbound_fednow_transfer_confirmation: 'inbound_fednow_transfer',
}
const takenBack: Readonly<Record<string, readonly [type: string, member: string]>> = {
  inbound_ach_transfer_return_intention: ['inbound_ach_transfer', 'inbound_ach_transfer_id'],
  inbound_wire_transfer_reversal: ['inbound_wire_transfer', 'inbound_wire_transfer_id'],
}
/** Of our own orders, and of the bank: nobody's deposit. */
const own = [
  ...['ach_transfer_intention', 'ach_transfer_rejection', 'ach_transfer_return'],
  ...['wire_transfer_intention', 'inbound_wire_reversal', 'account_transfer_intention'],
  ...['real_time_payments_transfer_acknowledgement', 'fednow_transfer_acknowledgement'],
  ...['fee_payment', 'interest_payment', 'sample_funds'],
]

/** What our numbers are made under. */
export const FUNDING_KEY = 'Funding:'

export function createFeed(http: Http, clock: Clock) {
  return {
    /** From this time on, at most as far back as the bank keeps events. */
    positionAt(time: Date): string {
      const oldest = clock.now().getTime() - KEPT_MS + OVERLAP_MS
      const since = instant(Math.max(time.getTime(), oldest)).toISOString()
      return JSON.stringify({ since, seen: [] } satisfies Position)
    },

    /**
     * What has happened since the position, and the next one. Reading again from the same position gives it again.
     *
     * @param limit of events
     * @throws RailError UNAVAILABLE
     */
    async notices(
      position: string,
      limit: number,
    ): Promise<{ readonly notices: readonly BankNotice[]; readonly position: string }> {
      const before = JSON.parse(position) as Position
      const events = await newEvents(before, limit)
      const notices: BankNotice[] = []
      const read = new Set<string>()
      for (const event of events) {
        // The object is as it is now, for whichever of its events it is read.
        if (read.has(event.associated_object_id)) continue
        read.add(event.associated_object_id)
        notices.push(...(await noticesOf(event)))
      }
      return { notices, position: JSON.stringify(positionAfter(before, events)) }
    },

    /** What the bank says now of one event. @throws RailError UNAVAILABLE */
    async noticesOf(eventId: string): Promise<readonly BankNotice[]> {
      const answer = await http.get(`/events/${encodeURIComponent(eventId)}`)
      return noticesOf(required('an event', answer, eventIn))
    },
  }

  async function newEvents(before: Position, limit: number): Promise<BankEvent[]> {
    const seen = new Set(before.seen.map(([id]) => id))
    const from = instant(Date.parse(before.since) - OVERLAP_MS).toISOString()
    const query = {
      'category.in': categories.join(','),
      'created_at.on_or_after': from,
      'order_by.field': 'created_at',
      'order_by.direction': 'ascending',
      limit: PAGE,
    }
    const events: BankEvent[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < PAGES_MAX; pages += 1) {
      const asked = { ...query, ...(cursor !== undefined && { cursor }) }
      const page = required('events', await http.get('/events', asked), eventsIn)
      for (const event of page.data) {
        if (seen.has(event.id)) continue
        seen.add(event.id)
        events.push(event)
        if (events.length === limit) return events
      }
      cursor = page.next_cursor ?? undefined
      if (cursor === undefined || page.data.length === 0) return events
    }
    return events
  }

  async function noticesOf(event: BankEvent): Promise<BankNotice[]> {
    const reported = { eventId: event.id, at: event.created_at }
    const [type = ''] = event.category.split('.')
    if (type === 'transaction') return noticesOfMoney(event, reported)
    const kind = Object.values(kinds).find((one) => one.type === type)
    if (kind === undefined) return []
    const path = `${kind.path}/${encodeURIComponent(event.associated_object_id)}`
    const transfer = shownIn('a transfer', await http.get(path), transferIn)
    const reference = transfer?.idempotency_key
    if (transfer === undefined || !reference) {
      return [{ ...reported, kind: 'UNKNOWN', what: `${type} ${event.associated_object_id}` }]
    }
    const payout = payoutOf(transfer, reference, clock.now())
    const { notifications_of_change: corrections = [] } = transfer
    return [
      { ...reported, kind: 'ORDER', reference, payout },
      ...(corrections.length > 0
        ? [{ ...reported, kind: 'CORRECTION' as const, reference, corrections }]
        : []),
    ]
  }

  async function noticesOfMoney(event: BankEvent, reported: Reported): Promise<BankNotice[]> {
    const answer = await http.get(`/transactions/${encodeURIComponent(event.associated_object_id)}`)
    const transaction = shownIn('a transaction', answer, transactionIn)
    if (transaction === undefined) {
      return [{ ...reported, kind: 'UNKNOWN', what: `transaction ${event.associated_object_id}` }]
    }
    const { category } = transaction.source
    const unknown = { ...reported, kind: 'UNKNOWN' as const, what: `${category} ${transaction.id}` }
    const back = takenBack[category]
    if (back !== undefined) {
      const [type, member] = back
      const id = memberOf(transaction, member)
      if (id === undefined) return [unknown]
      const amountMinor = String(Math.abs(transaction.amount))
      return [{ ...reported, kind: 'DEPOSIT_TAKEN_BACK', depositId: `${type}:${id}`, amountMinor }]
    }
    const type = arrivals[category]
    if (type === undefined) return own.includes(category) ? [] : [unknown]
    const id = memberOf(transaction, 'transfer_id')
    const reference = await referenceOf(transaction.route_id)
    if (id === undefined || reference === undefined || transaction.amount <= 0) return [unknown]
    const path = `/${type}s/${encodeURIComponent(id)}`
    // Without it the money is booked all the same, and who has paid it is not known.
    const inbound = shownIn('a deposit', await http.get(path), inboundIn)
    const { amount, currency } = transaction
    const payer = payerOf(inbound ?? {})
    const deposit = { id: `${type}:${id}`, amountMinor: String(amount), currency, payer }
    return [{ ...reported, kind: 'DEPOSIT', reference, deposit }]
  }

  /** The reference for which an account number was made, from the idempotency key of its creation. */
  async function referenceOf(routeId: string | null): Promise<string | undefined> {
    if (routeId === null) return undefined
    const answer = await http.get(`/account_numbers/${encodeURIComponent(routeId)}`)
    const number = shownIn('an account number', answer, accountNumberIn)
    const key = number?.idempotency_key ?? ''
    return key.startsWith(FUNDING_KEY) ? key.slice(FUNDING_KEY.length) : undefined
  }
}

/**
 * What can be read of one object. The feed goes on without one that is not there or has another shape: a person looks.
 *
 * @throws RailError UNAVAILABLE
 */
function shownIn<Shape>(
  what: string,
  answer: Answer,
  read: (body: unknown) => Shape | undefined,
): Shape | undefined {
  if (answer.status === 200 || answer.status === 404) {
    return answer.status === 200 ? read(answer.body) : undefined
  }
  return required(what, answer, read)
}

function memberOf({ source }: BankTransaction, member: string): string | undefined {
  const particulars = (source[source.category] ?? {}) as Record<string, unknown>
  const value = particulars[member]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const TAIL = 4

function payerOf(inbound: BankInbound): Payer {
  const name = inbound.debtor_name ?? inbound.originator_company_name
  const routingNumber = inbound.debtor_routing_number ?? inbound.originator_routing_number
  const { debtor_account_number: number, trace_number: traceNumber } = inbound
  const { end_to_end_identification: endToEndId } = inbound
  const { unstructured_remittance_information: remittanceText } = inbound
  return {
    ...(name && { name }),
    ...(routingNumber && { routingNumber }),
    ...(number && { accountTail: number.slice(-TAIL) }),
    ...(traceNumber && { traceNumber }),
    ...(endToEndId && { endToEndId }),
    ...(remittanceText && { remittanceText }),
  }
}

function positionAfter(before: Position, events: readonly BankEvent[]): Position {
  const all = [
    ...before.seen,
    ...events.map(({ id, created_at: at }) => [id, instant(at).toISOString()] as const),
  ]
  const since = all.reduce((latest, [, at]) => (at > latest ? at : latest), before.since)
  const edge = instant(Date.parse(since) - OVERLAP_MS).toISOString()
  return { since, seen: all.filter(([, at]) => at >= edge) }
}
