/** Money that comes to an account number: taken, declined, and sent back. */
import { instant } from '../../contract/time.ts'
import type { Transaction } from '../store/store.ts'
import type { AccountNumber } from './accounts.ts'
import { type Bank, digits, invalidOperation } from './bank.ts'
import { balanceOf, lockAccount, outsideOf, transact } from './ledger.ts'
import { type Body, change, insert, lock, type Origin, read } from './objects.ts'

type Members = Readonly<Record<string, unknown>>

export type InboundType =
  | 'inbound_ach_transfer'
  | 'inbound_wire_transfer'
  | 'inbound_real_time_payments_transfer'
  | 'inbound_fednow_transfer'

type Inbound = Body & {
  readonly type: InboundType
  readonly account_id: string
  readonly account_number_id: string
  readonly amount: number
  readonly status: string
  readonly direction?: 'credit' | 'debit'
  readonly debtor_account_number?: string | null
  readonly debtor_routing_number?: string | null
  readonly originator_routing_number?: string
}

const DEBTOR = { debtor_account_number: '987654321', debtor_routing_number: '101050001' }
const HOUR_MS = 3_600_000

/** The members of each kind that a simulation may leave out. */
const shapes = {
  inbound_ach_transfer: () => ({
    ...{ acceptance: null, addenda: null, decline: null, international_addenda: null },
    ...{ notification_of_change: null, transfer_return: null, status: 'pending' },
    ...{ originator_company_descriptive_date: null, originator_company_discretionary_data: null },
    ...{ originator_company_entry_description: 'PAYMENT', originator_company_id: '1234567890' },
    ...{ originator_company_name: 'A COMPANY', originator_routing_number: '101050001' },
    ...{ receiver_id_number: null, receiver_name: null, trace_number: digits(15) },
    standard_entry_class_code: 'internet_initiated',
  }),
  inbound_wire_transfer: () => ({
    ...{ acceptance: null, reversal: null, status: 'pending', description: 'Inbound wire' },
    ...{ creditor_address_line1: null, creditor_address_line2: null, creditor_address_line3: null },
    ...{ creditor_name: null, debtor_name: 'A Sender', ...DEBTOR },
    ...{ debtor_address_line1: null, debtor_address_line2: null, debtor_address_line3: null },
    ...{ end_to_end_identification: null, input_message_accountability_data: digits(22) },
    ...{ instructing_agent_routing_number: null, instruction_identification: null, purpose: null },
    ...{ unique_end_to_end_transaction_reference: null, wire_drawdown_request_id: null },
    unstructured_remittance_information: null,
  }),
  inbound_real_time_payments_transfer: () => ({
    ...{ confirmation: null, decline: null, creditor_name: 'A Receiver', currency: 'USD' },
    ...{ debtor_name: 'A Sender', ...DEBTOR, transaction_identification: digits(20) },
    ...{ status: 'pending_confirming', unstructured_remittance_information: null },
  }),
  inbound_fednow_transfer: () => ({
    ...{ confirmation: null, decline: null, creditor_name: 'A Receiver', currency: 'USD' },
    ...{ debtor_name: 'A Sender', ...DEBTOR, transaction_id: null, status: 'pending_confirming' },
    unique_end_to_end_transaction_reference: digits(20),
    unstructured_remittance_information: null,
  }),
} as const satisfies Record<InboundType, () => object>

/** Names of the ACH's simulation that the object has another name for. */
const originator: Readonly<Record<string, string>> = {
  company_descriptive_date: 'originator_company_descriptive_date',
  company_discretionary_data: 'originator_company_discretionary_data',
  company_entry_description: 'originator_company_entry_description',
  company_id: 'originator_company_id',
  company_name: 'originator_company_name',
}

