/** Accounts and their numbers, accounts at other banks, and who hears of events. */
import { randomBytes } from 'node:crypto'
import type { Transaction } from '../store/store.ts'
import { type Bank, digits, invalidOperation, invalidParameter } from './bank.ts'
import { secretOf } from './events.ts'
import { type Account, balanceOf, lockAccount, requireFunds, transact } from './ledger.ts'
import { type Body, change, insert, lock, type Origin } from './objects.ts'

type Members = Record<string, unknown>

/** The sandbox's own bank, at which all account numbers are. */
const ROUTING_NUMBER = '101050001'
const SAMPLE_CENTS = 1_000_000_000

export type AccountNumber = Body & {
  readonly account_id: string
  readonly status: 'active' | 'disabled' | 'canceled'
  readonly inbound_ach: { readonly debit_status: 'allowed' | 'blocked' }
  readonly inbound_checks: object
}

/** What the settings name is there as if the service had been enrolled: an account with sample money, and a number. */
export async function enrolAtBank(bank: Bank): Promise<void> {
  const { accountId, accountNumberId } = bank.access
  await bank.store.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtext('sandbox bank enrolment'))")
    const { rowCount } = await tx.query('select 1 from bank_objects where id = $1', [accountId])
    if (rowCount === 1) return
    const origin = { key: undefined, hash: Buffer.alloc(0) }
    await createAccount(bank, tx, { name: 'Customers of the service' }, origin, accountId)
    await addSampleFunds(bank, tx, accountId, SAMPLE_CENTS)
    await createAccountNumber(
      bank,
      tx,
      { account_id: accountId, name: 'Payouts', inbound_ach: { debit_status: 'blocked' } },
      origin,
      accountNumberId,
    )
  })
}

/** Money from nowhere: of the control port, and an enrolled account's first. */
export async function addSampleFunds(
  bank: Bank,
  tx: Transaction,
  accountId: string,
  cents: number,
): Promise<Body> {
  await lockAccount(tx, accountId)
  return transact(bank, tx, {
    ...{ accountId, amount: cents, otherSide: 'sample', category: 'sample_funds' },
    ...{ source: { originator: 'Sandbox' }, description: 'Sample funds' },
  })
}

export async function createAccount(
  bank: Bank,
  tx: Transaction,
  { name, entity_id, informational_entity_id, program_id, funding = 'deposits' }: Members,
  origin: Origin,
  id?: string,
): Promise<Body> {
  const members = {
    ...{ name, account_revenue_rate: null, bank: 'core_bank', closed_at: null, currency: 'USD' },
    ...{ entity_id: entity_id ?? 'entity_sandbox', funding, interest_rate: '0', loan: null },
    ...{ informational_entity_id: informational_entity_id ?? null, status: 'open' },
    program_id: program_id ?? 'program_sandbox',
  }
  return insert(bank, tx, 'account', members, { origin, ...(id !== undefined && { id }) })
}

/** @throws Problem 409 while there is money in it */
export async function closeAccount(bank: Bank, tx: Transaction, id: string): Promise<Body> {
  const account: Account = await lockAccount(tx, id)
  const { current_balance: left } = await balanceOf(tx, id)
  if (left !== 0) throw invalidOperation('The Account has a balance.')
  return change(bank, tx, account, {
    ...{ status: 'closed', closed_at: bank.clock.now().toISOString() },
  })
}

export async function createAccountNumber(
  bank: Bank,
  tx: Transaction,
  { account_id, name, inbound_ach, inbound_checks }: Members,
  origin: Origin,
  id?: string,
): Promise<Body> {
  await lockAccount(tx, account_id)
  const members = {
    ...{ account_id, name, status: 'active' },
    ...{ account_number: digits(12), routing_number: ROUTING_NUMBER },
    inbound_ach: { debit_status: 'allowed', ...(inbound_ach as object | undefined) },
    inbound_checks: { status: 'check_transfers_only', ...(inbound_checks as object | undefined) },
  }
  return insert(bank, tx, 'account_number', members, { origin, ...(id !== undefined && { id }) })
}

/** @throws Problem 409 for a number that has been canceled, which it stays */
export async function changeAccountNumber(
  bank: Bank,
  tx: Transaction,
  id: string,
  { inbound_ach, inbound_checks, ...members }: Members,
): Promise<Body> {
  const number = await lock<AccountNumber>(tx, 'account_number', id)
  if (number.status === 'canceled') throw invalidOperation('The Account Number is canceled.')
  return change(bank, tx, number, {
    ...members,
    inbound_ach: { ...number.inbound_ach, ...(inbound_ach as object | undefined) },
    inbound_checks: { ...number.inbound_checks, ...(inbound_checks as object | undefined) },
  })
}

/** Not checked at all, as at the vendor. */
export function createExternalAccount(
  bank: Bank,
  tx: Transaction,
  { account_holder = 'unknown', funding = 'checking', ...members }: Members,
  origin: Origin,
): Promise<Body> {
  const all = { ...members, account_holder, funding, status: 'active' }
  return insert(bank, tx, 'external_account', all, { origin })
}

export async function changeExternalAccount(
  bank: Bank,
  tx: Transaction,
  id: string,
  members: Members,
): Promise<Body> {
  return change(bank, tx, await lock<Body>(tx, 'external_account', id), members)
}

