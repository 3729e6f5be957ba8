import { Refusal } from '../../contract/errors.ts'

const RETRY_SECONDS = 60

/** During maintenance nothing is written: everything but reads is refused. */
export function refuseWrites(maintenance: boolean, method: string): void {
  if (!maintenance || method === 'GET' || method === 'HEAD') return
  throw new Refusal('SERVICE_UNAVAILABLE', {
    reason: 'Under maintenance; nothing can be changed now.',
    retryAfterSeconds: RETRY_SECONDS,
  })
}
