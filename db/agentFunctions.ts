/** Arguments and results of the SQL functions about what agents do (`functions/agents/`). */
import type { Judgement } from '../contract/judgement.ts'
import type { PendingStart } from '../contract/openRow.ts'
import type { Order } from '../contract/paymentOrder.ts'
import type { AgentActionRow, AgentActionType } from '../contract/present/agentActions.ts'
import type { Refused } from '../contract/refused.ts'

/** What an agent wants to do, as the judge takes it. */
export type JudgedAction = {
  readonly type: AgentActionType
  /** Ids as the interface shows them, or a UMA address. A deposit that is still to come has no source. */
  readonly source: string | undefined
  readonly destination: string
  /** What leaves the source, fees included; smallest unit. */
  readonly amount: string
  readonly currency: string
}

/**
 * A refusal; where the policy has decided it, with the judgement. Within the service alone:
 * APPROVAL_REQUIRED, what was to be executed at once must be submitted for approval; AUTO, what was
 * submitted needs no approval.
 */
export type JudgedRefusal = Omit<Refused, 'code'> & {
  readonly code: Refused['code'] | 'APPROVAL_REQUIRED' | 'AUTO'
  readonly judgement?: Judgement
}

/** What makes two requests of an agent the same one, and which action it is about. */
export type AgentRequest = {
  /** IDs are UUIDs without prefix. */
  readonly agentId: string
  readonly actionId: string
  readonly operation: string
  /** The Idempotency-Key, or that of the intent. */
  readonly key: string
  /** SHA-256, hexadecimal. */
  readonly requestHash: string
}

export type SubmitActionInput = AgentRequest & {
  readonly platformId: string
  readonly paymentId: string
  /** As of a payment that is executed. */
  readonly decideBefore?: string | undefined
  /** Of a payment that is made with its action. */
  readonly order?: Order | undefined
  /** Key of the codes that a payer may be sent. */
  readonly codeKey?: string | undefined
  /** Of an embedded wallet: encrypted, and bound to the action. */
  readonly sealedStamp?: string | undefined
  /** The key that made the stamp. */
  readonly publicKey?: string | undefined
}

export type SubmittedAction = {
  readonly outcome: 'COMMITTED'
  readonly status: AgentActionRow['status']
  readonly requestKey: string | null
  readonly paymentId: string
  readonly action: AgentActionRow
  /** Submitted before, by the same request. */
  readonly isReplay?: true
  /** Of its workflow; one that needs no approval has none. */
  readonly start?: PendingStart
}

export type FollowedAction = SubmittedAction & {
  /** Until its quote expires, may be below 0; null for one that waits for ever. */
  readonly secondsLeft: number | null
}

export type ActionDecision = 'APPROVE' | 'REJECT'

export type DecideActionInput = {
  readonly actionId: string
  readonly decision: ActionDecision
  /** `Token:<uuid>`, or the operator's name. */
  readonly by: string
  readonly reason?: string | undefined
  /** As of a payment that is executed. */
  readonly codeKey: string
  /** ISO 8601: nothing is decided after it. */
  readonly decideBefore?: string | undefined
}

export type DecidedAction = {
  readonly outcome: 'COMMITTED'
  /** By this decision, or an equal one of the same person; else by another one, or by time. */
  readonly isMine: boolean
  readonly action: AgentActionRow
  /** Of an approved payment that goes on. */
  readonly start?: PendingStart
}
