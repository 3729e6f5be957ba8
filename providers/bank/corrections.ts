import type { AccountCorrection } from '../payoutRail/index.ts'
import type { BankCorrection } from './wire.ts'

/** The corrected numbers, by the port's names; undefined: none of them is another one. */
export function correctionIn(
  correction: BankCorrection | undefined,
): AccountCorrection | undefined {
  const accountNumber = correction?.corrected_account_number
  const routingNumber = correction?.corrected_routing_number
  if (!accountNumber && !routingNumber) return undefined
  return {
    ...(accountNumber && { accountNumber }),
    ...(routingNumber && { routingNumber }),
  }
}
