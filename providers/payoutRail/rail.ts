/** The port to a payout rail: it pays out, collects, refunds, and reports deposits. */
import type { OnChainTransaction } from '../../contract/components/paymentParties.ts'
import type { RailNetwork, RailRequest } from '../../contract/railRoutes.ts'
import type { Shown } from '../../contract/shown.ts'

export type { RailNetwork, RailRequest }

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
  /** What the recipient is shown; printable ASCII. */
  readonly remittanceInformation?: string
  /** A plain transfer in one currency, or a credit that validates its account; a payment with a price without it. */
  readonly product?: 'TRANSFER' | 'MICRO_ENTRY'
  /** The way that has been chosen, of a party that has several. */
  readonly network?: RailNetwork
  /** Who pays, where the way asks for it. */
  readonly sender?: { readonly name: string }
  /** The party's id of the deposit that this sends back. */
  readonly deposit?: string
}

/** A collection has the account to collect from in place of a payout's destination. */
export type CollectionInstruction = Omit<PayoutInstruction, 'destination'> & {
  readonly source: PayoutInstruction['destination']
  /** Only ever of the sandbox's rail: it settles, whatever its account would have it do. */
  readonly outcome?: 'SETTLED'
}

/** What is known of an instruction at the party, beside its reference. */
export type KnownOrder = {
  readonly network?: RailNetwork | undefined
  /** The party's own id of it. */
  readonly handle?: string | undefined
  /** As it is sent, of a party that makes requests beforehand. */
  readonly request?: RailRequest | undefined
  /** Since when something may have left; ISO 8601. */
  readonly unknownSince?: string | undefined
}

export type Sending = KnownOrder & {
  /** Nothing has been sent under the reference before. */
  readonly isFirst?: boolean
}

/** What a failure or return asks of people and of other records, beside what it does to the payment. */
export const consequences = [
  /** The account is not to be used any more. */
  'ACCOUNT_INVALID',
  /** The payer disputes it: no more pulls from the account. */
  'PULLS_BLOCKED',
  /** Compliance looks at it. */
  'COMPLIANCE_CASE',
  /** A person decides. */
  'CASE',
  /** Something is wrong with what we send. */
  'ALARM',
] as const
export type Consequence = (typeof consequences)[number]

export const payoutStates = ['PENDING', 'SETTLED', 'FAILED', 'RETURNED'] as const
/**
 * SETTLED may still become RETURNED, or FAILED where the rail corrects itself. Only FAILED and
 * RETURNED, reported by the rail for that reference, allow a refund: a reference that the rail does
 * not know may still arrive there.
 */
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
/** Why a payout or collection failed; members of the public lists of failure reasons. */
export type PayoutReason = (typeof payoutReasons)[number]

/** The transaction of a chain that has carried money. */
export type OnChain = Shown<typeof OnChainTransaction>

export type Payout = {
  readonly reference: string
  readonly state: PayoutState
  /** As instructed, from a rail that repeats it: smallest unit, as a decimal string, and currency. */
  readonly amountMinor?: string
  readonly currency?: string
  readonly reason?: PayoutReason
  /** Of a FAILED or RETURNED payout: REFUSED means that the money can't go back either. */
  readonly refund?: 'ALLOWED' | 'REFUSED'
  readonly cause?: 'TRANSACTION_FAILED' | 'USER_CANCELLATION'
  /** ISO 8601 UTC. */
  readonly settledAt?: string
  /** The party's own id of it. */
  readonly handle?: string
  readonly network?: RailNetwork
  /** The network's own code of a failure or a return, such as R03. */
  readonly code?: string
  /** When it is expected to settle; ISO 8601 UTC, like those that follow. */
  readonly expectedAt?: string
  /** Until then usual returns come; unusual ones may come later. */
  readonly returnableUntil?: string
  /** When a look at it is worth its call. */
  readonly nextLookAt?: string
  /** It is made and does not leave: it has to be submitted again. */
  readonly isUnsent?: true
  readonly consequence?: Consequence
  /** Of a return in part: what has come back, smallest unit. */
  readonly returnedMinor?: string
  /** Of a payout to a wallet, from when it has left. */
  readonly onChain?: OnChain
}

type Reported = {
  /** The party's own id of what has happened: the same in every repetition of the notice. */
  readonly eventId: string
}

type Notice = Reported & {
  readonly reference: string
  /** ISO 8601 UTC. */
  readonly at: string
}

/** The numbers of an account as its bank has corrected them. */
export type AccountCorrection = {
  readonly accountNumber?: string
  readonly routingNumber?: string
}

/** One change of one payout's state. */
export type OrderNotice = Notice &
  Pick<
    Payout,
    | 'amountMinor'
    | 'currency'
    | 'returnedMinor'
    | 'handle'
    | 'network'
    | 'code'
    | 'consequence'
    | 'refund'
    | 'onChain'
  > & {
    readonly state: PayoutState
    readonly reason?: PayoutReason
    readonly correction?: AccountCorrection
  }

