/** Which outside parties the caller's environment has, and where a workflow's calls to them go. */
import { Refusal } from '../contract/errors.ts'
import type { OutsideParty } from '../contract/outsideParties.ts'
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

/** What the input of a workflow says about its calls to outside parties. */
export function outsideCallsOf({ dependencies, platform }: Caller): Required<OutsideCalls> {
  return {
    outsideTaskQueue: dependencies.config.OUTSIDE_TASK_QUEUE,
    environment: platform.environment,
  }
}
