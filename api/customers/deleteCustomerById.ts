import { CustomerOneOf } from '../../contract/components/customers.ts'
import { Refusal } from '../../contract/errors.ts'
import { idOf } from '../../contract/ids.ts'
import { presentCustomer } from '../../contract/present/index.ts'
import { operation } from '../operation.ts'
import { refusalOf } from '../outcomes.ts'
import { requireId } from '../requireId.ts'

/** Agents that are created meanwhile: a platform that goes on with that is not deleting. */
const ATTEMPTS = 5

export const deleteCustomerById = operation({
  id: 'deleteCustomerById',
  group: 'Customers',
  method: 'delete',
  path: '/customers/:customerId',
  permission: 'MANAGE',
  summary: 'Delete a customer',
  description:
    'Refused while a balance, a payment or an operation of its wallet exists. Its credentials and ' +
    'sessions end, its agents are deleted (what waits for an approval is rejected), its internal ' +
    'accounts are `CLOSED`, its external ones cannot be used any more. The record stays, with ' +
    '`isDeleted`; its UMA address is never given to another customer.',
  status: 200,
  responses: { 200: CustomerOneOf },
  errors: ['USER_NOT_FOUND', 'CUSTOMER_DELETED', 'CONFLICT'],
  async handle({ params, platform, dependencies: { database } }) {
    const customerId = requireId('Customer', params.customerId)
    const by = idOf('Token', platform.tokenId)
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const deleted = await database.call('delete_customer', {
        platformId: platform.id,
        customerId,
        by,
      })
      if (deleted.outcome === 'REFUSED') throw refusalOf(deleted)
      if (deleted.outcome === 'COMMITTED') return presentCustomer(deleted.customer)
    }
    throw new Refusal('CONFLICT', { reason: 'Agents of the customer are being created.' })
  },
})
