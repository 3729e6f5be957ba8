/** How long a request may take to arrive: an upload longer than the others. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

const REQUEST_TIMEOUT_MS = 30_000
/** The longest time that an upload may be given. */
export const UPLOAD_TIMEOUT_MAX_MS = 600_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Around the application: a request whose body does not arrive in time ends as the server ends it.
 *
 * @param end is given the request that took too long
 */
export function limitRequestTime(
  listener: RequestListener,
  end: (request: IncomingMessage) => void,
): RequestListener {
  return (request: IncomingMessage, response: ServerResponse) => {
    if (hasBody(request)) {
      const timer = setTimeout(() => {
        if (!request.complete && !response.headersSent) end(request)
      }, REQUEST_TIMEOUT_MS)
      timers.set(request, timer.unref())
      // Also once it has been read whole.
      request.once('close', () => clearTimeout(timer))
    }
    listener(request, response)
  }
}

/** The request may take this long, at most `UPLOAD_TIMEOUT_MAX_MS`: its reader ends it. */
export function allowUploadTime(request: IncomingMessage, limitMs: number): void {
  if (limitMs > UPLOAD_TIMEOUT_MAX_MS) throw new RangeError('the server ends it before')
  clearTimeout(timers.get(request))
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
