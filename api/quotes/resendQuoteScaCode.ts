import { Refusal } from '../../contract/errors.ts'
import { operation, reply } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { requireOutside } from '../outside.ts'
import { requireId } from '../requireId.ts'
import { findChallenge } from './authorizeQuote.ts'

export const resendQuoteScaCode = operation({
  id: 'resendQuoteScaCode',
  group: 'Strong Customer Authentication',
  method: 'post',
  path: '/quotes/:quoteId/authorize/resend',
  permission: 'TRANSACT',
  summary: 'Send the code of a quote’s challenge again',
  description:
    'The challenge stays the same and expires when it did. Three times at most; of a code that is ' +
    'sent by SMS alone.',
  outside: { byRequest: ['MESSAGES'] },
  status: 204,
  responses: { 204: null },
  errors: ['QUOTE_NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  async handle(call) {
    const { params, platform, dependencies } = call
    const quoteId = requireId('Quote', params.quoteId)
    const { challengeId, factor } = await findChallenge(dependencies, platform.id, quoteId)
    if (factor !== 'SMS_OTP') {
      throw new Refusal('CONFLICT', { reason: 'The challenge has no code that was sent.' })
    }
    requireOutside(call, ['MESSAGES'])
    const resent = await dependencies.database.call('resend_code', challengeId)
    if (resent.outcome === 'REFUSED') throw refusalOf(resent)
    return reply(204)
  },
})
