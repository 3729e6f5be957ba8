import { CustomerOneOf } from '../../contract/components/customers.ts'
import { Refusal } from '../../contract/errors.ts'
import { type CustomerRow, presentCustomer } from '../../contract/present/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { operation } from '../operation.ts'
import { requireId } from '../requireId.ts'

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

/**
 * A customer of this platform by id.
 *
 * @throws Refusal USER_NOT_FOUND for an id of another shape
 */
export async function findCustomer(
  { database }: Dependencies,
  platformId: string,
  customerId: string,
): Promise<CustomerRow | undefined> {
  const [found] = await database.query<{ row: CustomerRow }>({
    name: 'customer',
    text: `select customer_row(c) as row from customers c
      where c.id = $1 and c.platform_id = $2`,
    values: [requireId('Customer', customerId), platformId],
  })
  return found?.row
}
