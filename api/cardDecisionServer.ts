/** The server of live card authorizations: nothing else is on its port, and nothing else in its event loop. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { Refusal } from '../contract/errors.ts'
import type { Config } from '../runtime/config.ts'
import {
  type CardDecisionDependencies,
  cardDecisionListener,
  cardDecisionReadiness,
  type DecisionMetrics,
} from './cardDecisions.ts'
import { envelopeOf } from './onerror.ts'
import { drain, limitConnections, listenOn, type Serving } from './serve.ts'

/** An issuer's question comes at once: with its body it has about a kilobyte. */
const REQUEST_TIMEOUT_MS = 5_000
const CONNECTIONS_CHECKED_EVERY_MS = 500
/** Longer than an issuer's proxy keeps an idle connection. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000

type Settings = Pick<Config, 'HOST' | 'CARD_DECISION_PORT' | 'CARD_DECISION_CONNECTIONS_MAX'>

/**
 * Listens on HOST and CARD_DECISION_PORT.
 *
 * @throws ListenError when the address cannot be had
 */
export async function serveCardDecisions(
  dependencies: CardDecisionDependencies & { readonly config: Settings },
  metrics: DecisionMetrics,
  draining: () => boolean,
): Promise<Serving> {
  const { HOST, CARD_DECISION_PORT, CARD_DECISION_CONNECTIONS_MAX } = dependencies.config
  const decides = cardDecisionListener(dependencies, metrics)
  const answersReadiness = cardDecisionReadiness(dependencies, draining)
  const server = createServer({
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: CONNECTIONS_CHECKED_EVERY_MS,
  })
  const answer: RequestListener = (request, response) => {
    if (!decides(request, response) && !answersReadiness(request, response)) refuse(response)
  }
  limitConnections(server, answer, CARD_DECISION_CONNECTIONS_MAX)
  await listenOn(server, { host: HOST, port: CARD_DECISION_PORT }, 'CARD_DECISION')
  const { port } = server.address() as AddressInfo
  return { server, port, drain: (patienceMs) => drain(server, patienceMs) }
}

function refuse(response: ServerResponse<IncomingMessage>): void {
  const reason = 'Nothing is here but live card authorizations; the rest is on the port of the API.'
  const refusal = new Refusal('NOT_FOUND', { reason })
  response.writeHead(refusal.status, { 'Content-Type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(envelopeOf(refusal)))
}
