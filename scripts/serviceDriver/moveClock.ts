/** Moves the clock of a sandbox stack by as many calls as it takes. */
import type { FromSchema } from 'json-schema-to-ts'
import type { SandboxClockMove } from '../../contract/components/testClock.ts'
import { type ApiClient, expectStatus } from './apiClient.ts'

/** Hours: a party that is stuck, and not the number of what is due, is in the way then. */
const CALLS_MAX = 100

/**
 * A call that was not done in time is answered 503 with the end of the move, which the next call asks for.
 *
 * @param body of `POST /sandbox/clock`
 * @param onPart what such an answer says
 * @throws UnexpectedAnswer also where nothing was moved
 */
export async function moveClock(
  api: Pick<ApiClient, 'call'>,
  body: object,
  onPart: (message: string) => void,
): Promise<FromSchema<typeof SandboxClockMove>> {
  for (let asked = body, calls = 1; ; calls += 1) {
    const answer = await api.call('POST', '/sandbox/clock', asked)
    const { to } = (answer.body.details ?? {}) as { readonly to?: string }
    if (answer.status !== 503 || to === undefined || calls >= CALLS_MAX) {
      return expectStatus('the move', answer, 200).body as FromSchema<typeof SandboxClockMove>
    }
    onPart(String(answer.body.message))
    asked = { to }
  }
}
