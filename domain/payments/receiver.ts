import { Refusal } from '../../contract/errors.ts'
import type { LookedUpReceiver } from '../../contract/parties.ts'
import type { Payment, QuoteBody } from './types.ts'

/**
 * What the receiver of a UMA payment requires: a sender with an address, its data, an amount in
 * range.
 */
export function refuseByReceiver(
  body: QuoteBody,
  payment: Payment,
  receiving: number,
  lookup: LookedUpReceiver | undefined,
): void {
  if (body.destination.destinationType !== 'UMA_ADDRESS') return
  if (payment.customerId === undefined) {
    throw new Refusal('SENDER_NOT_ACCEPTED', { reason: 'Only a customer has a UMA address.' })
  }
  const wanted = (lookup?.facts.requiredFields ?? []) as readonly string[]
  const missing = wanted.filter((name) => body.senderCustomerInfo?.[name] === undefined)
  if (missing.length > 0) {
    throw new Refusal('MISSING_REQUIRED_UMA_PARAMETERS', {
      reason: `senderCustomerInfo needs ${missing.join(', ')}.`,
    })
  }
  const offered = lookup?.facts.currencies as
    | readonly { code: string; min: number; max: number }[]
    | undefined
  const range = offered?.find(({ code }) => code === payment.receiving)
  if (range !== undefined && (receiving < range.min || receiving > range.max)) {
    throw new Refusal('AMOUNT_OUT_OF_RANGE', {
      reason: `The receiver takes ${range.min} to ${range.max} ${payment.receiving}.`,
    })
  }
}
