/** A payment's row, made from its request, its parties and its price. */
import { idOf } from '../../contract/ids.ts'
import { currencyOf, displayRate, type Priced, rateDetails } from '../../contract/money.ts'
import type { Parties } from '../../contract/parties.ts'
import type { Order, OrderKind, PaymentIdentity, RailChoice } from '../../contract/paymentOrder.ts'
import { present } from '../../contract/present/index.ts'
import { deriveUuid } from '../derivedIds.ts'
import { wantedFactor } from './authorization.ts'
import { payoutRailOf } from './platformFees.ts'
import { presentParties } from './shown.ts'
import type { TransferTerms } from './transferText.ts'
import type { Payment, QuoteBody } from './types.ts'

/** UUID of the transaction of a payment. */
export function transactionIdOf(paymentId: string): string {
  return deriveUuid('transaction', paymentId)
}

/** @param more fields beyond those that follow from the request */
export function orderOf(
  body: QuoteBody,
  parties: Parties,
  payment: Payment,
  priced: Priced,
  more: {
    readonly name: PaymentIdentity
    readonly kind: OrderKind
    /** Of an embedded wallet: what its key signs. */
    readonly payloadToSign: string | undefined
    /** Who makes it; undefined for the platform itself. */
    readonly agentId?: string | undefined
  },
): Order {
  const { source, destination } = payment
  const { name } = more
  const { id: paymentId } = name
  const transactionId = transactionIdOf(paymentId)
  const rate = displayRate(
    priced,
    currencyOf(payment.sending).decimals,
    currencyOf(payment.receiving).decimals,
  )
  const shown = presentParties(body, payment)
  const { uma } = destination
  return {
    ...name,
    transactionId,
    kind: more.kind,
    steps: payment.steps,
    source: present(shown.source),
    destination: present(shown.destination),
    customerId: payment.customerId,
    platformCustomerId: payerName(parties, payment),
    sourceAccountId: source.kind === 'INTERNAL' ? source.account.id : undefined,
    sourceExternalId: source.kind === 'EXTERNAL' ? source.account.id : undefined,
    sourceType: sourceTypeOf(payment),
    destinationAccountId: destination.kind === 'EXTERNAL' ? destination.account.id : undefined,
    destinationInternalId: destination.kind === 'INTERNAL' ? destination.account.id : undefined,
    destinationUma: uma,
    // A transfer in is an incoming transaction itself.
    incomingTransactionId:
      payment.hasReceiver && more.kind !== 'TRANSFER_IN'
        ? deriveUuid('incoming', paymentId)
        : undefined,
    senderCustomerInfo: uma === undefined ? undefined : senderOf(body, parties, payment),
    sendingCurrency: payment.sending,
    receivingCurrency: payment.receiving,
    sendingAmount: String(priced.sending),
    receivingAmount: String(priced.receiving),
    serviceFee: String(priced.serviceFee),
    platformFee: String(priced.platformFee),
    exchangeRate: String(rate),
    rateDetails: rateDetails(priced),
    rateUsed: priced.rateUsed,
    lockedSide: body.lockedCurrencySide,
    description: body.description ?? body.remittanceInformation,
    purposeOfPayment: body.purposeOfPayment,
    scaFactor: wantedFactor(body.scaFactor),
    ...railOf(body, payment),
    expiresAt: parties.expires_at,
    payloadToSign: more.payloadToSign,
    agentId: more.agentId,
  }
}

function sourceTypeOf({ source }: Payment): string {
  if (source.kind === 'INTERNAL') return source.account.type
  return source.kind === 'EXTERNAL' ? 'EXTERNAL_ACCOUNT' : 'REALTIME_FUNDING'
}

function payerName(parties: Parties, { source, customerId }: Payment): string | undefined {
  if (customerId === undefined) return undefined
  if (source.kind === 'INTERNAL' && source.account.platform_customer_id !== null) {
    return source.account.platform_customer_id
  }
  return (
    parties.owner?.platform_customer_id ??
    parties.destination_internal?.platform_customer_id ??
    undefined
  )
}

/** The sender's data that the receiver's platform gets. */
function senderOf(body: QuoteBody, parties: Parties, { source }: Payment): object {
  const own = source.kind === 'INTERNAL' ? source.account.uma_address : null
  return { ...body.senderCustomerInfo, umaAddress: own ?? parties.owner?.uma_address }
}

function railOf(body: QuoteBody, payment: Payment): RailChoice {
  const { destination, source } = payment
  if (source.kind === 'EXTERNAL' && destination.kind === 'INTERNAL') {
    return { transactionRail: 'ACH', railSelectionMode: 'AUTO' }
  }
  // The bank of a UMA receiver is not the sender's to see.
  if (destination.kind !== 'EXTERNAL' || destination.uma !== undefined) return {}
  const chosen =
    body.destination.destinationType === 'ACCOUNT' ? body.destination.paymentRail : undefined
  const rail = payoutRailOf(body, payment)
  return {
    paymentRail: chosen,
    transactionRail: rail,
    ...(rail !== undefined && { railSelectionMode: chosen === undefined ? 'AUTO' : 'MANUAL' }),
  }
}

/** What an embedded wallet signs for it. */
export function transferTerms(
  paymentId: string,
  parties: Parties,
  payment: Payment,
  priced: Priced,
): TransferTerms {
  const { source, destination, sending, receiving } = payment
  const to = {
    INTERNAL: () => idOf('InternalAccount', parties.destination_internal?.id ?? ''),
    EXTERNAL: () => idOf('ExternalAccount', parties.destination_external?.id ?? ''),
    UMA: () => '',
  }
  return {
    paymentId,
    from: source.kind === 'INTERNAL' ? idOf('InternalAccount', source.account.id) : '',
    // The address that the sender named, not the account it leads to: that is the receiver's own.
    to: destination.uma ?? to[destination.kind](),
    sends: `${priced.sending} ${sending}`,
    receives: `${priced.receiving} ${receiving}`,
    expiresAt: parties.expires_at,
  }
}
