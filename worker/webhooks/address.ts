/**
 * The guard before every connection to an address that a platform chose: the name is resolved
 * once, every address that comes back is checked, and the connection goes to a checked one.
 */
import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'
import {
  isAllowedAddress,
  type Reach,
  webhookEndpointProblem,
} from '../../contract/webhookEndpoint.ts'

/** The endpoint leads, or could lead, somewhere that we do not go. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED'

  constructor(problem: string) {
    super(`the endpoint ${problem}`)
    this.name = 'AddressRefused'
  }
}

/**
 * The endpoint as a URL that may be connected to through `guardedAgent` of the same reach. A
 * literal address is connected to without a look-up: it is checked here.
 *
 * @throws AddressRefused when its text alone is reason enough
 */
export function guardedUrl(endpoint: string, reach: Reach): URL {
  const problem = webhookEndpointProblem(endpoint, reach)
  if (problem !== undefined) throw new AddressRefused(problem)
  return new URL(endpoint)
}

export type Resolve = typeof lookup

/**
 * A look-up for sockets that fails unless every address of the name is allowed: with one good
 * and one bad address, which one a connection takes would be the name's owner's choice.
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

/** Connections an endpoint's host may hold open; the slots in the database are fewer. */
const CONNECTIONS_PER_ORIGIN_MAX = 16
const RESPONSE_HEADERS_MAX_BYTES = 16 * 1024

/** Connections through the guard. Close it when done. */
export function guardedAgent(
  reach: Reach,
  connectTimeoutMs: number,
  resolve: Resolve = lookup,
): Agent {
  return new Agent({
    connect: { lookup: guardedLookup(reach, resolve), timeout: connectTimeoutMs },
    connections: CONNECTIONS_PER_ORIGIN_MAX,
    maxHeaderSize: RESPONSE_HEADERS_MAX_BYTES,
  })
}
