import { Refusal } from '../../../contract/errors.ts'
import type { Tx } from '../../../db/database.ts'
import type { Decidable } from './decidable.ts'
import { decidableDeposit } from './deposit.ts'
import {
  decidableCardTransaction,
  decidableFinding,
  decidableImport,
  decidableStablecoinOperation,
  listedItem,
} from './others.ts'
import { decidablePayment } from './payment.ts'

/**
 * What may be decided about an id.
 *
 * @param isLocked nothing else happens to it until the transaction ends
 * @throws Refusal REFERENCE_NOT_FOUND
 */
export async function findDecidable(tx: Tx, subject: string, isLocked = false): Promise<Decidable> {
  const found =
    (await decidablePayment(tx, subject, isLocked)) ??
    (await decidableCardTransaction(tx, subject, isLocked)) ??
    (await decidableStablecoinOperation(tx, subject, isLocked)) ??
    (await decidableDeposit(tx, subject, isLocked)) ??
    (await decidableImport(tx, subject, isLocked)) ??
    (await decidableFinding(tx, subject)) ??
    (await listedItem(tx, subject))
  if (found === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
  return found
}
