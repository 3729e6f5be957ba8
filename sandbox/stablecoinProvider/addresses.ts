/** Addresses of an account: its own on the chain, wallets of others, and bank accounts. */
import { randomBytes } from 'node:crypto'
import type { Answer } from '../http.ts'
import type { Transaction } from '../store/store.ts'
import { type Coins, centsOf, moneyOf, newId, refusal, suffixOf } from './coins.ts'

export type AddressRow = {
  id: string
  type: 'internal' | 'external'
  name: string
  address: string | null
  transfer_types: string[]
  status: 'pending' | 'active' | 'archived'
  account_number: string | null
  routing_number: string | null
  created_at: Date
}

export type NewAddress = {
  readonly name?: string
  readonly owner?: string
  readonly address?: string
  readonly account_number?: string
  readonly routing_number?: string
  readonly transfer_types: readonly string[]
  readonly bank_address?: object
  readonly beneficiary_address?: object
}

const ACTIVE_AFTER_MS = 200
const FIRST_BALANCE_CENTS = 100_000_000
const REFUSED_BANK = '004'
const NEVER_FUNDED = '906'

/** A deposit address. What is paid to it is in its name: `Burn 12.50 SBC ...`. */
export async function createInternal(
  coins: Coins,
  tx: Transaction,
  accountId: string,
  { name = '' }: NewAddress,
): Promise<Answer> {
  const [, value = '', ticker = ''] = /^Burn ([0-9.]+) (\S+)/.exec(name) ?? []
  const cents = centsOf(value)
  const isFunded = cents !== undefined && suffixOf(String(cents)) !== NEVER_FUNDED
  const { rows } = await tx.query<AddressRow>(
    `insert into coin_addresses (id, account_id, type, name, transfer_types, status, active_at, deposit_at,
       deposit_cents, deposit_value_type)
     values ($1, $2, 'internal', $3, '{spark}', 'pending', store_now() + make_interval(secs => $4),
       case when $5 then store_now() + make_interval(secs => $6) end, $7, $8) returning *`,
    [
      ...[newId(), accountId, name, ACTIVE_AFTER_MS / 1_000, isFunded],
      ...[coins.behaviour.arrivalMs / 1_000, isFunded ? cents : null, ticker],
    ],
  )
  return { status: 201, body: presentAddress(rows[0] as AddressRow) }
}

/** @throws Refusal 422 for a bank account that is refused */
export async function createExternal(
  tx: Transaction,
  accountId: string,
  wanted: NewAddress,
): Promise<Answer> {
  const { account_number: number, routing_number: routing, transfer_types: types } = wanted
  if (number !== undefined && suffixOf(number) === REFUSED_BANK) {
    throw refusal(422, 'invalid_account_number', 'The bank does not know the account')
  }
  if (types.includes('wire') && !(wanted.bank_address && wanted.beneficiary_address)) {
    throw refusal(422, 'invalid_address', 'Both addresses are required for wires')
  }
  const row = await insertExternal(tx, accountId, {
    ...{ name: wanted.name ?? wanted.owner ?? '', address: wanted.address ?? null },
    ...{ types, number: number ?? null, routing: routing ?? null },
  })
  return { status: 201, body: presentAddress(row) }
}

export async function insertExternal(
  tx: Pick<Transaction, 'query'>,
  accountId: string,
  {
    name,
    address,
    types,
    number,
    routing,
    status = 'active',
  }: {
    name: string
    address: string | null
    types: readonly string[]
    number: string | null
    routing: string | null
    status?: string
  },
): Promise<AddressRow> {
  const { rows } = await tx.query<AddressRow>(
    `insert into coin_addresses (id, account_id, type, name, address, transfer_types, status, account_number,
       routing_number) values ($1, $2, 'external', $3, $4, $5, $6, $7, $8) returning *`,
    [newId(), accountId, name, address, types, status, number, routing],
  )
  return rows[0] as AddressRow
}

