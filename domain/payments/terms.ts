import type { PaymentTerms } from '../../contract/paymentOrder.ts'
import type { PaymentRow } from '../../contract/present/index.ts'

/** The terms of a stored payment, from its row. */
export function paymentTermsOf(
  row: PaymentRow,
  platformId: string,
  customerId: string | null,
): PaymentTerms {
  return {
    id: row.id,
    platformId,
    environment: row.environment,
    transactionId: row.transaction_id,
    customerId: customerId ?? undefined,
    sourceAccountId: row.source_account_id ?? undefined,
    destinationInternalId: row.destination_internal_id ?? undefined,
  }
}
