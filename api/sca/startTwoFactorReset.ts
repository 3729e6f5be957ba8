import { TwoFactorResetStart, TwoFactorResetStartRequest } from '../../contract/components/sca.ts'
import { idOf } from '../../contract/ids.ts'
import { shownInstant } from '../../contract/present/index.ts'
import { workflows } from '../../workflows/registry.ts'
import type { ScaResetResult } from '../../workflows/scaReset.ts'
import { createOutsideOnce } from '../createOnce.ts'
import { operation } from '../operation.ts'
import { outcomeNotKept, outcomeUnknown, refusalOf } from '../outcomes.ts'
import { requireOutside } from '../outside.ts'
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
      const { database, handOver } = dependencies
      const input = { platformId, customerId, resetId, factor: body.factor }
      const begun = await database.call('start_sca_reset', input)
      if (begun.outcome === 'REFUSED') throw refusalOf(begun)
      trace.workflowId = workflows.scaReset.id({ resetId })
      const made = begun.start && (await handOver.handOverAndWait<ScaResetResult>(begun.start))
      if (made === undefined) {
        throw call.idempotencyKey === undefined
          ? outcomeNotKept(idOf('ScaReset', resetId))
          : outcomeUnknown()
      }
      if (made.outcome === 'REFUSED') throw refusalOf(made)
      return {
        resetId: idOf('ScaReset', resetId),
        verificationLink: made.link,
        expiresAt: shownInstant(made.expiresAt),
      }
    })
  },
})
