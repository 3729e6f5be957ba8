/**
 * A transaction as reads show it: EXPIRED once its quote has expired, whether or not its row says
 * so.
 */

import type { Transaction, TransactionOneOf } from '../../contract/components/payments.ts'
import { Refusal } from '../../contract/errors.ts'
import {
  presentPayment,
  presentTransaction,
  type TransactionRow,
} from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireId } from '../requireId.ts'

/** SQL: whether the row `t` is PENDING past its time. */
export const expired = `(t.status = 'PENDING' and t.expires_at <= service_now())`

export type FoundTransaction = { readonly row: TransactionRow; readonly expired: boolean | null }

/** A transaction that is not of a card. */
export function presentFound(found: FoundTransaction): Shown<typeof Transaction> {
  return presentPayment(rowNow(found))
}

export function presentAnyFound(found: FoundTransaction): Shown<typeof TransactionOneOf> {
  return presentTransaction(rowNow(found))
}

function rowNow({ row, expired: isExpired }: FoundTransaction): TransactionRow {
  return isExpired ? { ...row, status: 'EXPIRED' } : row
}

/**
 * A transaction of any type, by its id.
 *
 * @param customerId UUID without prefix: only this customer's
 * @throws Refusal TRANSACTION_NOT_FOUND, also for another owner's
 */
export async function findAnyTransaction(
  dependencies: Dependencies,
  platformId: string,
  id: string,
  customerId?: string,
): Promise<FoundTransaction> {
  return read(dependencies, platformId, requireId('Transaction', id), customerId)
}

async function read(
  { database }: Dependencies,
  platformId: string,
  uuid: string,
  customerId?: string,
): Promise<FoundTransaction> {
  const [found] = await database.query<FoundTransaction>({
    name: 'transaction',
    text: `select to_jsonb(t) as row, ${expired} as expired
      from transactions t where id = $1 and platform_id = $2 and ($3::uuid is null or customer_id = $3)`,
    values: [uuid, platformId, customerId ?? null],
  })
  if (found === undefined) throw new Refusal('TRANSACTION_NOT_FOUND')
  return found
}

/**
 * A transaction that is not of a card.
 *
 * @throws Refusal TRANSACTION_NOT_FOUND, also for another owner's
 */
export async function findTransaction(
  dependencies: Dependencies,
  platformId: string,
  uuid: string,
): Promise<FoundTransaction> {
  const found = await read(dependencies, platformId, uuid)
  if (found.row.type === 'CARD') throw new Refusal('TRANSACTION_NOT_FOUND')
  return found
}
