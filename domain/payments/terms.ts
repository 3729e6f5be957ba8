import type { QuoteRow } from '../../contract/present/index.ts'

/** What is paid; ids are bare uuids, amounts are in the smallest unit. */
export type PaymentTerms = {
  readonly id: string
  readonly platformId: string
  readonly transactionId: string
  /** Who pays; undefined for the platform itself. */
  readonly customerId: string | undefined
  readonly sourceAccountId: string | undefined
  readonly destinationInternalId: string | undefined
  readonly sendingAmount: string
  readonly sendingCurrency: string
  readonly receivingAmount: string
  readonly receivingCurrency: string
  readonly exchangeRate: string
}

/** The terms that a quote's row holds. */
export function paymentTermsOf(
  row: QuoteRow,
  platformId: string,
  customerId: string | null,
): PaymentTerms {
  return {
    id: row.id,
    platformId,
    transactionId: row.transaction_id,
    customerId: customerId ?? undefined,
    sourceAccountId: row.source_account_id ?? undefined,
    destinationInternalId: row.destination_internal_id ?? undefined,
    sendingAmount: String(row.sending_amount),
    sendingCurrency: row.sending_currency,
    receivingAmount: String(row.receiving_amount),
    receivingCurrency: row.receiving_currency,
    exchangeRate: row.exchange_rate,
  }
}
