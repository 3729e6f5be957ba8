/** Transactions: what is kept of them, and how they are shown. */
import { randomUUID } from 'node:crypto'
import type { Transaction as Tx } from '../store/store.ts'
import { addEvent } from './events.ts'
import { CURRENCY, type Issuer, refusal, shown } from './issuer.ts'
import { type EventType, polarityOf, type Sums, sumsAfter, type TransactionStatus } from './sums.ts'

export type Merchant = {
  readonly descriptor: string
  readonly acceptor_id: string
  readonly mcc: string
  readonly city: string
  readonly state: string
  readonly country: string
}

export type TransactionRow = {
  token: string
  card_token: string
  merchant: Merchant
  authorized: string
  pending: string
  settled: string
  status: TransactionStatus
  result: string
  created_at: Date
  updated_at: Date
}

type EventRow = {
  token: string
  type: EventType
  result: string
  detailed_result: string
  polarity: 'DEBIT' | 'CREDIT'
  amount: string
  created_at: Date
}

export type Happening = {
  readonly type: EventType
  /** In cents, not negative. */
  readonly amount: number
  /** `APPROVED`, or why it was declined; `APPROVED` without it. */
  readonly result?: string
  readonly detailedResult?: string
}

export type NewTransaction = {
  readonly token: string
  readonly cardToken: string
  readonly merchant: Merchant
  readonly amount: number
}

const APPROVED = 'APPROVED'
const lateMerchant = /005$/

