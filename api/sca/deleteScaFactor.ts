import { operation, reply } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { customerQuery, requireScaCustomer } from './customer.ts'

export const deleteScaFactor = operation({
  id: 'deleteScaFactor',
  group: 'Strong Customer Authentication',
  method: 'delete',
  path: '/sca/factors/:credentialId',
  permission: 'TRANSACT',
  summary: 'Delete a passkey',
  description: 'The customer must have logged in; the last factor stays.',
  query: customerQuery,
  status: 204,
  responses: { 204: null },
  errors: ['REFERENCE_NOT_FOUND', 'USER_NOT_FOUND', 'CONFLICT', 'SCA_SESSION_REQUIRED'],
  async handle(call) {
    const { dependencies, params, query } = call
    const { id, platformId } = await requireScaCustomer(call, query.customerId)
    const { database } = dependencies
    const deleted = await database.call('delete_sca_passkey', platformId, id, params.credentialId)
    if (deleted.outcome === 'REFUSED') throw refusalOf(deleted)
    return reply(204)
  },
})
