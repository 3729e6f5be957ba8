/** One event to the laptop, and a line about it. */
import { fetch } from 'undici'

export type ForwardedEvent = {
  readonly id: string
  readonly type: string
  readonly subject: string
  readonly timestamp: string
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
}

export type Forward = (event: ForwardedEvent, why: string, signal: AbortSignal) => Promise<void>

const TIMEOUT_MS = 10_000

/** Never throws: what went wrong is in the line. One try: `--since` sends again. */
export function createForwarder(target: string, say: (line: string) => void): Forward {
  return async (event, why, signal) => {
    const beganAtMs = performance.now()
    const outcome = await post(target, event, signal)
    const tookMs = Math.round(performance.now() - beganAtMs)
    const { timestamp, type, subject, id } = event
    say([timestamp, type, subject, id, `${why}-> ${outcome}`, `${tookMs} ms`].join('  '))
  }
}

async function post(
  target: string,
  { request: { headers, body } }: ForwardedEvent,
  signal: AbortSignal,
): Promise<string> {
  try {
    const answer = await fetch(target, {
      method: 'POST',
      headers: { ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await answer.body?.cancel().catch(() => undefined)
    return String(answer.status)
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } }
    return name === 'TimeoutError' ? 'no answer' : (cause?.code ?? name)
  }
}