/** Adds an event to a transaction, which it makes where there is none yet, and sends it to subscribers. */
export async function addHappening(
  issuer: Issuer,
  tx: Tx,
  transaction: NewTransaction | TransactionRow,
  happening: Happening,
): Promise<TransactionRow> {
  const { type, amount, result = APPROVED, detailedResult = result } = happening
  const isNew = 'cardToken' in transaction
  const before: Sums | undefined = isNew ? undefined : sumsIn(transaction)
  const after = sumsAfter(before, { type, amount, isApproved: result === APPROVED })
  const row = isNew
    ? await insert(tx, transaction, after, result)
    : await update(tx, transaction, after, type, amount)
  await tx.query(
    `insert into issuer_transaction_events
       (token, transaction_token, type, result, detailed_result, polarity, amount)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [randomUUID(), row.token, type, result, detailedResult, polarityOf(type), amount],
  )
  await tx.query("insert into acts (party, operation, reference) values ('cards', $1, $2)", [
    type,
    row.token,
  ])
  const delayMs = lateMerchant.test(row.merchant.descriptor) ? issuer.behaviour.lateEventMs : 0
  const shownRow = await presentTransaction(tx, row)
  await addEvent(issuer, tx, 'card_transaction.updated', shownRow, delayMs)
  return row
}

export function sumsIn({ pending, settled, status }: TransactionRow): Sums {
  return { pending: Number(pending), settled: Number(settled), status }
}

async function insert(
  tx: Tx,
  { token, cardToken, merchant, amount }: NewTransaction,
  { pending, settled, status }: Sums,
  result: string,
): Promise<TransactionRow> {
  const { rows } = await tx.query<TransactionRow>(
    `insert into issuer_transactions (token, card_token, merchant, authorized, pending, settled, status, result)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning *`,
    [token, cardToken, merchant, amount, pending, settled, status, result],
  )
  return required(rows[0])
}

async function update(
  tx: Tx,
  { token }: TransactionRow,
  { pending, settled, status }: Sums,
  type: EventType,
  amount: number,
): Promise<TransactionRow> {
  const { rows } = await tx.query<TransactionRow>(
    `update issuer_transactions set pending = $2, settled = $3, status = $4,
       authorized = coalesce($5, authorized), updated_at = store_clock()
     where token = $1 returning *`,
    [token, pending, settled, status, type === 'AUTHORIZATION_ADVICE' ? amount : null],
  )
  return required(rows[0])
}

/** Locked, for an event that is to be added. @throws Refusal 404 */
export async function lockTransaction(tx: Tx, token: string): Promise<TransactionRow> {
  const { rows } = await tx.query<TransactionRow>(
    'select * from issuer_transactions where token = $1 for update',
    [token],
  )
  return required(rows[0])
}

function required(row: TransactionRow | undefined): TransactionRow {
  if (row === undefined) throw refusal(404, 'Transaction not found')
  return row
}

/** With all that the issuer says of a transaction, its events included. */
export async function presentTransaction(
  tx: Pick<Tx, 'query'>,
  row: TransactionRow,
): Promise<object> {
  const { rows: events } = await tx.query<EventRow>(
    'select * from issuer_transaction_events where transaction_token = $1 order by ordinal',
    [row.token],
  )
  const { rows } = await tx.query<{ account_token: string }>(
    'select account_token from issuer_cards where token = $1',
    [row.card_token],
  )
  // Here a debit is negative.
  const [authorized, pending, settled] = [row.authorized, row.pending, row.settled].map(
    (amount) => 0 - Number(amount),
  ) as [number, number, number]
  const isCredit = events[0]?.polarity === 'CREDIT'
  const money = (amount: number) => ({ amount, currency: CURRENCY })
  const converted = (amount: number) => ({ ...money(amount), conversion_rate: '1.000000' })
  return {
    token: row.token,
    account_token: rows[0]?.account_token,
    card_token: row.card_token,
    created: shown(row.created_at),
    updated: shown(row.updated_at),
    status: row.status,
    result: row.result,
    acquirer_fee: 0,
    acquirer_reference_number: null,
    amount: settled || pending,
    authorization_amount: isCredit ? 0 - authorized : authorized,
    authorization_code: '123456',
    avs: null,
    cardholder_authentication: null,
    financial_account_token: null,
    merchant_amount: settled,
    merchant_authorization_amount: isCredit ? 0 - authorized : authorized,
    merchant_currency: CURRENCY,
    settled_amount: settled,
    amounts: {
      cardholder: converted(settled),
      hold: money(pending),
      merchant: money(settled),
      settlement: money(settled),
    },
    merchant: shownMerchant(row.merchant),
    network: 'VISA',
    network_risk_score: null,
    pos: pointOfSale,
    service_location: null,
    tags: {},
    token_info: null,
    events: events.map(presentEvent),
  }
}

const movesMoney: ReadonlySet<EventType> = new Set([
  'CLEARING',
  'FINANCIAL_AUTHORIZATION',
  'FINANCIAL_CREDIT_AUTHORIZATION',
  'RETURN',
  'RETURN_REVERSAL',
])

function presentEvent(event: EventRow): object {
  const amount = Number(event.amount)
  const money = { amount, currency: CURRENCY }
  const converted = { ...money, conversion_rate: '1.000000' }
  return {
    token: event.token,
    type: event.type,
    result: event.result,
    detailed_results: [event.detailed_result],
    effective_polarity: event.polarity,
    created: shown(event.created_at),
    amount: event.polarity === 'DEBIT' ? 0 - amount : amount,
    amounts: {
      cardholder: converted,
      merchant: money,
      settlement: movesMoney.has(event.type) && event.result === APPROVED ? converted : null,
    },
    network_info: null,
    rule_results: [],
  }
}

export function shownMerchant(merchant: Merchant): object {
  return {
    ...merchant,
    acquiring_institution_id: '000000000',
    phone_number: null,
    postal_code: null,
    street_address: null,
  }
}

const pointOfSale = {
  entry_mode: {
    card: 'NOT_PRESENT',
    cardholder: 'ELECTRONIC_ORDER',
    pan: 'ECOMMERCE',
    pin_entered: false,
  },
  terminal: {
    attended: false,
    card_retention_capable: false,
    on_premise: false,
    operator: 'UNKNOWN',
    partial_approval_capable: false,
    pin_capability: 'UNSPECIFIED',
    type: 'ECOMMERCE',
    acceptor_terminal_id: null,
  },
} as const
