/** Every error code of the service with its one status: the only place that knows a status. */
export const errors = {
  // 400
  INVALID_INPUT: { status: 400, message: 'The request is not valid.' },
  END_USER_TERMS_VERSION_NOT_FOUND: { status: 400, message: 'No such version of the agreement.' },
  MISSING_MANDATORY_USER_INFO: { status: 400, message: 'Customer information is missing.' },
  INVITATION_ALREADY_CLAIMED: { status: 400, message: 'The invitation is already claimed.' },
  INVITATIONS_NOT_CONFIGURED: { status: 400, message: 'Invitations are not configured.' },
  INVALID_UMA_ADDRESS: { status: 400, message: 'The UMA address is not valid.' },
  INVITATION_CANCELLED: { status: 400, message: 'The invitation is cancelled.' },
  QUOTE_REQUEST_FAILED: { status: 400, message: 'The quote could not be made; try again.' },
  INVALID_PAYREQ_RESPONSE: { status: 400, message: 'The counterparty response is invalid.' },
  INVALID_RECEIVER: { status: 400, message: 'The receiver is not valid.' },
  PARSE_PAYREQ_RESPONSE_ERROR: { status: 400, message: 'The pay response cannot be read.' },
  CERT_CHAIN_INVALID: { status: 400, message: 'The certificate chain is not valid.' },
  CERT_CHAIN_EXPIRED: { status: 400, message: 'The certificate chain is expired.' },
  INVALID_PUBKEY_FORMAT: { status: 400, message: 'The public key cannot be read.' },
  MISSING_REQUIRED_UMA_PARAMETERS: { status: 400, message: 'UMA parameters are missing.' },
  SENDER_NOT_ACCEPTED: { status: 400, message: 'The receiver does not accept this sender.' },
  AMOUNT_OUT_OF_RANGE: { status: 400, message: 'The amount is out of range.' },
  INVALID_CURRENCY: { status: 400, message: 'The currency is not supported here.' },
  INVALID_TIMESTAMP: { status: 400, message: 'The timestamp is not valid.' },
  INVALID_NONCE: { status: 400, message: 'The nonce is not valid.' },
  INVALID_REQUEST_FORMAT: { status: 400, message: 'The request cannot be read.' },
  INVALID_BANK_ACCOUNT: { status: 400, message: 'The bank account is not valid.' },
  SELF_PAYMENT: { status: 400, message: 'Source and destination are the same account.' },
  LOOKUP_REQUEST_FAILED: { status: 400, message: 'The receiver lookup failed.' },
  PARSE_LNURLP_RESPONSE_ERROR: { status: 400, message: 'The lookup response cannot be read.' },
  INVALID_AMOUNT: { status: 400, message: 'The amount is not valid.' },
  WEBHOOK_ENDPOINT_NOT_SET: { status: 400, message: 'No webhook endpoint is configured.' },
  WEBHOOK_DELIVERY_ERROR: { status: 400, message: 'The webhook could not be delivered.' },
  LOW_QUALITY: { status: 400, message: 'The document cannot be read well enough.' },
  DATA_MISMATCH: { status: 400, message: 'The document does not match the data.' },
  EXPIRED: { status: 400, message: 'The document is expired.' },
  SUSPECTED_FRAUD: { status: 400, message: 'The document was refused.' },
  UNSUITABLE_DOCUMENT: { status: 400, message: 'The document is of the wrong kind.' },
  INCOMPLETE: { status: 400, message: 'The document is incomplete.' },
  EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: {
    status: 400,
    message: 'The account already has an EMAIL_OTP credential.',
  },
  SMS_OTP_CREDENTIAL_ALREADY_EXISTS: {
    status: 400,
    message: 'The account already has an SMS_OTP credential.',
  },
  PASSKEY_CREDENTIAL_ALREADY_EXISTS: { status: 400, message: 'The passkey is already registered.' },
  CARDHOLDER_KYC_NOT_APPROVED: { status: 400, message: 'The cardholder is not approved.' },
  TRANSACTION_SIZE_LIMIT_EXCEEDED: { status: 400, message: 'The amount is above the maximum.' },
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: {
    status: 400,
    message: 'The destination must be verified first.',
  },
  FUNDING_SOURCE_INELIGIBLE: { status: 400, message: 'The account cannot fund the card.' },
  INSUFFICIENT_FUNDS: { status: 400, message: 'The balance does not cover the amount.' },
  QUOTE_EXPIRED: { status: 400, message: 'The quote is expired; make a new one.' },
  QUOTE_RATE_UNAVAILABLE: { status: 400, message: 'There is no rate for this corridor now.' },
  STABLECOIN_PROVIDER_ACCOUNT_INVALID: { status: 400, message: 'The provider account is invalid.' },
  STABLECOIN_PROVIDER_ACCOUNT_REVOKED: { status: 400, message: 'The provider account is revoked.' },
  STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED: {
    status: 400,
    message: 'Several provider accounts are linked; name one.',
  },
  STABLECOIN_AMOUNT_NOT_REPRESENTABLE: {
    status: 400,
    message: 'The amount has too many decimals.',
  },
  STABLECOIN_BURN_SOURCE_NOT_SUPPORTED: { status: 400, message: 'Burn source not supported.' },
  STABLECOIN_EXTERNAL_ACCOUNT_LINK_FAILED: { status: 400, message: 'The link failed.' },
  STABLECOIN_EXTERNAL_ACCOUNT_LINK_METHOD_REQUIRED: {
    status: 400,
    message: 'A link method is required.',
  },
  STABLECOIN_EXTERNAL_ACCOUNT_NOT_LINKED: { status: 400, message: 'The account is not linked.' },
  STABLECOIN_EXTERNAL_ACCOUNT_NOT_SUPPORTED: { status: 400, message: 'Account not supported.' },
  STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_FAILED: {
    status: 400,
    message: 'The link at the provider failed.',
  },
  STABLECOIN_EXTERNAL_ACCOUNT_PROVIDER_LINK_REQUIRED: {
    status: 400,
    message: 'The account must be linked at the provider.',
  },
  STABLECOIN_SERVICE_OPERATIONS_NOT_ENABLED: {
    status: 400,
    message: 'Operations are not enabled for this stablecoin.',
  },
  STABLECOIN_NOT_PROVISIONED: { status: 400, message: 'The stablecoin is not provisioned.' },
  STABLECOIN_OPERATION_NOT_SUPPORTED: { status: 400, message: 'Operation not supported.' },
  STABLECOIN_PROVIDER_ERROR: { status: 400, message: 'The stablecoin provider refused.' },
  STABLECOIN_PROVIDER_SOURCE_NOT_LINKED: { status: 400, message: 'The source is not linked.' },
  STABLECOIN_VERIFICATION_FAILED: { status: 400, message: 'The stablecoin was not verified.' },
  // 401
  UNAUTHORIZED: { status: 401, message: 'The credentials are not accepted.' },
  INVALID_SIGNATURE: { status: 401, message: 'The signature header is not valid.' },
  WALLET_SIGNATURE_MISSING: { status: 401, message: 'Service-Wallet-Signature is required.' },
  WALLET_SIGNATURE_MALFORMED: {
    status: 401,
    message:
      'Service-Wallet-Signature must be a stamp: the base64url of a JSON object with `publicKey` ' +
      '(a compressed P-256 key in hex), `scheme` (`SIGNATURE_SCHEME_TK_API_P256`) and `signature` ' +
      '(hex of the DER encoded ECDSA signature with SHA-256 over `payloadToSign`).',
  },
  WALLET_SIGNATURE_BODY_MISMATCH: {
    status: 401,
    message: 'The signature was made over another payload or body.',
  },
  WALLET_SIGNATURE_INVALID: { status: 401, message: 'The signature is not valid here.' },
  REQUEST_ID_MISSING: { status: 401, message: 'Request-Id is required on the signed retry.' },
  // 403
  FORBIDDEN: { status: 403, message: 'The credentials do not permit this.' },
  USER_NOT_READY: { status: 403, message: 'The customer is not ready.' },
  CUSTOMER_NOT_VERIFIED: { status: 403, message: 'The customer has not been verified yet.' },
  SANCTION_BLOCKED: { status: 403, message: 'The customer is blocked by a sanctions list.' },
  COUNTERPARTY_NOT_ALLOWED: { status: 403, message: 'The counterparty is not enabled.' },
  VELOCITY_LIMIT_EXCEEDED: {
    status: 403,
    message: 'The number of payments of the day is used up.',
  },
  END_USER_TERMS_NOT_ACCEPTED: { status: 403, message: 'The customer has not accepted the terms.' },
  // 404
  TRANSACTION_NOT_FOUND: { status: 404, message: 'No such transaction.' },
  INVITATION_NOT_FOUND: { status: 404, message: 'No such invitation.' },
  USER_NOT_FOUND: { status: 404, message: 'No such customer.' },
  QUOTE_NOT_FOUND: { status: 404, message: 'No such quote.' },
  LOOKUP_REQUEST_NOT_FOUND: { status: 404, message: 'No such lookup.' },
  TOKEN_NOT_FOUND: { status: 404, message: 'No such token.' },
  BULK_UPLOAD_JOB_NOT_FOUND: { status: 404, message: 'No such upload.' },
  REFERENCE_NOT_FOUND: { status: 404, message: 'No such object.' },
  UMA_NOT_FOUND: { status: 404, message: 'No such UMA address.' },
  STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: { status: 404, message: 'No such provider account.' },
  ACCOUNT_NOT_FOUND: { status: 404, message: 'No such account.' },
  AUTH_METHOD_NOT_FOUND: { status: 404, message: 'No such credential.' },
  DOCUMENT_HOLDER_NOT_FOUND: { status: 404, message: 'No such holder of documents.' },
  PAYMENT_URL_NOT_FOUND: { status: 404, message: 'No such payment page.' },
  PLATFORM_NOT_FOUND: { status: 404, message: 'No such platform.' },
  REQUEST_NOT_FOUND: { status: 404, message: 'No such request.' },
  SESSION_NOT_FOUND: { status: 404, message: 'No such session.' },
  STABLECOIN_NOT_FOUND: { status: 404, message: 'No such stablecoin.' },
  STABLECOIN_OPERATION_NOT_FOUND: { status: 404, message: 'No such mint or burn.' },
  STABLECOIN_EXTERNAL_ACCOUNT_NOT_FOUND: { status: 404, message: 'No such external account.' },
  VERIFICATION_NOT_FOUND: { status: 404, message: 'No such verification.' },
  NOT_FOUND: { status: 404, message: 'No such path.' },
  // 405, 408, 409
  METHOD_NOT_ALLOWED: { status: 405, message: 'The path does not take this method.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The body did not come in time; repeat the request.' },
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: {
    status: 409,
    message: 'The transaction does not wait for approval.',
  },
  TRANSACTION_NOT_CANCELLABLE: { status: 409, message: 'The transaction is past cancellation.' },
  UMA_ADDRESS_EXISTS: { status: 409, message: 'The UMA address is taken.' },
  EMAIL_OTP_EMAIL_ALREADY_EXISTS: { status: 409, message: 'The email belongs to a credential.' },
  EMAIL_OTP_CREDENTIAL_SET_CHANGED: { status: 409, message: 'The credentials have changed.' },
  PASSKEY_ALREADY_ENROLLED: { status: 409, message: 'A passkey is already enrolled.' },
  SCA_SESSION_REQUIRED: { status: 409, message: 'The customer must log in again.' },
  BENEFICIARY_TRUSTED: { status: 409, message: 'The beneficiary is trusted; untrust it first.' },
  BANK_ACCOUNT_VALIDATION_PENDING: { status: 409, message: 'The account is being validated.' },
  INVALID_STATE_TRANSITION: { status: 409, message: 'The state transition is not allowed.' },
  CARD_ALREADY_CLOSED: { status: 409, message: 'The card is closed already.' },
  CARD_NOT_MUTABLE: { status: 409, message: 'The card is closed.' },
  CARD_LIMIT_REACHED: { status: 409, message: 'No more cards are allowed.' },
  STABLECOIN_SERVICE_ENABLEMENT_NOT_REQUESTABLE: {
    status: 409,
    message: 'Enablement cannot be requested in this state.',
  },
  CONFLICT: { status: 409, message: 'The request conflicts with the present state.' },
  DOCUMENT_ALREADY_EXISTS: { status: 409, message: 'A document of this type exists.' },
  DUPLICATE_EXTERNAL_ACCOUNT: { status: 409, message: 'An equivalent account exists.' },
  DUPLICATE_PAY_REQUEST: {
    status: 409,
    message: 'The Idempotency-Key was used for another request.',
  },
  SMS_OTP_CREDENTIAL_SET_CHANGED: { status: 409, message: 'The credentials have changed.' },
  SMS_OTP_PHONE_NUMBER_ALREADY_EXISTS: {
    status: 409,
    message: 'The number belongs to a credential.',
  },
  STABLECOIN_SYMBOL_ALREADY_EXISTS: { status: 409, message: 'The symbol is taken.' },
  STABLECOIN_TOKEN_IDENTIFIER_ALREADY_EXISTS: { status: 409, message: 'The token is taken.' },
  WALLET_NOT_PROVISIONED: { status: 409, message: 'The embedded wallet is not provisioned yet.' },
  // 410 and above
  CUSTOMER_DELETED: { status: 410, message: 'The customer is deleted.' },
  CONTENT_TOO_LARGE: { status: 413, message: 'The body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The body has a type that is not taken here.' },
  UNSUPPORTED_UMA_VERSION: { status: 412, message: 'The UMA version is not supported.' },
  ACCOUNT_LOCKED: { status: 423, message: 'The login is locked.' },
  PAYREQ_REQUEST_FAILED: { status: 424, message: 'The pay request to the counterparty failed.' },
  COUNTERPARTY_PUBKEY_FETCH_ERROR: {
    status: 424,
    message: 'The counterparty keys cannot be fetched.',
  },
  NO_COMPATIBLE_UMA_VERSION: { status: 424, message: 'No common UMA version.' },
  LNURLP_REQUEST_FAILED: { status: 424, message: 'The counterparty lookup failed.' },
  EMAIL_OTP_CREDENTIAL_SYNC_FAILED: { status: 424, message: 'The wallet provider failed.' },
  SMS_OTP_CREDENTIAL_SYNC_FAILED: { status: 424, message: 'The wallet provider failed.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests; try again later.' },
  DAILY_VOLUME_LIMIT_EXCEEDED: { status: 429, message: 'The daily volume is used up.' },
  SERVICE_SWITCH_ERROR: { status: 500, message: 'Internal switch error.' },
  INTERNAL_ERROR: { status: 500, message: 'Internal error.' },
  NOT_IMPLEMENTED: { status: 501, message: 'Not available here.' },
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: { status: 501, message: 'Unknown payee data key.' },
  UNRECOGNIZED_MANDATORY_COUNTERPARTY_DATA_KEY: {
    status: 501,
    message: 'Unknown counterparty data key.',
  },
  SERVICE_UNAVAILABLE: { status: 503, message: 'Not available now; repeat the request.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** One invalid field. `field` is a dot path; `constraint` the JSON Schema keyword that failed. */
export type FieldError = {
  readonly field: string
  readonly constraint: string
  readonly message: string
}

type RefusalOptions = {
  /** A sentence for this case; the code's own message otherwise. */
  readonly reason?: string
  readonly details?: Readonly<Record<string, unknown>>
  /** Seconds for the `Retry-After` header. What is sent with a 429 always has one: `secondsToWait`. */
  readonly retryAfterSeconds?: number
  /** What the verification vendor has found in a document, in its own words. */
  readonly precheckErrors?: readonly string[]
}

const TOO_MANY_SECONDS = 60
const DAY_SECONDS = 86_400

/**
 * Seconds for the `Retry-After` header of a refusal; undefined: it has none. Every 429 has one: a limit of a day until the day
 * (UTC) ends, any other a minute, where the refusal says nothing else.
 */
export function secondsToWait(
  { status, code, retryAfterSeconds }: Pick<Refusal, 'status' | 'code' | 'retryAfterSeconds'>,
  now: Date,
): number | undefined {
  if (retryAfterSeconds !== undefined || status !== 429) return retryAfterSeconds
  if (code !== 'DAILY_VOLUME_LIMIT_EXCEEDED') return TOO_MANY_SECONDS
  return DAY_SECONDS - (Math.floor(now.getTime() / 1_000) % DAY_SECONDS)
}

/** An expected refusal of a request; answered as the error envelope. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly precheckErrors: readonly string[] | undefined

  constructor(code: ErrorCode, options: RefusalOptions = {}) {
    super(options.reason ?? errors[code].message)
    this.name = 'Refusal'
    this.code = code
    this.details = options.details
    this.precheckErrors = options.precheckErrors
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return errors[this.code].status
  }
}

/** A Refusal `INVALID_INPUT` that names every invalid field. */
export function invalidInput(fieldErrors: readonly FieldError[]): Refusal {
  const fields = fieldErrors.map((error) => error.field || '(body)').join(', ')
  return new Refusal('INVALID_INPUT', {
    reason: `Invalid: ${fields}`,
    details: { errors: fieldErrors },
  })
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errors, text)
}
