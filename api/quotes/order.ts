/** The facts of a payment's row: what `create_quote` is given. */

import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import {
  currencyOf,
  displayRate,
  type Priced,
  priceReceiving,
  priceSending,
} from '../../contract/money.ts'
import { present } from '../../contract/present/index.ts'
import type { Database } from '../../db/database.ts'
import { readInvoice } from '../../domain/addresses/lightning/invoice.ts'
import { deriveUuid } from '../../domain/derivedIds.ts'
import { signRawPayloadBody } from '../../providers/walletProvider/bodies.ts'
import { refuseUnpayable, usdCentsOf } from '../externalAccounts/payable.ts'
import type { Ends } from './parties.ts'
import { type Payment, type QuoteBody, shownEnds } from './payment.ts'
import type { Order, PaymentName } from './place.ts'
import { corridorOf, feesOfPayment } from './pricing.ts'

/** What kind of request made the payment. */
export type OrderKind = 'QUOTE' | 'TRANSFER_IN' | 'TRANSFER_OUT' | 'INCOMING'

/**
 * @throws Refusal QUOTE_RATE_UNAVAILABLE, INVALID_AMOUNT, TRANSACTION_SIZE_LIMIT_EXCEEDED, and
 *   `unpayableErrors` for a destination that can't be paid, or not this much
 */
export async function priceOf(
  database: Database,
  body: QuoteBody,
  ends: Ends,
  payment: Payment,
): Promise<Priced> {
  const corridor = await corridorOf(database, payment.sending, payment.receiving)
  const fees = feesOfPayment(corridor, payment, ends.platform_fee, body.platformFeeOverride)
  const locked = BigInt(body.lockedCurrencyAmount)
  const priced =
    body.lockedCurrencySide === 'SENDING'
      ? priceSending(locked, corridor.rate, fees)
      : priceReceiving(locked, corridor.rate, fees)
  if (priced === undefined) {
    throw new Refusal('INVALID_AMOUNT', { reason: 'Nothing would be left after the fees.' })
  }
  if (priced.sending > corridor.amountMax) throw new Refusal('TRANSACTION_SIZE_LIMIT_EXCEEDED')
  if (ends.destination_outside) {
    const { status, account_type: accountType, account_info: info } = ends.destination_outside
    refuseOtherThanInvoiced(info.invoice, priced.receiving)
    refuseUnpayable(
      { status, accountType },
      await usdCentsOf(database, payment.sending, priced.sending),
    )
  }
  return priced
}

const MSAT_PER_SATOSHI = 1_000n

/** An invoice says what it takes: its amount, and nothing after its time. */
function refuseOtherThanInvoiced(text: unknown, receiving: bigint): void {
  if (typeof text !== 'string') return
  const amountMsat = readInvoice(text)?.amountMsat
  if (amountMsat === undefined || amountMsat === receiving * MSAT_PER_SATOSHI) return
  throw new Refusal('AMOUNT_OUT_OF_RANGE', {
    reason: `The invoice is over ${amountMsat / MSAT_PER_SATOSHI} satoshi; lock the receiving side.`,
  })
}

export type Funding = { readonly reference: string; readonly instructions: readonly object[] }

