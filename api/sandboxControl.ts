/** The control port of the sandbox's process. */
import { Refusal } from '../contract/errors.ts'
import type { Config } from '../runtime/config.ts'

type Asked = {
  readonly method?: 'GET' | 'PUT' | 'DELETE'
  readonly body?: object | undefined
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000

/**
 * What it answers; undefined in a stack without a sandbox of ours.
 *
 * @throws Refusal SERVICE_UNAVAILABLE
 */
export async function askSandbox(
  { SANDBOX_CONTROL_URL: url }: Pick<Config, 'SANDBOX_CONTROL_URL'>,
  path: string,
  { method = 'GET', body, timeoutMs = TIMEOUT_MS }: Asked = {},
): Promise<unknown> {
  if (url === undefined) return undefined
  try {
    const answer = await fetch(new URL(path, url), {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    const text = await answer.text()
    return text === '' ? {} : JSON.parse(text)
  } catch {
    const reason = 'The sandbox does not answer. Ask again.'
    throw new Refusal('SERVICE_UNAVAILABLE', { reason, retryAfterSeconds: 1 })
  }
}
