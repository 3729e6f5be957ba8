/** Transfers that leave the bank: made, approved, cancelled. */
import { instant } from '../../contract/time.ts'
import { type Fault, holdOf } from '../faults.ts'
import type { Transaction } from '../store/store.ts'
import { type Bank, invalidOperation, invalidParameter } from './bank.ts'
import { stepsOf, type TransferType } from './fates.ts'
import { hold, lockAccount, networkOf, release, requireFunds, transact } from './ledger.ts'
import { type Body, change, insert, lock, type Origin, read, schedule } from './objects.ts'

export type Transfer = Body & {
  readonly type: TransferType
  readonly account_id: string
  readonly amount: number
  readonly status: string
  readonly account_number: string
  readonly routing_number: string
  readonly transaction_id: string | null
  readonly pending_transaction_id: string | null
  readonly submission: object | null
  /** Of an ACH transfer. */
  readonly acknowledgement?: object | null
  readonly settlement?: object | null
  readonly inbound_funds_hold?: { readonly status: string } | null
  readonly notifications_of_change?: readonly object[]
}

/** What a request says of it, of whatever kind. */
export type NewTransfer = {
  readonly account_id?: string
  readonly source_account_number_id?: string
  readonly amount: number
  readonly external_account_id?: string
  readonly account_number?: string
  readonly routing_number?: string
  readonly funding?: string
  readonly destination_account_holder?: string
  readonly require_approval?: boolean
  readonly [member: string]: unknown
}

/** The status after the approval. */
const firstStatus = {
  ach_transfer: 'pending_submission',
  wire_transfer: 'pending_creating',
  real_time_payments_transfer: 'pending_submission',
  fednow_transfer: 'pending_submitting',
} as const satisfies Record<TransferType, string>

export const networkNames = {
  ach_transfer: 'ach',
  wire_transfer: 'wire',
  real_time_payments_transfer: 'real_time_payments',
  fednow_transfer: 'fednow',
} as const satisfies Record<TransferType, string>

const noneYet = { submission: null, transaction_id: null, pending_transaction_id: null }
const undecided = { approval: null, cancellation: null }

/** Members of each kind that the request may leave out, and what comes later. */
const shapes: Readonly<Record<TransferType, object>> = {
  ach_transfer: {
    ...{ ...noneYet, ...undecided, acknowledgement: null, network: 'ach' },
    ...{ addenda: null, company_descriptive_date: null, company_discretionary_data: null },
    ...{ company_entry_description: null, company_name: null, company_id: '1234567890' },
    ...{ individual_id: null, individual_name: null },
    ...{ funding: 'checking', destination_account_holder: 'unknown' },
    preferred_effective_date: { date: null, settlement_schedule: 'same_day' },
    standard_entry_class_code: 'corporate_credit_or_debit',
    ...{ inbound_funds_hold: null, notifications_of_change: [], return: null, settlement: null },
  },
  wire_transfer: {
    ...{ ...noneYet, ...undecided, network: 'wire', debtor: null, reversal: null },
    ...{ inbound_wire_drawdown_request_id: null, source_account_number_id: null },
    unique_end_to_end_transaction_reference: null,
  },
  real_time_payments_transfer: {
    ...{ ...noneYet, ...undecided, acknowledgement: null, debtor_name: null, rejection: null },
    ...{ ultimate_creditor_name: null, ultimate_debtor_name: null },
  },
  fednow_transfer: {
    ...{ ...noneYet, acknowledgement: null, rejection: null },
    ...{ creditor_address: null, debtor_address: null },
    unique_end_to_end_transaction_reference: null,
  },
}

const createdBy = { category: 'api_key', api_key: { description: 'The sandbox' } }

