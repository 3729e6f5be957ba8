import { pageQuery } from '../../contract/components/shared.ts'
import { BeneficialOwnerListResponse } from '../../contract/components/verifications.ts'
import { uuidOf } from '../../contract/ids.ts'
import { presentBeneficialOwner } from '../../contract/present/verifications.ts'
import { pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'

export const listBeneficialOwners = operation({
  id: 'listBeneficialOwners',
  group: 'KYC/KYB Verifications',
  method: 'get',
  path: '/beneficial-owners',
  permission: 'VIEW',
  summary: 'List the beneficial owners of a business, oldest first',
  query: {
    type: 'object',
    required: ['customerId'],
    properties: {
      customerId: {
        type: 'string',
        maxLength: 64,
        description: 'The business whose owners are listed.',
      },
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: BeneficialOwnerListResponse },
  errors: [],
  async handle({ query, platform, dependencies: { database } }) {
    const customer = uuidOf('Customer', query.customerId)
    return pageFrom(database, {
      name: 'beneficialOwners',
      query,
      table: 'beneficial_owners',
      direction: 'asc',
      branches: (bind) =>
        customer === undefined
          ? []
          : [
              `t.customer_id = ${bind(customer)} and t.platform_id = ${bind(platform.id)} and exists
                (select 1 from customers c where c.id = t.customer_id and not c.is_deleted)`,
            ],
      select: 'beneficial_owner_row(t)',
      present: presentBeneficialOwner,
      totalCount: 'EXACT',
    })
  },
})
