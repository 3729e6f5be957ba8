/** Card transactions as a platform sees them. */
import type { CardDispute, CardTransaction } from '../components/cardTransactions.ts'
import type { CurrencyAmount } from '../components/shared.ts'
import { idOf } from '../ids.ts'
import { CARD_CURRENCY, currencyOf } from '../money.ts'
import type { Shown } from '../shown.ts'
import { type CardDetails, type CardDisputeRow, present, shownInstant } from './rows.ts'

export type CardTransactionRow = {
  readonly id: string
  readonly customer_id: string | null
  readonly platform_customer_id: string | null
  readonly direction: Shown<typeof CardTransaction>['direction']
  readonly status: Shown<typeof CardTransaction>['status']
  readonly created_at: string
  readonly updated_at: string
}

export function presentCardTransaction(
  row: CardTransactionRow,
  card: CardDetails,
): Shown<typeof CardTransaction> {
  const money = (amount: number): Shown<typeof CurrencyAmount> => ({
    amount,
    currency: currencyOf(CARD_CURRENCY),
  })
  const hasMoved = row.status !== 'DECLINED' && row.status !== 'VOIDED'
  return present({
    type: 'CARD',
    id: idOf('Transaction', row.id),
    cardId: idOf('Card', card.cardId),
    customerId: idOf('Customer', row.customer_id ?? ''),
    platformCustomerId: row.platform_customer_id ?? '',
    issuerTransactionToken: card.issuerToken,
    status: row.status,
    direction: row.direction,
    cardDeclinedReason: card.declinedReason,
    originalTransactionId:
      card.originalTransactionId && idOf('Transaction', card.originalTransactionId),
    description: card.merchant.descriptor,
    merchant: card.merchant,
    authorizedAmount: money(card.authorized),
    ...(hasMoved && {
      settledAmount: money(card.settled),
      refundedAmount: money(card.refunded),
    }),
    disputes: card.disputes?.map((dispute) => ({
      ...presentCardDispute(dispute),
      ...(dispute.reason !== null && { reason: dispute.reason }),
      amount: money(dispute.cents),
      creditedAmount: money(dispute.credited),
      recoveredAmount: money(dispute.recovered),
    })),
    accountId: idOf('InternalAccount', card.accountId),
    pullSummary: {
      count: card.pulls.count,
      totalAmount: card.pulls.total,
      pendingCount: card.pulls.pending,
    },
    refundSummary: { count: card.refunds, totalAmount: card.refunded },
    settlementSummary: { count: card.settlements, totalAmount: card.settled },
    authorizedAt: shownInstant(card.authorizedAt),
    lastEventAt: card.lastEventAt && shownInstant(card.lastEventAt),
    createdAt: shownInstant(row.created_at),
    updatedAt: shownInstant(row.updated_at),
  })
}

export function presentCardDispute({
  id,
  token,
  status,
  disposition,
}: Pick<CardDisputeRow, 'id' | 'token' | 'status' | 'disposition'>): Shown<typeof CardDispute> {
  return { disputeId: idOf('CardDispute', id), disputeToken: token, status, disposition }
}
