/** Credentials, things that are not there, limits and outages. */
import type { Cure } from './cure.ts'

const list =
  'Check the id and its environment; the list of the resource shows those that your platform has.'

export const otherCures = {
  UNAUTHORIZED: {
    cause:
      'The credentials are missing or not accepted; or the proof of a customer (a code, passkey, identity token or `Request-Id`) is wrong, used or expired. `reason` says which.',
    cure: 'For your token: HTTP Basic with client id and client secret of this environment ([authentication](/docs/guides/authentication)). For a customer’s proof: begin again with a new challenge.',
  },
  FORBIDDEN: {
    cause:
      'The token lacks the permission, the operation is for the sandbox only, the agent’s policy does not permit it, or the agent is paused.',
    cure: 'Use a token with the permission that the operation names; the platform can change an agent’s policy.',
  },
  USER_NOT_READY: {
    cause:
      'The customer cannot pay, or get a new key or card: the verification is `PENDING`, `REJECTED` or `HOLD`, or the service has frozen the customer. It can still receive.',
    cure: 'Read the customer’s `isFrozen` and its `kycStatus` or `kybStatus`. Have the verification finished; a freeze is ended by the operator of the service.',
  },
  CUSTOMER_NOT_VERIFIED: {
    cause:
      'The customer cannot pay: no verification has begun (`UNVERIFIED`). It can still receive.',
    cure: 'Begin it with `POST /verifications`, or send the customer to `POST /customers/{customerId}/kyc-link`.',
  },
  SANCTION_BLOCKED: {
    cause:
      'The customer cannot pay: the verification was refused because the customer, or a person behind the business, is on a sanctions list.',
    cure: 'Nothing can be sent again. The operator of the service decides what becomes of the money.',
  },
  END_USER_TERMS_NOT_ACCEPTED: {
    cause: 'The customer has not accepted the service’s terms. No other agreement is needed.',
    cure: 'Show SERVICE_END_USER_TERMS of `GET /customers/agreements`, and send the acceptance in `agreementConsents` of `PATCH /customers/{customerId}`.',
  },
  TRANSACTION_NOT_FOUND: { cause: 'Your platform has no such transaction.', cure: list },
  INVITATION_NOT_FOUND: {
    cause: 'There is no invitation with this code, or it was made by another platform.',
    cure: 'Check the code, and its environment.',
  },
  USER_NOT_FOUND: { cause: 'Your platform has no such customer.', cure: list },
  QUOTE_NOT_FOUND: { cause: 'Your platform has no such quote.', cure: list },
  TOKEN_NOT_FOUND: { cause: 'Your platform has no such API token.', cure: list },
  BULK_UPLOAD_JOB_NOT_FOUND: { cause: 'Your platform has no such import.', cure: list },
  ACCOUNT_NOT_FOUND: {
    cause: 'Your platform has no such internal or external account, or it is another customer’s.',
    cure: list,
  },
  AUTH_METHOD_NOT_FOUND: {
    cause: 'Your platform has no such credential of a wallet, or it was revoked.',
    cure: '`GET /auth/credentials` lists the credentials of a wallet.',
  },
  SESSION_NOT_FOUND: {
    cause: 'Your platform has no such session of a wallet, or it has ended.',
    cure: 'Log in again. `GET /auth/sessions` lists the sessions of a wallet.',
  },
  VERIFICATION_NOT_FOUND: { cause: 'Your platform has no such verification.', cure: list },
  DOCUMENT_HOLDER_NOT_FOUND: {
    cause: 'Your platform has no such customer or beneficial owner, whom the document is about.',
    cure: 'Check `documentHolder`: `Customer:...` or `BeneficialOwner:...`.',
  },
  PLATFORM_NOT_FOUND: {
    cause: 'There is no such platform.',
    cure: 'Take the id from `GET /config`: `PlatformConfig:...`.',
  },
  PAYMENT_URL_NOT_FOUND: {
    cause: 'There is no such payment page. Reserved: this release has none.',
    cure: 'Read the `paymentInstructions` of the quote again.',
  },
  REQUEST_NOT_FOUND: {
    cause:
      'There is no such signed request. Reserved: an unknown `Request-Id` is `401 UNAUTHORIZED`, as a used one.',
    cure: 'Begin again with the first call, and send the `requestId` of its `202`.',
  },
  REFERENCE_NOT_FOUND: {
    cause:
      'Something that the path or the body names is not there, of a kind that has no code of its own: a card, an agent, a document, an event.',
    cure: list,
  },
  NOT_FOUND: {
    cause: 'There is no such path, or not with these credentials: what is for the sandbox only.',
    cure: '`reason` names the path that was probably meant; /openapi.json and /docs list them all.',
  },
  REQUEST_TIMEOUT: {
    cause: 'The body did not come in time, or more slowly than the others that were on their way.',
    cure: 'Send the request again, its body at once. Nothing was decided.',
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The path does not take this method.',
    cure: 'The header `Allow` lists those that it takes.',
  },
  CUSTOMER_DELETED: {
    cause: 'The customer was deleted.',
    cure: 'Create the customer anew; nothing can be changed any more.',
  },
  CONTENT_TOO_LARGE: {
    cause: 'The body is larger than the operation takes.',
    cure: 'See the [limits](/docs/guides/limits).',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    cause: 'The body has another `Content-Type` than the operation takes.',
    cure: 'Send `application/json`, or `multipart/form-data` where a file is uploaded.',
  },
  ACCOUNT_LOCKED: {
    cause:
      'Too many wrong codes or proofs. `details` has `failedAttempts`, `lockedUntil` and `suspended`.',
    cure: 'Wait until `lockedUntil`. A suspended login is opened by `POST /auth/credentials/{id}/unlock`, or by a reset of the factor.',
  },
  EMAIL_OTP_CREDENTIAL_SYNC_FAILED: {
    cause:
      'The wallet provider refused the new address, so neither customer nor credential was changed.',
    cure: 'Begin again with the first call. If it goes on, give the operator of the service the `X-Request-Id`.',
  },
  SMS_OTP_CREDENTIAL_SYNC_FAILED: {
    cause:
      'The wallet provider refused the new phone number, so neither customer nor credential was changed.',
    cure: 'Check the number, and begin again with the first call. If it goes on, give the operator of the service the `X-Request-Id`.',
  },
  RATE_LIMITED: {
    cause:
      'Too many codes were asked for, or too many wrong credentials or proofs came from this client or address.',
    cure: 'Wait as long as `Retry-After` says. [Limits](/docs/guides/limits).',
  },
  SERVICE_SWITCH_ERROR: {
    cause: 'An error inside the service. Reserved: this release answers `INTERNAL_ERROR`.',
    cure: 'Give the operator of the service the `X-Request-Id`.',
  },
  INTERNAL_ERROR: {
    cause: 'A fault of the service, which is logged under `details.requestId`.',
    cure: 'Do not assume that nothing happened: repeat with the same `Idempotency-Key`, or read what the request would have made. Give the operator of the service the `X-Request-Id`.',
  },
  NOT_IMPLEMENTED: {
    cause:
      'This installation has no outside party for the operation in this environment. `reason` names it. Nothing was written.',
    cure: 'Ask the operator of the service; a repeat will not help.',
  },
  SERVICE_UNAVAILABLE: {
    cause:
      'A store or an outside party does not answer, too much is in flight, or the service is in maintenance. The outcome may not be known.',
    cure: 'Send the same request again, with the same `Idempotency-Key`, after `Retry-After`. [Unknown outcomes](/docs/guides/unknown-outcomes) has every case.',
  },
} as const satisfies Readonly<Record<string, Cure>>
