/** Calls of the SQL functions about customers, for a look at what each statement in them reads. */
import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../db/database.ts'

/** A customer's life on a platform whose customers accept the terms. */
export async function callCustomers(database: Queryable, platformId: string): Promise<void> {
  const call = (name: string, ...values: readonly unknown[]): Promise<unknown[]> =>
    database.query({
      text: `select ${name}(${values.map((_, index) => `$${index + 1}`).join(', ')})`,
      values: values.map((value) =>
        typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
      ),
    })
  const [platform] = await database.query<{ uma_domain: string }>({
    text: 'update platforms set is_regulated = false where id = $1 returning uma_domain',
    values: [platformId],
  })
  const id = randomUUID()
  await call('create_customer', {
    ...{ id, platformId, platformCustomerId: id, customerType: 'BUSINESS' },
    ...{ umaAddress: `$${id}@${platform?.uma_domain}`, email: `${id}@example.com` },
    ...{ currencies: [], profile: {}, credentialId: randomUUID(), key: id, requestHash: 'ab' },
    accounts: [
      { id: randomUUID(), currency: 'USDB', type: 'EMBEDDED_WALLET' },
      { id: randomUUID(), currency: 'USD', type: 'INTERNAL_FIAT' },
    ],
  })
  const acceptedAt = '2026-01-15T09:30:00.000Z'
  const agreementConsents = { SERVICE_END_USER_TERMS: { acceptedAt, termsVersion: '2025-10-13' } }
  await call('change_customer', id, { profile: {}, agreementConsents })
  await call('delete_customer', { platformId, customerId: id, by: 'x' })
  await database.query({
    text: `update customers set deleted_at = service_now() - interval '40 days' where id = $1`,
    values: [id],
  })
  await call('erase_customers', 31, 10)
  await database.query({
    text: 'update platforms set is_regulated = true where id = $1',
    values: [platformId],
  })
}
