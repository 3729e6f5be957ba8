/** Transfers: mints and redemptions, and what happens to them. */
import type { Answer } from '../http.ts'
import type { Transaction } from '../store/store.ts'
import { type AddressRow, addCoins } from './addresses.ts'
import { type Coins, centsOf, moneyOf, newId, refusal } from './coins.ts'
import { takeDueAddresses } from './deposits.ts'
import { addEvent, type EventType } from './events.ts'
import { isMint, type LegBody, type Step, stepsOf } from './fates.ts'

export type NewTransfer = {
  readonly amount: { readonly value: string; readonly currency: string }
  readonly source: LegBody
  readonly destination: LegBody
  readonly note?: string
}

export type TransferRow = {
  id: string
  account_id: string
  cents: string
  source: LegBody
  destination: LegBody
  note: string | null
  status: string
  failure: object | null
  wire_instructions: object | null
  steps: Step[]
  is_moved: boolean
  created_at: Date
  updated_at: Date
}

const INSUFFICIENT = 902n

/** @throws Refusal 404 and 422 */
export async function createTransfer(
  coins: Coins,
  tx: Transaction,
  accountId: string,
  wanted: NewTransfer,
): Promise<Answer> {
  const cents = centsOf(wanted.amount.value)
  if (cents === undefined || cents <= 0n) throw refusal(422, 'invalid_amount', 'Not an amount')
  if (cents % 1_000n === INSUFFICIENT) {
    throw refusal(422, 'insufficient_balance', 'The balance does not cover the amount')
  }
  const source = await addressOfLeg(tx, accountId, wanted.source)
  const destination = await addressOfLeg(tx, accountId, wanted.destination)
  const mints = isMint(wanted.source)
  if (!mints && (source?.type !== 'internal' || source.address === null)) {
    throw refusal(422, 'unsupported_account_combination', 'The source must be internal')
  }
  if (destination === undefined || destination.status !== 'active') {
    throw refusal(404, 'compatible_address_not_found', 'No such destination')
  }
  if (source === undefined && wanted.source.transfer_type !== 'wire') {
    throw refusal(404, 'compatible_address_not_found', 'No such source')
  }
  // Tokens burn first, then dollars leave.
  if (!mints) await burn(tx, source?.address ?? '', wanted.source.value_type, cents)
  const steps = stepsOf(coins.behaviour, {
    cents,
    isMint: mints,
    rail: mints ? wanted.source.transfer_type : wanted.destination.transfer_type,
    bankNumber: (mints ? source : destination)?.account_number ?? null,
  })
  const row = await insert(tx, accountId, wanted, { cents, steps, isMoved: !mints })
  await tx.query("insert into acts (party, operation, reference) values ('stablecoins', $1, $2)", [
    ...[mints ? 'mint' : 'redeem', wanted.note ?? ''],
  ])
  await addEvent(coins, tx, 'transfer.created', row)
  return { status: 201, body: presentTransfer(row) }
}

async function addressOfLeg(
  tx: Transaction,
  accountId: string,
  { address_id: id }: LegBody,
): Promise<AddressRow | undefined> {
  if (id === undefined) return undefined
  const { rows } = await tx.query<AddressRow>(
    'select * from coin_addresses where id = $1 and account_id = $2',
    [id, accountId],
  )
  return rows[0]
}

async function burn(tx: Transaction, address: string, ticker: string, cents: bigint) {
  const { rowCount } = await tx.query(
    `update coin_balances set cents = cents - $3::bigint
     where address = $1 and value_type = $2 and cents >= $3::bigint`,
    [address, ticker.toUpperCase(), cents],
  )
  if (rowCount === 0) throw refusal(422, 'insufficient_balance', 'The balance does not cover it')
}

async function insert(
  tx: Transaction,
  accountId: string,
  wanted: NewTransfer,
  { cents, steps, isMoved }: { cents: bigint; steps: readonly Step[]; isMoved: boolean },
): Promise<TransferRow> {
  const id = newId()
  const isWire = wanted.source.address_id === undefined
  const wire = {
    beneficiary_name: 'Sandbox Trust Company',
    beneficiary_address: '1 Sandbox Street, Des Moines, IA 50309',
    bank_name: 'Sandbox Bank',
    bank_address: '2 Sandbox Street, Des Moines, IA 50309',
    ...{ account_number: '000123450001', routing_number: '021000021', memo: id.slice(0, 12) },
  }
  const { rows } = await tx.query<TransferRow>(
    `insert into coin_transfers (id, account_id, cents, source, destination, note, status, wire_instructions,
       steps, next_at, is_moved)
     values ($1, $2, $3, $4, $5, $6, 'pending', $7, $8, store_now() + make_interval(secs => $9), $10)
     returning *`,
    [
      ...[id, accountId, cents, wanted.source, wanted.destination, wanted.note ?? null],
      ...[isWire ? wire : null, JSON.stringify(steps)],
      ...[steps[0] === undefined ? null : steps[0].afterMs / 1_000, isMoved],
    ],
  )
  return rows[0] as TransferRow
}

