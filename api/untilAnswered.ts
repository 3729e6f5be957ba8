/** A change that may be sent twice and is made once, for when PostgreSQL's answer to the first call is lost. */
import type { Logger } from 'pino'
import { mayBeDone } from '../db/fencedCalls.ts'
import { isOutage } from './onerror.ts'

/**
 * Makes the call, and repeats it once if PostgreSQL has not answered the first one. The first call may have made the
 * change, or may still make it after the repeat; the later of the two finds it made.
 *
 * @param call gets whether it is the repeat: a change that is found made then is this request's own
 * @throws what the call throws, where it was answered or is the repeat
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
