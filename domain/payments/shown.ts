import type { ShownDestination, ShownSource } from '../../contract/components/paymentParties.ts'
import { idOf } from '../../contract/ids.ts'
import type { Draft } from '../../contract/present/rows.ts'
import type { Shown } from '../../contract/shown.ts'
import type { Payment, QuoteBody } from './types.ts'

/** Source and destination as the interface shows them. */
export function presentParties(
  body: QuoteBody,
  payment: Payment,
): {
  readonly source: Draft<Shown<typeof ShownSource>>
  readonly destination: Draft<Shown<typeof ShownDestination>>
} {
  const { source, destination } = payment
  const customerId = payment.customerId && idOf('Customer', payment.customerId)
  const shownSource =
    source.kind === 'FUNDING'
      ? {
          sourceType: 'REALTIME_FUNDING' as const,
          currency: source.currency,
          customerId,
          cryptoNetwork: source.network,
        }
      : {
          sourceType: 'ACCOUNT' as const,
          accountId: idOf(
            source.kind === 'INTERNAL' ? 'InternalAccount' : 'ExternalAccount',
            source.account.id,
          ),
          ...(source.account.customer_id === null && customerId !== undefined && { customerId }),
        }
  if (body.destination.destinationType === 'UMA_ADDRESS') {
    const { umaAddress } = body.destination
    const currency = payment.receiving
    return {
      source: shownSource,
      destination: { destinationType: 'UMA_ADDRESS', umaAddress, currency },
    }
  }
  const { accountId, paymentRail } = body.destination
  const isOwn = destination.kind === 'INTERNAL'
  return {
    source: shownSource,
    destination: {
      destinationType: 'ACCOUNT',
      accountId,
      paymentRail: isOwn ? undefined : paymentRail,
    },
  }
}
