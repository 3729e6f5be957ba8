/** What an execute call reads of a quote and refuses: a platform's call and an agent's. */
import { type ErrorCode, Refusal } from '../../contract/errors.ts'
import type { PayerFactors } from '../../contract/parties.ts'
import type { PaymentStep } from '../../contract/paymentOrder.ts'
import type { AgentActionRow } from '../../contract/present/agentActions.ts'
import type { PaymentRow } from '../../contract/present/index.ts'
import { forgetStamp, keepStamp } from '../../db/submittedStamps.ts'
import type { Dependencies } from '../dependencies.ts'
import { otherPayloads, type ReadStamp, requireStampOver, type Stamp } from '../stamps.ts'

/** Codes of an execute call. */
export const executeErrors = [
  'QUOTE_NOT_FOUND',
  'QUOTE_EXPIRED',
  'USER_NOT_READY',
  'END_USER_TERMS_NOT_ACCEPTED',
  'SCA_SESSION_REQUIRED',
  'INSUFFICIENT_FUNDS',
  'CONFLICT',
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
  /** Why the customer who pays may not; null: it may. */
  readonly bar: ErrorCode | null
  /** What its payer can authorize it with; null where no proof is asked for. */
  readonly sca_factors: PayerFactors
  /** Whether the payer has logged in, where proofs are asked for. */
  readonly can_authorize: boolean
  readonly session_active: boolean
  /** An agent has submitted it, and its platform has not decided yet. */
  readonly awaits_approval: boolean
  readonly key_hash: string | null
  /** Of an agent's key: the action as it was first answered. */
  readonly key_action: AgentActionRow | null
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
  const [quote] = await database.query<Executable>({
    name: 'executable_quote',
    text: `select to_jsonb(q) - 'payload_to_sign' - 'stamp' - 'original_response' as row, q.status, q.attempt,
        q.unknown_attempt, q.customer_id, q.source_account_id, q.source_type, q.steps, q.payload_to_sign,
        (q.status = 'PENDING' and q.expires_at <= service_now()) as expired,
        case when q.executed_attempt is not null then q.original_response end as original_response, q.winning_key,
        b.posted - b.pending_out as spendable, is_destination_payable(q) as is_open,
        customer_bar(q.customer_id) as bar,
        case when q.sca_purposes is not null then payment_factors(q.customer_id) end as sca_factors,
        q.sca_purposes is null or can_authorize(q.customer_id) as can_authorize,
        exists (select 1 from sessions s where s.account_id = q.source_account_id and s.public_key = $3
          and s.ended_at is null and s.expires_at > service_now() + interval '5 seconds') as session_active,
        q.agent_id is not null and exists (select 1 from agent_actions a where a.payment_id = q.id
          and a.status = 'PENDING_APPROVAL') as awaits_approval,
        encode(k.request_hash, 'hex') as key_hash,
        case when k.answer ? 'policy_version' then k.answer end as key_action
      from payments q left join ledger_balances b on b.account_id = q.source_account_id
      left join idempotency_keys k on k.platform_id = $2 and k.operation = $5 and k.key = $4
      where q.id = $1 and q.platform_id = $2 and q.kind = 'QUOTE' and ($6::uuid is null or q.agent_id = $6)`,
    values: [
      ...[wanted.quoteId, wanted.platformId, wanted.stamp?.publicKey ?? '', wanted.key ?? null],
      ...[wanted.operation, wanted.agentId ?? null],
    ],
  })
  if (quote === undefined) throw new Refusal('QUOTE_NOT_FOUND')
  return quote
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

/** @throws Refusal why the quote cannot be executed now, as far as its row tells */
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
  if (quote.bar !== null) throw new Refusal(quote.bar)
  if (!quote.can_authorize) throw new Refusal('SCA_SESSION_REQUIRED')
  if (quote.spendable !== null && quote.spendable < BigInt(quote.row.sending_amount)) {
    throw new Refusal('INSUFFICIENT_FUNDS')
  }
}

/** How a stamp reaches the decision: itself, or the id under which it waits, encrypted. */
export type GivenStamp = { readonly stamp?: string; readonly stampId?: string }

/**
 * The stamp for the start of the payment's workflow. One that may have to wait for the payer's
 * authorization is kept outside it: what starts a workflow stays in its history.
 */
export async function givenStamp(
  { database, records }: Dependencies,
  quote: Executable,
  stamp: string | undefined,
): Promise<GivenStamp> {
  if (stamp === undefined || quote.source_type !== 'EMBEDDED_WALLET') return {}
  if (quote.sca_factors === null) return { stamp }
  return { stampId: await keepStamp(database, records, quote.row.id, stamp) }
}

/** After the execute has been answered: deletes the stamp unless the payment has used it. */
export async function forgetGivenStamp(
  { database }: Dependencies,
  { stampId }: GivenStamp,
): Promise<void> {
  if (stampId !== undefined) await forgetStamp(database, stampId)
}

/** Notes that the outcome of the quote's present attempt is unknown: its workflow decides. */
export async function noteUnknown({ database }: Dependencies, quote: Executable): Promise<void> {
  await database.query({
    text: 'update payments set unknown_attempt = $2 where id = $1 and attempt = $2',
    values: [quote.row.id, quote.attempt],
  })
}
