/** What happens to a transfer after its approval: by itself, or by a simulation. */
import type { Transaction } from '../store/store.ts'
import { type Bank, digits } from './bank.ts'
import type { Act, Particulars, Step, TransferType } from './fates.ts'
import { lockAccount, networkOf, outsideOf, post, release, transact } from './ledger.ts'
import { change, lockRow, schedule } from './objects.ts'
import { returnCodes } from './returnCodes.ts'
import { cancellationOf, descriptionOf, later, networkNames, type Transfer } from './transfers.ts'

/** The members that the act changes; undefined: it is not for this state. */
type Perform = (
  bank: Bank,
  tx: Transaction,
  transfer: Transfer,
  particulars: Particulars,
) => Promise<object | undefined> | object | undefined

const outsideAccount = ({ routing_number, account_number }: Transfer): string =>
  outsideOf(routing_number, account_number)

const isWaiting = ({ status }: Transfer): boolean =>
  ['pending_submission', 'pending_creating', 'pending_submitting'].includes(status)

/** Money has reached the other account, or has come from it. */
async function deliver(tx: Transaction, transfer: Transfer): Promise<void> {
  const network = networkOf(networkNames[transfer.type])
  await post(tx, network, outsideAccount(transfer), transfer.amount)
}

/** Money of a held transfer leaves the account. */
async function debit(
  bank: Bank,
  tx: Transaction,
  transfer: Transfer,
  category: string,
): Promise<{ transaction_id: string }> {
  await release(bank, tx, transfer.pending_transaction_id)
  const { id, type, amount, account_id: accountId, account_number, routing_number } = transfer
  const text = descriptionOf(transfer)
  const transaction = await transact(bank, tx, {
    ...{ accountId, amount: -amount, otherSide: networkOf(networkNames[type]), category },
    source: {
      ...{ account_number, amount, routing_number, transfer_id: id },
      ...(type === 'wire_transfer'
        ? { message_to_recipient: text }
        : { unstructured_remittance_information: text }),
    },
    description: text,
  })
  return { transaction_id: transaction.id }
}

/** What an ACH transfer has moved goes back. */
async function moveBack(
  bank: Bank,
  tx: Transaction,
  transfer: Transfer,
  category: string,
  source: object,
): Promise<string> {
  const { id, amount, account_id: accountId, settlement, inbound_funds_hold: held } = transfer
  if (settlement) await post(tx, outsideAccount(transfer), networkOf('ach'), amount)
  await release(
    bank,
    tx,
    (held as { pending_transaction_id?: string } | null)?.pending_transaction_id ?? null,
  )
  const transaction = await transact(bank, tx, {
    ...{ accountId, amount, otherSide: networkOf('ach'), category },
    source: { ...source, transfer_id: id },
    description: descriptionOf(transfer),
  })
  return transaction.id
}

const ach: Partial<Record<Act, Perform>> = {
  submit: (bank, _tx, transfer) => {
    if (!isWaiting(transfer)) return undefined
    const now = bank.clock.now()
    const { stageMs, returnWindowMs } = bank.behaviour
    const settledAt = later(now, 2 * stageMs)
    return {
      status: 'submitted',
      submission: {
        ...{ submitted_at: now.toISOString(), effective_date: settledAt.slice(0, 10) },
        ...{ expected_funds_settlement_at: settledAt, trace_number: digits(15) },
        expected_settlement_schedule: 'same_day',
        administrative_returns_expected_by: later(now, 2 * stageMs + returnWindowMs),
      },
    }
  },
  acknowledge: ({ clock }, _tx, { status, acknowledgement }) =>
    status === 'submitted' && !acknowledgement
      ? { acknowledgement: { acknowledged_at: clock.now().toISOString() } }
      : undefined,
  settle: async (bank, tx, transfer, { holds = false }) => {
    if (transfer.status !== 'submitted' || transfer.settlement) return undefined
    await deliver(tx, transfer)
    const settlement = { settled_at: bank.clock.now().toISOString() }
    if (holds || !transfer.inbound_funds_hold) return { settlement }
    return { settlement, ...(await endHold(bank, tx, transfer)) }
  },
  release: (bank, tx, transfer) =>
    transfer.inbound_funds_hold?.status === 'held' ? endHold(bank, tx, transfer) : undefined,
  return: async (bank, tx, transfer, { reason = 'no_account', addenda = null }) => {
    if (transfer.status !== 'submitted') return undefined
    const returned = {
      ...{ addenda_information: addenda, created_at: bank.clock.now().toISOString() },
      raw_return_reason_code: returnCodes[reason] ?? 'R03',
      ...{ return_reason_code: reason, trace_number: digits(15) },
    }
    const id = await moveBack(bank, tx, transfer, 'ach_transfer_return', returned)
    return {
      status: 'returned',
      return: { ...returned, transaction_id: id, transfer_id: transfer.id },
      ...endedHold(bank, transfer),
    }
  },
  correct: ({ clock }, _tx, { status, notifications_of_change: former = [] }, { corrected }) => {
    if (!['submitted', 'returned'].includes(status)) return undefined
    const correction = {
      ...{ corrected_account_funding: null, corrected_account_number: null },
      ...{ corrected_individual_id: null, corrected_routing_number: null, ...corrected },
    }
    const change_code = correction.corrected_routing_number
      ? 'incorrect_routing_number'
      : 'incorrect_account_number'
    const created_at = clock.now().toISOString()
    return { notifications_of_change: [...former, { change_code, ...correction, created_at }] }
  },
  reject: async (bank, tx, transfer) => {
    if (transfer.status !== 'pending_reviewing') return undefined
    await moveBack(bank, tx, transfer, 'ach_transfer_rejection', {})
    return { status: 'rejected', ...endedHold(bank, transfer) }
  },
  cancel: async (bank, tx, transfer) => {
    if (!isWaiting(transfer)) return undefined
    await moveBack(bank, tx, transfer, 'ach_transfer_rejection', {})
    return {
      status: 'canceled',
      ...cancellationOf(bank, transfer.type),
      ...endedHold(bank, transfer),
    }
  },
}

