/** Challenges of strong customer authentication, and the proofs that answer them. */

import { idSchema } from '../ids.ts'
import { described } from './described.ts'
import { ScaFactor } from './sca.ts'
import { dateTime } from './shared.ts'

export const ScaChallenge = {
  type: 'object',
  required: ['id', 'expiresAt', 'factor', 'availableFactors'],
  properties: {
    id: idSchema(
      'ScaChallenge',
      'Names the challenge; a quote knows its own, trust calls may send it as `challengeId`.',
    ),
    expiresAt: {
      ...dateTime,
      description:
        'Until when it can be answered: five minutes, which sending the code again does not extend.',
    },
    factor: described(
      ScaFactor,
      'What the customer answers it with: SMS_OTP has sent a code, PASSKEY asks the browser.',
    ),
    availableFactors: {
      type: 'array',
      description:
        'What else the customer could have been asked for; name one as `scaFactor` of the quote or ' +
        'its execution.',
      items: ScaFactor,
    },
    purpose: {
      type: 'string',
      description:
        'What the customer authorizes: `CURRENCY_CONVERSION`, `PAYOUT`, `TRUST` or `UNTRUST`.',
    },
    passkeyAssertionOptions: {
      type: 'object',
      description:
        'Give it to `navigator.credentials.get` as `publicKey`; its bytes are base64url. Of PASSKEY ' +
        'only.',
      additionalProperties: true,
    },
    passkeyAllowedOrigins: {
      type: 'array',
      description:
        'Pages at which the passkey may be used; one of them is sent back as `origin`. Of PASSKEY ' +
        'only.',
      items: { type: 'string' },
    },
  },
} as const

const code = {
  type: ['string', 'null'],
  maxLength: 64,
  description:
    "The code that the customer was sent, or reads in its app. Either this or a passkey's " +
    'assertion.',
} as const
const origin = {
  type: ['string', 'null'],
  maxLength: 255,
  description:
    'Where the passkey was used, one of the allowed origins; required with `passkeyAssertion`.',
} as const
const passkeyAssertion = {
  type: ['object', 'null'],
  description:
    'What the browser answered, as `PublicKeyCredential.toJSON()` gives it; with the `origin` ' +
    'that it was made at.',
  maxProperties: 20,
  additionalProperties: true,
} as const

export const ScaAuthorization = {
  type: 'object',
  properties: {
    code,
    passkeyAssertion,
    origin,
    endUserIpAddress: {
      type: ['string', 'null'],
      maxLength: 64,
      description:
        "The customer's address, IPv4 or IPv6. Accepted and not kept: the payment is bound to its challenge, and the login's " +
        'session has the address.',
    },
  },
} as const

export const BeneficiaryTrustStart = {
  type: 'object',
  properties: {
    scaChallenge: described(
      ScaChallenge,
      'What the customer has to answer, before the change holds.',
    ),
  },
} as const

export const BeneficiaryTrustConfirmRequest = {
  type: 'object',
  anyOf: [{ required: ['code'] }, { required: ['passkeyAssertion', 'origin'] }],
  properties: {
    challengeId: {
      type: ['string', 'null'],
      maxLength: 64,
      description:
        'The `id` of the challenge of the start. May be left out: an account has one open challenge.',
    },
    code,
    passkeyAssertion,
    origin,
  },
} as const

export const BeneficiaryTrustConfirm = {
  type: 'object',
  required: ['trusted'],
  properties: {
    trusted: {
      type: 'boolean',
      description: 'Whether later payments to the beneficiary need no proof of their own.',
    },
  },
} as const
