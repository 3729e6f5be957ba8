/** Requests that are wrong by themselves, and proofs that are. */
import type { Cure } from './cure.ts'

export const inputCures = {
  INVALID_INPUT: {
    cause:
      'A field, a query parameter or a path does not fit the schema or a rule of the operation. `details.errors` names every one of them with its `field`, the `constraint` that failed and a `message`.',
    cure: 'Correct all the fields that are named and send the request again. The same `Idempotency-Key` may be used: a refusal does not bind it.',
  },
  INVALID_REQUEST_FORMAT: {
    cause:
      'The request cannot be read: the body is no JSON object, has bytes that are not UTF-8 or U+0000, is nested too deeply, or the HTTP message itself is broken.',
    cure: 'Send one JSON object as UTF-8 with `Content-Type: application/json`.',
  },
  END_USER_TERMS_VERSION_NOT_FOUND: {
    cause:
      'A consent names a version that was never published for its type of agreement; `details` has the `type` and the `termsVersion`.',
    cure: 'Read the versions in force with `GET /customers/agreements`, show that of the type to the customer, and send its version.',
  },
  MISSING_MANDATORY_USER_INFO: {
    cause:
      'The operation needs a fact about a customer that is not known. `details.fields` names what is missing where that is known.',
    cure: 'Complete the customer with `PATCH /customers/{customerId}` (or the field in the request) and send the request again.',
  },
  INVITATION_ALREADY_CLAIMED: {
    cause: 'The invitation has been claimed before.',
    cure: 'Nothing is left to do with this code. Read it with `GET /invitations/{invitationCode}`, or make a new invitation.',
  },
  INVITATIONS_NOT_CONFIGURED: {
    cause: 'The platform has no address at which invitations are claimed.',
    cure: 'Ask the operator of the service to set the invitation address of your platform.',
  },
  INVITATION_CANCELLED: {
    cause: 'The inviter has cancelled the invitation, or was deleted.',
    cure: 'Make a new invitation.',
  },
  INVALID_BANK_ACCOUNT: {
    cause:
      'The bank does not know the account, or has closed it. In the sandbox: the number ends in a suffix that is refused.',
    cure: 'Ask the customer for the right number, and create an account with it. One that is `INACTIVE` stays so.',
  },
  SELF_PAYMENT: {
    cause: 'Source and destination are the same account, or the UMA address belongs to the payer.',
    cure: 'Choose another destination.',
  },
  AMOUNT_OUT_OF_RANGE: {
    cause:
      'The amount is below the minimum or above the maximum of the receiver, the currency or the invoice.',
    cure: 'Read the range (`GET /receiver/...` answers `min` and `max`; a Lightning invoice has its own amount) and choose an amount within it.',
  },
  INVALID_AMOUNT: {
    cause:
      'The amount cannot be paid: nothing would be left after the fees, or it is not the amount that was agreed.',
    cure: 'Send a larger amount, or the one that the quote shows.',
  },
  INVALID_CURRENCY: {
    cause:
      'The account, the receiver or the platform does not have this currency, or its `enabledTransactionTypes` leave the payment out.',
    cure: 'Use a currency of the account or of the lookup. `GET /config` lists those of your platform, and the types of each.',
  },
  QUOTE_REQUEST_FAILED: {
    cause:
      'The counterparty could not price the payment. Reserved: this release does not answer it.',
    cure: 'Create the quote again.',
  },
  QUOTE_EXPIRED: {
    cause: 'The time in which the price was held is over (`expiresAt` of the quote).',
    cure: 'Create a new quote, have it stamped, and execute it within its time.',
  },
  QUOTE_RATE_UNAVAILABLE: {
    cause:
      'There is no rate or no way to move money between these currencies now, or none to measure the amount by, where a limit of the day is in another currency.',
    cure: 'See `GET /exchange-rates` for the corridors that are open; try again later, or pay in another currency.',
  },
  FUNDING_SOURCE_INELIGIBLE: {
    cause:
      'An account that a card is to draw on is no active embedded wallet of its cardholder, is of a currency that cards do not take, or is of another one than the card or its other accounts.',
    cure: 'Send ids of `GET /internal-accounts?customerId=` whose `cardCapabilities` say that they can fund a card.',
  },
  INSUFFICIENT_FUNDS: {
    cause: 'The available balance of the source does not cover the amount with its fees.',
    cure: 'Fund the account, or send less. In the sandbox: `POST /sandbox/internal-accounts/{id}/fund`. The same `Idempotency-Key` may be used.',
  },
  TRANSACTION_SIZE_LIMIT_EXCEEDED: {
    cause: 'The amount is above the maximum of a single payment in this corridor.',
    cure: 'Split the payment, or ask the operator of the service about the maximum.',
  },
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: {
    cause:
      'The amount, with what was paid to the same wallet on this day (UTC), is above what may be paid to one whose owner is not proven yet (1,000 USD, unless an operator has set another limit). Or the proof has failed (`UNVERIFIED`): nothing is paid to it.',
    cure: 'Prove the ownership: `POST /customers/external-accounts/{id}/challenge`, then `/verify`. Before the first proof you may also send less.',
  },
  CARDHOLDER_KYC_NOT_APPROVED: {
    cause: 'The verification of the cardholder is not `APPROVED`.',
    cure: 'Have the customer verified (`POST /customers/{customerId}/kyc-link`) and wait for the webhook `CUSTOMER.KYC_APPROVED`.',
  },
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: {
    cause: 'The account has an `EMAIL_OTP` credential; it takes one.',
    cure: 'Use that one (`GET /auth/credentials`), or revoke it first. A changed address is a `PATCH /customers/{customerId}`.',
  },
  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: {
    cause: 'The account has an `SMS_OTP` credential; it takes one.',
    cure: 'Use that one (`GET /auth/credentials`), or revoke it first.',
  },
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: {
    cause: 'This very passkey (its WebAuthn credential id) is registered already.',
    cure: 'Log in with it, or create another passkey on the device.',
  },
  WEBHOOK_ENDPOINT_NOT_SET: {
    cause: 'The platform has no `webhookEndpoint`.',
    cure: 'Set it with `PATCH /config`.',
  },
  WEBHOOK_DELIVERY_ERROR: {
    cause:
      'The endpoint did not accept the test event: no answer, a redirect, or another status than 2xx. `reason` says which.',
    cure: 'Correct the endpoint. `GET /webhooks/deliveries` shows each attempt with what was answered.',
  },
  LOW_QUALITY: {
    cause: 'The document is blurred, cut off or too dark to be read.',
    cure: 'Ask for a better picture and upload it again.',
  },
  DATA_MISMATCH: {
    cause: 'What is on the document differs from what was stated about its holder.',
    cure: 'Correct the customer or the beneficial owner, or upload the document that belongs to it.',
  },
  EXPIRED: {
    cause: 'The document is no longer valid.',
    cure: 'Ask for a document that is.',
  },
  SUSPECTED_FRAUD: {
    cause: 'The verification vendor suspects that the document was changed or is not the holder’s.',
    cure: 'Do not try it again with the same document; ask the customer, or the operator of the service.',
  },
  UNSUITABLE_DOCUMENT: {
    cause: 'The document is of a kind that does not prove what it should.',
    cure: 'Upload one of the types that the `errors` of the verification name.',
  },
  INCOMPLETE: {
    cause: 'A page or a side of the document is missing.',
    cure: 'Upload all pages, or both sides (`side`).',
  },
  INVALID_SIGNATURE: {
    cause:
      'A signature header is not valid. Reserved: this release answers the `WALLET_SIGNATURE_...` codes.',
    cure: 'Make the signature again, over the bytes as they were received.',
  },
  WALLET_SIGNATURE_MISSING: {
    cause:
      'The action needs a stamp of a session key in `Service-Wallet-Signature`, and there is none.',
    cure: 'Have the device stamp `payloadToSign` and send the request again with the header: [signed retries](/docs/guides/signed-retries).',
  },
  WALLET_SIGNATURE_MALFORMED: {
    cause:
      'The header is not the base64url of a JSON object with `publicKey`, `scheme` and `signature`, or one of these is none.',
    cure: 'Make it with `client/device` or an unmodified `@turnkey/api-key-stamper`, and pass it on as it is.',
  },
  WALLET_SIGNATURE_BODY_MISMATCH: {
    cause:
      'The stamp was made over other bytes than the stored `payloadToSign`, or the retry has another path or body than the first call.',
    cure: 'Sign `payloadToSign` byte for byte, without parsing it, and send the same body again.',
  },
  WALLET_SIGNATURE_INVALID: {
    cause:
      'The signature does not verify, or its key may not authorize this action: the session has ended, or is of another wallet.',
    cure: 'Log in again (challenge and verify) and stamp with the new session key. [Who may stamp what](/docs/guides/signed-retries#which-operations-need-one).',
  },
  REQUEST_ID_MISSING: {
    cause: 'A retry carries a stamp or a proof, but not the `Request-Id` of its challenge.',
    cure: 'Send the `requestId` of the `202` in the header `Request-Id`.',
  },
} as const satisfies Readonly<Record<string, Cure>>
