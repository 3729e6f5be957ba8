import { Refusal } from '../../contract/errors.ts'
import type { Metrics } from '../metrics.ts'

/** Runs work, or refuses it while too many requests are in flight. */
export type Admit = (work: () => Promise<void>) => Promise<void>

/**
 * Refuses operations while `requestsMax` are being answered. What of a request depends on who sends it, its credentials
 * and its body, is there before it takes a place.
 */
export function inFlight(requestsMax: number, metrics: Metrics): Admit {
  return admitting(requestsMax, metrics, {
    name: 'http_requests_in_flight',
    help: 'Operations being answered',
  })
}

/** @param name of the gauge of how many there are */
export function admitting(
  max: number,
  metrics: Pick<Metrics, 'watch'>,
  { name, help }: { readonly name: string; readonly help: string },
): Admit {
  let count = 0
  metrics.watch(name, help, () => count)
  return async (work) => {
    if (count >= max) throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
    count += 1
    try {
      await work()
    } finally {
      count -= 1
    }
  }
}
