/**
 * Disputes of cardholders. The real issuer has no simulator of them: `POST /v1/simulate/disputes/...` are paths of this
 * sandbox alone; the object and its events are as the issuer has them.
 */
import { randomUUID } from 'node:crypto'
import type { CardDisposition } from '../../contract/cardDisputes.ts'
import type { Answer } from '../http.ts'
import type { Transaction as Tx } from '../store/store.ts'
import { addEvent } from './events.ts'
import { CURRENCY, type Issuer, refusal, shown, tokenOf } from './issuer.ts'
import { lockTransaction, shownMerchant, type TransactionRow } from './transactions.ts'

type DisputeRow = {
  token: string
  amount: string
  credited: string
  recovered: string
  status: 'OPEN' | 'CLOSED'
  disposition: CardDisposition | null
  created_at: Date
  updated_at: Date
}
type EventRow = { token: string; type: string; data: object; created_at: Date }

/** Sums that a step changes, and the events that it adds. */
type Change = {
  readonly credited?: number
  readonly recovered?: number
  readonly disposition?: CardDisposition
  readonly events: readonly { readonly type: string; readonly data: object }[]
}

const workflow = (action: string, amount: number | null, more: object = {}) => ({
  type: 'WORKFLOW',
  data: {
    type: 'WORKFLOW',
    action,
    amount,
    disposition: null,
    reason: null,
    stage: 'CLAIM',
    ...more,
  },
})
const liability = (action: string, amount: number) => ({
  type: 'CARDHOLDER_LIABILITY',
  data: { type: 'CARDHOLDER_LIABILITY', action, amount, reason: 'SIMULATED' },
})
const financial = (amount: number) => ({
  type: 'FINANCIAL',
  data: { type: 'FINANCIAL', amount, polarity: 'CREDIT', stage: 'CHARGEBACK' },
})

export type DisputeOf = { readonly token: string; readonly amount: number }
export type NewDispute = DisputeOf & { readonly reason?: string }
export type Closing = DisputeOf & { readonly disposition: CardDisposition }

/** @throws Refusal 404, 409 where one is open, 422 for more than is settled */
export async function openDispute(
  issuer: Issuer,
  { token, amount, reason = 'OTHER' }: NewDispute,
): Promise<Answer> {
  return issuer.store.transaction(async (tx) => {
    const transaction = await lockTransaction(tx, tokenOf(token, 'Transaction'))
    if ((await openOf(tx, transaction)) !== undefined) throw refusal(409, 'A dispute is open')
    if (amount > Number(transaction.settled)) throw refusal(422, 'More than is settled')
    const { rows } = await tx.query<DisputeRow>(
      'insert into issuer_disputes (token, transaction_token, amount) values ($1, $2, $3) returning *',
      [randomUUID(), transaction.token, amount],
    )
    const [row] = rows as [DisputeRow]
    return changed(issuer, tx, transaction, row, {
      events: [workflow('OPENED', amount, { reason })],
    })
  })
}

/** @throws Refusal 404, 422 for more than is disputed */
export async function creditProvisionally(issuer: Issuer, step: DisputeOf): Promise<Answer> {
  return inDispute(issuer, step, (row) => {
    const credited = Number(row.credited) + step.amount
    if (credited > Number(row.amount)) throw refusal(422, 'More than is disputed')
    return { credited, events: [liability('PROVISIONAL_CREDIT_GRANTED', step.amount)] }
  })
}

/** @throws Refusal 404, 422 for more than was credited */
export async function takeCreditBack(issuer: Issuer, step: DisputeOf): Promise<Answer> {
  return inDispute(issuer, step, (row) => {
    const credited = Number(row.credited) - step.amount
    if (credited < 0) throw refusal(422, 'More than was credited')
    return { credited, events: [liability('PROVISIONAL_CREDIT_REVERSED', step.amount)] }
  })
}

