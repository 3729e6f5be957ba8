/** Which outside parties the caller's environment has, and where a workflow's calls to them go. */
import { Refusal } from '../contract/errors.ts'
import type { OutsideParty } from '../contract/outsideParties.ts'
import type { Order } from '../contract/paymentOrder.ts'
import type { Routed } from '../contract/railRoutes.ts'
import type { Payment } from '../domain/payments/types.ts'
import { PartyNotConfigured } from '../providers/outsideParties.ts'
import type { OutsideCalls } from '../workflows/outsideQueues.ts'
import type { Call } from './operation.ts'

type Caller = Pick<Call, 'dependencies'> & {
  readonly platform: Pick<Call['platform'], 'environment'>
}

/**
 * Refuses a request that needs an outside party which is not configured. Called before anything is
 * written or started.
 *
 * @throws Refusal NOT_IMPLEMENTED naming the party that the platform's environment lacks
 */
export function requireOutside(
  { dependencies, platform }: Caller,
  parties: readonly OutsideParty[],
): void {
  const { environment } = platform
  const missing = parties.find((party) => !dependencies.outside.has(party, environment))
  if (missing === undefined) return
  const { message: reason } = new PartyNotConfigured(missing, environment)
  throw new Refusal('NOT_IMPLEMENTED', { reason })
}

/**
 * Refuses a payment that no provider of rails carries. Called before anything is written.
 *
 * @throws Refusal QUOTE_RATE_UNAVAILABLE naming what cannot be carried
 */
export function requireRoutes(
  { dependencies, platform }: Caller,
  { steps, destination }: Pick<Payment, 'steps' | 'destination'>,
  order: RoutedOrder,
): void {
  const { outside } = dependencies
  const refuse = (routed: Routed): void => {
    if (outside.railProviderFor(platform.environment, routed) !== undefined) return
    const verb = routed.direction === 'PAYOUT' ? 'paid out' : 'collected'
    const way = routed.network === undefined ? '' : ` over ${routed.network}`
    throw new Refusal('QUOTE_RATE_UNAVAILABLE', {
      reason: `This amount of ${routed.currency} cannot be ${verb}${way}.`,
    })
  }
  const { sendingCurrency, receivingCurrency } = order
  if (steps.includes('COLLECT')) {
    const amountMinor = order.sendingAmount
    refuse({ currency: sendingCurrency, direction: 'COLLECTION', amountMinor })
  }
  if (steps.includes('PAY_OUT')) {
    const { receivingAmount: amountMinor, paymentRail: network } = order
    const accountType = destination.kind === 'UMA' ? 'UMA_ADDRESS' : undefined
    refuse({ currency: receivingCurrency, direction: 'PAYOUT', amountMinor, network, accountType })
  }
}

/** What is carried of an order. */
type RoutedOrder = Pick<
  Order,
  'sendingCurrency' | 'sendingAmount' | 'receivingCurrency' | 'receivingAmount' | 'paymentRail'
>

/** What the input of a workflow says about its calls to outside parties. */
export function outsideCallsOf({ dependencies, platform }: Caller): Required<OutsideCalls> {
  return {
    outsideTaskQueue: dependencies.config.OUTSIDE_TASK_QUEUE,
    environment: platform.environment,
  }
}
