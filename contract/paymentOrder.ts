/** A payment as it is written: which one it is, its parties, its price and its steps. */

import type { RateDetails, RateUsed } from './money.ts'
import type { Environment, OutsideParty } from './outsideParties.ts'

/** What a payment's workflow does after the decision, in this order. */
export type PaymentStep = 'COLLECT' | 'SIGN' | 'APPROVE' | 'PAY_OUT'

/** What it still has to do, as the row says: the payer's authorization comes before all steps. */
export type RemainingStep = 'AUTHORIZE' | PaymentStep | 'SETTLE' | 'REFUND' | 'CONFIRM'

/**
 * The outside parties of our own that a payment needs.
 *
 * @param isFunded the payer sends the money over the rail
 */
export function partiesOfPayment(
  steps: readonly PaymentStep[],
  isFunded: boolean,
): readonly OutsideParty[] {
  const usesRail = isFunded || steps.includes('COLLECT') || steps.includes('PAY_OUT')
  return [
    ...(steps.includes('SIGN') ? (['WALLET_PROVIDER'] as const) : []),
    ...(usesRail ? (['PAYOUT_RAIL'] as const) : []),
  ]
}

/** Which payment it is, and whom it concerns. IDs are UUIDs without prefix. */
export type PaymentTerms = {
  readonly id: string
  readonly platformId: string
  /** The platform's: it chooses the outside parties. */
  readonly environment: Environment
  readonly transactionId: string
  /** Who pays; undefined for the platform itself. */
  readonly customerId: string | undefined
  readonly sourceAccountId: string | undefined
  readonly destinationInternalId: string | undefined
}

/** What kind of request made the payment. */
export type OrderKind = 'QUOTE' | 'TRANSFER_IN' | 'TRANSFER_OUT' | 'INCOMING'

/** How the payment of a request is found again. */
export type PaymentIdentity = {
  /** UUID without prefix; the same for every retry with the same `Idempotency-Key`. */
  readonly id: string
  readonly platformId: string
  readonly environment: Environment
  readonly operation: string
  readonly key: string | undefined
  readonly requestHash: string
}

/** A payment's row: what `create_payment` and `create_and_execute_payment` are given. */
export type Order = PaymentIdentity &
  PaymentTerms & {
    readonly kind: OrderKind
    /** UUID of the agent that makes the payment. */
    readonly agentId?: string | undefined
    readonly steps: readonly PaymentStep[]
    /** As the interface shows them. */
    readonly source: object
    readonly destination: object
    readonly platformCustomerId: string | undefined
    readonly sourceExternalId?: string | undefined
    readonly sourceType: string
    /** Of an external account; one of ours is the `destinationInternalId`. */
    readonly destinationAccountId: string | undefined
    readonly destinationUma?: string | undefined
    /** Of the transaction of the credited side, where that is an account of ours. A top-up has none besides its own. */
    readonly incomingTransactionId: string | undefined
    readonly fundingReference?: string | undefined
    readonly paymentInstructions?: readonly object[] | undefined
    readonly senderCustomerInfo: object | undefined
    /** The payer, where it is no customer of ours. */
    readonly counterparty?: object
    readonly sendingAmount: string
    readonly sendingCurrency: string
    readonly receivingAmount: string
    readonly receivingCurrency: string
    readonly exchangeRate: string
    /** What the rate and the fees are made of; undefined where nothing is converted and no fee taken. */
    readonly rateDetails?: RateDetails | undefined
    /** The rows that a conversion was priced by. */
    readonly rateUsed?: RateUsed | undefined
    readonly serviceFee: string
    readonly platformFee: string
    readonly lockedSide: 'SENDING' | 'RECEIVING'
    readonly description?: string | undefined
    readonly purposeOfPayment?: string | undefined
    /** What the payer is asked to prove itself with; else the service chooses. */
    readonly scaFactor?: PaymentScaFactor | undefined
    readonly expiresAt: string
    readonly payloadToSign?: string | undefined
    /** UUID of the deposit's transaction, of a sweep. */
    readonly originalTransactionId?: string | undefined
  } & RailChoice

/** A payment is authorized with a code that was sent for it, or with a passkey. */
export type PaymentScaFactor = 'SMS_OTP' | 'PASSKEY'

/** Over which rail a payout goes, and who chose it. */
export type RailChoice = {
  readonly paymentRail?: string | undefined
  readonly transactionRail?: string | undefined
  readonly railSelectionMode?: 'AUTO' | 'MANUAL' | undefined
}

/** Who has decided about the approval of a payment that ended before, or was being stopped. */
export const PAYMENT_END = 'the end of the payment'