/** Money arrives. @throws Problem 404 */
export async function arrive(
  bank: Bank,
  tx: Transaction,
  type: InboundType,
  {
    account_number_id: numberId,
    resolve_at: resolveAt,
    request_for_payment_id: _,
    ...wanted
  }: Members,
  origin: Origin,
): Promise<Body> {
  const number = await read<AccountNumber>(tx, 'account_number', numberId)
  await lockAccount(tx, number.account_id)
  const now = bank.clock.now()
  const isAch = type === 'inbound_ach_transfer'
  const named = Object.entries(wanted).map(([name, value]) => [originator[name] ?? name, value])
  const amount = Number(wanted.amount)
  const ach = isAch && {
    ...{ amount: Math.abs(amount), direction: amount > 0 ? 'credit' : 'debit' },
    automatically_resolves_at: resolveAt ?? instant(now.getTime() + HOUR_MS).toISOString(),
    effective_date: now.toISOString(),
    settlement: { settled_at: now.toISOString(), settlement_schedule: 'same_day' },
  }
  const inbound = await insert<Inbound>(
    bank,
    tx,
    type,
    {
      ...{ ...shapes[type](), ...Object.fromEntries(named), ...ach },
      ...{ account_id: number.account_id, account_number_id: number.id },
    },
    // Nobody made it with a key of ours.
    { origin },
  )
  if (wanted.wire_drawdown_request_id !== undefined) {
    const drawdown = await lock<Body>(tx, 'wire_drawdown_request', wanted.wire_drawdown_request_id)
    await change(bank, tx, drawdown, {
      ...{ status: 'fulfilled', fulfillment_inbound_wire_transfer_id: inbound.id },
    })
  }
  if (isAch && resolveAt !== undefined) {
    await resolveLater(tx, inbound.id, String(resolveAt))
    return inbound
  }
  return resolve(bank, tx, inbound)
}

async function resolveLater(tx: Transaction, id: string, at: string): Promise<void> {
  await tx.query('update bank_objects set next_at = $2 where id = $1', [id, at])
}

/** The time has come to take it, or not. */
export async function resolveDue(bank: Bank, tx: Transaction, id: string): Promise<void> {
  const inbound = await lock<Inbound>(tx, 'inbound_ach_transfer', id)
  await tx.query('update bank_objects set next_at = null where id = $1', [id])
  if (inbound.status !== 'pending') return
  await lockAccount(tx, inbound.account_id)
  await resolve(bank, tx, inbound)
}

async function resolve(bank: Bank, tx: Transaction, inbound: Inbound): Promise<Body> {
  const reason = await declineOf(tx, inbound)
  return reason === undefined ? accept(bank, tx, inbound) : declineFor(bank, tx, inbound, reason)
}

async function declineOf(tx: Transaction, inbound: Inbound): Promise<string | undefined> {
  const number = await read<AccountNumber>(tx, 'account_number', inbound.account_number_id)
  const isAch = inbound.type === 'inbound_ach_transfer'
  if (number.status !== 'active') {
    return `${isAch ? 'ach_route' : 'account_number'}_${number.status}`
  }
  if (inbound.direction !== 'debit') return undefined
  if (number.inbound_ach.debit_status === 'blocked') return 'transaction_not_allowed'
  const { available_balance: available } = await balanceOf(tx, inbound.account_id)
  return available < inbound.amount ? 'insufficient_funds' : undefined
}

const categories = {
  inbound_ach_transfer: 'inbound_ach_transfer',
  inbound_wire_transfer: 'inbound_wire_transfer',
  inbound_real_time_payments_transfer: 'inbound_real_time_payments_transfer_confirmation',
  inbound_fednow_transfer: 'inbound_fednow_transfer_confirmation',
} as const satisfies Record<InboundType, string>

const senderOf = (inbound: Inbound): string =>
  outsideOf(
    inbound.debtor_routing_number ?? inbound.originator_routing_number ?? null,
    inbound.debtor_account_number ?? null,
  )

async function accept(bank: Bank, tx: Transaction, inbound: Inbound): Promise<Body> {
  const { id, type, account_id: accountId, account_number_id: routeId, amount } = inbound
  const signed = inbound.direction === 'debit' ? -amount : amount
  const { account_id: _, account_number_id: __, created_at: ___, ...source } = inbound
  const transaction = await transact(bank, tx, {
    ...{ accountId, amount: signed, otherSide: senderOf(inbound), routeId },
    ...{ category: categories[type], source: { ...source, transfer_id: id } },
    description: type.replaceAll('_', ' '),
  })
  const at = bank.clock.now().toISOString()
  if (type === 'inbound_ach_transfer' || type === 'inbound_wire_transfer') {
    const acceptance = { accepted_at: at, transaction_id: transaction.id }
    return change(bank, tx, inbound, { status: 'accepted', acceptance })
  }
  const isFednow = type === 'inbound_fednow_transfer'
  const confirmation = isFednow
    ? { transfer_id: id }
    : { confirmed_at: at, transaction_id: transaction.id }
  return change(bank, tx, inbound, {
    ...{ status: 'confirmed', confirmation },
    ...(isFednow && { transaction_id: transaction.id }),
  })
}

