import { TwoFactorResetStatus } from '../../contract/components/sca.ts'
import { Refusal } from '../../contract/errors.ts'
import { shownInstant } from '../../contract/present/index.ts'
import type { Shown } from '../../contract/shown.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'
import { customerQuery, requireScaCustomer } from './customer.ts'

export const getTwoFactorResetStatus = operation({
  id: 'getTwoFactorResetStatus',
  group: 'Strong Customer Authentication',
  method: 'get',
  path: '/sca/factors/reset/:resetId',
  permission: 'VIEW',
  summary: 'Read the reset of a factor',
  query: customerQuery,
  status: 200,
  responses: { 200: TwoFactorResetStatus },
  errors: ['REFERENCE_NOT_FOUND', 'USER_NOT_FOUND', 'CONFLICT'],
  async handle(call) {
    const { id, platformId } = await requireScaCustomer(call, call.query.customerId)
    const resetId = requireId('ScaReset', call.params.resetId)
    const reset = await call.dependencies.database.maybeOne<Row>({
      name: 'sca_reset',
      text: `select status, factor, enrollment_status, to_jsonb(expires_at) #>> '{}' as expires_at,
          to_jsonb(completed_at) #>> '{}' as completed_at
        from sca_resets where id = $1 and customer_id = $2 and platform_id = $3`,
      values: [resetId, id, platformId],
    })
    if (reset === undefined) throw new Refusal('REFERENCE_NOT_FOUND')
    return {
      status: reset.status,
      factor: reset.factor,
      enrollmentStatus: reset.enrollment_status,
      expiresAt: shownInstant(reset.expires_at),
      ...(reset.completed_at !== null && { completedAt: shownInstant(reset.completed_at) }),
    }
  },
})

type Row = {
  readonly status: Shown<typeof TwoFactorResetStatus>['status']
  readonly factor: Shown<typeof TwoFactorResetStatus>['factor']
  readonly enrollment_status: Shown<typeof TwoFactorResetStatus>['enrollmentStatus']
  readonly expires_at: string
  readonly completed_at: string | null
}
