import { CustomerOneOf } from '../../contract/components/customers.ts'
import { Refusal } from '../../contract/errors.ts'
import { uuidOf } from '../../contract/ids.ts'
import { type CustomerRow, presentCustomer } from '../../contract/present/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'

export const getCustomer = operation({
  id: 'getCustomer',
  group: 'Customers',
  method: 'get',
  path: '/customers/:customerId',
  permission: 'VIEW',
  summary: 'Read a customer',
  status: 200,
  responses: { 200: CustomerOneOf },
  errors: ['USER_NOT_FOUND'],
  async handle({ params, platform, dependencies }) {
    const row = await findCustomer(dependencies, platform.id, params.customerId)
    if (row === undefined) throw new Refusal('USER_NOT_FOUND')
    return presentCustomer(row)
  },
})

/** A customer of this platform by id; undefined also for an id of another shape. */
export async function findCustomer(
  { database }: Dependencies,
  platformId: string,
  customerId: string,
): Promise<CustomerRow | undefined> {
  const uuid = uuidOf('Customer', customerId)
  if (uuid === undefined) return undefined
  const [found] = await database.query<{ row: CustomerRow }>({
    name: 'customer',
    text: `select customer_row(c) as row from customers c
      where c.id = $1 and c.platform_id = $2`,
    values: [uuid, platformId],
  })
  return found?.row
}
