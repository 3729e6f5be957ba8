import {
  RecordSecurityEventRequest,
  RecordSecurityEventResponse,
} from '../../contract/components/sca.ts'
import { operation } from '../operation.ts'
import { customerQuery, knownCustomer, requireScaCustomer } from './customer.ts'
import { lockedRefusal, shownLock } from './proof.ts'

export const recordSecurityEvent = operation({
  id: 'recordSecurityEvent',
  group: 'Strong Customer Authentication',
  method: 'post',
  path: '/sca/record-event',
  permission: 'TRANSACT',
  summary: "Record an event of the platform's own login",
  description:
    'FAILED_LOGIN_ATTEMPT counts like a wrong proof. RESET_PASSWORD_COMPLETED ends all sessions and clears ' +
    'the counter, a suspension too.',
  query: customerQuery,
  body: RecordSecurityEventRequest,
  validate: knownCustomer,
  status: 200,
  responses: { 200: RecordSecurityEventResponse },
  errors: ['USER_NOT_FOUND', 'CONFLICT', 'ACCOUNT_LOCKED'],
  async handle(call) {
    const { dependencies, body, query } = call
    const { eventType } = body
    const { id } = await requireScaCustomer(call, query.customerId)
    const state = await dependencies.database.call('record_security_event', id, eventType)
    if (state.outcome === 'LOCKED') throw lockedRefusal(state)
    const { failedAttempts, suspended, lockedUntil } = state
    return { eventType, failedAttempts, suspended, lockedUntil: shownLock(lockedUntil) }
  },
})
