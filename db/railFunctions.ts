/** SQL functions about instructions to rails, and what the providers of rails report. */
import type { OnChainTransaction } from '../contract/components/paymentParties.ts'
import type { Environment } from '../contract/outsideParties.ts'
import type { RailNetwork, RailProvider, RailRequest, RailRoutes } from '../contract/railRoutes.ts'
import type { Shown } from '../contract/shown.ts'

/** What the rail is to be asked about an instruction; see `prepare_rail_call`. */
export type RailCall = {
  readonly action: 'SUBMIT' | 'STOP' | 'CONFIRM' | 'FOLLOW' | 'NONE'
  readonly paymentId: string
  readonly environment: Environment
  readonly kind: 'PAYOUT' | 'COLLECTION' | 'REFUND'
  readonly attempt: number
  readonly reference: string
  /** As the rail's port takes it. */
  readonly instruction: object
  readonly isFirst: boolean
  /** Who carries it, or is to. */
  readonly provider: RailProvider
  readonly request?: RailRequest | null
  readonly network?: RailNetwork | null
  readonly handle?: string | null
  /** When it may first have left; ISO 8601. */
  readonly since?: string | null
  readonly isMoneyHeld: boolean
  readonly isCollectionReturned: boolean
  readonly isUnconfirmed: boolean
}

/** Where an instruction is, and what its provider calls it. */
export type KnownAtRail = Pick<RailCall, 'provider' | 'request' | 'network' | 'handle' | 'since'>

/** What a notice says beside its state; see `book_notice`. */
export type NoticeParticulars = {
  readonly provider: RailProvider
  readonly amountMinor?: string | undefined
  readonly currency?: string | undefined
  readonly returnedMinor?: string | undefined
  readonly handle?: string | undefined
  readonly code?: string | undefined
  readonly refund?: 'ALLOWED' | 'REFUSED' | undefined
}

/** Like `RailCall`, of a payout; see `prepare_payout`. */
export type PayoutCall = RailCall & {
  readonly closedAs: 'SETTLED' | 'TAKEN_BACK' | 'FAILED' | null
}

/** An instruction that has not left, while payouts are paused or something of it is frozen. */
export type WaitingCall = { readonly action: 'WAIT'; readonly paymentId: string }

/** What `book_notice` answers: the payment as it is after the notice has been booked. */
export type BookedNotice = {
  readonly kind: 'PAYOUT' | 'COLLECTION' | 'REFUND'
  readonly paymentId: string
  readonly platformId: string
  readonly customerId: string | null
  readonly sourceAccountId: string | null
  readonly transactionId: string
  readonly status: string
  /** The collection settled after the payment had failed, and the refund of that money is open. */
  readonly hasLateRefund: boolean
  /** Of the payout. */
  readonly isSettled: boolean
  readonly isReturned: boolean
  /** The payout had settled and then failed: the payer has been refunded. */
  readonly isReversed: boolean
}

export type DepositOutcome = 'OPEN' | 'APPLIED' | 'UNAPPLIED' | 'RETURNING' | 'RETURNED'

export type RailFunctions = {
  /** `routes`: for what has not left. */
  prepare_payout(paymentId: string, routes?: RailRoutes): PayoutCall | WaitingCall
  prepare_rail_call(
    paymentId: string,
    kind: RailCall['kind'],
    attempt: number,
    routes?: RailRoutes,
  ): RailCall | WaitingCall
  /** The one that is kept; null: the instruction has ended. */
  keep_rail_request(reference: string, request: RailRequest): RailRequest | null
  note_rail_handle(
    reference: string,
    handle: string | null,
    code: string | null,
    refund?: 'ALLOWED' | 'REFUSED' | null,
  ): void
  note_on_chain(reference: string, onChain: Shown<typeof OnChainTransaction>): void
  /** Null: no instruction of ours in that environment. */
  known_at_rail(environment: Environment, reference: string): KnownAtRail | null
  defer_dead_letter(environment: Environment, provider: RailProvider, eventId: string): void
  /** Null: another process reads it. */
  claim_rail_feed(
    environment: Environment,
    provider: RailProvider,
    holder: string,
    seconds: number,
  ): string | null
  advance_rail_feed(
    environment: Environment,
    provider: RailProvider,
    from: string,
    to: string,
  ): void
  release_rail_feed(environment: Environment, provider: RailProvider, holder: string): void
  confirm_rail_order(paymentId: string, kind: RailCall['kind'], attempt: number): void
  book_notice(
    environment: Environment,
    reference: string,
    state: string,
    reported?: NoticeParticulars,
  ): BookedNotice | null
  receive_deposit(
    environment: Environment,
    id: string,
    reference: string,
    amountMinor: string,
    currency: string,
    provider?: RailProvider,
    payer?: object | null,
    onChain?: Shown<typeof OnChainTransaction> | null,
  ): DepositOutcome
  /** False: it was acted on before, or is about no instruction of ours. */
  act_on_rail_notice(notice: {
    readonly environment: Environment
    readonly provider: RailProvider
    readonly reference: string
    readonly consequence?: string | undefined
    readonly code?: string | undefined
    readonly correction?: object | undefined
  }): boolean
  /** Raises, for a person, where it is not as we had it. */
  book_taken_back(
    environment: Environment,
    id: string,
    amountMinor: string,
    provider: RailProvider,
  ): void
  /** How many accounts something was taken of. */
  recover_taken_back_deposits(max: number): bigint
  prepare_deposit_return(
    deposit: string,
    attempt: number,
  ): Omit<
    RailCall,
    'paymentId' | 'kind' | 'attempt' | 'isMoneyHeld' | 'isCollectionReturned' | 'isUnconfirmed'
  >
  take_over_deposit(
    environment: Environment,
    id: string,
    reference: string,
    amountMinor: string,
    currency: string,
    provider?: RailProvider,
  ): DepositOutcome
  /** False: it is known to have been sent, or its payment is closed. */
  take_over_rail_order(
    paymentId: string,
    kind: RailCall['kind'],
    attempt: number,
    provider?: RailProvider,
    network?: RailNetwork | null,
    handle?: string | null,
  ): boolean
  keep_unknown_notice(
    environment: Environment,
    provider: RailProvider,
    eventId: string,
    reference: string,
    notice: string,
    /** The rail has an instruction under it, and it has the form of ours. */
    isConfirmed: boolean,
  ): void
}
