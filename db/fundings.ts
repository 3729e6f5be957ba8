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

/** Accounts whose currency no provider has taken: of which currencies there are any, and whether those are wallets. */
export type UnroutedKind = { readonly currency: string; readonly isWallet: boolean }

/** Each currency once, by the index: there may be a great many of such accounts. */
export async function unroutedKinds(
  database: Pick<Queryable, 'query'>,
  environment: Environment,
): Promise<readonly UnroutedKind[]> {
  return database.query<UnroutedKind>({
    name: 'unrouted_kinds',
    text: `with recursive found as (
        (select currency from internal_accounts
          where environment = $1 and funding_instructions = '[]' and funding_provider is null and status = 'ACTIVE'
          order by currency limit 1)
        union all
        select next.currency from found cross join lateral (select a.currency from internal_accounts a
          where a.environment = $1 and a.currency > found.currency and a.funding_instructions = '[]'
            and a.funding_provider is null and a.status = 'ACTIVE'
          order by a.currency limit 1) next)
      select found.currency, kind.is_wallet as "isWallet"
      from found cross join (values (true), (false)) kind (is_wallet)
      where exists (select 1 from internal_accounts a where a.environment = $1 and a.currency = found.currency
        and (a.type = 'EMBEDDED_WALLET') = kind.is_wallet and a.funding_instructions = '[]'
        and a.funding_provider is null and a.status = 'ACTIVE')`,
    values: [environment],
  })
}

/** The next of them, after this UUID. */
export async function nextUnrouted(
  database: Pick<Queryable, 'query'>,
  environment: Environment,
  { currency, isWallet }: UnroutedKind,
  max: number,
  after = '00000000-0000-0000-0000-000000000000',
): Promise<readonly AccountToFund[]> {
  return database.query<AccountToFund>({
    name: 'unrouted_accounts',
    text: `select a.id, funding_reference_of(a.id) as reference, a.currency, w.address,
        a.type = 'RULE_BASED' as "isNumbered"
      from internal_accounts a left join wallets w on w.account_id = a.id
      where a.environment = $1 and a.currency = $2 and (a.type = 'EMBEDDED_WALLET') = $3
        and a.funding_instructions = '[]' and a.funding_provider is null and a.status = 'ACTIVE' and a.id > $5
      order by a.id limit $4`,
    values: [environment, currency, isWallet, max, after],
  })
}