export function presentTransfer(row: TransferRow): object {
  return {
    id: row.id,
    status: row.status,
    amount: moneyOf(BigInt(row.cents)),
    source: { ...row.source, transaction_id: null },
    destination: { ...row.destination, transaction_id: null },
    note: row.note,
    failure: row.failure,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ...(row.wire_instructions && { wire_instructions: row.wire_instructions }),
  }
}

/** @throws Refusal 404, in the shape that transfers have */
export async function readTransfer(
  { store }: Coins,
  accountId: string,
  id: string,
): Promise<Answer> {
  const { rows } = await store.pool.query<TransferRow>(
    'select * from coin_transfers where id = $1 and account_id = $2',
    [id, accountId],
  )
  const [row] = rows
  const missing = {
    type: 'about:blank',
    code: 'not_found',
    status: 404,
    detail: 'none',
    values: [],
  }
  return row ? { status: 200, body: presentTransfer(row) } : { status: 404, body: missing }
}

const LISTED = 25

/** The newest ones, of an address where one is named: paging was refused whenever it was tried. */
export async function listTransfers(
  { store }: Coins,
  accountId: string,
  addressId: string | undefined,
): Promise<Answer> {
  const { rows } = await store.pool.query<TransferRow>(
    `select * from coin_transfers where account_id = $1
       and ($2::text is null or source ->> 'address_id' = $2 or destination ->> 'address_id' = $2)
     order by ordinal desc limit ${LISTED}`,
    [accountId, addressId ?? null],
  )
  return { status: 200, body: { transfers: rows.map(presentTransfer) } }
}

const steps = `from (select next_at as at from coin_transfers
    union all select active_at from coin_addresses
    union all select deposit_at from coin_addresses where address is not null) as steps`
export const dueTransfers = {
  due: `${steps} where at <= store_now()`,
  next: `select min(at) ${steps} where at > store_now()`,
}

/** What is due happens, one step of each transfer. */
export async function takeDueTransfers(coins: Coins): Promise<void> {
  await takeDueAddresses(coins)
  const { rows } = await coins.store.pool.query<{ id: string }>(
    'select id from coin_transfers where next_at <= store_now() order by ordinal limit 50',
  )
  for (const { id } of rows) await coins.store.transaction((tx) => takeStep(coins, tx, id))
}

const eventsOfStatuses: Readonly<Record<string, EventType>> = {
  complete: 'transfer.completed',
  failed: 'transfer.failed',
  canceled: 'transfer.canceled',
}

/** @returns false if there is nothing left to happen */
export async function takeStep(
  coins: Coins,
  tx: Transaction,
  id: string,
  forced?: Step,
): Promise<boolean> {
  const { rows } = await tx.query<TransferRow>(
    'select * from coin_transfers where id = $1 for update',
    [id],
  )
  const [row] = rows
  const [step, ...later] = forced ? [forced] : (row?.steps ?? [])
  if (row === undefined || step === undefined) return false
  const isMoved = await moveCoins(tx, row, step.status)
  const failure = step.failure && { ...step.failure, occurred_at: coins.clock.now().toISOString() }
  const { rows: updated } = await tx.query<TransferRow>(
    `update coin_transfers set status = $2, failure = $3, steps = $4, is_moved = $6,
       next_at = store_now() + make_interval(secs => $5), updated_at = store_now() where id = $1 returning *`,
    [
      ...[id, step.status, failure ?? null, JSON.stringify(later)],
      ...[later[0] === undefined ? null : later[0].afterMs / 1_000, isMoved],
    ],
  )
  const type = eventsOfStatuses[step.status]
  if (type && updated[0]) await addEvent(coins, tx, type, updated[0])
  return true
}

/** Coins of a mint are made when it completes; those of a redemption that ends without dollars come back. */
async function moveCoins(tx: Transaction, row: TransferRow, status: string): Promise<boolean> {
  const mints = isMint(row.source)
  const leg = mints ? row.destination : row.source
  const isDue = mints
    ? status === 'complete' && !row.is_moved
    : ['failed', 'canceled'].includes(status) && row.is_moved && !willRetry(row)
  if (!isDue) return row.is_moved
  const { rows } = await tx.query<{ address: string }>(
    'select address from coin_addresses where id = $1',
    [leg.address_id],
  )
  await addCoins(tx, rows[0]?.address ?? '', leg.value_type, BigInt(row.cents))
  return mints
}

function willRetry({ steps }: TransferRow): boolean {
  return steps.slice(1).some(({ status }) => status === 'complete')
}
