import { ScaFactorList } from '../../contract/components/sca.ts'
import { operation } from '../operation.ts'
import { customerQuery, requireScaCustomer } from './customer.ts'
import { enrolledFactors, shownFactor } from './factors.ts'

export const listScaFactors = operation({
  id: 'listScaFactors',
  group: 'Strong Customer Authentication',
  method: 'get',
  path: '/sca/factors',
  permission: 'VIEW',
  summary: 'List the factors of a customer',
  description: 'SMS_OTP is there as soon as the phone number is verified; others are enrolled.',
  query: customerQuery,
  status: 200,
  responses: { 200: ScaFactorList },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  async handle(call) {
    const customer = await requireScaCustomer(call, call.query.customerId)
    const factors = await enrolledFactors(call.dependencies, customer)
    return { factors: factors.map(shownFactor) }
  },
})
