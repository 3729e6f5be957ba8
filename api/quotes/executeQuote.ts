import { canonicalJson } from '../../contract/canonicalJson.ts'
import { ExecuteQuoteRequest, Quote } from '../../contract/components/payments.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { partiesOfPayment } from '../../contract/paymentOrder.ts'
import { type PaymentRow, presentQuote } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import { hashOf } from '../../domain/derivedIds.ts'
import { factorProblems, wantedFactor } from '../../domain/payments/authorization.ts'
import { operation, type Reply, replayHeaders, reply } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { requireOutside } from '../outside.ts'
import { decidePayment } from '../payments/decide.ts'
import { requireId } from '../requireId.ts'
import { stampOrProblem } from '../stamps.ts'
import {
  type Executable,
  executeErrors,
  givenStamp,
  readDecided,
  refuseUnexecutable,
  requireWalletStamp,
} from './executable.ts'

const OPERATION = 'executeQuote'

export const executeQuote = operation({
  id: OPERATION,
  group: 'Cross-Currency Transfers',
  method: 'post',
  path: '/quotes/:quoteId/execute',
  permission: 'TRANSACT',
  summary: 'Execute a quote',
  description:
    'Moves the quote to `PROCESSING` and holds the funds; the payment then completes in the ' +
    'background. A retry with the same `Idempotency-Key` gets the original response. ' +
    '`PENDING_AUTHORIZATION`: the funds are held, and the payment goes on when the customer has ' +
    'answered the `scaChallenge`.',
  outside: { byRequest: ['WALLET_PROVIDER', 'PAYOUT_RAIL'] },
  headers: { idempotencyKey: true, walletSignature: true },
  body: ExecuteQuoteRequest,
  bodyOptional: true,
  status: 200,
  responses: { 200: Quote },
  errors: executeErrors,
  async handle(call) {
    const { params, body, platform, dependencies, trace } = call
    const quoteId = requireId('Quote', params.quoteId)
    const key = call.idempotencyKey
    const given = stampOrProblem(call.walletSignature)
    const requestHash = hashOf(OPERATION, quoteId, canonicalJson(body ?? {}))
    const wanted = {
      platformId: platform.id,
      quoteId,
      operation: OPERATION,
      key,
      stamp: given.stamp,
    }
    const quote = await readDecided(dependencies, wanted)

    const replay = replayOf(quote, key, requestHash)
    if (replay !== undefined) return replay
    if (quote.status === 'EXPIRED') throw new Refusal('QUOTE_EXPIRED')
    await requireWalletStamp(dependencies, quote, given, call.rawBody)
    const problems = factorProblems(body?.scaFactor, quote.sca_factors)
    if (problems.length > 0) throw invalidInput(problems)
    refuseUnexecutable(quote)
    requireOutside(call, partiesOfPayment(quote.steps, false))

    const decided = await decidePayment(
      dependencies,
      {
        ...{ platformId: platform.id, paymentId: quoteId, operation: OPERATION, key, requestHash },
        ...(await givenStamp(dependencies, quote, call.walletSignature)),
        scaFactor: wantedFactor(body?.scaFactor),
        publicKey: given.stamp?.publicKey,
      },
      { reading: quote.reading, owner: quote.source_account_id ?? quoteId, trace },
    )
    if (decided.outcome === 'REFUSED') throw refusalOf(decided)
    return shownOf(decided.payment, decided.isReplay)
  },
})

/** The first answer for the request that has executed the quote; 409 for every other one. */
function replayOf(
  quote: Executable,
  key: string | undefined,
  requestHash: string,
): Reply<Shown<typeof Quote>> | undefined {
  if (quote.key_hash !== null && quote.key_hash !== requestHash) {
    throw new Refusal('DUPLICATE_PAY_REQUEST')
  }
  if (quote.original_response === null) return undefined
  const { operation, requestHash: winner } = quote.executed_by ?? {}
  // Without a key the quote itself says which request it was.
  const isSame =
    key === undefined
      ? quote.executed_key === null && operation === OPERATION && winner === requestHash
      : quote.key_hash !== null && quote.executed_key === key
  if (isSame) return shownOf(quote.original_response, true)
  throw new Refusal('CONFLICT', { reason: 'The quote is executed already.' })
}

function shownOf(
  row: PaymentRow | undefined,
  isReplay: boolean | undefined,
): Reply<Shown<typeof Quote>> {
  return reply(200, presentQuote(row as PaymentRow), replayHeaders(isReplay))
}
