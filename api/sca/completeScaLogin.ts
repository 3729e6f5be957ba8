import { ScaLoginComplete, ScaLoginCompleteRequest } from '../../contract/components/sca.ts'
import type { FieldError } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import { shownInstant } from '../../contract/present/index.ts'
import { operation, type ValidationInput } from '../operation.ts'
import { customerQuery, knownCustomer, requireScaCustomer } from './customer.ts'
import type { GivenProof } from './givenProof.ts'
import { proofField, proofOf, proofRefusal, shapeProblems } from './proof.ts'

export const completeScaLogin = operation({
  id: 'completeScaLogin',
  group: 'Strong Customer Authentication',
  method: 'post',
  path: '/sca/login/complete',
  permission: 'TRANSACT',
  summary: 'Complete the login of a customer',
  description:
    'Opens a session of 180 days. In place of a TOTP code a recovery code is accepted, once. Five wrong ' +
    'proofs in a row, of any kind, lock the login for 15 minutes, the sixth for 30 minutes, the seventh for ' +
    'an hour, the eighth for 24 hours; the ninth suspends it.',
  query: customerQuery,
  body: ScaLoginCompleteRequest,
  validate: knownCustomerAndProof,
  status: 200,
  responses: { 200: ScaLoginComplete },
  errors: ['USER_NOT_FOUND', 'CONFLICT', 'ACCOUNT_LOCKED'],
  async handle(call) {
    const { dependencies, body, query } = call
    const { factor, endUserIpAddress, code, passkeyAssertion, origin } = body
    const customer = await requireScaCustomer(call, query.customerId)
    const proof = await proofOf(dependencies, customer, {
      ...{ factor, code, passkeyAssertion, origin, allowsRecoveryCode: true },
      ...(factor !== 'TOTP' && {
        challengeId: uuidOf('ScaChallenge', body.challengeId ?? '') ?? NONE,
      }),
    })
    const { database } = dependencies
    const judged = await database.call('complete_sca_login', { ...proof, endUserIpAddress })
    if (judged.outcome !== 'OK') throw proofRefusal(judged, proofField(factor))
    const sessionExpiresAt = shownInstant(judged.sessionExpiresAt)
    return { status: 'SUCCESS' as const, sessionExpiresAt }
  },
})

/** An id that names nothing is one of no open challenge. */
const NONE = '00000000-0000-0000-0000-000000000000'

async function knownCustomerAndProof(input: ValidationInput): Promise<FieldError[]> {
  await knownCustomer(input)
  const given = input.body as Partial<GivenProof> & { challengeId?: unknown }
  const { factor, challengeId } = given
  if (factor !== 'SMS_OTP' && factor !== 'TOTP' && factor !== 'PASSKEY') return []
  const needsChallenge = factor !== 'TOTP' && (challengeId === undefined || challengeId === null)
  const message = 'is required: that of the start'
  return [
    ...shapeProblems({ ...given, factor }),
    ...(needsChallenge ? [{ field: 'challengeId', constraint: 'required', message }] : []),
  ]
}
