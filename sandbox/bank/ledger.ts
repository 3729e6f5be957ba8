/** Money at the bank: transactions and holds of accounts, and the bank's own double entry beneath them. */
import type { Transaction } from '../store/store.ts'
import { type Bank, invalidOperation } from './bank.ts'
import { type Body, change, insert, lock, type Queries, read } from './objects.ts'

export type Account = Body & { readonly status: 'open' | 'closed'; readonly name: string }

type Held = Body & { readonly status: 'pending' | 'complete' }

/** A movement of an account's money: its other side is a network, another account, or another bank's. */
export type Movement = {
  readonly accountId: string
  /** Above zero: the account gets it. */
  readonly amount: number
  readonly otherSide: string
  readonly category: string
  /** The members of the source of that category. */
  readonly source: object
  readonly description: string
  /** The account number that it came to. */
  readonly routeId?: string | null
}

export const ledgerOf = (accountId: string): string => `account:${accountId}`
export const networkOf = (name: string): string => `network:${name}`
export const outsideOf = (routing: string | null, number: string | null): string =>
  `outside:${routing ?? 'unknown'}:${number ?? 'unknown'}`

/** Moves cents from one ledger to another; below zero the other way round. */
export async function post(
  tx: Transaction,
  from: string,
  to: string,
  cents: number,
  transactionId?: string,
): Promise<void> {
  if (cents === 0) return
  const [source, target] = cents > 0 ? [from, to] : [to, from]
  await tx.query(
    `insert into bank_postings (from_ledger, to_ledger, cents, transaction_id)
     values ($1, $2, $3, $4)`,
    [source, target, Math.abs(cents), transactionId ?? null],
  )
}

/** Posts a transaction to an account. */
export async function transact(bank: Bank, tx: Transaction, move: Movement): Promise<Body> {
  const { accountId, amount, otherSide, category, source, description, routeId = null } = move
  const transaction = await insert(bank, tx, 'transaction', {
    ...{ account_id: accountId, amount, currency: 'USD', description },
    ...{ route_id: routeId, route_type: routeId === null ? null : 'account_number' },
    source: { category, [category]: source },
  })
  await post(tx, otherSide, ledgerOf(accountId), amount, transaction.id)
  return transaction
}

/** Takes cents out of what an account may spend, until `release`. */
export async function hold(
  bank: Bank,
  tx: Transaction,
  {
    accountId,
    cents,
    category,
    source,
    description,
  }: Omit<Movement, 'amount' | 'otherSide'> & {
    readonly cents: number
  },
): Promise<Body> {
  return insert(bank, tx, 'pending_transaction', {
    ...{ account_id: accountId, amount: -cents, held_amount: -cents, currency: 'USD', description },
    ...{ completed_at: null, route_id: null, route_type: null, status: 'pending' },
    source: { category, [category]: source },
  })
}

/** Ends a hold; one that has ended stays so. */
export async function release(
  bank: Bank,
  tx: Transaction,
  id: string | null,
): Promise<Body | null> {
  if (id === null) return null
  const held = await lock<Held>(tx, 'pending_transaction', id)
  if (held.status === 'complete') return held
  return change(bank, tx, held, {
    status: 'complete',
    completed_at: bank.clock.now().toISOString(),
  })
}

/** Nobody else moves this account's money in the meantime. @throws Problem 404, 409 for a closed one */
export async function lockAccount(tx: Transaction, id: unknown): Promise<Account> {
  const account = await lock<Account>(tx, 'account', id)
  if (account.status !== 'open') throw invalidOperation('The Account is closed.')
  return account
}

/** @throws Problem 409; other conflicts have the same type */
export async function requireFunds(tx: Transaction, id: string, cents: number): Promise<void> {
  const { available_balance: available } = await balanceOf(tx, id)
  if (available < cents) {
    throw invalidOperation('The Account has an insufficient available balance for this transfer.')
  }
}

type Balance = { readonly current_balance: number; readonly available_balance: number }

/** @param at ISO 8601; now without it */
export async function balanceOf(queries: Queries, id: string, at?: string): Promise<Balance> {
  const { rows } = await queries.query<{ current: string; held: string }>(
    `select coalesce(sum((body ->> 'amount')::bigint) filter (where type = 'transaction'), 0) as current,
       coalesce(sum((body ->> 'held_amount')::bigint) filter (where type = 'pending_transaction'
         and (body ->> 'completed_at' is null or (body ->> 'completed_at')::timestamptz > $2)), 0) as held
     from bank_objects where account_id = $1 and type in ('transaction', 'pending_transaction')
       and created_at <= coalesce($2, 'infinity'::timestamptz)`,
    [id, at ?? null],
  )
  const [{ current, held } = { current: '0', held: '0' }] = rows
  return {
    current_balance: Number(current),
    available_balance: Number(current) + Number(held),
  }
}

/** What an account has, as the API answers it. @throws Problem 404 */
export async function readBalance(bank: Bank, id: string, at: string | undefined): Promise<object> {
  const account = await read<Account>(bank.store.pool, 'account', id)
  return {
    ...{ account_id: account.id, loan: null, type: 'balance_lookup' },
    ...(await balanceOf(bank.store.pool, account.id, at)),
  }
}