/** @throws Problem 400, 404, 409 */
export async function createTransfer(
  bank: Bank,
  tx: Transaction,
  type: TransferType,
  wanted: NewTransfer,
  origin: Origin,
  fault: Fault | undefined,
): Promise<Transfer> {
  const { require_approval: isApprovedLater = false, ...terms } = wanted
  const named = await counterpartyOf(tx, wanted)
  const accountId = await accountOf(tx, wanted)
  await lockAccount(tx, accountId)
  if (wanted.amount > 0) await requireFunds(tx, accountId, wanted.amount)
  const created = await insert<Transfer>(
    bank,
    tx,
    type,
    {
      ...{ ...shapes[type], ...named, ...terms, account_id: accountId, currency: 'USD' },
      ...{ created_by: createdBy, status: 'pending_approval' },
      external_account_id: wanted.external_account_id ?? null,
    },
    { origin },
  )
  await tx.query("insert into acts (party, operation, reference) values ('bank', 'create', $1)", [
    origin.key ?? created.id,
  ])
  await holdBack(tx, created.id, fault)
  const transfer = wanted.amount > 0 ? await holdFor(bank, tx, created) : created
  return isApprovedLater ? transfer : goOn(bank, tx, transfer, {})
}

const LATE_RETURN_MS = 3 * 86_400_000

/** What faults have ordered for the transfer itself. */
async function holdBack(tx: Transaction, id: string, fault: Fault | undefined): Promise<void> {
  const held = holdOf(fault)
  const returnedAfterMs = fault?.kind === 'lateReturn' ? (fault.delayMs ?? LATE_RETURN_MS) : null
  if (held === undefined && returnedAfterMs === null) return
  await tx.query(
    `update bank_objects set held_by = $2, returned_after_ms = $4,
       held_until = store_now() + make_interval(secs => $3) where id = $1`,
    [id, held?.heldBy ?? null, held?.heldMs == null ? null : held.heldMs / 1_000, returnedAfterMs],
  )
}

/** The other account: by its number, or by an external account of ours. */
async function counterpartyOf(
  tx: Transaction,
  { external_account_id: externalId, account_number: number, routing_number: routing }: NewTransfer,
): Promise<{ account_number: string; routing_number: string; funding?: string }> {
  if (externalId !== undefined) {
    const external = await read<
      Body & { account_number: string; routing_number: string; funding: string }
    >(tx, 'external_account', externalId)
    const { account_number, routing_number, funding } = external
    return { account_number, routing_number, funding: funding === 'other' ? 'checking' : funding }
  }
  if (number === undefined) throw invalidParameter('account_number', 'is missing')
  if (routing === undefined) throw invalidParameter('routing_number', 'is missing')
  return { account_number: number, routing_number: routing }
}

/** Instant transfers name the number that they are sent from. */
async function accountOf(tx: Transaction, wanted: NewTransfer): Promise<string> {
  if (wanted.account_id !== undefined) return wanted.account_id
  const number = await read<Body & { account_id: string; status: string }>(
    tx,
    'account_number',
    wanted.source_account_number_id,
  )
  if (number.status !== 'active') throw invalidOperation('The Account Number is not active.')
  return number.account_id
}

async function holdFor(bank: Bank, tx: Transaction, transfer: Transfer): Promise<Transfer> {
  const held = await hold(bank, tx, {
    ...{
      accountId: transfer.account_id,
      cents: transfer.amount,
      description: descriptionOf(transfer),
    },
    category: `${transfer.type}_instruction`,
    source: { amount: transfer.amount, transfer_id: transfer.id },
  })
  return change(bank, tx, transfer, { pending_transaction_id: held.id })
}

export function descriptionOf(transfer: Transfer): string {
  const { statement_descriptor: descriptor, unstructured_remittance_information: text } = transfer
  return String(descriptor ?? text ?? transfer.type.replaceAll('_', ' '))
}

/** @throws Problem 404, 409 where it does not wait for an approval */
async function lockUnapproved(
  tx: Transaction,
  type: TransferType,
  id: string,
  otherwise: string,
): Promise<Transfer> {
  const transfer = await lock<Transfer>(tx, type, id)
  if (transfer.status === 'pending_approval') return transfer
  throw invalidOperation(`The transfer ${otherwise}: it is ${transfer.status}.`)
}

