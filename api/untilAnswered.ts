/** Changes that are made once however often they are sent, and whose answer may be lost. */
import type { Logger } from 'pino'
import { mayBeDone } from '../db/fencedCalls.ts'
import { isOutage } from './onerror.ts'

/**
 * Calls, and once more where PostgreSQL has not answered. Whichever of both comes first makes the change; the other one
 * finds it made.
 *
 * @param call where it is a repeat, a change that is found made is this request's own
 */
export async function untilAnswered<Answer>(
  { log }: { readonly log: Logger },
  call: (isRepeat: boolean) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call(false)
  } catch (error) {
    if (!isOutage(error) || !mayBeDone(error)) throw error
    log.warn({ err: error }, 'the answer to a change is lost')
    return call(true)
  }
}
