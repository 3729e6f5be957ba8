import { TwoFactorResetCompleteRequest } from '../../contract/components/sca.ts'
import { invalidInput } from '../../contract/errors.ts'
import type { Environment } from '../../contract/outsideParties.ts'
import { phoneNumberErrors } from '../../contract/phoneNumber.ts'
import { operation, reply } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { requireId } from '../requireId.ts'
import { customerQuery, knownCustomer, requireScaCustomer } from './customer.ts'

export const completeTwoFactorReset = operation({
  id: 'completeTwoFactorReset',
  group: 'Strong Customer Authentication',
  method: 'post',
  path: '/sca/factors/reset/:resetId/complete',
  permission: 'TRANSACT',
  summary: 'Complete the reset of a factor',
  description:
    'Once its status is LIVENESS_PASSED. The lost factor is gone and all sessions end; TOTP and PASSKEY are ' +
    'then enrolled without a session, within 24 hours. SMS_OTP needs `mobile`, the new phone number, which ' +
    'is verified as any other.',
  query: customerQuery,
  body: TwoFactorResetCompleteRequest,
  bodyOptional: true,
  validate: knownCustomer,
  status: 204,
  responses: { 204: null },
  errors: ['REFERENCE_NOT_FOUND', 'USER_NOT_FOUND', 'CONFLICT'],
  async handle(call) {
    const { dependencies, params, query, body, platform } = call
    const { id: customerId, platformId } = await requireScaCustomer(call, query.customerId)
    const resetId = requireId('ScaReset', params.resetId)
    const completed = await dependencies.database.call('complete_sca_reset', {
      ...{ resetId, platformId, customerId },
      ...(body?.mobile && { phoneNumber: phoneNumberOf(body.mobile, platform.environment) }),
    })
    if (completed.outcome === 'REFUSED') throw refusalOf(completed)
    if (completed.outcome === 'NOT_READY') throw notReady(completed)
    return reply(204)
  },
})

const DIGITS_MAX = 15

type Mobile = { readonly countryCode: string; readonly number: string }

/** E.164. @throws Refusal INVALID_INPUT */
function phoneNumberOf({ countryCode, number }: Mobile, environment: Environment): string {
  const whole = `+${countryCode.replace('+', '')}${number}`
  const field = 'mobile.number'
  if (whole.length > DIGITS_MAX + 1) {
    const message = `must not have more than ${DIGITS_MAX} digits with its country code`
    throw invalidInput([{ field, constraint: 'maxLength', message }])
  }
  const wrong = phoneNumberErrors(field, whole, environment)
  if (wrong.length > 0) throw invalidInput(wrong)
  return whole
}

function notReady({ status, factor }: { readonly status: string; readonly factor: string }): Error {
  if (status === 'LIVENESS_PASSED' && factor === 'SMS_OTP') {
    const message = 'is required for SMS_OTP'
    return invalidInput([{ field: 'mobile', constraint: 'required', message }])
  }
  const message = `is of a reset that is ${status}: it must be LIVENESS_PASSED`
  return invalidInput([{ field: 'resetId', constraint: 'const', message }])
}