/** A deposit; its reference is that of the `requestFunding` or `standingFundings` call. */
export type DepositNotice = Notice & {
  readonly deposit: {
    /** The rail's id of the deposit; repeated notices have the same id. */
    readonly id: string
    /** Smallest unit, as a decimal string; above zero. */
    readonly amountMinor: string
    readonly currency: string
    /** Who has paid it, as far as the network says. */
    readonly payer?: Payer
    readonly onChain?: OnChain
  }
}

export type Payer = {
  readonly name?: string
  readonly routingNumber?: string
  readonly accountTail?: string
  readonly traceNumber?: string
  readonly endToEndId?: string
  readonly remittanceText?: string
}

/** A deposit has gone back to its payer: we have sent it back, or the payer's bank has taken it. */
export type TakenBackNotice = Reported & {
  readonly at: string
  readonly takenBack: { readonly depositId: string; readonly amountMinor: string }
}

/** A notice of another shape than these, as the rail sent it. */
export type MalformedNotice = Reported & { readonly malformed: string }

export type RailNotice = OrderNotice | DepositNotice | TakenBackNotice | MalformedNotice

export type NoticePage = {
  /** In the order in which they happened. */
  readonly notices: readonly RailNotice[]
  /** After them; the same as before where there is nothing new. */
  readonly position: string
}

export type Rail = {
  /** Whether `cancel` voids a reference that the rail has not received. */
  readonly voidsUnknownReferences: boolean
  /**
   * The request of an instruction, of a party that makes it beforehand: it is kept before it is first sent, and then given to
   * each call about the instruction.
   *
   * @throws RailError REFUSED for an instruction the party will never take; UNAVAILABLE
   */
  requestOf?(
    instruction: PayoutInstruction | CollectionInstruction,
    isCollection: boolean,
  ): Promise<RailRequest>
  /**
   * Submits a payout. The same instruction again returns the same payout; one whose reference has
   * been voided returns FAILED and is never paid.
   *
   * @throws RailError REFUSED for an instruction the rail will never take, or a reference that
   *   stands for another instruction; UNAVAILABLE when the outcome is unknown: call `find`
   */
  submit(instruction: PayoutInstruction, sending?: Sending): Promise<Payout>
  /**
   * The state of a reference at the rail; undefined if the rail has not received it, which does not
   * mean that it never will: an instruction may be on its way.
   */
  find(reference: string, known?: KnownOrder): Promise<Payout | undefined>
  /**
   * Submits a collection from a bank account, like `submit`. SETTLED: the money has been received.
   */
  collect(instruction: CollectionInstruction, sending?: Sending): Promise<Payout>
  /**
   * Asks the rail to stop a payout or a collection and returns its state afterwards: FAILED when it
   * could still be stopped. A reference that the rail has not received is voided: it is FAILED from
   * then on, and an instruction that arrives later under it is not carried out. Only a rail without
   * `voidsUnknownReferences` returns undefined, which decides nothing.
   *
   * @param known a party that makes requests beforehand voids by the request
   * @throws RailError UNAVAILABLE when the outcome is unknown
   */
  cancel(reference: string, known?: KnownOrder): Promise<Payout | undefined>
  /**
   * Looks up a UMA address of another domain; undefined if it does not exist.
   *
   * @throws RailError UNAVAILABLE when its domain does not answer
   */
  findUma(address: string): Promise<UmaReceiver | undefined>
  /**
   * Requests funding instructions. The same reference gets the same instructions.
   *
   * @throws RailError REFUSED for a currency or network that cannot be received
   */
  requestFunding(request: FundingRequest): Promise<FundingInstructions>
  /**
   * Where to send money under these references at any time and in any amount: the ways of each, in the
   * order of the question; none where the rail takes no such money. The same reference gets the same.
   *
   * @throws RailError UNAVAILABLE without an answer
   */
  standingFundings(wanted: readonly StandingFunding[]): Promise<FundingInstructions[][]>
  /** Money that comes under the reference from now on is declined by the party itself, where it can do that. */
  closeFunding?(reference: string): Promise<void>
  /**
   * What has happened after a position, at most `limit` of it.
   *
   * @param position of an earlier answer; empty: from the beginning
   * @throws RailError UNAVAILABLE
   */
  notices(position: string, limit: number): Promise<NoticePage>
  /**
   * What the party says now of an event that could not be read, or whose object could not: of a party that can be asked for one.
   *
   * @throws RailError UNAVAILABLE
   */
  noticesOf?(eventId: string): Promise<readonly RailNotice[]>
  /**
   * A position before the first notice since a time, and not after another position.
   *
   * @throws RailError UNAVAILABLE
   */
  positionAt(time: Date, notAfter?: string): Promise<string>
}

export type FundingRequest = {
  /** What the payer writes on the transfer. */
  readonly reference: string
  readonly amountMinor: string
  readonly currency: string
  /** Of crypto: the chain that it comes over. */
  readonly network: string | undefined
}

/** An account that money may arrive for. */
export type StandingFunding = {
  /** What a payer writes on the transfer, and the notice of the deposit says. */
  readonly reference: string
  readonly currency: string
  /** Of an embedded wallet: where its coins are, which the rail is to watch. */
  readonly address?: string | undefined
  /** The account has a number of its own, which no other account has. */
  readonly isNumbered?: boolean
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
