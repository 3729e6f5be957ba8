/** Whether somebody carries what a payment sends over rails. */
import type { Order } from '../../contract/paymentOrder.ts'
import type { RailProvider, Routed } from '../../contract/railRoutes.ts'
import type { Payment } from './types.ts'

/** What is carried of an order. */
export type RoutedOrder = Pick<
  Order,
  'sendingCurrency' | 'sendingAmount' | 'receivingCurrency' | 'receivingAmount' | 'paymentRail'
>

/**
 * What of a payment no provider of rails carries, as `rail_provider` in PostgreSQL would choose it; undefined: all is carried.
 *
 * @param providerFor of the payment's environment; undefined: no route fits
 */
export function unroutedOf(
  providerFor: (routed: Routed) => RailProvider | undefined,
  { steps, source, destination }: Pick<Payment, 'steps' | 'source' | 'destination'>,
  order: RoutedOrder,
): Routed | undefined {
  const carried: Routed[] = []
  if (steps.includes('COLLECT')) {
    const { sendingCurrency: currency, sendingAmount: amountMinor } = order
    const accountType = source.kind === 'EXTERNAL' ? source.account.account_type : undefined
    carried.push({ currency, direction: 'COLLECTION', amountMinor, accountType })
  }
  if (steps.includes('PAY_OUT')) {
    const {
      receivingCurrency: currency,
      receivingAmount: amountMinor,
      paymentRail: network,
    } = order
    const accountType = accountTypeOf(destination)
    carried.push({ currency, direction: 'PAYOUT', amountMinor, network, accountType })
  }
  return carried.find((routed) => providerFor(routed) === undefined)
}

function accountTypeOf(destination: Payment['destination']): string | undefined {
  if (destination.kind === 'UMA') return 'UMA_ADDRESS'
  return destination.kind === 'EXTERNAL' ? destination.accountType : undefined
}
