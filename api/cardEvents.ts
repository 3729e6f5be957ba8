/**
 * Events of the card issuer, at a path for each environment. An event may come late, twice and before an
 * older one: what is taken from it is true whenever it is read.
 */
import { Refusal } from '../contract/errors.ts'
import { type Environment, environments } from '../contract/outsideParties.ts'
import {
  cardDisputeOf,
  cardReportOf,
  closedCardIn,
  disputeEvents,
  disputeIn,
  eventIn,
  type IssuerEvent,
  isSignedMessage,
  knownEventTypes,
  TRANSACTION_EVENT,
  transactionIn,
  WALLET_CODE_EVENT,
} from '../providers/cardIssuer/index.ts'
import { PartyNotConfigured } from '../providers/outsideParties.ts'
import { outsideSettings } from '../runtime/outsideSettings.ts'
import type { Arrivals } from './arrivals.ts'
import { sendCardCode } from './cardCodes.ts'
import { becomeKnown, whileAtWork } from './connections.ts'
import type { Dependencies } from './dependencies.ts'
import type { Metrics } from './metrics.ts'
import { refuseWrites } from './middleware/maintenance.ts'
import { senderOf } from './middleware/sender.ts'
import type { Context } from './middleware/state.ts'
import { parsedNotice, readNoticeBody } from './noticeBody.ts'
import type { ApiRouter } from './router.ts'

/** A transaction comes with all of its events. */
const BODY_BYTES_MAX = 1_000_000

/** What one process logs of them at most. */
const UNKNOWN_TYPES_MAX = 100

export function cardEventPath(environment: Environment): string {
  return `/card-events/${environment.toLowerCase()}`
}

/** Gets the types that we do not know: of an event, or within one. */
type ReportUnknown = (
  part: 'event' | 'transaction_event' | 'dispute_event',
  types: readonly string[],
) => void

export function cardEventRoutes(
  dependencies: Dependencies,
  metrics: Metrics,
  arrivals: Arrivals,
): (router: ApiRouter) => void {
  const settings = outsideSettings(dependencies.config)
  const seen = new Set<string>()
  const reportUnknown: ReportUnknown = (part, types) => {
    for (const type of types) {
      metrics.unknownCardEvents.inc({ part })
      if (seen.has(type) || seen.size >= UNKNOWN_TYPES_MAX) continue
      seen.add(type)
      dependencies.log.error({ part, type }, 'the card issuer has sent an event of an unknown type')
    }
  }
  return (router) => {
    for (const environment of environments) {
      router.post(cardEventPath(environment), async (context) => {
        context.state.operation = 'cardEvent'
        const issuer = settings[environment].cardIssuer
        if (issuer === undefined) {
          const { message: reason } = new PartyNotConfigured('CARD_ISSUER', environment)
          throw new Refusal('NOT_IMPLEMENTED', { reason })
        }
        // The issuer sends it again.
        await refuseWrites(dependencies, context.method)
        const sender = senderOf(context, dependencies.config)
        const raw = await arrivals.read(context.req, sender, () =>
          readNoticeBody(context, BODY_BYTES_MAX),
        )
        const now = dependencies.clock.now()
        if (!isFromIssuer(context, issuer.eventSecrets, raw, now)) {
          throw new Refusal('UNAUTHORIZED', { reason: 'The signature of the event is not right.' })
        }
        becomeKnown(context.req, `card issuer ${environment}`)
        const event = parsedNotice(raw, eventIn, 'This is no event of the card issuer.')
        // An unknown event is accepted: refused, it would come again for hours.
        if (!knownEventTypes.has(event.event_type)) reportUnknown('event', [event.event_type])
        await whileAtWork(context.req, () =>
          event.event_type === WALLET_CODE_EVENT
            ? sendCardCode(dependencies, environment, context.get('webhook-id'), event)
            : take(dependencies, environment, event, reportUnknown),
        )
        context.status = 200
        context.body = { ok: true }
      })
    }
  }
}

/** Whether the issuer has signed this very body in the last five minutes. */
export function isFromIssuer(
  context: Pick<Context, 'get'>,
  secrets: readonly string[],
  raw: Buffer,
  now: Date,
): boolean {
  const header = (name: string): string | undefined => context.get(`webhook-${name}`) || undefined
  const headers = {
    id: header('id'),
    timestamp: header('timestamp'),
    signature: header('signature'),
  }
  return isSignedMessage(secrets, headers, raw, now)
}

/**
 * What is spent, given back or taken back is moved by a workflow.
 *
 * @throws Refusal INVALID_INPUT for a transaction or a dispute of another shape; SERVICE_UNAVAILABLE for a dispute whose
 *   purchase is not known yet, so that the issuer sends it again
 */
async function take(
  dependencies: Dependencies,
  environment: Environment,
  event: IssuerEvent,
  reportUnknown: ReportUnknown,
): Promise<void> {
  const { database, handOver } = dependencies
  if (event.event_type === TRANSACTION_EVENT) {
    const report = sent(transactionIn(event), 'transaction')
    reportUnknown('transaction_event', report.unknownTypes)
    const applied = await database.call('apply_card_report', cardReportOf(environment, report))
    if (applied?.start !== undefined) handOver.handOver(applied.start)
  } else if (disputeEvents.has(event.event_type)) {
    const report = sent(disputeIn(event), 'dispute')
    if (report === null) return
    reportUnknown('dispute_event', report.unknownTypes)
    const applied = await database.call('apply_card_dispute', cardDisputeOf(environment, report))
    if (applied?.outcome === 'UNKNOWN') {
      throw new Refusal('SERVICE_UNAVAILABLE', { reason: 'The purchase is not known yet.' })
    }
    if (applied?.start !== undefined) handOver.handOver(applied.start)
  } else {
    await closeCard(dependencies, environment, event)
  }
}

/** A card that is closed stays closed: no other event about it can be newer. */
async function closeCard(
  { database }: Dependencies,
  environment: Environment,
  event: IssuerEvent,
): Promise<void> {
  const cardToken = closedCardIn(event)
  if (cardToken === undefined) return
  await database.query({
    name: 'close_card_by_service',
    text: `select close_card_by_service(c.id) from cards c where c.environment = $1 and c.card_token = $2`,
    values: [environment, cardToken],
  })
}

/** @throws Refusal INVALID_INPUT for what could not be read */
function sent<Read>(read: Read | undefined, what: string): Read {
  if (read !== undefined) return read
  throw new Refusal('INVALID_INPUT', { reason: `This is no ${what} of the card issuer.` })
}
