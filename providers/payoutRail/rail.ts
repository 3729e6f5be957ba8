/** The door to a rail: anything that takes an instruction and moves money out, or pulls it in. */

export type PayoutInstruction = {
  /** Our transaction's id, and the rail's idempotency key. */
  readonly reference: string
  /** Smallest unit, as a decimal string. */
  readonly amountMinor: string
  readonly currency: string
  readonly destination: {
    readonly accountType: string
    readonly accountInfo: Readonly<Record<string, unknown>>
  }
  /** A plain transfer in one currency; a payment with a price without it. */
  readonly product?: 'TRANSFER'
}

/** The account that a collection pulls stands where a payout has its destination. */
export type CollectionInstruction = Omit<PayoutInstruction, 'destination'> & {
  readonly source: PayoutInstruction['destination']
}

export const payoutStates = ['PENDING', 'SETTLED', 'FAILED', 'RETURNED'] as const
/** SETTLED may still become RETURNED. Only FAILED and RETURNED, said by the rail, allow a refund. */
export type PayoutState = (typeof payoutStates)[number]

export const payoutReasons = [
  'ACCOUNT_INVALID',
  'ACCOUNT_CANNOT_RECEIVE',
  'PAYOUT_RETURNED',
  'QUOTE_EXECUTION_FAILED',
  'COMPLIANCE_REJECTED',
  'LIMIT_EXCEEDED',
  'COLLECTION_FAILED',
] as const
/** Why money did not arrive; members of the public lists of failure reasons. */
export type PayoutReason = (typeof payoutReasons)[number]

export type Payout = {
  readonly reference: string
  readonly state: PayoutState
  readonly reason?: PayoutReason
  /** Of a FAILED or RETURNED payout: REFUSED means that the money can't go back either. */
  readonly refund?: 'ALLOWED' | 'REFUSED'
  readonly cause?: 'TRANSACTION_FAILED' | 'USER_CANCELLATION'
  /** ISO 8601 UTC. */
  readonly settledAt?: string
}

type Notice = {
  /** Rises with every notice of the rail; a page may be out of order, so keep the highest. */
  readonly sequence: number
  readonly reference: string
  /** ISO 8601 UTC. */
  readonly at: string
}

/** One change of one payout's state. */
export type OrderNotice = Notice & {
  readonly state: PayoutState
  readonly reason?: PayoutReason
}

/** Money that has come in; its reference is the one that `requestFunding` was asked for. */
export type DepositNotice = Notice & {
  readonly deposit: {
    /** The rail's own: the same money told of again has the same one. */
    readonly id: string
    /** Smallest unit, as a decimal string; above zero. */
    readonly amountMinor: string
    readonly currency: string
  }
}

/** A notice of another shape than these, as the rail sent it. */
export type MalformedNotice = { readonly sequence: number; readonly malformed: string }

export type RailNotice = OrderNotice | DepositNotice | MalformedNotice

export type Rail = {
  /**
   * Orders a payout. The same instruction again gives the same payout.
   *
   * @throws RailError REFUSED for an instruction the rail will never take, or a reference that
   *   stands for another instruction; UNAVAILABLE when the outcome is unknown: ask `find`
   */
  submit(instruction: PayoutInstruction): Promise<Payout>
  /** What the rail knows of a reference; undefined if it never took it. */
  find(reference: string): Promise<Payout | undefined>
  /** Orders that a bank account be pulled; as `submit`. SETTLED means that the money is here. */
  collect(instruction: CollectionInstruction): Promise<Payout>
  /**
   * Asks the rail to stop a payout. It answers what the payout is after that: FAILED when it could
   * still be stopped; undefined if it never took it.
   *
   * @throws RailError UNAVAILABLE when the outcome is unknown
   */
  cancel(reference: string): Promise<Payout | undefined>
  /**
   * Whom a UMA address of somebody else's domain belongs to; undefined if to nobody.
   *
   * @throws RailError UNAVAILABLE when its domain does not answer
   */
  findUma(address: string): Promise<UmaReceiver | undefined>
  /**
   * Has somebody take in money for us. The same reference again gets the same instructions.
   *
   * @throws RailError REFUSED for a currency or network that nobody takes in
   */
  requestFunding(request: FundingRequest): Promise<FundingInstructions>
  /** Notices above a sequence, at most `limit` of them. */
  notices(afterSequence: number, limit: number): Promise<RailNotice[]>
}

export type FundingRequest = {
  /** What the payer writes on the transfer. */
  readonly reference: string
  readonly amountMinor: string
  readonly currency: string
  /** Of crypto: the chain that it comes over. */
  readonly network: string | undefined
}

/** Where to send the money, as the public interface shows it. */
export type FundingInstructions = {
  readonly accountOrWalletInfo: Readonly<Record<string, unknown>> & { readonly accountType: string }
  readonly instructionsNotes: string
}

/** What a UMA receiver takes. */
export type UmaReceiver = {
  readonly umaAddress: string
  readonly currencies: readonly {
    readonly code: string
    /** Smallest unit. */
    readonly min: number
    readonly max: number
  }[]
}

export class RailError extends Error {
  readonly kind: 'REFUSED' | 'UNAVAILABLE'
  readonly httpStatus?: number

  constructor(
    kind: 'REFUSED' | 'UNAVAILABLE',
    message: string,
    details: { httpStatus?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause })
    this.name = 'RailError'
    this.kind = kind
    if (details.httpStatus !== undefined) this.httpStatus = details.httpStatus
  }
}
