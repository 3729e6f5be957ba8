import { canonicalJson } from '../../contract/canonicalJson.ts'
import { Quote } from '../../contract/components/payments.ts'
import { Refusal } from '../../contract/errors.ts'
import { type PaymentStep, partiesOfPayment } from '../../contract/paymentOrder.ts'
import { type PaymentRow, presentQuote } from '../../contract/present/index.ts'
import { hashOf } from '../../domain/derivedIds.ts'
import { paymentTermsOf } from '../../domain/payments/terms.ts'
import type { QuoteExecutionResult } from '../../workflows/quoteExecution.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation, type Reply, reply } from '../operation.ts'
import { outcomeUnknown, refusalOf } from '../outcomes.ts'
import { requireOutside } from '../outside.ts'
import { startPaymentAndWait } from '../payments/startPaymentAndWait.ts'
import { requireId } from '../requireId.ts'
import { otherPayloads, readStamp, requireStampOver, type Stamp } from '../stamps.ts'

const ExecuteQuoteRequest = {
  type: 'object',
  properties: { scaFactor: { type: 'string' } },
} as const

export const executeQuote = operation({
  id: 'executeQuote',
  group: 'Cross-Currency Transfers',
  method: 'post',
  path: '/quotes/:quoteId/execute',
  permission: 'TRANSACT',
  summary: 'Execute a quote',
  description:
    'Moves the quote to `PROCESSING` and holds the funds; the payment then completes in the ' +
    'background. A retry with the same `Idempotency-Key` gets the original response.',
  outside: { byRequest: ['WALLET_PROVIDER', 'PAYOUT_RAIL'] },
  headers: { idempotencyKey: true, walletSignature: true },
  body: ExecuteQuoteRequest,
  bodyOptional: true,
  status: 200,
  responses: { 200: Quote },
  errors: [
    'QUOTE_NOT_FOUND',
    'QUOTE_EXPIRED',
    'USER_NOT_READY',
    'INSUFFICIENT_FUNDS',
    'CONFLICT',
    'DUPLICATE_PAY_REQUEST',
    'WALLET_SIGNATURE_MISSING',
    'WALLET_SIGNATURE_MALFORMED',
    'WALLET_SIGNATURE_BODY_MISMATCH',
    'WALLET_SIGNATURE_INVALID',
  ],
  async handle(call): Promise<object> {
    const { params, body, platform, dependencies, trace } = call
    const quoteId = requireId('Quote', params.quoteId, 'QUOTE_NOT_FOUND')
    const key = call.idempotencyKey
    const stamp = call.walletSignature === undefined ? undefined : readStamp(call.walletSignature)
    const requestHash = hashOf('executeQuote', quoteId, canonicalJson(body ?? {}))
    const wanted = { platformId: platform.id, quoteId, key, stamp }
    const quote = await readDecided(dependencies, wanted)
    await requireWalletStamp(dependencies, quote, stamp, call.rawBody)

    const replay = replayOf(quote, key, requestHash)
    if (replay !== undefined) return replay
    if (quote.status === 'EXPIRED') throw new Refusal('QUOTE_EXPIRED')
    // An attempt whose outcome is unknown is decided by its workflow alone.
    if (quote.unknown_attempt !== quote.attempt) {
      refuseUnexecutable(quote)
      requireOutside(call, partiesOfPayment(quote.steps, false))
    }

    const started = await startPaymentAndWait(
      dependencies,
      paymentTermsOf(quote.row, platform.id, quote.customer_id),
      quote.attempt,
      { key, requestHash, stamp: call.walletSignature, publicKey: stamp?.publicKey },
      trace,
    )
    if (started.state === 'ANSWERED') return answerOf(started.answer, key, requestHash)
    // A missing response is not a refusal: the row has the outcome.
    const now = await readDecided(dependencies, wanted)
    const found = replayOf(now, key, requestHash)
    if (found !== undefined) return found
    if (now.status === 'EXPIRED') throw new Refusal('QUOTE_EXPIRED')
    await dependencies.database.query({
      text: 'update payments set unknown_attempt = $2 where id = $1 and attempt = $2',
      values: [quoteId, quote.attempt],
    })
    throw outcomeUnknown()
  },
})