async function endHold(bank: Bank, tx: Transaction, transfer: Transfer): Promise<object> {
  const held = transfer.inbound_funds_hold as { pending_transaction_id?: string } | null
  await release(bank, tx, held?.pending_transaction_id ?? null)
  return endedHold(bank, transfer)
}

function endedHold({ clock }: Bank, { inbound_funds_hold: held }: Transfer): object {
  if (held?.status !== 'held') return {}
  return {
    inbound_funds_hold: { ...held, status: 'complete', released_at: clock.now().toISOString() },
  }
}

/** Of those whose money is only held before they are complete. */
const unheld: Partial<Record<Act, Perform>> = {
  cancel: async (bank, tx, transfer) => {
    if (!isWaiting(transfer)) return undefined
    await release(bank, tx, transfer.pending_transaction_id)
    return { status: 'canceled', ...cancellationOf(bank, transfer.type) }
  },
  reject: async (bank, tx, transfer) => {
    if (transfer.status !== 'pending_reviewing') return undefined
    await release(bank, tx, transfer.pending_transaction_id)
    return { status: transfer.type === 'fednow_transfer' ? 'reviewing_rejected' : 'rejected' }
  },
}

const wire: Partial<Record<Act, Perform>> = {
  ...unheld,
  submit: async (bank, tx, transfer) =>
    isWaiting(transfer)
      ? {
          ...(await debit(bank, tx, transfer, 'wire_transfer_intention')),
          status: 'submitted',
          submission: {
            input_message_accountability_data: digits(22),
            submitted_at: bank.clock.now().toISOString(),
          },
        }
      : undefined,
  complete: async (_bank, tx, transfer) => {
    if (transfer.status !== 'submitted') return undefined
    await deliver(tx, transfer)
    return { status: 'complete' }
  },
  reverse: async (bank, tx, transfer, { isHalf = false }) => {
    if (transfer.status !== 'complete') return undefined
    const amount = isHalf ? Math.ceil(transfer.amount / 2) : transfer.amount
    const { id, account_id: accountId, routing_number: debtor } = transfer
    const at = bank.clock.now().toISOString()
    const reversal = {
      ...{ amount, created_at: at, debtor_routing_number: debtor, wire_transfer_id: id },
      ...{ description: 'Return of a wire', input_cycle_date: at.slice(0, 10) },
      ...{ input_message_accountability_data: digits(22), input_sequence_number: digits(6) },
      ...{ input_source: digits(8), instruction_identification: null },
      ...{ return_reason_additional_information: null, return_reason_code: 'AC04' },
      return_reason_code_description: 'Closed account number',
    }
    const transaction = await transact(bank, tx, {
      ...{ accountId, amount, otherSide: outsideAccount(transfer), source: reversal },
      ...{ category: 'inbound_wire_reversal', description: reversal.description },
    })
    return { status: 'reversed', reversal: { ...reversal, transaction_id: transaction.id } }
  },
}

