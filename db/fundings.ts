/** Internal accounts for which the rail is to be asked where to send money. */
import type { Environment } from '../contract/outsideParties.ts'
import type { Queryable } from './database.ts'

export type AccountToFund = {
  readonly id: string
  /** What a payer writes on the transfer. */
  readonly reference: string
  readonly currency: string
  /** Of an embedded wallet: its own. */
  readonly address: string | null
  /** Whether it has a bank account's number of its own. */
  readonly isNumbered: boolean
}

/** The next accounts of an environment that the rail has not been asked for, after this UUID. */
export async function nextToFund(
  database: Pick<Queryable, 'query'>,
  environment: Environment,
  max: number,
  after = '00000000-0000-0000-0000-000000000000',
): Promise<readonly AccountToFund[]> {
  return database.query<AccountToFund>({
    name: 'accounts_to_fund',
    text: `select a.id, funding_reference_of(a.id) as reference, a.currency, w.address,
        a.type = 'RULE_BASED' as "isNumbered"
      from internal_accounts a left join wallets w on w.account_id = a.id
      where a.environment = $1 and a.status = 'ACTIVE' and a.funding_instructions is null
        and a.id > $3
      order by a.id limit $2`,
    values: [environment, max, after],
  })
}

/** The accounts of these UUIDs, for funding. */
export async function accountsToFund(
  database: Pick<Queryable, 'query'>,
  ids: readonly string[],
): Promise<readonly AccountToFund[]> {
  return database.query<AccountToFund>({
    name: 'these_accounts_to_fund',
    text: `select a.id, funding_reference_of(a.id) as reference, a.currency, w.address,
        a.type = 'RULE_BASED' as "isNumbered"
      from internal_accounts a left join wallets w on w.account_id = a.id
      where a.id = any ($1::uuid[])`,
    values: [ids],
  })
}
