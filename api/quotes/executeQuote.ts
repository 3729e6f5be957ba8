import { canonicalJson } from '../../contract/canonicalJson.ts'
import { ExecuteQuoteRequest, Quote } from '../../contract/components/payments.ts'
import { invalidInput, Refusal } from '../../contract/errors.ts'
import { partiesOfPayment } from '../../contract/paymentOrder.ts'
import { type PaymentRow, presentQuote } from '../../contract/present/index.ts'
import { hashOf } from '../../domain/derivedIds.ts'
import { factorProblems, wantedFactor } from '../../domain/payments/authorization.ts'
import { paymentTermsOf } from '../../domain/payments/terms.ts'
import type { QuoteExecutionResult } from '../../workflows/quoteExecution.ts'
import { operation, type Reply, reply } from '../operation.ts'
import { outcomeUnknown, refusalOf } from '../outcomes.ts'
import { requireOutside } from '../outside.ts'
import { startPaymentAndWait } from '../payments/startPaymentAndWait.ts'
import { requireId } from '../requireId.ts'
import { stampOrProblem } from '../stamps.ts'
import {
  type Executable,
  executeErrors,
  forgetGivenStamp,
  givenStamp,
  noteUnknown,
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
  async handle(call): Promise<object> {
    const { params, body, platform, dependencies, trace } = call
    const quoteId = requireId('Quote', params.quoteId, 'QUOTE_NOT_FOUND')
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
    // An attempt whose outcome is unknown is decided by its workflow alone.
    if (quote.unknown_attempt !== quote.attempt) {
      const problems = factorProblems(body?.scaFactor, quote.sca_factors)
      if (problems.length > 0) throw invalidInput(problems)
      refuseUnexecutable(quote)
      requireOutside(call, partiesOfPayment(quote.steps, false))
    }

    const kept = await givenStamp(dependencies, quote, call.walletSignature)
    const scaFactor = wantedFactor(body?.scaFactor)
    const started = await startPaymentAndWait(
      dependencies,
      paymentTermsOf(quote.row, platform.id, quote.customer_id),
      quote.attempt,
      { ...{ key, requestHash, scaFactor }, ...kept, publicKey: given.stamp?.publicKey },
      trace,
    )
    if (started.state === 'ANSWERED') {
      await forgetGivenStamp(dependencies, kept)
      return answerOf(started.answer, key, requestHash)
    }
    // A missing response is not a refusal: the row has the outcome.
    const now = await readDecided(dependencies, wanted)
    const found = replayOf(now, key, requestHash)
    if (found !== undefined) return found
    if (now.status === 'EXPIRED') throw new Refusal('QUOTE_EXPIRED')
    await noteUnknown(dependencies, quote)
    throw outcomeUnknown()
  },
})

/** The original response for the key that executed the quote; 409 for every other key. */
function replayOf(
  quote: Executable,
  key: string | undefined,
  requestHash: string,
): Reply | undefined {
  if (quote.key_hash !== null) {
    if (quote.key_hash !== requestHash) throw new Refusal('DUPLICATE_PAY_REQUEST')
    if (quote.original_response !== null && quote.winning_key === key) {
      return reply(200, presentQuote(quote.original_response), { 'Idempotent-Replayed': 'true' })
    }
  }
  if (quote.original_response !== null) {
    throw new Refusal('CONFLICT', { reason: 'The quote is executed already.' })
  }
  return undefined
}

function answerOf(
  answer: QuoteExecutionResult,
  key: string | undefined,
  requestHash: string,
): object {
  if (answer.outcome === 'REFUSED') throw refusalOf(answer)
  // A concurrent request with another key executed this quote.
  if ((answer.winningKey ?? undefined) !== key) {
    throw new Refusal('CONFLICT', { reason: 'The quote is executed already.' })
  }
  if ((answer.requestHash ?? requestHash) !== requestHash) {
    throw new Refusal('DUPLICATE_PAY_REQUEST')
  }
  return presentQuote(answer.payment as PaymentRow)
}