const declineCategories = {
  inbound_ach_transfer: 'ach_decline',
  inbound_wire_transfer: 'wire_decline',
  inbound_real_time_payments_transfer: 'inbound_real_time_payments_transfer_decline',
  inbound_fednow_transfer: 'inbound_fednow_transfer_decline',
} as const satisfies Record<InboundType, string>

async function declineFor(
  bank: Bank,
  tx: Transaction,
  inbound: Inbound,
  reason: string,
): Promise<Body> {
  const { id, type, account_id, account_number_id: routeId, amount } = inbound
  const category = declineCategories[type]
  const named = type === 'inbound_ach_transfer' ? 'inbound_ach_transfer_id' : 'transfer_id'
  const declined = await insert(bank, tx, 'declined_transaction', {
    ...{ account_id, currency: 'USD', description: type.replaceAll('_', ' ') },
    amount: inbound.direction === 'debit' ? -amount : amount,
    ...{ route_id: routeId, route_type: 'account_number' },
    source: { category, [category]: { amount, reason, [named]: id, type: category } },
  })
  const decline =
    type === 'inbound_fednow_transfer'
      ? { reason, transfer_id: id }
      : {
          ...{ declined_at: bank.clock.now().toISOString(), reason },
          declined_transaction_id: declined.id,
        }
  return change(bank, tx, inbound, {
    status: 'declined',
    ...(type !== 'inbound_wire_transfer' && { decline }),
  })
}

/** While it is pending. @throws Problem 404, 409 */
export async function declineInbound(
  bank: Bank,
  tx: Transaction,
  id: string,
  { reason = 'user_initiated' }: Members,
): Promise<Body> {
  const inbound = await lock<Inbound>(tx, 'inbound_ach_transfer', id)
  if (inbound.status !== 'pending') throw invalidOperation('The transfer is not pending.')
  return declineFor(bank, tx, inbound, String(reason))
}

/** Once it is accepted: the whole of it goes back. @throws Problem 404, 409 */
export async function returnInbound(
  bank: Bank,
  tx: Transaction,
  id: string,
  { reason }: Members,
): Promise<Body> {
  const inbound = await lock<Inbound>(tx, 'inbound_ach_transfer', id)
  if (inbound.status !== 'accepted') throw invalidOperation('The transfer is not accepted.')
  const transactionId = await sendBack(bank, tx, inbound, 'inbound_ach_transfer_return_intention', {
    inbound_ach_transfer_id: id,
  })
  return change(bank, tx, inbound, {
    status: 'returned',
    transfer_return: {
      ...{ reason, returned_at: bank.clock.now().toISOString(), transaction_id: transactionId },
    },
  })
}

/** Once it is accepted. @throws Problem 404, 409 */
export async function reverseInbound(
  bank: Bank,
  tx: Transaction,
  id: string,
  { reason }: Members,
): Promise<Body> {
  const inbound = await lock<Inbound>(tx, 'inbound_wire_transfer', id)
  if (inbound.status !== 'accepted') throw invalidOperation('The transfer is not accepted.')
  await sendBack(bank, tx, inbound, 'inbound_wire_transfer_reversal', {
    inbound_wire_transfer_id: id,
  })
  const reversal = { reason, reversed_at: bank.clock.now().toISOString() }
  return change(bank, tx, inbound, { status: 'reversed', reversal })
}

async function sendBack(
  bank: Bank,
  tx: Transaction,
  inbound: Inbound,
  category: string,
  source: object,
): Promise<string> {
  const { account_id: accountId, amount, direction, account_number_id: routeId } = inbound
  await lockAccount(tx, accountId)
  const signed = direction === 'debit' ? amount : -amount
  if (signed < 0) {
    const { available_balance: available } = await balanceOf(tx, accountId)
    if (available < amount) throw invalidOperation('The Account has an insufficient balance.')
  }
  const { id } = await transact(bank, tx, {
    ...{ accountId, amount: signed, otherSide: senderOf(inbound), category, source, routeId },
    description: category.replaceAll('_', ' '),
  })
  return id
}