/** What an execute call checks, read in one statement. */
type Executable = {
  readonly row: PaymentRow
  readonly status: string
  readonly attempt: number
  /** The attempt whose outcome was last unknown. */
  readonly unknown_attempt: number | null
  readonly customer_id: string | null
  readonly source_account_id: string | null
  readonly source_type: string
  readonly steps: readonly PaymentStep[]
  readonly payload_to_sign: string | null
  readonly expired: boolean
  readonly original_response: PaymentRow | null
  readonly winning_key: string | null
  /** Null where the source is not an internal account. */
  readonly spendable: bigint | null
  readonly is_open: boolean
  /** Whether the verification of the customer who pays allows it. */
  readonly may_pay: boolean
  readonly session_active: boolean
  readonly key_hash: string | null
  readonly key_quote: string | null
}

type Wanted = {
  readonly platformId: string
  readonly quoteId: string
  readonly key: string | undefined
  readonly stamp: Stamp | undefined
}

/**
 * The quote, PENDING only while it can be executed. One whose time is over may still be executed by
 * a decision that began before: expiring it waits for that decision.
 */
async function readDecided(dependencies: Dependencies, wanted: Wanted): Promise<Executable> {
  const quote = await readQuote(dependencies, wanted)
  if (!quote.expired) return quote
  await dependencies.database.call('expire_payment', wanted.quoteId)
  return readQuote(dependencies, wanted)
}

async function readQuote({ database }: Dependencies, wanted: Wanted): Promise<Executable> {
  const [quote] = await database.query<Executable>({
    name: 'executable_quote',
    text: `select to_jsonb(q) - 'payload_to_sign' - 'stamp' - 'original_response' as row, q.status, q.attempt,
        q.unknown_attempt, q.customer_id, q.source_account_id, q.source_type, q.steps, q.payload_to_sign,
        (q.status = 'PENDING' and q.expires_at <= service_now()) as expired,
        case when q.executed_attempt is not null then q.original_response end as original_response, q.winning_key,
        b.posted - b.pending_out as spendable, is_destination_payable(q) as is_open,
        may_pay((select kyc_status from customers where id = q.customer_id)) as may_pay,
        exists (select 1 from sessions s where s.account_id = q.source_account_id and s.public_key = $3
          and s.ended_at is null and s.expires_at > service_now() + interval '5 seconds') as session_active,
        encode(k.request_hash, 'hex') as key_hash, k.resource_id as key_quote
      from payments q left join ledger_balances b on b.account_id = q.source_account_id
      left join idempotency_keys k on k.platform_id = $2 and k.operation = 'executeQuote' and k.key = $4
      where q.id = $1 and q.platform_id = $2 and q.kind = 'QUOTE'`,
    values: [wanted.quoteId, wanted.platformId, wanted.stamp?.publicKey ?? '', wanted.key ?? null],
  })
  if (quote === undefined) throw new Refusal('QUOTE_NOT_FOUND')
  return quote
}

async function requireWalletStamp(
  dependencies: Dependencies,
  quote: Executable,
  stamp: Stamp | undefined,
  rawBody: string,
): Promise<void> {
  if (quote.source_type !== 'EMBEDDED_WALLET') return
  if (stamp === undefined) throw new Refusal('WALLET_SIGNATURE_MISSING')
  await requireStampOver(quote.payload_to_sign ?? '', stamp, async () => [
    rawBody,
    ...(await otherPayloads(dependencies.database, quote.source_account_id ?? '')),
  ])
  // A replay moves no money: it needs a valid stamp, not an active session.
  if (quote.original_response === null && !quote.session_active) {
    throw new Refusal('WALLET_SIGNATURE_INVALID', {
      reason: 'The key is no active session key of this wallet.',
    })
  }
}

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

function refuseUnexecutable(quote: Executable): void {
  if (quote.status !== 'PENDING') throw new Refusal('CONFLICT')
  if (quote.source_type === 'REALTIME_FUNDING') {
    throw new Refusal('CONFLICT', { reason: 'The payment is executed when its deposit arrives.' })
  }
  if (!quote.is_open) {
    throw new Refusal('CONFLICT', { reason: 'The destination cannot be paid any more.' })
  }
  if (!quote.may_pay) throw new Refusal('USER_NOT_READY')
  if (quote.spendable !== null && quote.spendable < BigInt(quote.row.sending_amount)) {
    throw new Refusal('INSUFFICIENT_FUNDS')
  }
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