/** @throws Problem 404, 409 where it does not wait for an approval */
export async function approve(
  bank: Bank,
  tx: Transaction,
  type: TransferType,
  id: string,
): Promise<Transfer> {
  const transfer = await lockUnapproved(tx, type, id, 'is not pending approval')
  await lockAccount(tx, transfer.account_id)
  await tx.query(`insert into acts (party, operation, reference) values ('bank', 'approve', $1)`, [
    transfer.idempotency_key ?? id,
  ])
  const approval = { approved_at: bank.clock.now().toISOString(), approved_by: null }
  return goOn(bank, tx, transfer, type === 'fednow_transfer' ? {} : { approval })
}

/** Once it is approved. Money of an ACH transfer moves now, of the others later. */
async function goOn(
  bank: Bank,
  tx: Transaction,
  transfer: Transfer,
  members: object,
): Promise<Transfer> {
  const { id, type, amount, account_number: accountNumber } = transfer
  const { rows } = await tx.query<{ after: number | null }>(
    'select returned_after_ms as after from bank_objects where id = $1',
    [id],
  )
  const returnedAfterMs = rows[0]?.after ?? undefined
  await schedule(tx, id, stepsOf(bank.behaviour, { type, amount, accountNumber, returnedAfterMs }))
  const isAch = type === 'ach_transfer'
  return change(bank, tx, transfer, {
    ...{ status: firstStatus[type], ...members },
    ...(isAch && (await moveAch(bank, tx, transfer))),
    ...(isAch && amount < 0 && { inbound_funds_hold: await holdPull(bank, tx, transfer) }),
  })
}

async function moveAch(bank: Bank, tx: Transaction, transfer: Transfer): Promise<object> {
  const { id, amount, account_number, routing_number, account_id: accountId } = transfer
  await release(bank, tx, transfer.pending_transaction_id)
  const transaction = await transact(bank, tx, {
    ...{ accountId, amount: -amount, otherSide: networkOf('ach') },
    category: 'ach_transfer_intention',
    source: {
      ...{ account_number, amount, routing_number, transfer_id: id },
      statement_descriptor: transfer.statement_descriptor,
    },
    description: descriptionOf(transfer),
  })
  return { transaction_id: transaction.id }
}

/** Pulled money is in the account at once, and cannot be spent before its hold ends. */
async function holdPull(bank: Bank, tx: Transaction, transfer: Transfer): Promise<object> {
  const cents = -transfer.amount
  const held = await hold(bank, tx, {
    ...{ accountId: transfer.account_id, cents, description: descriptionOf(transfer) },
    category: 'inbound_funds_hold',
    source: { amount: cents, currency: 'USD', type: 'inbound_funds_hold' },
  })
  const now = bank.clock.now()
  const { stageMs } = bank.behaviour
  return {
    ...{ amount: cents, currency: 'USD', status: 'held', type: 'inbound_funds_hold' },
    ...{ created_at: now.toISOString(), released_at: null },
    automatically_releases_at: later(now, 4 * stageMs),
    ...{ held_transaction_id: null, pending_transaction_id: held.id },
  }
}

export function later(from: Date, ms: number): string {
  return instant(from.getTime() + ms).toISOString()
}

/** @throws Problem 404, 409 for one that has been approved */
export async function cancel(
  bank: Bank,
  tx: Transaction,
  type: TransferType,
  id: string,
): Promise<Transfer> {
  const transfer = await lockUnapproved(tx, type, id, 'cannot be canceled')
  await release(bank, tx, transfer.pending_transaction_id)
  return change(bank, tx, transfer, { status: 'canceled', ...cancellationOf(bank, type) })
}

export function cancellationOf(bank: Bank, type: TransferType): object {
  const cancellation = { canceled_at: bank.clock.now().toISOString(), canceled_by: null }
  return type === 'fednow_transfer' ? {} : { cancellation }
}
