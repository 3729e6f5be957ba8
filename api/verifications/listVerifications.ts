import { described } from '../../contract/components/described.ts'
import { pageQuery } from '../../contract/components/shared.ts'
import {
  VerificationListResponse,
  VerificationStatus,
} from '../../contract/components/verifications.ts'
import { uuidOf } from '../../contract/ids.ts'
import { presentVerification } from '../../contract/present/verifications.ts'
import { type Bind, pageFrom } from '../keyset.ts'
import { operation } from '../operation.ts'

type Filters = {
  readonly customerId?: string | undefined
  readonly verificationStatus?: string | undefined
}

export const listVerifications = operation({
  id: 'listVerifications',
  group: 'KYC/KYB Verifications',
  method: 'get',
  path: '/verifications',
  permission: 'VIEW',
  summary: 'List verifications, newest first',
  query: {
    type: 'object',
    properties: {
      customerId: {
        type: 'string',
        maxLength: 64,
        description: 'Verifications of this customer only.',
      },
      verificationStatus: described(
        VerificationStatus,
        'Verifications that are in this status now.',
      ),
      ...pageQuery,
    },
  },
  status: 200,
  responses: { 200: VerificationListResponse },
  errors: [],
  async handle({ query, platform, dependencies: { database } }) {
    return pageFrom(database, {
      name: 'verifications',
      query,
      table: 'verifications',
      direction: 'desc',
      branches: (bind) => branches(bind, platform.id, query),
      select: 'to_jsonb(t)',
      present: presentVerification,
    })
  },
})

/** Each condition begins with what an index begins with. */
function branches(
  bind: Bind,
  platformId: string,
  { customerId, verificationStatus: status }: Filters,
): string[] {
  const platform = bind(platformId)
  if (customerId !== undefined) {
    const customer = uuidOf('Customer', customerId)
    if (customer === undefined) return []
    const ofStatus = status === undefined ? '' : ` and t.status = ${bind(status)}`
    return [`t.customer_id = ${bind(customer)} and t.platform_id = ${platform}${ofStatus}`]
  }
  if (status === undefined) return [`t.platform_id = ${platform}`]
  return [`list_key(t.platform_id, t.status) = list_key(${platform}::uuid, ${bind(status)}::text)`]
}
