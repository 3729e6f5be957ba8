import { Refusal } from '../../contract/errors.ts'
import type { Metrics } from '../metrics.ts'

/** Runs work, or refuses it while too many requests are in flight. */
export type Admit = (work: () => Promise<void>) => Promise<void>

/** Refuses operations while `requestsMax` are being answered, before anything of them is read. */
export function inFlight(requestsMax: number, metrics: Metrics): Admit {
  return admitting(requestsMax, metrics, 'http_requests_in_flight', 'Operations being answered')
}

/** The same for those with a file, which hold more memory. */
export function uploadsInFlight(uploadsMax: number, metrics: Metrics): Admit {
  return admitting(uploadsMax, metrics, 'http_uploads_in_flight', 'Uploads being answered')
}

/** Live authorizations have a share of their own, whatever else is being answered. */
export function cardDecisionsInFlight(decisionsMax: number, metrics: Metrics): Admit {
  const help = 'Live card authorizations being decided'
  return admitting(decisionsMax, metrics, 'card_decisions_in_flight', help)
}

function admitting(max: number, metrics: Metrics, name: string, help: string): Admit {
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
