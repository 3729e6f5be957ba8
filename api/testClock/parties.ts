/** The clock of the sandbox's parties, over their control port. */
import { Refusal } from '../../contract/errors.ts'
import type { Config } from '../../runtime/config.ts'

export type PartiesLook = {
  readonly aheadMs: number
  /** Something is due, or being done. */
  readonly isBusy: boolean
  /** Another number: something was done. */
  readonly worked: number
  /** When what is due later, ISO 8601. */
  readonly next: Readonly<Record<string, string>>
}

export type Parties = {
  look(): Promise<PartiesLook>
  /** @param isHeld they do nothing that is due for now, for some seconds at most */
  set(aheadMs: number, isHeld: boolean): Promise<void>
}

const TIMEOUT_MS = 10_000
/** Of a stack without a sandbox: nothing of theirs is due. */
const withoutSandbox: PartiesLook = { aheadMs: 0, isBusy: false, worked: 0, next: {} }

export function partiesOf({ SANDBOX_CONTROL_URL: url }: Config): Parties {
  async function ask(body?: object): Promise<Response | undefined> {
    if (url === undefined) return undefined
    const sent = { method: 'PUT', body: JSON.stringify(body) }
    const answer = await fetch(new URL('/clock', url), {
      ...(body && sent),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => undefined)
    if (answer?.ok) return answer
    throw new Refusal('SERVICE_UNAVAILABLE', {
      reason: 'The sandbox does not answer: its clock could not be set. Ask again.',
      retryAfterSeconds: 1,
    })
  }
  async function look(): Promise<PartiesLook> {
    const answer = await ask()
    return answer === undefined ? withoutSandbox : ((await answer.json()) as PartiesLook)
  }
  return {
    look,
    async set(aheadMs, isHeld) {
      await ask({ aheadMs, isHeld })
    },
  }
}
