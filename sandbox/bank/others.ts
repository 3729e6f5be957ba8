/** Prenotifications, drawdown requests, deposits of checks and programs: what the service does not need yet, the bank has. */
import type { Transaction } from '../store/store.ts'
import { type Bank, digits, invalidOperation } from './bank.ts'
import { lockAccount, transact } from './ledger.ts'
import { type Body, change, insert, lock, lockRow, type Origin, schedule } from './objects.ts'
import { returnCodes } from './returnCodes.ts'

type Members = Readonly<Record<string, unknown>>
type WithStatus = Body & { readonly status: string }

/** Numbers that the other bank sends a prenotification back for, with its reason. */
const refused: Readonly<Record<string, string>> = {
  '003': 'no_account',
  '004': 'non_transaction_account',
  '007': 'account_closed',
  '302': 'no_account',
  '303': 'account_frozen_entry_returned_per_ofac_instruction',
}

/** Nothing is moved: silence of the other bank is consent. */
export async function createPrenotification(
  bank: Bank,
  tx: Transaction,
  wanted: Members,
  origin: Origin,
): Promise<Body> {
  await lockAccount(tx, wanted.account_id)
  const prenotification = await insert<Body>(
    bank,
    tx,
    'ach_prenotification',
    {
      ...{ addendum: null, company_descriptive_date: null, company_discretionary_data: null },
      ...{ company_entry_description: null, company_name: null, credit_debit_indicator: null },
      ...{ effective_date: null, individual_id: null, individual_name: null },
      ...{ notifications_of_change: [], prenotification_return: null },
      ...{ standard_entry_class_code: null, ...wanted, status: 'pending_submitting' },
    },
    { origin },
  )
  const { stageMs: afterMs } = bank.behaviour
  const isRefused = String(wanted.account_number).slice(-3) in refused
  await schedule(tx, prenotification.id, [
    { afterMs, act: 'submit' },
    ...(isRefused ? [{ afterMs, act: 'return' as const }] : []),
  ])
  return prenotification
}

/** Its next step is due. */
export async function movePrenotification(bank: Bank, tx: Transaction, id: string): Promise<void> {
  const { body, steps } = await lockRow<WithStatus & { account_number: string }>(
    tx,
    'ach_prenotification',
    id,
  )
  const [step, ...rest] = steps
  const reason = refused[body.account_number.slice(-3)] ?? 'no_account'
  const returned = {
    ...{ created_at: bank.clock.now().toISOString(), return_reason_code: reason },
    raw_return_reason_code: returnCodes[reason],
  }
  await change(
    bank,
    tx,
    body,
    step?.act === 'return'
      ? { status: 'returned', prenotification_return: returned }
      : { status: 'submitted' },
  )
  await schedule(tx, id, rest)
}

export function createDrawdown(
  bank: Bank,
  tx: Transaction,
  wanted: Members,
  origin: Origin,
): Promise<Body> {
  const members = {
    ...{ currency: 'USD', debtor_external_account_id: null, end_to_end_identification: null },
    ...{ fulfillment_inbound_wire_transfer_id: null, status: 'pending_submission' },
    ...{ submission: null, unique_end_to_end_transaction_reference: null, ...wanted },
  }
  return insert(bank, tx, 'wire_drawdown_request', members, { origin })
}

/** @throws Problem 404, 409 */
export async function moveDrawdown(
  bank: Bank,
  tx: Transaction,
  id: string,
  to: 'submit' | 'refuse',
): Promise<Body> {
  const drawdown = await lock<WithStatus>(tx, 'wire_drawdown_request', id)
  const needed = to === 'submit' ? 'pending_submission' : 'pending_response'
  if (drawdown.status !== needed) throw invalidOperation(`The request is ${drawdown.status}.`)
  if (to === 'refuse') return change(bank, tx, drawdown, { status: 'refused' })
  const submission = { input_message_accountability_data: digits(22) }
  return change(bank, tx, drawdown, { status: 'pending_response', submission })
}

type CheckDeposit = WithStatus & { readonly account_id: string; readonly amount: number }

export async function createCheckDeposit(
  bank: Bank,
  tx: Transaction,
  wanted: Members,
  origin: Origin,
): Promise<Body> {
  await lockAccount(tx, wanted.account_id)
  const members = {
    ...{ deposit_acceptance: null, deposit_adjustments: [], deposit_rejection: null },
    ...{ deposit_return: null, deposit_submission: null, description: null },
    ...{ inbound_funds_hold: null, inbound_mail_item_id: null, lockbox_recipient_id: null },
    ...{ transaction_id: null, ...wanted, status: 'pending' },
  }
  return insert(bank, tx, 'check_deposit', members, { origin })
}

/** @throws Problem 404, 409 */
export async function moveCheckDeposit(
  bank: Bank,
  tx: Transaction,
  id: string,
  to: 'submit' | 'reject' | 'return',
): Promise<Body> {
  const check = await lock<CheckDeposit>(tx, 'check_deposit', id)
  const needed = to === 'return' ? 'submitted' : 'pending'
  if (check.status !== needed) throw invalidOperation(`The deposit is ${check.status}.`)
  await lockAccount(tx, check.account_id)
  const { account_id: accountId, amount } = check
  const at = bank.clock.now().toISOString()
  const terms = { amount, check_deposit_id: id, currency: 'USD' }
  if (to === 'reject') {
    const category = 'check_deposit_rejection'
    const source = { ...terms, reason: 'poor_image_quality', rejected_at: at }
    const declined = await insert(bank, tx, 'declined_transaction', {
      ...{ account_id: accountId, amount, currency: 'USD', description: 'Check deposit' },
      ...{ route_id: null, route_type: null, source: { category, [category]: source } },
    })
    const rejection = { ...source, declined_transaction_id: declined.id }
    return change(bank, tx, check, { status: 'rejected', deposit_rejection: rejection })
  }
  const source =
    to === 'submit'
      ? {
          ...{ ...terms, account_number: '987654321', routing_number: '101050001' },
          ...{ auxiliary_on_us: null, serial_number: null },
        }
      : { ...terms, return_reason: 'insufficient_funds', returned_at: at }
  const category = to === 'submit' ? 'check_deposit_acceptance' : 'check_deposit_return'
  const { id: transactionId } = await transact(bank, tx, {
    ...{ accountId, amount: to === 'submit' ? amount : -amount, category, source },
    ...{ otherSide: 'network:check', description: 'Check deposit' },
  })
  if (to === 'return') {
    const back = { ...source, transaction_id: transactionId }
    return change(bank, tx, check, { status: 'returned', deposit_return: back })
  }
  const { front_image_file_id: front, back_image_file_id: back } = check
  return change(bank, tx, check, {
    ...{ status: 'submitted', deposit_acceptance: source, transaction_id: transactionId },
    deposit_submission: { back_file_id: back, front_file_id: front, submitted_at: at },
  })
}

export function createProgram(
  bank: Bank,
  tx: Transaction,
  { name, bank: at = 'core_bank' }: Members,
  origin: Origin,
): Promise<Body> {
  const members = {
    ...{ name, bank: at, billing_account_id: null, default_digital_card_profile_id: null },
    ...{ interest_rate: '0', lending: null, updated_at: bank.clock.now().toISOString() },
  }
  return insert(bank, tx, 'program', members, { origin })
}