export function presentAddress(row: AddressRow): object {
  return {
    ...{ id: row.id, type: row.type, name: row.name, status: row.status, address: row.address },
    transfer_types: row.transfer_types,
    ...(row.account_number !== null && {
      owner: row.name,
      account_number: `****${row.account_number.slice(-4)}`,
      routing_number: row.routing_number,
    }),
    created: row.created_at.toISOString(),
  }
}

/** Makes an account's first address on the chain where it has none yet. */
export async function listAddresses(
  { store }: Coins,
  accountId: string,
  query: { readonly type: string | undefined; readonly transferType: string | undefined },
): Promise<Answer> {
  const rows = await store.transaction(async (tx) => {
    await tx.query('select 1 from coin_accounts where id = $1 for update', [accountId])
    const { rowCount } = await tx.query(
      "select 1 from coin_addresses where account_id = $1 and type = 'internal'",
      [accountId],
    )
    if (rowCount === 0) {
      await tx.query(
        `insert into coin_addresses (id, account_id, type, name, address, transfer_types, status)
         values ($1, $2, 'internal', 'Treasury', $3, '{spark}', 'active')`,
        [newId(), accountId, newSparkAddress()],
      )
    }
    const found = await tx.query<AddressRow>(
      `select * from coin_addresses where account_id = $1 and type = coalesce($2, type)
       and ($3::text is null or $3 = any (transfer_types)) order by ordinal`,
      [accountId, query.type ?? null, query.transferType ?? null],
    )
    return found.rows
  })
  return { status: 200, body: { addresses: rows.map(presentAddress) } }
}

/** @throws Refusal 404 */
export async function addressRow(
  { store }: Pick<Coins, 'store'>,
  accountId: string,
  id: string,
): Promise<AddressRow> {
  const { rows } = await store.pool.query<AddressRow>(
    'select * from coin_addresses where id = $1 and account_id = $2',
    [id, accountId],
  )
  const [row] = rows
  if (row === undefined) throw refusal(404, 'not_found', 'Address not found')
  return row
}

/** The treasury address begins with a million dollars of every coin. */
export async function readBalance(
  coins: Coins,
  accountId: string,
  id: string,
  valueType: string,
): Promise<Answer> {
  const row = await addressRow(coins, accountId, id)
  if (row.type !== 'internal') throw refusal(404, 'compatible_address_not_found', 'Not internal')
  if (!/^[A-Za-z][A-Za-z0-9]{1,19}$/.test(valueType)) {
    throw refusal(422, 'invalid_currency', 'No such value type')
  }
  const first = row.name === 'Treasury' ? FIRST_BALANCE_CENTS : 0
  const { rows } = await coins.store.pool.query<{ cents: string }>(
    `with made as (insert into coin_balances (address, value_type, cents)
       select $1::text, $2::text, $3::bigint where $1 is not null on conflict do nothing returning cents)
     select cents::text from made union all
     select cents::text from coin_balances where address = $1 and value_type = $2 limit 1`,
    [row.address, valueType.toUpperCase(), first],
  )
  return {
    status: 200,
    body: {
      address: row.address,
      balance: moneyOf(BigInt(rows[0]?.cents ?? 0)),
      transfer_type: 'spark',
      value_type: valueType.toUpperCase(),
    },
  }
}

/** Adds coins to an address; below nothing it is refused. */
export async function addCoins(
  tx: Pick<Transaction, 'query'>,
  address: string,
  valueType: string,
  cents: bigint,
): Promise<void> {
  await tx.query(
    `insert into coin_balances as b (address, value_type, cents) values ($1, $2, greatest($3::bigint, 0))
     on conflict (address, value_type) do update set cents = b.cents + $3::bigint`,
    [address, valueType.toUpperCase(), cents],
  )
}

export function newSparkAddress(): string {
  return `spark1${randomBytes(33).toString('hex')}`
}
