import { ScaFactorList } from '../../contract/components/sca.ts'
import { operation } from '../operation.ts'
import { customerQuery, requireScaCustomer } from './customer.ts'
import { enrolledFactors, shownFactor } from './factors.ts'
import { loginStateOf } from './loginState.ts'

export const listScaFactors = operation({
  id: 'listScaFactors',
  group: 'Strong Customer Authentication',
  method: 'get',
  path: '/sca/factors',
  permission: 'VIEW',
  summary: 'List the factors of a customer, and whether it can log in with them',
  description:
    'SMS_OTP is there as soon as the phone number is verified; others are enrolled. `login` says ' +
    'whether wrong proofs have locked the customer out, and until when it is logged in.',
  query: customerQuery,
  status: 200,
  responses: { 200: ScaFactorList },
  errors: ['USER_NOT_FOUND', 'CONFLICT'],
  async handle(call) {
    const customer = await requireScaCustomer(call, call.query.customerId)
    const [factors, login] = await Promise.all([
      enrolledFactors(call.dependencies, customer),
      loginStateOf(call.dependencies, customer.id),
    ])
    return { factors: factors.map(shownFactor), login }
  },
})
