/** What an embedded wallet's key signs for a payment. */
import { Refusal } from '../../contract/errors.ts'
import type { Priced } from '../../contract/money.ts'
import type { Parties } from '../../contract/parties.ts'
import { transferTerms } from '../../domain/payments/order.ts'
import { transferText } from '../../domain/payments/transferText.ts'
import type { Payment } from '../../domain/payments/types.ts'
import { signRawPayloadBody } from '../../providers/walletProvider/bodies.ts'

/**
 * The exact body of the provider's signing activity; undefined if no embedded wallet pays.
 *
 * @throws Refusal WALLET_NOT_PROVISIONED
 */
export function payloadOf(
  quoteId: string,
  parties: Parties,
  payment: Payment,
  priced: Priced,
): string | undefined {
  const { source } = payment
  if (source.kind !== 'INTERNAL' || source.account.type !== 'EMBEDDED_WALLET') return undefined
  const { sub_organization_id: organizationId, address } = source.account
  if (organizationId === null || address === null || parties.timestamp_ms === null) {
    throw new Refusal('WALLET_NOT_PROVISIONED')
  }
  return signRawPayloadBody({
    organizationId,
    timestampMs: parties.timestamp_ms,
    signWith: address,
    payload: transferText(transferTerms(quoteId, parties, payment, priced)),
  })
}