/** @param more facts beyond those that follow from the request */
export function orderOf(
  body: QuoteBody,
  ends: Ends,
  payment: Payment,
  priced: Priced,
  more: {
    readonly name: PaymentName
    readonly kind: OrderKind
    readonly funding: Funding | undefined
  },
): Order {
  const { source, destination } = payment
  const { name, funding } = more
  const { id: quoteId } = name
  const transactionId = deriveUuid('transaction', quoteId)
  const rate = displayRate(
    priced,
    currencyOf(payment.sending).decimals,
    currencyOf(payment.receiving).decimals,
  )
  const shown = shownEnds(body, payment)
  const { uma } = destination
  return {
    ...name,
    transactionId,
    kind: more.kind,
    steps: payment.steps,
    source: present(shown.source),
    destination: present(shown.destination),
    customerId: payment.customerId,
    platformCustomerId: payerName(ends, payment),
    sourceAccountId: source.kind === 'OWN' ? source.account.id : undefined,
    sourceExternalId: source.kind === 'OUTSIDE' ? source.account.id : undefined,
    sourceType: sourceTypeOf(payment),
    destinationAccountId: destination.kind === 'OUTSIDE' ? destination.account.id : undefined,
    destinationInternalId: destination.kind === 'OWN' ? destination.account.id : undefined,
    destinationUma: uma,
    incomingTransactionId: payment.hasReceiver ? deriveUuid('incoming', quoteId) : undefined,
    fundingReference: funding?.reference,
    paymentInstructions: funding?.instructions,
    senderCustomerInfo: uma === undefined ? undefined : senderOf(body, ends, payment),
    sendingCurrency: payment.sending,
    receivingCurrency: payment.receiving,
    sendingAmount: String(priced.sending),
    receivingAmount: String(priced.receiving),
    serviceFee: String(priced.serviceFee),
    platformFee: String(priced.platformFee),
    exchangeRate: String(rate),
    lockedSide: body.lockedCurrencySide,
    description: body.description ?? body.remittanceInformation,
    purposeOfPayment: body.purposeOfPayment,
    ...railOf(body, payment),
    expiresAt: ends.expires_at,
    payloadToSign: payloadOf(quoteId, ends, payment, priced),
  }
}

function sourceTypeOf({ source }: Payment): string {
  if (source.kind === 'OWN') return source.account.type
  return source.kind === 'OUTSIDE' ? 'EXTERNAL_ACCOUNT' : 'REALTIME_FUNDING'
}

function payerName(ends: Ends, { source, customerId }: Payment): string | undefined {
  if (customerId === undefined) return undefined
  if (source.kind === 'OWN' && source.account.platform_customer_id !== null) {
    return source.account.platform_customer_id
  }
  return ends.owner?.platform_customer_id ?? ends.destination_own?.platform_customer_id ?? undefined
}

/** What the receiver's side is told about the sender. */
function senderOf(body: QuoteBody, ends: Ends, { source }: Payment): object {
  const own = source.kind === 'OWN' ? source.account.uma_address : null
  return { ...body.senderCustomerInfo, umaAddress: own ?? ends.owner?.uma_address }
}

function railOf(body: QuoteBody, { destination, source }: Payment): object {
  if (source.kind === 'OUTSIDE' && destination.kind === 'OWN') {
    return { transactionRail: 'ACH', railSelectionMode: 'AUTO' }
  }
  if (destination.kind !== 'OUTSIDE') return {}
  const chosen =
    body.destination.destinationType === 'ACCOUNT' ? body.destination.paymentRail : undefined
  const rail = chosen ?? destination.rails[0]
  return {
    paymentRail: chosen,
    transactionRail: rail,
    railSelectionMode: rail && (chosen === undefined ? 'AUTO' : 'MANUAL'),
  }
}

/**
 * The exact body of the provider's signing activity. The transfer inside is readable, so that a
 * customer's device can show what it stamps.
 */
function payloadOf(
  quoteId: string,
  ends: Ends,
  { source, destination, sending, receiving }: Payment,
  priced: Priced,
): string | undefined {
  if (source.kind !== 'OWN' || source.account.type !== 'EMBEDDED_WALLET') return undefined
  const { sub_organization_id: organizationId, address } = source.account
  if (organizationId === null || address === null || ends.timestamp_ms === null) {
    throw new Refusal('WALLET_NOT_PROVISIONED')
  }
  const to = {
    OWN: () => idOf('InternalAccount', ends.destination_own?.id ?? ''),
    OUTSIDE: () => idOf('ExternalAccount', ends.destination_outside?.id ?? ''),
    UMA: () => '',
  }
  return signRawPayloadBody({
    organizationId,
    timestampMs: ends.timestamp_ms,
    signWith: address,
    payload: JSON.stringify({
      transfer: idOf('Quote', quoteId),
      from: idOf('InternalAccount', source.account.id),
      // The address that the sender named, not the account it leads to: that is the receiver's own.
      to: destination.uma ?? to[destination.kind](),
      sends: `${priced.sending} ${sending}`,
      receives: `${priced.receiving} ${receiving}`,
      expiresAt: ends.expires_at,
    }),
  })
}
