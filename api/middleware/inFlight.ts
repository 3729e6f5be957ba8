import { Refusal } from '../../contract/errors.ts'
import type { Metrics } from '../metrics.ts'

/** Runs work, or refuses it while too many requests are in flight. */
export type Admit = (work: () => Promise<void>) => Promise<void>

/** Refuses operations while `requestsMax` are being answered, before anything of them is read. */
export function inFlight(requestsMax: number, metrics: Metrics): Admit {
  let count = 0
  metrics.watch('http_requests_in_flight', 'Operations being answered', () => count)
  return async (work) => {
    if (count >= requestsMax) throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
    count += 1
    try {
      await work()
    } finally {
      count -= 1
    }
  }
}
