/** What an execute call reads of a quote and refuses: a platform's call and an agent's. */
import { type ErrorCode, Refusal } from '../../contract/errors.ts'
import type { PayerFactors } from '../../contract/parties.ts'
import type { PaymentStep } from '../../contract/paymentOrder.ts'
import type { AgentActionRow } from '../../contract/present/agentActions.ts'
import type { PaymentRow } from '../../contract/present/index.ts'
import { stampOf } from '../../contract/sealedText.ts'
import { limitErrors, unpayableErrors, unreadyErrors } from '../../domain/payments/payable.ts'
import type { Dependencies } from '../dependencies.ts'
import { READ_AT, type Reading, readingOf } from '../fence.ts'
import { otherPayloads, type ReadStamp, requireStampOver, type Stamp } from '../stamps.ts'

/** Codes of an execute call. */
export const executeErrors = [
  'QUOTE_NOT_FOUND',
  'QUOTE_EXPIRED',
  ...unreadyErrors,
  'SCA_SESSION_REQUIRED',
  'INSUFFICIENT_FUNDS',
  ...limitErrors,
  ...unpayableErrors,
  'QUOTE_RATE_UNAVAILABLE',
  'DUPLICATE_PAY_REQUEST',
  'WALLET_SIGNATURE_MISSING',
  'WALLET_SIGNATURE_MALFORMED',
  'WALLET_SIGNATURE_BODY_MISMATCH',
  'WALLET_SIGNATURE_INVALID',
] as const

/** What an execute call checks, read in one statement. */
export type Executable = {
  readonly row: PaymentRow
  readonly status: string
  readonly customer_id: string | null
  readonly source_account_id: string | null
  readonly source_type: string
  readonly steps: readonly PaymentStep[]
  readonly payload_to_sign: string | null
  readonly expired: boolean
  /** Of an executed quote: what its execute was answered with, and whose that was. */
  readonly original_response: PaymentRow | null
  readonly executed_by: { readonly operation: string; readonly requestHash?: string } | null
  /** The key that executed it; null without one. */
  readonly executed_key: string | null
  /** Null if the source is not an internal account. */
  readonly spendable: bigint | null
  readonly is_open: boolean
  /** Why the customer who pays may not; null if it may. */
  readonly payment_refusal: ErrorCode | null
  /** What its payer can authorize it with; null if no proof is asked for. */
  readonly sca_factors: PayerFactors
  /** Whether the payer has logged in, where proofs are asked for. */
  readonly can_authorize: boolean
  readonly session_active: boolean
  /** An agent has submitted it, and its platform has not decided yet. */
  readonly awaits_approval: boolean
  readonly key_hash: string | null
  /** Of an agent's key: the action as it was first answered. */
  readonly key_action: AgentActionRow | null
  /** The clock of this read. */
  readonly reading: Reading
}

export type WantedQuote = {
  readonly platformId: string
  readonly quoteId: string
  /** Only a quote of this agent. */
  readonly agentId?: string
  /** Of the key. */
  readonly operation: string
  readonly key: string | undefined
  readonly stamp: Stamp | undefined
}

/**
 * The quote, PENDING only while it can be executed. One whose time is over may still be executed by
 * a decision that began before: expiring it waits for that decision.
 */
export async function readDecided(
  dependencies: Dependencies,
  wanted: WantedQuote,
): Promise<Executable> {
  const quote = await readQuote(dependencies, wanted)
  if (!quote.expired) return quote
  await dependencies.database.call('expire_payment', wanted.quoteId)
  return readQuote(dependencies, wanted)
}

