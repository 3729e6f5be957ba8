import { Quote, QuoteRequest } from '../../contract/components/payments.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import type { Parties } from '../../contract/parties.ts'
import { type Order, type PaymentIdentity, partiesOfPayment } from '../../contract/paymentOrder.ts'
import { presentQuote } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import { findParties } from '../../db/payments/parties.ts'
import { findReceiverLookup, type ReceiverLookup } from '../../db/receiverLookups.ts'
import { deriveUuid } from '../../domain/derivedIds.ts'
import { orderOf } from '../../domain/payments/order.ts'
import { limitErrors, unpayableErrors, unreadyErrors } from '../../domain/payments/payable.ts'
import { paymentOf } from '../../domain/payments/payment.ts'
import { refuseByReceiver } from '../../domain/payments/receiver.ts'
import type { QuoteBody } from '../../domain/payments/types.ts'
import { requestFunding } from '../../providers/railRouting.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Agent, type Call, operation, type Reply, replayHeaders, reply } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { requireOutside, requireRoutes } from '../outside.ts'
import {
  executeImmediately,
  findPriorExecution,
  type ImmediateExecution,
  paymentIdentityOf,
} from '../payments/immediateExecution.ts'
import { payloadOf } from '../payments/payload.ts'
import { priceOf } from '../payments/price.ts'

const OPERATION = 'createQuote'

/** What a quote is refused with: a platform's and an agent's. */
export const quoteErrors = [
  'ACCOUNT_NOT_FOUND',
  ...unreadyErrors,
  'MISSING_MANDATORY_USER_INFO',
  'USER_NOT_FOUND',
  'SCA_SESSION_REQUIRED',
  'LOOKUP_REQUEST_NOT_FOUND',
  'WALLET_NOT_PROVISIONED',
  ...unpayableErrors,
  'SELF_PAYMENT',
  'INVALID_RECEIVER',
  'INVALID_CURRENCY',
  'SENDER_NOT_ACCEPTED',
  'MISSING_REQUIRED_UMA_PARAMETERS',
  'AMOUNT_OUT_OF_RANGE',
  'INVALID_AMOUNT',
  'QUOTE_EXPIRED',
  'INSUFFICIENT_FUNDS',
  'QUOTE_RATE_UNAVAILABLE',
  'TRANSACTION_SIZE_LIMIT_EXCEEDED',
  ...limitErrors,
  'DUPLICATE_PAY_REQUEST',
] as const

export const createQuote = operation({
  id: OPERATION,
  group: 'Cross-Currency Transfers',
  method: 'post',
  path: '/quotes',
  permission: 'TRANSACT',
  summary: 'Create a quote: a price that is locked until it expires',
  description:
    'For an embedded wallet the answer carries `payloadToSign`: stamp it byte for byte with a ' +
    'session key of the wallet and send the stamp with the execute call. For real-time funding it ' +
    'says where to send the funds and with which reference; the payment starts when the deposit ' +
    'arrives. With `immediatelyExecute` the quote is executed before the answer. `202`: the payer ' +
    'must authorize it first (`scaChallenge`); real-time funding then says where to send the funds.',
  outside: { byRequest: ['WALLET_PROVIDER', 'PAYOUT_RAIL', 'RATE_FEED'] },
  headers: { idempotencyKey: true },
  body: QuoteRequest,
  status: 201,
  responses: { 201: Quote, 202: Quote },
  errors: quoteErrors,
  handle: (call) => newQuote(call, { operation: OPERATION }),
})
/** Who asks for a quote. */
export type Requester = {
  /** The scope of its `Idempotency-Key`. */
  readonly operation: string
  readonly agent?: Agent | undefined
}

type Caller = Pick<Call, 'platform' | 'dependencies'>

type QuoteCall = Caller &
  Pick<Call, 'idempotencyKey' | 'trace'> & {
    readonly body: QuoteBody
  }

/** Makes a quote and answers it as the interface shows it. */
export async function newQuote(
  call: QuoteCall,
  { operation, agent }: Requester,
): Promise<Reply<Shown<typeof Quote>>> {
  const { body: asked, platform, dependencies, idempotencyKey, trace } = call
  const name = paymentIdentityOf(platform, operation, idempotencyKey, asked)
  // Before anything that may have changed since: a retry gets the original response.
  const isRepeatable = name.key !== undefined || asked.immediatelyExecute === true
  const prior = isRepeatable ? await findPriorExecution(dependencies, name) : undefined
  if (prior?.execution !== undefined) return shownOf(prior.execution)
  const order = await withFunding(call, await quoteOrder(asked, name, call, agent))
  if (asked.immediatelyExecute && prior !== undefined) {
    return shownOf(await executeImmediately(dependencies, order, prior, trace))
  }
  const { codes, database } = dependencies
  const codeKey = codes.currentKey
  const created = await database.call('create_payment', { ...order, codeKey })
  if (created.refused !== undefined) throw refusalOf({ code: created.refused })
  return shownOf({ quote: created.payment, isReplay: created.replayed === true })
}

