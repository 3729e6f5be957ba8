/** Payments to UMA addresses: the lookup, and what the counterparty answers. */
import type { Cure } from './cure.ts'

const reserved = 'Reserved by the interface: this release does not answer it.'
const ask =
  'Look the receiver up again; if it stays, give the operator of the service the `X-Request-Id`.'

export const umaCures = {
  INVALID_UMA_ADDRESS: {
    cause: 'The text is no UMA address (`$name@domain`).',
    cure: 'Check the spelling; in a path `$` and `@` may be percent-encoded.',
  },
  INVALID_RECEIVER: {
    cause:
      'The receiver cannot be paid: no account of it is open, or the address has gone to another receiver since the lookup.',
    cure: 'Look the address up again (`GET /receiver/uma/{receiverUmaAddress}`), and use the new `lookupId`.',
  },
  MISSING_REQUIRED_UMA_PARAMETERS: {
    cause:
      'The receiver’s platform asks for facts about the sender that the request does not have.',
    cure: 'Send the `requiredPayerDataFields` of the lookup, or complete the customer.',
  },
  SENDER_NOT_ACCEPTED: {
    cause: 'The receiver’s platform does not take payments of this sender.',
    cure: 'Choose another way to pay. A repeat will not help.',
  },
  LNURLP_REQUEST_FAILED: {
    cause: 'The domain of the address did not answer the lookup.',
    cure: 'Try again later. If it goes on, the receiver’s provider has an outage.',
  },
  UMA_NOT_FOUND: {
    cause: 'No receiver in this environment has this UMA address.',
    cure: 'Check the address. Sandbox addresses cannot be paid from production, nor the other way.',
  },
  LOOKUP_REQUEST_NOT_FOUND: {
    cause: 'The `lookupId` is unknown, is of another address, or its time is over (five minutes).',
    cure: 'Look the receiver up again and use the new `lookupId`.',
  },
  COUNTERPARTY_NOT_ALLOWED: {
    cause: 'The provider of the address is blocked (`allowListStatus` is false).',
    cure: '`GET /uma-providers` shows who can be paid.',
  },
  INVALID_PAYREQ_RESPONSE: {
    cause: `The counterparty’s answer does not make sense. ${reserved}`,
    cure: ask,
  },
  PARSE_PAYREQ_RESPONSE_ERROR: {
    cause: `The counterparty’s answer cannot be read. ${reserved}`,
    cure: ask,
  },
  PARSE_LNURLP_RESPONSE_ERROR: {
    cause: `The answer to the lookup cannot be read. ${reserved}`,
    cure: ask,
  },
  LOOKUP_REQUEST_FAILED: { cause: `The lookup failed at the counterparty. ${reserved}`, cure: ask },
  CERT_CHAIN_INVALID: {
    cause: `The counterparty’s certificates do not verify. ${reserved}`,
    cure: ask,
  },
  CERT_CHAIN_EXPIRED: {
    cause: `A certificate of the counterparty has expired. ${reserved}`,
    cure: ask,
  },
  INVALID_PUBKEY_FORMAT: {
    cause: `A public key of the counterparty cannot be read. ${reserved}`,
    cure: ask,
  },
  INVALID_TIMESTAMP: {
    cause: `A signed message is too old or of the future. ${reserved}`,
    cure: ask,
  },
  INVALID_NONCE: { cause: `A signed message was used before. ${reserved}`, cure: ask },
  UNSUPPORTED_UMA_VERSION: {
    cause: `The counterparty speaks another version of UMA. ${reserved}`,
    cure: ask,
  },
  NO_COMPATIBLE_UMA_VERSION: {
    cause: `There is no version of UMA that both sides speak. ${reserved}`,
    cure: ask,
  },
  PAYREQ_REQUEST_FAILED: {
    cause: `The counterparty refused or did not answer the pay request. ${reserved}`,
    cure: ask,
  },
  COUNTERPARTY_PUBKEY_FETCH_ERROR: {
    cause: `The counterparty’s keys cannot be fetched. ${reserved}`,
    cure: ask,
  },
  UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY: {
    cause: `The counterparty demands a fact about the receiver that is not known here. ${reserved}`,
    cure: ask,
  },
  UNRECOGNIZED_MANDATORY_COUNTERPARTY_DATA_KEY: {
    cause: `The counterparty demands a fact about a party that is not known here. ${reserved}`,
    cure: ask,
  },
  VELOCITY_LIMIT_EXCEEDED: {
    cause:
      'The platform has made as many payments on this day (UTC), or to this payee, as an operator of the service allows.',
    cure: 'Send the request again tomorrow, or ask the operator of the service for more.',
  },
  DAILY_VOLUME_LIMIT_EXCEEDED: {
    cause:
      'The payment, its fees included, would exceed what an operator of the service lets the platform pay on a day (UTC), or to this payee. What has failed does not count.',
    cure: 'Send the request again tomorrow, or ask the operator of the service for more.',
  },
} as const satisfies Readonly<Record<string, Cure>>