async function readQuote({ database }: Dependencies, wanted: WantedQuote): Promise<Executable> {
  const [quote] = await database.query<Omit<Executable, 'reading'> & { readonly read_at: string }>({
    name: 'executable_quote',
    text: `select to_jsonb(q) - 'payload_to_sign' - 'stamp' - 'original_response' as row, q.status, ${READ_AT},
        q.customer_id, q.source_account_id, q.source_type, q.steps, q.payload_to_sign,
        (q.status = 'PENDING' and q.expires_at <= service_now()) as expired,
        case when q.executed_at is not null then q.original_response end as original_response, q.executed_by,
        q.executed_by ->> 'key' as executed_key,
        b.posted - b.pending_out as spendable, is_destination_payable(q) as is_open,
        customer_refusal_by_id(q.customer_id) as payment_refusal,
        case when q.sca_purposes is not null then payment_factors(q.customer_id) end as sca_factors,
        q.sca_purposes is null or can_authorize(q.customer_id) as can_authorize,
        exists (select 1 from sessions s where s.account_id = q.source_account_id and s.public_key = $3
          and s.ended_at is null and s.expires_at > service_now() + interval '5 seconds') as session_active,
        q.agent_id is not null and exists (select 1 from agent_actions a where a.payment_id = q.id
          and a.status = 'PENDING_APPROVAL') as awaits_approval,
        encode(k.request_hash, 'hex') as key_hash,
        case k.kind when 'AGENT_ACTION' then k.answer end as key_action
      from payments q left join ledger_balances b on b.account_id = q.source_account_id
      left join idempotency_keys k on k.platform_id = $2 and k.operation = $5 and k.key = $4
      where q.id = $1 and q.platform_id = $2 and q.kind = 'QUOTE' and ($6::uuid is null or q.agent_id = $6)`,
    values: [
      ...[wanted.quoteId, wanted.platformId, wanted.stamp?.publicKey ?? '', wanted.key ?? null],
      ...[wanted.operation, wanted.agentId ?? null],
    ],
  })
  if (quote === undefined) throw new Refusal('QUOTE_NOT_FOUND')
  return { ...quote, reading: readingOf(quote.read_at) }
}

/**
 * Checks the stamp where the source needs one. Replays are answered before, and quotes that have expired
 * refused: a repeat, or an execute that comes too late, is answered as such, not as an aged stamp.
 */
export async function requireWalletStamp(
  dependencies: Dependencies,
  quote: Executable,
  { stamp, problem }: ReadStamp,
  rawBody: string,
): Promise<void> {
  if (problem !== undefined) throw problem
  if (quote.source_type !== 'EMBEDDED_WALLET') return
  if (stamp === undefined) throw new Refusal('WALLET_SIGNATURE_MISSING')
  await requireStampOver(quote.payload_to_sign ?? '', stamp, async () => [
    rawBody,
    ...(await otherPayloads(dependencies.database, quote.source_account_id ?? '')),
  ])
  if (!quote.session_active) {
    throw new Refusal('WALLET_SIGNATURE_INVALID', {
      reason: 'The key is no active session key of this wallet.',
    })
  }
}

/** @throws Refusal why the quote cannot be executed now, as far as its row shows */
export function refuseUnexecutable(quote: Executable): void {
  if (quote.status !== 'PENDING') throw new Refusal('CONFLICT')
  if (quote.awaits_approval) {
    throw new Refusal('CONFLICT', { reason: 'An agent has submitted it: it waits for approval.' })
  }
  if (quote.source_type === 'REALTIME_FUNDING') {
    throw new Refusal('CONFLICT', { reason: 'The payment is executed when its deposit arrives.' })
  }
  if (!quote.is_open) {
    throw new Refusal('CONFLICT', { reason: 'The destination cannot be paid any more.' })
  }
  if (quote.payment_refusal !== null) throw new Refusal(quote.payment_refusal)
  if (!quote.can_authorize) throw new Refusal('SCA_SESSION_REQUIRED')
  if (quote.spendable !== null && quote.spendable < BigInt(quote.row.sending_amount)) {
    throw new Refusal('INSUFFICIENT_FUNDS')
  }
}

/** How a stamp reaches the decision: in clear text, or encrypted and bound to what it waits with. */
export type GivenStamp =
  | { readonly stamp?: string }
  | { readonly sealedStamp: string; readonly stampBoundTo: string }

/**
 * The stamp for the decision. One that has to wait for a person is encrypted: what starts a workflow stays in its
 * history, so a start has none of it.
 */
export async function givenStamp(
  { records }: Pick<Dependencies, 'records'>,
  quote: Executable,
  stamp: string | undefined,
): Promise<GivenStamp> {
  if (stamp === undefined || quote.source_type !== 'EMBEDDED_WALLET') return {}
  if (quote.sca_factors === null) return { stamp }
  return sealedStamp({ records }, stamp, quote.row.id)
}

/** @param boundTo UUID of the payment or the action that keeps it */
export async function sealedStamp(
  { records }: Pick<Dependencies, 'records'>,
  stamp: string,
  boundTo: string,
): Promise<{ readonly sealedStamp: string; readonly stampBoundTo: string }> {
  return { sealedStamp: await records.seal(stamp, stampOf(boundTo)), stampBoundTo: boundTo }
}
