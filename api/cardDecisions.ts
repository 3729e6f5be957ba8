/**
 * Live authorizations of the card issuer, at a path for each environment. Deciding needs PostgreSQL alone: a thread, a
 * port, connections and a readiness of its own keep it apart from whatever else the API does.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal, secondsToWait } from '../contract/errors.ts'
import { inTime } from '../contract/inTime.ts'
import { type Environment, environments } from '../contract/outsideParties.ts'
import type { AskedAuthorization, CardDecisionResult } from '../db/cardFunctions.ts'
import type { Database } from '../db/database.ts'
import { isStoreOpen, storeStateOf } from '../db/storeState.ts'
import { declineOfMerchant } from '../domain/cards/suffixes.ts'
import { authorizationAnswer, authorizationIn } from '../providers/cardIssuer/index.ts'
import { PartyNotConfigured } from '../providers/outsideParties.ts'
import { outsideSettings } from '../runtime/outsideSettings.ts'
import { isFromIssuer } from './cardEvents.ts'
import { becomeKnown, whileAtWork } from './connections.ts'
import type { Dependencies } from './dependencies.ts'
import type { Metrics } from './metrics.ts'
import { levelOf, requestLine } from './middleware/accessLog.ts'
import { admitting } from './middleware/inFlight.ts'
import { answerHeaders, OWN_ID_HEADER, requestIdOf } from './middleware/requestId.ts'
import { parsedNotice, readNoticeBody } from './noticeBody.ts'
import { envelopeOf, logStray, refusalOfError, retryAfterOf } from './onerror.ts'
import { passes, READINESS_SHARED_MS } from './probes.ts'
import { sharedFor } from './sharedFor.ts'

const BODY_BYTES_MAX = 64_000
const PROBE = '/readyz/card-decisions'
/** Its name in the log and in metrics. */
export const OPERATION = 'cardDecision'
export const IN_FLIGHT = {
  name: 'card_decisions_in_flight',
  help: 'Live card authorizations being decided',
} as const

export type CardDecisionDependencies = Pick<Dependencies, 'config' | 'clock' | 'log'> & {
  /** For them alone. */
  readonly cardDecisions: Database
}

export type DecisionMetrics = Pick<Metrics, 'watch'> & {
  observe(status: number, seconds: number): void
}

export function cardDecisionPath(environment: Environment): string {
  return `/card-decisions/${environment.toLowerCase()}`
}

const paths = new Map(environments.map((one) => [cardDecisionPath(one), one]))

/** `/readyz/card-decisions`: whether this process can decide. */
export function cardDecisionReadiness(
  { cardDecisions, log }: CardDecisionDependencies,
  draining: () => boolean,
): CardDecisionListener {
  const checked = sharedFor(READINESS_SHARED_MS, () =>
    passes(async () => cardDecisions.ping().then(() => true)),
  )
  const answer = async (response: ServerResponse): Promise<void> => {
    const database = await checked()
    const accepting = draining() ? 'failed' : 'ok'
    const isReady = database === 'ok' && accepting === 'ok'
    response.writeHead(isReady ? 200 : 503, { ...answerHeaders, ...json })
    const checks = { database, accepting }
    response.end(JSON.stringify({ status: isReady ? 'ready' : 'failed', checks }))
  }
  return ({ method, url }, response) => {
    if (method !== 'GET' || url !== PROBE) return false
    answer(response).catch(logStray(log))
    return true
  }
}

const json = { 'Content-Type': 'application/json; charset=utf-8' } as const

/** Answers the request of a live authorization. @returns false, without an answer, for any other request */
export type CardDecisionListener = (request: IncomingMessage, response: ServerResponse) => boolean

