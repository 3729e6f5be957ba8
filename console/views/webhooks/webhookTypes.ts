/** The types of events, for the filter. A type that the service adds is missed by the compiler. */
import type { operations } from '../../../client/backend/schema.ts'

export type WebhookType = NonNullable<
  NonNullable<operations['listWebhookEvents']['parameters']['query']>['type']
>[number]

const all: Readonly<Record<WebhookType, true>> = {
  TEST: true,
  'OUTGOING_PAYMENT.PENDING': true,
  'OUTGOING_PAYMENT.PENDING_AUTHORIZATION': true,
  'OUTGOING_PAYMENT.PROCESSING': true,
  'OUTGOING_PAYMENT.COMPLETED': true,
  'OUTGOING_PAYMENT.FAILED': true,
  'OUTGOING_PAYMENT.EXPIRED': true,
  'OUTGOING_PAYMENT.REFUND_PENDING': true,
  'OUTGOING_PAYMENT.REFUND_COMPLETED': true,
  'OUTGOING_PAYMENT.REFUND_FAILED': true,
  'INCOMING_PAYMENT.PENDING': true,
  'INCOMING_PAYMENT.PROCESSING': true,
  'INCOMING_PAYMENT.COMPLETED': true,
  'INCOMING_PAYMENT.FAILED': true,
  'INCOMING_PAYMENT.REFUND_PENDING': true,
  'INCOMING_PAYMENT.REFUND_COMPLETED': true,
  'INCOMING_PAYMENT.REFUND_FAILED': true,
  'CUSTOMER.KYC_APPROVED': true,
  'CUSTOMER.KYC_REJECTED': true,
  'CUSTOMER.KYC_PENDING': true,
  'CUSTOMER.KYB_APPROVED': true,
  'CUSTOMER.KYB_REJECTED': true,
  'CUSTOMER.KYB_PENDING': true,
  'VERIFICATION.RESOLVE_ERRORS': true,
  'VERIFICATION.IN_PROGRESS': true,
  'VERIFICATION.PENDING_MANUAL_REVIEW': true,
  'VERIFICATION.APPROVED': true,
  'VERIFICATION.REJECTED': true,
  'INTERNAL_ACCOUNT.BALANCE_UPDATED': true,
  'INTERNAL_ACCOUNT.STATUS_UPDATED': true,
  'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED': true,
  'EXTERNAL_ACCOUNT.STATUS_UPDATED': true,
  'AGENT_ACTION.PENDING_APPROVAL': true,
  'CARD.STATUS_CHANGE': true,
  'CARD_TRANSACTION.AUTHORIZED': true,
  'CARD_TRANSACTION.PARTIALLY_SETTLED': true,
  'CARD_TRANSACTION.SETTLED': true,
  'CARD_TRANSACTION.DECLINED': true,
  'CARD_TRANSACTION.VOIDED': true,
  'CARD_TRANSACTION.EXCEPTION': true,
  'WALLET_OPERATION.COMPLETED': true,
  'WALLET_OPERATION.FAILED': true,
  'INVITATION.CLAIMED': true,
  'BULK_UPLOAD.COMPLETED': true,
  'BULK_UPLOAD.FAILED': true,
}

export const webhookTypes = Object.keys(all) as WebhookType[]

/** The type that a text names. */
export function webhookTypeOf(text: string | undefined): WebhookType | undefined {
  return webhookTypes.find((type) => type === text)
}