const instant = (category: string, submitted: string): Partial<Record<Act, Perform>> => ({
  ...unheld,
  submit: ({ clock }, _tx, transfer) =>
    isWaiting(transfer)
      ? { status: submitted, submission: submissionOf(transfer.type, clock.now()) }
      : undefined,
  complete: async (bank, tx, transfer, { rejection }) => {
    if (transfer.status !== submitted && !isWaiting(transfer)) return undefined
    const now = bank.clock.now()
    const submission = transfer.submission ?? submissionOf(transfer.type, now)
    if (rejection !== undefined) {
      await release(bank, tx, transfer.pending_transaction_id)
      return {
        ...{ status: 'rejected', submission },
        rejection: {
          reject_reason_additional_information: null,
          ...{ reject_reason_code: rejection, rejected_at: now.toISOString() },
        },
      }
    }
    const moved = await debit(bank, tx, transfer, category)
    await deliver(tx, transfer)
    const acknowledgement = { acknowledged_at: now.toISOString() }
    return { ...moved, ...{ status: 'complete', submission, acknowledgement } }
  },
})

function submissionOf(type: TransferType, at: Date): object {
  const name = type === 'fednow_transfer' ? 'message_identification' : 'transaction_identification'
  return { submitted_at: at.toISOString(), [name]: digits(20) }
}

const common: Partial<Record<Act, Perform>> = {
  review: (_bank, _tx, transfer) =>
    isWaiting(transfer) ? { status: 'pending_reviewing' } : undefined,
  attention: (_bank, _tx, transfer) =>
    isWaiting(transfer) ? { status: 'requires_attention' } : undefined,
  resume: (_bank, _tx, { status, type }) =>
    status === 'requires_attention' ? { status: waitingStatus[type] } : undefined,
}

const waitingStatus: Readonly<Record<TransferType, string>> = {
  ach_transfer: 'pending_submission',
  wire_transfer: 'pending_creating',
  real_time_payments_transfer: 'pending_submission',
  fednow_transfer: 'pending_submitting',
}

const performs: Readonly<Record<TransferType, Partial<Record<Act, Perform>>>> = {
  ach_transfer: { ...common, ...ach },
  wire_transfer: { ...common, ...wire },
  real_time_payments_transfer: {
    ...common,
    ...instant('real_time_payments_transfer_acknowledgement', 'submitted'),
  },
  fednow_transfer: {
    ...common,
    ...instant('fednow_transfer_acknowledgement', 'pending_response'),
  },
}

/**
 * Has it happen, if the state allows it.
 *
 * @returns undefined where the state does not
 * @throws Problem 404
 */
export async function act(
  bank: Bank,
  tx: Transaction,
  type: TransferType,
  id: string,
  { act: name, with: particulars = {} }: Pick<Step, 'act' | 'with'>,
): Promise<Transfer | undefined> {
  const { body: transfer } = await lockRow<Transfer>(tx, type, id)
  await lockAccount(tx, transfer.account_id)
  const members = await performs[type][name]?.(bank, tx, transfer, particulars)
  return members && change(bank, tx, transfer, members)
}

const isDue = `next_at <= store_now() and held_by is null and (held_until is null or held_until <= store_now())`
export const dueBankSteps = {
  due: `from bank_objects where ${isDue}`,
  next: `select min(greatest(next_at, held_until)) from bank_objects
    where held_by is null and greatest(next_at, held_until) > store_now() and next_at is not null`,
}

const AT_ONCE = 50

type DueRow = { id: string; type: string }

/** One object's next step; what it is depends on its type. */
export type TakeStep = (tx: Transaction, row: DueRow) => Promise<void>

/** What is due happens, one step of each object. */
export async function takeDueBankSteps(bank: Bank, takeOther: TakeStep): Promise<void> {
  const { rows } = await bank.store.pool.query<DueRow>(
    `select id, type from bank_objects where ${isDue} order by next_at, ordinal limit ${AT_ONCE}`,
  )
  for (const row of rows) {
    await bank.store.transaction((tx) =>
      row.type in performs ? takeStep(bank, tx, row) : takeOther(tx, row),
    )
  }
}

/** A step that its state no longer allows, because a simulation was there before, is left out. */
async function takeStep(bank: Bank, tx: Transaction, { id, type }: DueRow): Promise<void> {
  const { steps } = await lockRow<Transfer>(tx, type, id)
  const [step, ...rest] = steps
  if (step === undefined) return
  await act(bank, tx, type as TransferType, id, step)
  await schedule(tx, id, rest)
  // What was held back to arrive out of order has now been overtaken.
  await tx.query(
    `update bank_objects set held_until = store_now() where held_until > store_now() and id <> $1`,
    [id],
  )
}