/** `amount` is what the network gives. @throws Refusal 404, 422 for more than is disputed */
export async function closeDispute(issuer: Issuer, step: Closing): Promise<Answer> {
  return inDispute(issuer, step, (row) => {
    const { amount: recovered, disposition } = step
    if (recovered > Number(row.amount)) throw refusal(422, 'More than is disputed')
    const given = recovered > 0 ? [financial(recovered)] : []
    return {
      ...{ recovered, disposition },
      events: [...given, workflow('CLOSED', null, { disposition })],
    }
  })
}

async function inDispute(
  issuer: Issuer,
  { token }: DisputeOf,
  next: (row: DisputeRow) => Change,
): Promise<Answer> {
  return issuer.store.transaction(async (tx) => {
    const transaction = await lockTransaction(tx, tokenOf(token, 'Transaction'))
    const row = await openOf(tx, transaction)
    if (row === undefined) throw refusal(422, 'No dispute is open')
    return changed(issuer, tx, transaction, row, next(row))
  })
}

async function openOf(tx: Tx, { token }: TransactionRow): Promise<DisputeRow | undefined> {
  const { rows } = await tx.query<DisputeRow>(
    "select * from issuer_disputes where transaction_token = $1 and status = 'OPEN'",
    [token],
  )
  return rows[0]
}

/** Records a step of a dispute, and sends the dispute to subscribers. */
async function changed(
  issuer: Issuer,
  tx: Tx,
  transaction: TransactionRow,
  before: DisputeRow,
  { credited, recovered, disposition, events }: Change,
): Promise<Answer> {
  const { rows } = await tx.query<DisputeRow>(
    `update issuer_disputes set credited = coalesce($2, credited), recovered = coalesce($3, recovered), disposition = $4,
       status = case when $4::text is null then 'OPEN' else 'CLOSED' end, updated_at = store_clock()
     where token = $1 returning *`,
    [before.token, credited ?? null, recovered ?? null, disposition ?? null],
  )
  const [row] = rows as [DisputeRow]
  for (const { type, data } of events) {
    await tx.query(
      'insert into issuer_dispute_events (token, dispute_token, type, data) values ($1, $2, $3, $4)',
      [randomUUID(), row.token, type, JSON.stringify(data)],
    )
  }
  await tx.query("insert into acts (party, operation, reference) values ('cards', 'DISPUTE', $1)", [
    transaction.token,
  ])
  const body = await presentDispute(tx, transaction, row)
  await addEvent(issuer, tx, `dispute_transaction.${isNew(body) ? 'created' : 'updated'}`, body)
  return { status: 201, body }
}

function isNew({ events }: { readonly events: readonly object[] }): boolean {
  return events.length === 1
}

async function presentDispute(tx: Tx, transaction: TransactionRow, row: DisputeRow) {
  const { rows: events } = await tx.query<EventRow>(
    'select * from issuer_dispute_events where dispute_token = $1 order by ordinal',
    [row.token],
  )
  const { rows: cards } = await tx.query<{ account_token: string }>(
    'select account_token from issuer_cards where token = $1',
    [transaction.card_token],
  )
  const [original, recovered] = [Number(row.amount), Number(row.recovered)]
  const isOpen = row.status === 'OPEN'
  return {
    token: row.token,
    account_token: cards[0]?.account_token,
    card_token: transaction.card_token,
    case_id: null,
    created: shown(row.created_at),
    currency: CURRENCY,
    disposition: row.disposition,
    events: events.map((event) => ({
      ...{ token: event.token, type: event.type, data: event.data },
      created: shown(event.created_at),
    })),
    liability_allocation: {
      denied_amount: isOpen ? 0 : original - recovered,
      original_amount: original,
      recovered_amount: recovered,
      remaining_amount: isOpen ? original - recovered : 0,
      written_off_amount: 0,
    },
    merchant: shownMerchant(transaction.merchant),
    network: 'VISA',
    status: row.status,
    transaction_series: {
      related_transaction_event_token: null,
      related_transaction_token: transaction.token,
      type: 'DISPUTE',
    },
    updated: shown(row.updated_at),
  }
}
