/** Who may use the server's connections: live card authorizations have a share that is theirs alone. */
import type { RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '../contract/errors.ts'
import { isAboutCardDecisions } from './cardDecisions.ts'
import { envelopeOf } from './onerror.ts'

/** A connection of the share that asks nothing is closed, so that it is free for one that does. */
const FIRST_REQUEST_MS = 2_000

/**
 * Around the listener of a server that may have more connections than the general share. One that comes while
 * that is used up is told apart by its first request: another than a live authorization is refused.
 *
 * @param general how many connections may be used for all requests
 * @returns what is to be called for each new connection and for each request
 */
export function shareConnections(
  listener: RequestListener,
  general: number,
): { readonly connected: (socket: Socket) => void; readonly listener: RequestListener } {
  let used = 0
  const kept = new WeakMap<Socket, NodeJS.Timeout>()
  const use = (socket: Socket): void => {
    used += 1
    socket.once('close', () => {
      used -= 1
    })
  }
  const connected = (socket: Socket): void => {
    if (used < general) {
      use(socket)
      return
    }
    const timer = setTimeout(() => socket.destroy(), FIRST_REQUEST_MS)
    kept.set(socket, timer.unref())
    socket.once('close', () => clearTimeout(timer))
  }
  return {
    connected,
    listener(request, response) {
      const { socket } = request
      const timer = kept.get(socket)
      if (timer !== undefined) {
        clearTimeout(timer)
        if (!isAboutCardDecisions(request)) {
          if (used >= general) return refuse(response)
          kept.delete(socket)
          use(socket)
        }
      }
      listener(request, response)
    },
  }
}

function refuse(response: ServerResponse): void {
  const refusal = new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
  response.writeHead(refusal.status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Retry-After': '1',
    Connection: 'close',
  })
  response.end(JSON.stringify(envelopeOf(refusal)))
}
