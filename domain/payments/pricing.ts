/** The price of a payment: fees of its corridor and of its platform, and its limits. */
import { Refusal } from '../../contract/errors.ts'
import {
  type Corridor,
  type FeeSchedule,
  type Priced,
  priceReceiving,
  priceSending,
} from '../../contract/money.ts'
import { readInvoice } from '../addresses/lightning/invoice.ts'
import type { OwnFee } from './platformFees.ts'
import type { Payment, QuoteBody } from './types.ts'

/**
 * The fees of one payment: the corridor's, and the platform's own. Between accounts of ours in one
 * currency nothing leaves the books, and nothing is charged for it. A UMA address of a customer of
 * ours costs the same whether the customer keeps the money here or has it sent on to a bank: the
 * price must not show the sender which.
 */
export function feesOfPayment(
  corridor: Corridor,
  payment: {
    readonly sending: string
    readonly receiving: string
    readonly destination: { readonly kind: string; readonly uma?: string }
  },
  configured: OwnFee | undefined,
  override: FeeOverride | undefined,
): FeeSchedule {
  const isSame = payment.sending === payment.receiving
  const { kind, uma } = payment.destination
  const isCustomers = kind === 'INTERNAL' || (kind === 'EXTERNAL' && uma !== undefined)
  const isBookTransfer = isSame && isCustomers
  const { fees } = corridor
  const service = isBookTransfer ? { ...fees, serviceFixed: 0n, serviceBasisPoints: 0n } : fees
  if (override !== undefined) {
    return withPlatformFee(service, {
      fixed: BigInt(override.platformFixedFee.amount),
      basisPoints: override.platformVariableFeeBps,
    })
  }
  return withPlatformFee(service, configured)
}

/** The platform's fee beside the service's. */
export function withPlatformFee(fees: FeeSchedule, own: OwnFee | undefined): FeeSchedule {
  return {
    ...fees,
    platformFixed: own?.fixed ?? 0n,
    platformBasisPoints: BigInt(own?.basisPoints ?? 0),
  }
}

type FeeOverride = {
  readonly platformFixedFee: { readonly amount: number }
  readonly platformVariableFeeBps: number
}

/**
 * @param own the platform's configured fee, in the sending currency
 * @throws Refusal INVALID_AMOUNT, TRANSACTION_SIZE_LIMIT_EXCEEDED
 */
export function pricePayment(
  body: QuoteBody,
  own: OwnFee | undefined,
  payment: Payment,
  corridor: Corridor,
): Priced {
  const fees = feesOfPayment(corridor, payment, own, body.platformFeeOverride)
  const locked = BigInt(body.lockedCurrencyAmount)
  const priced =
    body.lockedCurrencySide === 'SENDING'
      ? priceSending(locked, corridor.rate, fees)
      : priceReceiving(locked, corridor.rate, fees)
  if (priced === undefined) {
    throw new Refusal('INVALID_AMOUNT', { reason: 'Nothing would be left after the fees.' })
  }
  if (priced.sending > corridor.amountMax) throw new Refusal('TRANSACTION_SIZE_LIMIT_EXCEEDED')
  return { ...priced, schedule: fees }
}

const MSAT_PER_SATOSHI = 1_000n

/**
 * An invoice says what it takes: its amount, and nothing after its time.
 *
 * @throws Refusal AMOUNT_OUT_OF_RANGE
 */
export function refuseOtherThanInvoiced(text: unknown, receiving: bigint): void {
  if (typeof text !== 'string') return
  const amountMsat = readInvoice(text)?.amountMsat
  if (amountMsat === undefined || amountMsat === receiving * MSAT_PER_SATOSHI) return
  throw new Refusal('AMOUNT_OUT_OF_RANGE', {
    reason: `The invoice is over ${amountMsat / MSAT_PER_SATOSHI} satoshi; lock the receiving side.`,
  })
}