/**
 * The payment of a quote, with its price. What a deposit pays has no instructions yet: `withFunding`.
 *
 * @throws Refusal as `quoteErrors` says
 */
export async function quoteOrder(
  asked: QuoteBody,
  name: PaymentIdentity,
  { dependencies, platform }: Caller,
  agent: Agent | undefined,
): Promise<Order> {
  const lookup = await lookupOf(dependencies, platform.id, asked, agent)
  const body = withPayer(asked, agent, lookup)
  const parties = await partiesOf(dependencies, platform.id, body, agent)
  const payment = paymentOf(body, parties, lookup)
  requireOutside(
    { dependencies, platform },
    partiesOfPayment(payment.steps, payment.source.kind === 'FUNDING'),
  )
  const priced = await priceOf({ dependencies, platform }, body, parties, payment)
  refuseByReceiver(body, payment, Number(priced.receiving), lookup)
  const order = orderOf(body, parties, payment, priced, {
    name,
    kind: 'QUOTE',
    payloadToSign: payloadOf(name.id, parties, payment, priced),
    agentId: agent?.id,
  })
  requireRoutes({ dependencies, platform }, payment, order)
  return order
}

function shownOf({
  quote,
  isReplay,
}: Pick<ImmediateExecution, 'quote' | 'isReplay'>): Reply<Shown<typeof Quote>> {
  const status = quote.status === 'PENDING_AUTHORIZATION' ? 202 : 201
  return reply(status, presentQuote(quote), replayHeaders(isReplay))
}

/**
 * Who pays by a deposit and is not named: the customer of the agent that asks, or the one whom the address was looked
 * up for.
 */
function withPayer(
  body: QuoteBody,
  agent: Agent | undefined,
  lookup: ReceiverLookup | undefined,
): QuoteBody {
  const { source, destination } = body
  const isUnnamed = source.sourceType === 'REALTIME_FUNDING' && source.customerId === undefined
  const isToAddress = destination.destinationType === 'UMA_ADDRESS'
  const customerId = agent?.customerId ?? (isToAddress ? lookup?.customerId : undefined)
  if (!isUnnamed || !customerId) return body
  return { ...body, source: { ...source, customerId: idOf('Customer', customerId) } }
}

async function lookupOf(
  { database }: Dependencies,
  platformId: string,
  body: QuoteBody,
  agent: Agent | undefined,
): Promise<ReceiverLookup | undefined> {
  if (body.lookupId === undefined) {
    if (body.destination.destinationType === 'ACCOUNT') return undefined
    throw new Refusal('LOOKUP_REQUEST_NOT_FOUND', {
      reason: 'A UMA address needs the lookupId of its lookup.',
    })
  }
  const lookup = await findReceiverLookup(database, platformId, body.lookupId)
  const isForeign = agent && lookup?.customerId && lookup.customerId !== agent.customerId
  if (lookup === undefined || isForeign) throw new Refusal('LOOKUP_REQUEST_NOT_FOUND')
  return lookup
}

function partiesOf(
  dependencies: Dependencies,
  platformId: string,
  body: QuoteBody,
  agent: Agent | undefined,
): Promise<Parties> {
  const { source, destination } = body
  const { QUOTE_LIFETIME_SECONDS, FUNDING_QUOTE_LIFETIME_SECONDS } = dependencies.config
  return findParties(dependencies.database, platformId, {
    source: source.sourceType === 'ACCOUNT' ? source.accountId : undefined,
    customer: source.customerId,
    destination: destination.destinationType === 'ACCOUNT' ? destination.accountId : undefined,
    umaAddress: destination.destinationType === 'UMA_ADDRESS' ? destination.umaAddress : undefined,
    onlyCustomer: agent?.customerId,
    lifetimeSeconds:
      source.sourceType === 'ACCOUNT' ? QUOTE_LIFETIME_SECONDS : FUNDING_QUOTE_LIFETIME_SECONDS,
  })
}

/** The order with the rail's funding instructions, where a deposit pays it. */
export async function withFunding(
  { dependencies, platform }: Caller,
  order: Order,
): Promise<Order> {
  if (order.sourceType !== 'REALTIME_FUNDING') return order
  // Short enough for every bank's reference field, and as unique as the quote.
  const reference =
    `P${deriveUuid('funding', order.id).replaceAll('-', '').slice(0, 15)}`.toUpperCase()
  const { sendingCurrency: currency, sendingAmount: amountMinor } = order
  const { cryptoNetwork: network } = order.source as { readonly cryptoNetwork?: string }
  const instructions = await requestFunding(dependencies.outside, platform.environment, {
    ...{ reference, amountMinor, currency, network },
  }).catch((cause: Error) => {
    if ((cause as { kind?: string }).kind === 'REFUSED') {
      throw new Refusal('QUOTE_RATE_UNAVAILABLE', {
        reason: `${currency} cannot be collected this way.`,
      })
    }
    throw new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 })
  })
  return { ...order, fundingReference: reference, paymentInstructions: [instructions] }
}
