/** The HTTP server around the application: limits of connections and time, and its draining. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Koa from 'koa'
import { Refusal } from '../contract/errors.ts'
import type { Config } from '../runtime/config.ts'
import { endUnread, inTurn } from './answers.ts'
import { CONNECTIONS_ABOVE, keepConnections } from './connections.ts'
import { answerMalformed, answerUnread } from './onerror.ts'
import { limitRequestTime, UPLOAD_TIMEOUT_MAX_MS } from './requestTime.ts'

const HEADERS_TIMEOUT_MS = 10_000
/** How often the server looks for requests whose headers take longer. */
const CONNECTIONS_CHECKED_EVERY_MS = 2_000
/**
 * Longer than a load balancer keeps an idle connection, usually 60 s: the side that sends requests
 * must close first, or a request is sent on a closing connection and gets no response.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000
const IDLE_SWEEP_MS = 50

/** The address is not available: a one-line error message. */
export class ListenError extends Error {}

export type Serving = {
  readonly server: Server
  readonly port: number
  /** Stops accepting, waits for what is being answered, then cuts what is left. */
  drain(patienceMs: number): Promise<void>
}

/**
 * Listens on HOST and PORT.
 *
 * @param prefix of the two settings that name it: `OPERATOR` for OPERATOR_HOST and OPERATOR_PORT
 * @throws ListenError when the address cannot be had
 */
export async function serve<State>(
  app: Koa<State>,
  config: Pick<Config, 'HOST' | 'PORT' | 'CONNECTIONS_MAX'>,
  prefix?: string,
): Promise<Serving> {
  const { HOST, PORT, CONNECTIONS_MAX } = config
  const limited = limitRequestTime(app.callback(), ({ socket }) =>
    answerUnread(socket, new Refusal('REQUEST_TIMEOUT')),
  )
  const server = createServer({
    requestTimeout: UPLOAD_TIMEOUT_MAX_MS,
    connectionsCheckingInterval: CONNECTIONS_CHECKED_EVERY_MS,
  })
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS
  limitConnections(server, limited, CONNECTIONS_MAX)
  await listenOn(server, { host: HOST, port: PORT }, prefix)
  const { port } = server.address() as AddressInfo
  return { server, port, drain: (patienceMs) => drain(server, patienceMs) }
}

/**
 * Refuses a request that names several hosts, or an invalid one (RFC 9112, 3.2): Node takes the first,
 * while a proxy before us may have taken another. Node refuses one without any.
 */
function oneHost(handle: RequestListener): RequestListener {
  return (request, response) => {
    const hosts = request.headersDistinct.host ?? []
    if (hosts.length < 2 && hosts.every((host) => HOST_CHARACTERS.test(host))) {
      handle(request, response)
      return
    }
    answerMalformed(new Error('not one host'), request.socket)
  }
}

/** Of a name, an address or nothing, and a port (RFC 3986). */
const HOST_CHARACTERS = /^[\w.~!$&'()*+,;=%:[\]-]*$/

/** Has a server answer by a listener, and hold no more for its clients than each may have. */
export function limitConnections(server: Server, listener: RequestListener, max: number): void {
  server.maxConnections = max + CONNECTIONS_ABOVE
  server.on('connection', keepConnections(max))
  server.on('clientError', (error, socket) => answerMalformed(error, socket))
  server.on('request', inTurn(oneHost(listener)))
  endUnread(server)
}

/** @throws ListenError when the address cannot be had */
export async function listenOn(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  prefix?: string,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(listenError(error, host, port, prefix)),
    )
    server.listen(port, host, resolve)
  })
}

/**
 * Says in one line why an address cannot be had.
 *
 * @param prefix of the two settings that name it: `OPERATOR` for OPERATOR_HOST and OPERATOR_PORT
 */
function listenError(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  prefix?: string,
): ListenError {
  const setting = (name: string): string => (prefix === undefined ? name : `${prefix}_${name}`)
  const why = {
    EADDRINUSE: `another process listens there; stop it or choose another ${setting('PORT')}`,
    EACCES: 'this user may not listen there',
    EADDRNOTAVAIL: `this machine has no such address; see ${setting('HOST')}`,
    ENOTFOUND: `this machine has no such address; see ${setting('HOST')}`,
  }[error.code ?? '']
  return new ListenError(`Cannot listen on ${host}:${port}: ${why ?? error.message}`)
}

export async function drain(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A kept-alive connection is idle, and can be closed, once its last answer is out.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS)
  const cutOff = setTimeout(() => server.closeAllConnections(), patienceMs)
  await closed
  clearInterval(idle)
  clearTimeout(cutOff)
}
