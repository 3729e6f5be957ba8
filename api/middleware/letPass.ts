import type { IncomingMessage } from 'node:http'

/** As much as the largest file that is taken: a client that sends on above it has had the time to read its answer. */
export const PASSED_BYTES_MAX = 100_000_000

/** Lets the rest of a refused body pass, so that the client gets to read the answer; one without an end is cut off. */
export function letPass(request: IncomingMessage): void {
  let passed = 0
  request.unpipe()
  request.on('data', (chunk: Buffer) => {
    passed += chunk.length
    if (passed > PASSED_BYTES_MAX) request.destroy()
  })
  request.resume()
}
