/** Moves the clock of a sandbox stack by as many calls as it takes. */
import type { FromSchema } from 'json-schema-to-ts'
import type { SandboxClockMove } from '../../contract/components/testClock.ts'
import { type ApiClient, expectStatus } from './apiClient.ts'

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
  for (let asked = body; ; ) {
    const answer = await api.call('POST', '/sandbox/clock', asked)
    const { to } = (answer.body.details ?? {}) as { readonly to?: string }
    if (answer.status !== 503 || to === undefined) {
      return expectStatus('the move', answer, 200).body as FromSchema<typeof SandboxClockMove>
    }
    onPart(String(answer.body.message))
    asked = { to }
  }
}