/** Answers live authorizations without routers and middleware: they would cost half as much CPU again. */
export function cardDecisionListener(
  dependencies: CardDecisionDependencies,
  metrics: DecisionMetrics,
): CardDecisionListener {
  const { clock, log } = dependencies
  const decide = decider(dependencies, metrics)
  const respond = async (
    request: IncomingMessage,
    response: ServerResponse,
    environment: Environment,
  ): Promise<void> => {
    const startedAt = performance.now()
    const requestId = requestIdOf(headerOf(request, 'x-request-id'))
    const ownRequestId = randomUUID()
    const operation = OPERATION
    const headers: Record<string, string> = {
      ...answerHeaders,
      'X-Request-Id': requestId,
      [OWN_ID_HEADER]: ownRequestId,
      ...json,
    }
    let status = 200
    let body: object
    try {
      body = await decide(environment, request)
    } catch (error) {
      const refusal = refusalOfError(error, { log, operation, requestId })
      status = refusal.status
      body = envelopeOf(refusal)
      const seconds = secondsToWait(refusal, clock.now())
      if (seconds !== undefined) headers['Retry-After'] = retryAfterOf(seconds)
    }
    const text = JSON.stringify(body)
    headers['Content-Length'] = String(Buffer.byteLength(text))
    if (!response.headersSent) response.writeHead(status, headers).end(text)
    const ms = performance.now() - startedAt
    metrics.observe(status, ms / 1_000)
    const path = cardDecisionPath(environment)
    const line = requestLine({
      ...{ requestId, ownRequestId, method: 'POST' },
      ...{ path, operation, status, ms },
    })
    log[levelOf(status, operation)](line, 'request')
  }
  return (request, response) => {
    const environment = request.method === 'POST' ? paths.get(request.url ?? '') : undefined
    if (environment === undefined) return false
    respond(request, response, environment).catch(logStray(log))
    return true
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  return String(headers[name] ?? '')
}

type Decide = (environment: Environment, request: IncomingMessage) => Promise<object>

function decider(dependencies: CardDecisionDependencies, metrics: DecisionMetrics): Decide {
  const { config, clock, cardDecisions } = dependencies
  const settings = outsideSettings(config)
  const admit = admitting(config.CARD_DECISIONS_MAX, metrics, IN_FLIGHT)
  return async (environment, request) => {
    const issuer = settings[environment].cardIssuer
    if (issuer === undefined) {
      const { message: reason } = new PartyNotConfigured('CARD_ISSUER', environment)
      throw new Refusal('NOT_IMPLEMENTED', { reason })
    }
    const deadline = performance.now() + config.CARD_DECISION_TIMEOUT_MS
    const raw = await readNoticeBody({ req: request }, BODY_BYTES_MAX)
    const headers = { get: (name: string) => headerOf(request, name) }
    if (!isFromIssuer(headers, issuer.decisionSecrets, raw, clock.now())) {
      throw new Refusal('UNAUTHORIZED', { reason: 'The signature is not right.' })
    }
    becomeKnown(request, `card issuer ${environment}`)
    const asked = askedIn(environment, raw)
    // Nothing is written during maintenance, and no answer would be a decline too.
    if (config.MAINTENANCE) return answerOf(asked, tryAgain)
    let decided = tryAgain
    // An unsigned request takes no share, however slowly its body comes.
    await whileAtWork(request, () =>
      admit(async () => {
        decided = await decideBy(deadline, decideInOpenStore(cardDecisions, asked))
      }),
    )
    return answerOf(asked, decided)
  }
}

/** One that was set back may know nothing of what the card has spent. */
async function decideInOpenStore(database: Database, asked: AskedAuthorization): Promise<Decision> {
  return isStoreOpen(await storeStateOf(database)) ? database.call('decide_card', asked) : tryAgain
}

type Decision = { readonly result: CardDecisionResult; readonly availableCents?: number | null }

const tryAgain: Decision = { result: 'OTHER' }
/** PostgreSQL's codes of a statement that has taken too long. */
const timeOuts: ReadonlySet<unknown> = new Set(['57014', '55P03'])

/** Another process may do better after any other outage: that is a 503, and the issuer asks once more. */
function missed(error: unknown): Decision {
  if (timeOuts.has((error as { code?: unknown }).code)) return tryAgain
  throw error
}

/**
 * A decline that a merchant may try again, where the decision is not made in time. If it is made later, the
 * issuer's event or the sweep releases what it has held.
 */
function decideBy(deadline: number, decided: Promise<Decision>): Promise<Decision> {
  const ms = Math.max(0, deadline - performance.now())
  return inTime(decided.catch(missed), ms, () => tryAgain)
}

const answerOf = ({ token }: AskedAuthorization, { result, availableCents }: Decision): object =>
  authorizationAnswer(token, result, availableCents)

/** @throws Refusal INVALID_INPUT */
function askedIn(environment: Environment, raw: Buffer): AskedAuthorization {
  const reason = 'This is no authorization of the card issuer.'
  const asked = parsedNotice(raw, authorizationIn, reason)
  const { descriptor } = asked.merchant
  const forced = environment === 'SANDBOX' ? declineOfMerchant(descriptor) : undefined
  return { environment, ...asked, forced }
}
