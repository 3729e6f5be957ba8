/**
 * Protects connections to addresses that others have chosen against SSRF: webhook endpoints, which platforms configure,
 * and what an identity issuer names. The name is resolved once, every resolved address is checked, and the connection
 * goes to a checked one.
 */
import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent, type Dispatcher, request } from 'undici'
import {
  isAllowedAddress,
  type Reach,
  webhookEndpointProblem,
} from '../contract/webhookEndpoint.ts'

/** The endpoint resolves, or could resolve, to an address that is not allowed. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED'

  constructor(problem: string) {
    super(`the endpoint ${problem}`)
    this.name = 'AddressRefused'
  }
}

/**
 * The endpoint as a URL to connect to through `guardedAgent` of the same reach. A literal address
 * is connected to without a DNS lookup, so it is checked here.
 *
 * @throws AddressRefused when the URL itself is not allowed
 */
export function guardedUrl(endpoint: string, reach: Reach): URL {
  const problem = webhookEndpointProblem(endpoint, reach)
  if (problem !== undefined) throw new AddressRefused(problem)
  return new URL(endpoint)
}

export type Resolve = typeof lookup

/**
 * A DNS lookup for sockets that fails unless every address of the name is allowed: with a mix, the
 * owner of the name could choose which one a connection uses.
 */
export function guardedLookup(reach: Reach, resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) {
        callback(error ?? new AddressRefused('has no address'), [])
        return
      }
      if (!addresses.every(({ address }) => isAllowedAddress(address, reach))) {
        callback(new AddressRefused('must be a public address'), [])
        return
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

/** Connections per origin; the slots of an endpoint in the database are fewer. */
const CONNECTIONS_PER_ORIGIN_MAX = 16
const RESPONSE_HEADERS_MAX_BYTES = 16 * 1024

/** An HTTP agent whose connections are checked. Close it when done. @param bodyBytesMax longer answers fail */
export function guardedAgent(
  reach: Reach,
  connectTimeoutMs: number,
  {
    resolve = lookup,
    bodyBytesMax,
  }: { readonly resolve?: Resolve; readonly bodyBytesMax?: number } = {},
): Agent {
  return new Agent({
    connect: { lookup: guardedLookup(reach, resolve), timeout: connectTimeoutMs },
    connections: CONNECTIONS_PER_ORIGIN_MAX,
    maxHeaderSize: RESPONSE_HEADERS_MAX_BYTES,
    ...(bodyBytesMax !== undefined && { maxResponseSize: bodyBytesMax }),
  })
}

type PlainRequest = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** Bounds the body. */
  readonly dispatcher: Dispatcher
  readonly body?: string | undefined
}

/**
 * `fetch` for answers of strangers: redirects are not followed, and what is compressed stays so, because a bound of what came
 * would be none of what it becomes.
 */
export async function plainFetch(
  url: string | URL,
  { method, headers, signal, dispatcher, body }: PlainRequest,
): Promise<Response> {
  const answer = await request(url, {
    method: method as Dispatcher.HttpMethod,
    headers: { ...headers, 'accept-encoding': 'identity' },
    signal,
    dispatcher,
    ...(body !== undefined && { body }),
  })
  const text = await answer.body.text()
  // A status without a body is none that these calls know.
  const hasBody = ![101, 204, 205, 304].includes(answer.statusCode)
  return new Response(hasBody ? text : null, { status: answer.statusCode })
}
