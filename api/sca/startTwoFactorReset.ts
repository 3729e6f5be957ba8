import { TwoFactorResetStart, TwoFactorResetStartRequest } from '../../contract/components/sca.ts'
import { idOf } from '../../contract/ids.ts'
import { shownInstant } from '../../contract/present/index.ts'
import { workflows } from '../../workflows/registry.ts'
import type { ScaResetResult } from '../../workflows/scaReset.ts'
import { createOutsideOnce } from '../createOnce.ts'
import { operation } from '../operation.ts'
import { outcomeNotKept, outcomeUnknown, refusalOf } from '../outcomes.ts'
import { outsideCallsOf, requireOutside } from '../outside.ts'
import { customerQuery, knownCustomer, requireScaCustomer } from './customer.ts'

export const startTwoFactorReset = operation({
  id: 'startTwoFactorReset',
  group: 'Strong Customer Authentication',
  method: 'post',
  path: '/sca/factors/reset',
  permission: 'TRANSACT',
  answersSecret: true,
  summary: 'Start the reset of a factor that a customer has lost',
  description:
    'The customer opens `verificationLink` and is recognized there. Five resets in 24 hours; each ends ' +
    'after 24 hours.',
  query: customerQuery,
  headers: { idempotencyKey: 'kept' },
  body: TwoFactorResetStartRequest,
  validate: knownCustomer,
  status: 201,
  responses: { 201: TwoFactorResetStart },
  outside: { byRequest: ['VERIFICATION_VENDOR'] },
  errors: ['DUPLICATE_PAY_REQUEST', 'USER_NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
  async handle(call) {
    const { dependencies, body, query, trace } = call
    const { id: customerId, platformId } = await requireScaCustomer(call, query.customerId)
    requireOutside(call, ['VERIFICATION_VENDOR'])
    return createOutsideOnce(call, async (resetId) => {
      const start = workflows.scaReset.start({
        ...{ attempt: 1, platformId, customerId, resetId, factor: body.factor },
        ...outsideCallsOf(call),
      })
      trace.workflowId = start.workflowId
      const started = await dependencies.temporal.startAndWait<ScaResetResult>(start)
      if (started.state !== 'ANSWERED') {
        throw call.idempotencyKey === undefined
          ? outcomeNotKept(idOf('ScaReset', resetId))
          : outcomeUnknown()
      }
      if (started.answer.outcome === 'REFUSED') throw refusalOf(started.answer)
      return {
        resetId: idOf('ScaReset', resetId),
        verificationLink: started.answer.link,
        expiresAt: shownInstant(started.answer.expiresAt),
      }
    })
  },
})
