/** Arguments and results of the SQL functions about what agents do (`functions/agents/`). */
import type { Judgement } from '../contract/judgement.ts'
import type { Order, RemainingStep } from '../contract/paymentOrder.ts'
import type { AgentActionRow, AgentActionType } from '../contract/present/agentActions.ts'
import type { Refused } from '../contract/refused.ts'

/** What an agent wants to do, as the judge takes it. */
export type JudgedAction = {
  readonly type: AgentActionType
  /** Ids as the interface shows them, or a UMA address. */
  readonly source: string
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
  /** Bare uuids. */
  readonly agentId: string
  readonly actionId: string
  readonly operation: string
  /** The Idempotency-Key, or that of the intent. */
  readonly key: string
  /** SHA-256, hexadecimal. */
  readonly requestHash: string
}

/** Without the request: only the action's row is looked up. */
export type SubmitActionInput = Pick<AgentRequest, 'agentId' | 'actionId'> &
  Partial<AgentRequest> & {
    readonly platformId: string
    readonly paymentId: string
    readonly attempt: number
    /** Of a transfer, which is made with its action. */
    readonly order?: Order | undefined
    /** Of an embedded wallet: bare uuid of the stamp, which `keepStamp` has stored. */
    readonly stampId?: string | undefined
    /** The key that made the stamp. */
    readonly publicKey?: string | undefined
  }

export type SubmittedAction = {
  readonly outcome: 'COMMITTED'
  readonly status: AgentActionRow['status']
  readonly requestKey: string | null
  readonly paymentId: string
  /** ISO 8601; null for one that waits for ever. */
  readonly expiresAt: string | null
  readonly action: AgentActionRow
}

export type ActionDecision = 'APPROVE' | 'REJECT'

export type DecideActionInput = {
  readonly actionId: string
  readonly decision: ActionDecision
  /** `Token:<uuid>`, or the operator's name. */
  readonly by: string
  readonly reason?: string | undefined
  /** Clear text. */
  readonly stamp?: string | undefined
  /** As of a payment that is executed. */
  readonly codeKey: string
}

/** The approval needs its action's stamp in clear text: nothing is decided yet. */
export type StampNeeded = { readonly sealedStamp: string }

export type DecidedAction = {
  readonly status: AgentActionRow['status']
  readonly decision?: string
  /** This call has decided. */
  readonly isNow: boolean
  readonly paymentId: string
  /** Of an approval: what the payment's workflow has left to do, and its attempt. */
  readonly steps?: readonly RemainingStep[]
  readonly attempt?: number
  readonly action: AgentActionRow
}
