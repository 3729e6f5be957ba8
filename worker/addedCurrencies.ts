/** Opens the accounts of customers in currencies that their platform has added. */
import type { Database } from '../db/database.ts'

/** In one transaction, which holds these customers. */
const CUSTOMERS_MAX = 100
/** Of one round and platform: the next ones do not wait for a large one. */
const BATCHES_MAX = 20
const CURRENCIES_MAX = 50

export async function openAddedAccounts(database: Database): Promise<void> {
  const open = await database.query<{ platform: string; currency: string }>({
    name: 'added_currencies',
    text: `select platform_id as platform, currency from added_currencies where finished_at is null
      order by added_at, platform_id, currency limit $1`,
    values: [CURRENCIES_MAX],
  })
  for (const { platform, currency } of open) {
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      if (!(await database.call('open_added_accounts', platform, currency, CUSTOMERS_MAX))) break
    }
  }
}