/** At once: both accounts are here. @throws Problem 404, 409 */
export async function createAccountTransfer(
  bank: Bank,
  tx: Transaction,
  {
    account_id: from,
    destination_account_id: to,
    amount: cents,
    description,
    require_approval,
  }: Members,
  origin: Origin,
): Promise<Body> {
  const [accountId, destination] = [String(from), String(to)]
  if (accountId === destination) throw invalidParameter('destination_account_id', 'is the same')
  // Always in one order, so that two of them never wait for each other.
  for (const id of [accountId, destination].sort()) await lockAccount(tx, id)
  const amount = Number(cents)
  await requireFunds(tx, accountId, amount)
  const transfer = await insert<Body>(
    bank,
    tx,
    'account_transfer',
    {
      ...{ account_id: accountId, destination_account_id: destination, amount, description },
      ...{ approval: null, cancellation: null, created_by: null, currency: 'USD' },
      ...{ destination_transaction_id: null, pending_transaction_id: null, transaction_id: null },
      status: require_approval ? 'pending_approval' : 'complete',
    },
    { origin },
  )
  return require_approval ? transfer : moveBetween(bank, tx, transfer)
}

type AccountTransfer = Body & {
  readonly account_id: string
  readonly destination_account_id: string
  readonly amount: number
  readonly description: string
  readonly status: string
}

async function moveBetween(bank: Bank, tx: Transaction, transfer: Body): Promise<Body> {
  const { id, account_id, destination_account_id, amount, description } =
    transfer as AccountTransfer
  const source = {
    ...{ amount, currency: 'USD', description, destination_account_id },
    ...{ source_account_id: account_id, transfer_id: id },
  }
  const category = 'account_transfer_intention'
  // Each account has its transaction, and the books have a posting for each: through the bank itself.
  const sent = await transact(bank, tx, {
    ...{ accountId: account_id, amount: -amount, otherSide: 'own', category, source, description },
  })
  const received = await transact(bank, tx, {
    ...{ accountId: destination_account_id, amount, otherSide: 'own', category, source },
    description,
  })
  return change(bank, tx, transfer, {
    ...{ status: 'complete', transaction_id: sent.id, destination_transaction_id: received.id },
  })
}

/** @throws Problem 404, 409 */
export async function decideAccountTransfer(
  bank: Bank,
  tx: Transaction,
  id: string,
  decision: 'approve' | 'cancel',
): Promise<Body> {
  const transfer = await lock<AccountTransfer>(tx, 'account_transfer', id)
  if (transfer.status !== 'pending_approval') {
    throw invalidOperation('The transfer is not pending approval.')
  }
  const at = bank.clock.now().toISOString()
  if (decision === 'cancel') {
    const cancellation = { canceled_at: at, canceled_by: null }
    return change(bank, tx, transfer, { status: 'canceled', cancellation })
  }
  for (const one of [transfer.account_id, transfer.destination_account_id].sort()) {
    await lockAccount(tx, one)
  }
  await requireFunds(tx, transfer.account_id, transfer.amount)
  const approval = { approved_at: at, approved_by: null }
  return moveBetween(bank, tx, await change(bank, tx, transfer, { approval }))
}

/** The secret is never shown: who does not set it cannot check a signature. */
export async function subscribe(
  bank: Bank,
  tx: Transaction,
  { shared_secret: secret, url, selected_event_categories: selected, ...members }: Members,
  origin: Origin,
): Promise<Body> {
  const subscription = await insert<Body>(
    bank,
    tx,
    'event_subscription',
    {
      ...{ url, selected_event_categories: selected ?? null },
      ...{ oauth_connection_id: null, status: 'active', ...members },
    },
    { origin },
  )
  await tx.query(
    'insert into bank_subscription_secrets (subscription_id, sealed_secret) values ($1, $2)',
    [
      subscription.id,
      bank.vault.seal(
        secretOf(subscription.id),
        secret === undefined ? randomBytes(32).toString('hex') : String(secret),
      ),
    ],
  )
  return subscription
}

export async function changeSubscription(
  bank: Bank,
  tx: Transaction,
  id: string,
  members: Members,
): Promise<Body> {
  return change(bank, tx, await lock<Body>(tx, 'event_subscription', id), members)
}

const rails = [
  ...['ach_transfers', 'wire_transfers', 'real_time_payments_transfers', 'fednow_transfers'],
  'real_time_payments_request_for_payment',
]
/** Those that take less than everything, with what they take. */
const lesser: Readonly<Record<string, readonly string[]>> = {
  '790000064': ['ach_transfers', 'wire_transfers'],
  '790000051': [],
}
const known = [
  ...['110000000', '101050001', '790000006', '790000019', '790000022', '790000035', '790000048'],
  ...['021000021', '026009593', ...Object.keys(lesser)],
]

/** Those that exist; others have no entry. */
export function routingNumbers(number: string): object {
  if (!/^\d{9}$/.test(number)) throw invalidParameter('routing_number', 'must have nine digits')
  const supported = lesser[number] ?? rails
  const words = rails.map((rail) => [
    rail,
    supported.includes(rail) ? 'supported' : 'not_supported',
  ])
  const entry = {
    ...{ name: `Bank of ${number}`, routing_number: number, type: 'routing_number' },
    ...Object.fromEntries(words),
  }
  return { data: known.includes(number) ? [entry] : [], next_cursor: null }
}
