/** Coins that others pay to an account's addresses. */
import type { Transaction } from '../store/store.ts'
import { addCoins, newSparkAddress } from './addresses.ts'
import { type Coins, newId } from './coins.ts'
import { addEvent } from './events.ts'

/** Adds them; the account whose address it is hears of it. */
export async function payIn(
  coins: Coins,
  tx: Transaction,
  address: string,
  valueType: string,
  cents: bigint,
): Promise<void> {
  await addCoins(tx, address, valueType, cents)
  const { rows } = await tx.query<{ account_id: string }>(
    "select account_id from coin_addresses where address = $1 and type = 'internal'",
    [address],
  )
  for (const { account_id } of rows) {
    const payment = { id: newId(), account_id, status: 'complete', cents, failure: null }
    await addEvent(coins, tx, 'payment.completed', payment)
  }
}

/** Addresses become active, and what is due is paid to them. */
export async function takeDueAddresses(coins: Coins): Promise<void> {
  const { store } = coins
  const { rows } = await store.pool.query<{ id: string }>(
    'select id from coin_addresses where active_at <= store_now() limit 50',
  )
  for (const { id } of rows) {
    await store.pool.query(
      "update coin_addresses set status = 'active', address = $2, active_at = null where id = $1 and active_at is not null",
      [id, newSparkAddress()],
    )
  }
  await store.transaction(async (tx) => {
    const { rows: paid } = await tx.query<{
      address: string
      deposit_value_type: string
      deposit_cents: string
    }>(
      `update coin_addresses set deposit_at = null where deposit_at <= store_now() and address is not null
       returning address, deposit_value_type, deposit_cents::text`,
    )
    for (const one of paid) {
      await payIn(coins, tx, one.address, one.deposit_value_type, BigInt(one.deposit_cents))
    }
  })
}
