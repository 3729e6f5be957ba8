/**
 * Sealed results: a session key or an exported wallet, encrypted to the client. They go from the
 * provider directly into the response, and are never stored.
 */
import { Refusal } from '../../contract/errors.ts'
import { type ProviderActivity, ProviderError } from '../../providers/walletProvider/index.ts'
import type { AnyCall, RequestRow } from './signedRetry.ts'

/**
 * @returns the sealed text; undefined when the provider is unavailable
 * @throws Refusal CONFLICT when the provider no longer has it: the operation must start again
 */
export async function fetchSealed(
  { dependencies, platform, log }: Pick<AnyCall, 'dependencies' | 'platform' | 'log'>,
  request: RequestRow,
  read: (activity: ProviderActivity) => string,
): Promise<string | undefined> {
  let activity: ProviderActivity
  try {
    activity = await dependencies.outside
      .walletProvider(platform.environment)
      .getActivity(request.sub_organization_id, request.provider_activity_id ?? '')
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'NOT_FOUND') throw gone()
    log.warn({ err: error }, 'sealed result cannot be fetched now')
    return undefined
  }
  try {
    return read(activity)
  } catch {
    throw gone()
  }
}

function gone(): Refusal {
  return new Refusal('CONFLICT', { reason: 'The result can no longer be fetched; start again' })
}
