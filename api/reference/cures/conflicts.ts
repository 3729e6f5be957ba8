/** Requests that the present state does not allow. */
import type { Cure } from './cure.ts'

export const conflictCures = {
  CONFLICT: {
    cause:
      'The request does not fit the present state; `reason` says what stands against it. Also: a `platformCustomerId` that an active customer has, and two changes of a wallet’s credentials at once.',
    cure: 'Read the resource again, and decide whether the request still makes sense. Of two changes at once, repeat the refused one.',
  },
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: {
    cause:
      'The transaction does not wait for your approval: it was decided, or the five seconds are over.',
    cure: 'Read it with `GET /transactions/{transactionId}`.',
  },
  TRANSACTION_NOT_CANCELLABLE: {
    cause: 'The payment has gone too far, or its rail cannot take it back.',
    cure: 'Read the transaction. Money that cannot be delivered comes back as a refund.',
  },
  UMA_ADDRESS_EXISTS: {
    cause: 'Another customer has the UMA address.',
    cure: 'Choose another name, or leave `umaAddress` out: one is made.',
  },
  EMAIL_OTP_EMAIL_ALREADY_EXISTS: {
    cause: 'The email is that of another wallet’s `EMAIL_OTP` credential.',
    cure: 'Use another address, or the customer who has it.',
  },
  EMAIL_OTP_CREDENTIAL_SET_CHANGED: {
    cause: 'The credentials changed between the challenge and the signed retry.',
    cure: 'Begin again with the first call, and stamp the new challenge.',
  },
  SMS_OTP_CREDENTIAL_SET_CHANGED: {
    cause: 'The credentials changed between the challenge and the signed retry.',
    cure: 'Begin again with the first call, and stamp the new challenge.',
  },
  SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS: {
    cause: 'The number is that of another wallet’s `SMS_OTP` credential.',
    cure: 'Use another number, or the customer who has it.',
  },
  PASSKEY_ALREADY_ENROLLED: {
    cause:
      'The customer has a passkey as a factor of strong customer authentication; there is one.',
    cure: 'Delete it with `DELETE /sca/factors/{credentialId}`, then enrol the other.',
  },
  SCA_SESSION_REQUIRED: {
    cause: 'The customer’s login of strong customer authentication is missing or over.',
    cure: 'Log the customer in (`POST /sca/login/start`, `/complete`) and send the request again. It is not your token that is refused.',
  },
  BENEFICIARY_TRUSTED: {
    cause: 'A trusted beneficiary cannot be deleted.',
    cure: 'Untrust it first: `POST /customers/external-accounts/{id}/untrust`, then `/untrust/confirm`.',
  },
  BANK_ACCOUNT_VALIDATION_PENDING: {
    cause: 'The US bank account is still being validated by its bank.',
    cure: 'Wait for the webhook `EXTERNAL_ACCOUNT.STATUS_UPDATED`, or read the account, until it is `ACTIVE`.',
  },
  INVALID_STATE_TRANSITION: {
    cause: 'A card cannot go from its state to that one.',
    cure: 'Read the card: `ACTIVE` and `FROZEN` change into each other, and either into `CLOSED`.',
  },
  CARD_ALREADY_CLOSED: {
    cause: 'The card is closed.',
    cure: 'Nothing is left to do; issue a new card.',
  },
  CARD_NOT_MUTABLE: {
    cause: 'A closed card cannot be changed.',
    cure: 'Issue a new card.',
  },
  CARD_LIMIT_REACHED: {
    cause:
      'The platform has as many live cards as it may, or the cardholder has one where one is allowed.',
    cure: 'Close a card, or ask the operator of the service for more.',
  },
  DOCUMENT_ALREADY_EXISTS: {
    cause: 'The holder has a document of this type (and side).',
    cure: 'Replace it: `PUT /documents/{documentId}`.',
  },
  DUPLICATE_EXTERNAL_ACCOUNT: {
    cause: 'The customer (or the platform) has an equivalent external account.',
    cure: 'Use that one: `GET /customers/external-accounts`.',
  },
  DUPLICATE_PAY_REQUEST: {
    cause:
      'The `Idempotency-Key` was used for another request within 24 hours, or for this very one before that.',
    cure: 'Use a key for one request only. If it is a new payment, send it with a new key. [Idempotency](/docs/guides/idempotency).',
  },
  WALLET_NOT_PROVISIONED: {
    cause: 'The embedded wallet is still being made at the wallet provider, which takes seconds.',
    cure: 'Read `GET /internal-accounts?type=EMBEDDED_WALLET` until its `status` is `ACTIVE`, then repeat.',
  },
} as const satisfies Readonly<Record<string, Cure>>
