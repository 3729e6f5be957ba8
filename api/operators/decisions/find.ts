import { Refusal } from '../../../contract/errors.ts'
import type { Tx } from '../../../db/database.ts'
import type { Dependencies } from '../../dependencies.ts'
import { decidableAgentAction } from './agentAction.ts'
import type { Decidable } from './decidable.ts'
import { decidableDeposit } from './deposit.ts'
import { decidableFee } from './fee.ts'
import { decidableFreeze } from './freezable.ts'
import { decidableLimit } from './limit.ts'
import {
  decidableCardTransaction,
  decidableFinding,
  decidableImport,
  listedItem,
} from './others.ts'
import { decidablePayment } from './payment.ts'
import { decidableRate } from './rate.ts'
import {
  decidableStablecoin,
  decidableStablecoinLink,
  decidableStablecoinOperation,
} from './stablecoins.ts'
import { decidableWebhook } from './webhook.ts'

/**
 * What may be decided about an id.
 *
 * @param isLocked nothing else happens to it until the transaction ends
 * @throws Refusal REFERENCE_NOT_FOUND
 */
export async function findDecidable(
  tx: Tx,
  subject: string,
  dependencies: Dependencies,
  isLocked = false,
): Promise<Decidable> {
  const found =
    (await decidablePayment(tx, subject, isLocked)) ??
    (await decidableCardTransaction(tx, subject, isLocked)) ??
    (await decidableAgentAction(tx, subject, isLocked, dependencies)) ??
    (await decidableStablecoinOperation(tx, subject, isLocked)) ??
    (await decidableStablecoin(tx, subject, isLocked)) ??
    (await decidableStablecoinLink(tx, subject, isLocked)) ??
    (await decidableDeposit(tx, subject, isLocked)) ??
    (await decidableWebhook(tx, subject, isLocked)) ??
    (await decidableFreeze(tx, subject, isLocked)) ??
    (await decidableRate(tx, subject, isLocked)) ??
    (await decidableLimit(tx, subject, isLocked)) ??
    (await decidableFee(tx, subject, isLocked)) ??
    (await decidableImport(tx, subject, isLocked)) ??
    (await decidableFinding(tx, subject)) ??
    (await listedItem(tx, subject))
  if (found === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
  return found
}
