/** Challenges of strong customer authentication, and the proofs that answer them. */
import { idSchema } from '../ids.ts'
import { ScaFactor } from './sca.ts'
import { dateTime } from './shared.ts'

export const ScaChallenge = {
  type: 'object',
  required: ['id', 'expiresAt', 'factor', 'availableFactors'],
  properties: {
    id: idSchema('ScaChallenge'),
    expiresAt: dateTime,
    factor: ScaFactor,
    availableFactors: { type: 'array', items: ScaFactor },
    purpose: {
      type: 'string',
      description:
        'What the customer authorizes: `CURRENCY_CONVERSION`, `PAYOUT`, `TRUST` or `UNTRUST`.',
    },
    passkeyAssertionOptions: {
      type: 'object',
      description: 'For `navigator.credentials.get`, its bytes as base64url.',
      additionalProperties: true,
    },
    passkeyAllowedOrigins: { type: 'array', items: { type: 'string' } },
  },
} as const

const code = { type: ['string', 'null'], maxLength: 64 } as const
const origin = { type: ['string', 'null'], maxLength: 255 } as const
const passkeyAssertion = {
  type: ['object', 'null'],
  description: 'As `PublicKeyCredential.toJSON()` gives it; with the `origin` it was made at.',
  additionalProperties: true,
} as const

export const ScaAuthorization = {
  type: 'object',
  properties: {
    code,
    passkeyAssertion,
    origin,
    endUserIpAddress: { type: ['string', 'null'], maxLength: 64 },
  },
} as const

export const BeneficiaryTrustStart = {
  type: 'object',
  properties: { scaChallenge: ScaChallenge },
} as const

export const BeneficiaryTrustConfirmRequest = {
  type: 'object',
  anyOf: [{ required: ['code'] }, { required: ['passkeyAssertion', 'origin'] }],
  properties: {
    challengeId: { type: ['string', 'null'], maxLength: 64 },
    code,
    passkeyAssertion,
    origin,
  },
} as const

export const BeneficiaryTrustConfirm = {
  type: 'object',
  required: ['trusted'],
  properties: { trusted: { type: 'boolean' } },
} as const
