/** Which outside parties the caller's environment has, and where a workflow's calls to them go. */
import { Refusal } from '../contract/errors.ts'
import type { OutsideParty } from '../contract/outsideParties.ts'
import type { Routed } from '../contract/railRoutes.ts'
import { type RoutedOrder, unroutedOf } from '../domain/payments/routes.ts'
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
  payment: Pick<Payment, 'steps' | 'source' | 'destination'>,
  order: RoutedOrder,
): void {
  const { outside } = dependencies
  const providerFor = (routed: Routed) => outside.railProviderFor(platform.environment, routed)
  const routed = unroutedOf(providerFor, payment, order)
  if (routed === undefined) return
  const verb = routed.direction === 'PAYOUT' ? 'paid out' : 'collected'
  const way = routed.network === undefined ? '' : ` over ${routed.network}`
  throw new Refusal('QUOTE_RATE_UNAVAILABLE', {
    reason: `This amount of ${routed.currency} cannot be ${verb}${way}.`,
  })
}

/** What the input of a workflow says about its calls to outside parties. */
export function outsideCallsOf({ dependencies, platform }: Caller): Required<OutsideCalls> {
  return {
    outsideTaskQueue: dependencies.config.OUTSIDE_TASK_QUEUE,
    environment: platform.environment,
  }
}
